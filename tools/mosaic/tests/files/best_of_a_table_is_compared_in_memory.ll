; why: a byte that is compared in every round and wanted in few is loaded again in those; the best stays in a register
; run: best(4) = 200
; run: best(2) = 90
@table = internal global [5 x i8] c"\05\07\5a\11\c8"

define i8 @best(i8 %last) {
entry:
  br label %loop
loop:
  %i = phi i8 [ %last, %entry ], [ %next, %join ]
  %best = phi i8 [ 0, %entry ], [ %better, %join ]
  %wide = zext i8 %i to i16
  %place = getelementptr inbounds i8, ptr @table, i16 %wide
  %byte = load i8, ptr %place
  %more = icmp ugt i8 %byte, %best
  br i1 %more, label %take, label %join
take:
  br label %join
join:
  %better = phi i8 [ %byte, %take ], [ %best, %loop ]
  %next = add i8 %i, -1
  %end = icmp eq i8 %i, 0
  br i1 %end, label %out, label %loop
out:
  ret i8 %better
}
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
; zero_page_frames: .res 1
;
; ; best
; ;   21 bytes, 32 cycles if every line ran once
; .segment "CODE"
; best:
;     tax
;     lda #$00
; @L2:
;     cmp table,x
;     bcs @L4
;     lda table,x
; @L4:
;     stx zero_page_frames
;     dex
;     ldy zero_page_frames
;     bne @L2
;     rts
;
; ; table
; .segment "DATA"
; table:
;     .byte $05, $07, $5a, $11, $c8
