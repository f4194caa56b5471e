; why: a rotation by eight exchanges bytes and shifts nothing
; run: turned(0x1234) = 0x3412 within 40 cycles
define i16 @turned(i16 %a) {
  %r = call i16 @llvm.fshl.i16(i16 %a, i16 %a, i16 8)
  ret i16 %r
}
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
; zero_page_frames: .res 1
;
; ; turned
; ;   8 bytes, 16 cycles if every line ran once
; .segment "CODE"
; turned:
;     sta zero_page_frames
;     txa
;     ldx zero_page_frames
;     rts
