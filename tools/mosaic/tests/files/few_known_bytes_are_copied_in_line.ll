; why: a block of four known bytes is moved without a loop
; run: copied() = 0x04030201 within 81 cycles
@from = global [4 x i8] [i8 1, i8 2, i8 3, i8 4]
@to = global [4 x i8] zeroinitializer

define i32 @copied() {
  call void @llvm.memcpy.p0.p0.i16(ptr @to, ptr @from, i16 4, i1 false)
  %r = load i32, ptr @to
  ret i32 %r
}
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
; zero_page_frames: .res 1
; .segment "ZPBSS": zeropage
; to:
;     .res 4
; .segment "ZPDATA": zeropage
; from:
;     .byte $01, $02, $03, $04
;
; ; copied
; ;   37 bytes, 54 cycles if every line ran once
; .segment "CODE"
; copied:
;     lda from
;     sta to
;     lda from+1
;     sta to+1
;     lda from+2
;     sta to+2
;     lda from+3
;     sta to+3
;     sta zero_page_frames
;     lda to
;     ldx to+1
;     ldy to+2
;     rts
