; why: the low byte of a count tells whether it is 256 if what it is counted from is a byte
; run: fill() = 255 within 3098 cycles
@table = internal global [256 x i8] zeroinitializer

define i8 @fill() {
entry:
  br label %loop
loop:
  %i = phi i16 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i8, ptr @table, i16 %i
  %byte = trunc i16 %i to i8
  store i8 %byte, ptr %at
  %next = add i16 %i, 1
  %done = icmp eq i16 %next, 256
  br i1 %done, label %end, label %loop
end:
  %last.at = getelementptr i8, ptr @table, i16 255
  %last = load i8, ptr %last.at
  ret i8 %last
}
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
;
; ; fill
; ;   13 bytes, 23 cycles if every line ran once
; .segment "CODE"
; fill:
;     ldx #$00
; @L2:
;     txa
;     sta table,x
;     inx
;     bne @L2
;     lda table+255
;     rts
;
; ; table
; .segment "BSS"
; table:
;     .res 256
