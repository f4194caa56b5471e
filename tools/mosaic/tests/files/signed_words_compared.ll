; why: a signed comparison of words is one subtraction and a look at overflow and sign
; run: less(-300, 20) = 1 within 61 cycles
; run: less(20, -300) = 0 within 60 cycles
; run: less(32767, -32768) = 0 within 61 cycles
define i1 @less(i16 %a, i16 %b) {
  %less = icmp slt i16 %a, %b
  ret i1 %less
}
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
; zero_page_frames: .res 2
;
; ; less
; ;   22 bytes, 36 cycles if every line ran once
; .segment "CODE"
; less:
;     sty zero_page_frames
;     cmp zero_page_frames
;     txa
;     sbc zero_page_frames+1
;     bvc @L5
;     eor #$80
; @L5:
;     bmi @L2
;     lda #$00
;     rts
; @L2:
;     lda #$01
;     rts
