; why: a signed comparison of words is one subtraction and a look at overflow and sign
; run: less(-300, 20) = 1 within 61 cycles
; run: less(20, -300) = 0 within 60 cycles
; run: less(32767, -32768) = 0 within 65 cycles
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
; ;   25 bytes, 39 cycles if every line ran once
; .segment "CODE"
; less:
;     sty zero_page_frames
;     cmp zero_page_frames
;     txa
;     sbc zero_page_frames+1
;     bvs @L7
; @L8:
;     bmi @L10
;     lda #$00
;     rts
; @L7:
;     eor #$80
;     jmp @L8
; @L10:
;     lda #$01
;     rts
