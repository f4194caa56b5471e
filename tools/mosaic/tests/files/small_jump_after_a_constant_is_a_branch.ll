; why: a jump where a flag is known becomes a branch, a byte shorter, when size is asked for
; run: boolean(3) = 0
; run: boolean(64) = 5
@log = global [300 x i8] zeroinitializer

define i8 @boolean(i8 %x) minsize {
entry:
  %c = icmp ugt i8 %x, 9
  br i1 %c, label %large, label %end
large:
  store volatile i8 1, ptr @log
  br label %end
end:
  %v = phi i8 [ 5, %large ], [ 0, %entry ]
  store volatile i8 %v, ptr getelementptr inbounds (i8, ptr @log, i16 299)
  ret i8 %v
}
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
;
; ; boolean
; ;   19 bytes, 26 cycles if every line ran once
; .segment "CODE"
; boolean:
;     cmp #$0a
;     bcs @L7
;     lda #$00
;     bpl @L9
; @L7:
;     lda #$01
;     sta log
;     lda #$05
; @L9:
;     sta log+299
;     rts
;
; ; log
; .segment "BSS"
; log:
;     .res 300
