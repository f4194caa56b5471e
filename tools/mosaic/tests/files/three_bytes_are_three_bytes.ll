; why: an i24 takes three bytes everywhere
; run: half(0x800001) = 0x400000 within 56 cycles
define i24 @half(i24 %a) {
  %half = lshr i24 %a, 1
  ret i24 %half
}
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
; zero_page_frames: .res 1
;
; ; half
; ;   14 bytes, 28 cycles if every line ran once
; .segment "CODE"
; half:
;     sta zero_page_frames
;     tya
;     lsr a
;     tay
;     txa
;     ror a
;     tax
;     lda zero_page_frames
;     ror a
;     rts
