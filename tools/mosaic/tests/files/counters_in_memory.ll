; why: a counter in memory is counted there, and its high byte is touched only when the low one wraps
; run: count() = 0x0100 within 50 cycles
@counter = global i16 254

define i16 @count() {
  %a = load i16, ptr @counter
  %b = add i16 %a, 1
  store i16 %b, ptr @counter
  %c = load i16, ptr @counter
  %d = add i16 %c, 1
  store i16 %d, ptr @counter
  %e = load i16, ptr @counter
  ret i16 %e
}
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
; .segment "ZPDATA": zeropage
; counter:
;     .byte $fe, $00
;
; ; count
; ;   23 bytes, 42 cycles if every line ran once
; .segment "CODE"
; count:
;     inc counter
;     bne @L2
;     inc counter+1
; @L2:
;     inc counter
;     bne @L3
;     inc counter+1
; @L3:
;     lda counter
;     ldx counter+1
;     rts
