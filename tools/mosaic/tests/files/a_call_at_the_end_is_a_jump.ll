; why: a call whose result is the caller's own is a jump
; run: outer(4) = 5 within 35 cycles
@cell = global i8 0

define internal i8 @inner(i8 %x) noinline {
  store volatile i8 %x, ptr @cell
  %r = add i8 %x, 1
  ret i8 %r
}

define i8 @outer(i8 %x) {
  %r = call i8 @inner(i8 %x)
  ret i8 %r
}
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
; .segment "ZPBSS": zeropage
; cell:
;     .res 1
;
; ; inner
; ;   7 bytes, 14 cycles if every line ran once
; .segment "CODE"
; inner:
;     sta cell
;     clc
;     adc #$01
;     rts
;
; ; outer
; ;   3 bytes, 3 cycles if every line ran once
; .segment "CODE"
; outer:
;     jmp inner
