; why: a chip register is read and written as often as the program says
; run: touch(7) = 7 within 37 cycles
@chip = global i8 0

define i8 @touch(i8 %x) {
  store volatile i8 %x, ptr @chip
  store volatile i8 %x, ptr @chip
  %a = load volatile i8, ptr @chip
  %b = load volatile i8, ptr @chip
  ret i8 %b
}
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
; .segment "ZPBSS": zeropage
; chip:
;     .res 1
;
; ; touch
; ;   13 bytes, 22 cycles if every line ran once
; .segment "CODE"
; touch:
;     sta chip
;     sta chip
;     lda chip
;     lda chip
;     rts
