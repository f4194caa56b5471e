; why: a comparison that is only branched on is never made into a byte
; run: larger(3, 9) = 9 within 42 cycles
; run: larger(200, 9) = 200 within 40 cycles
define i8 @larger(i8 %a, i8 %b) {
  %less = icmp ult i8 %a, %b
  br i1 %less, label %second, label %first
first:
  ret i8 %a
second:
  ret i8 %b
}
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
; zero_page_frames: .res 1
;
; ; larger
; ;   11 bytes, 24 cycles if every line ran once
; .segment "CODE"
; larger:
;     stx zero_page_frames
;     cmp zero_page_frames
;     bcs @L6
;     txa
;     rts
; @L6:
;     rts
