; why: a small function whose last act is a call stands before the function it calls
; run: outer(5) = 12
@log = global [300 x i8] zeroinitializer

define internal i8 @inner(i8 %x) noinline minsize {
  %r = add i8 %x, 7
  ret i8 %r
}

define i8 @outer(i8 %x) minsize {
  store volatile i8 11, ptr getelementptr inbounds (i8, ptr @log, i16 100)
  %r = call i8 @inner(i8 %x)
  ret i8 %r
}

define i8 @other(i8 %x) minsize {
  store volatile i8 12, ptr getelementptr inbounds (i8, ptr @log, i16 101)
  %r = call i8 @inner(i8 %x)
  ret i8 %r
}
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
;
; ; outer
; ;   5 bytes, 6 cycles if every line ran once
; .segment "CODE"
; outer:
;     ldx #$0b
;     stx log+100
;     ; runs into inner
;
; ; inner
; ;   4 bytes, 10 cycles if every line ran once
; .segment "CODE"
; inner:
;     clc
;     adc #$07
;     rts
;
; ; other
; ;   8 bytes, 9 cycles if every line ran once
; .segment "CODE"
; other:
;     ldx #$0c
;     stx log+101
;     jmp inner
;
; ; log
; .segment "BSS"
; log:
;     .res 300
