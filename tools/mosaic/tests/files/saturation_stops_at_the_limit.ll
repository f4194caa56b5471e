; why: a saturating subtraction stops at zero
; run: left(9, 4) = 5 within 42 cycles
; run: left(4, 9) = 0 within 44 cycles
define i8 @left(i8 %a, i8 %b) {
  %r = call i8 @llvm.usub.sat.i8(i8 %a, i8 %b)
  ret i8 %r
}
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
; zero_page_frames: .res 1
;
; ; left
; ;   13 bytes, 26 cycles if every line ran once
; .segment "CODE"
; left:
;     stx zero_page_frames
;     sec
;     sbc zero_page_frames
;     bcs @L4
;     lda #$00
;     rts
; @L4:
;     rts
