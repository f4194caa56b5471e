; why: multiplication by a constant is shifts and additions
; run: ten(25) = 250 within 39 cycles
; run: ten(7) = 70 within 39 cycles
define i8 @ten(i8 %a) {
  %ten = mul i8 %a, 10
  ret i8 %ten
}
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
; zero_page_frames: .res 1
;
; ; ten
; ;   11 bytes, 22 cycles if every line ran once
; .segment "CODE"
; ten:
;     sta zero_page_frames
;     asl a
;     asl a
;     clc
;     adc zero_page_frames
;     asl a
;     rts
