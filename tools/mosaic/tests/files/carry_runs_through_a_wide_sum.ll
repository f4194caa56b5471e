; why: the bytes of a wide sum are chained by the carry flag
; run: sum(0x00ffffff, 1) = 0x01000000 within 145 cycles
; run: sum(0x12345678, 0x11111111) = 0x23456789 within 145 cycles
define i32 @sum(i32 %a, i32 %b) {
  %sum = add i32 %a, %b
  ret i32 %sum
}
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
; zero_page_frames: .res 5
;
; ; sum
; ;   30 bytes, 48 cycles if every line ran once
; .segment "CODE"
; sum:
;     clc
;     adc zero_page_frames
;     sta zero_page_frames
;     txa
;     adc zero_page_frames+2
;     tax
;     tya
;     adc zero_page_frames+3
;     tay
;     lda zero_page_frames+1
;     adc zero_page_frames+4
;     sta zero_page_frames+1
;     lda zero_page_frames
;     rts
