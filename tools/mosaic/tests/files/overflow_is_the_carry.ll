; why: an addition that checks its overflow branches on the carry
; run: checked(200, 50) = 250 within 43 cycles
; run: checked(200, 60) = 0 within 46 cycles
define i8 @checked(i8 %a, i8 %b) {
  %pair = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 %a, i8 %b)
  %sum = extractvalue { i8, i1 } %pair, 0
  %over = extractvalue { i8, i1 } %pair, 1
  br i1 %over, label %wrapped, label %fits
fits:
  ret i8 %sum
wrapped:
  ret i8 0
}
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
; zero_page_frames: .res 1
;
; ; checked
; ;   14 bytes, 28 cycles if every line ran once
; .segment "CODE"
; checked:
;     stx zero_page_frames
;     clc
;     adc zero_page_frames
;     tax
;     bcs @L4
;     rts
; @L4:
;     lda #$00
;     rts
