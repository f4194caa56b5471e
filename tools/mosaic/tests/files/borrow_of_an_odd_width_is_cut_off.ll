; why: a difference that borrows has no ones above its width
; run: difference(3, 5) = 30
; run: difference(5, 3) = 2
define i8 @difference(i8 %x, i8 %y) {
  %a = trunc i8 %x to i5
  %b = trunc i8 %y to i5
  %both = call { i5, i1 } @llvm.usub.with.overflow.i5(i5 %a, i5 %b)
  %difference = extractvalue { i5, i1 } %both, 0
  %r = zext i5 %difference to i8
  ret i8 %r
}
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
; zero_page_frames: .res 1
;
; ; difference
; ;   17 bytes, 28 cycles if every line ran once
; .segment "CODE"
; difference:
;     and #$1f
;     tay
;     txa
;     and #$1f
;     sta zero_page_frames
;     tya
;     sec
;     sbc zero_page_frames
;     and #$1f
;     rts
