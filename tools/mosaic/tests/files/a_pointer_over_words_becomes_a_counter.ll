; why: a pointer through an object nobody else looks into is the number of an element; the counter beside it is the same
; run: place(90) = 8 within 174 cycles
; run: place(10) = 0 within 62 cycles
; run: place(11) = 12 within 214 cycles
@words = internal global [12 x i16] [i16 10, i16 20, i16 30, i16 40, i16 50, i16 60, i16 70, i16 80, i16 90, i16 100, i16 110, i16 120]

define i16 @place(i16 %wanted) {
entry:
  br label %loop
loop:
  %at = phi ptr [ @words, %entry ], [ %next, %more ]
  %number = phi i16 [ 0, %entry ], [ %more.number, %more ]
  %word = load i16, ptr %at
  %found = icmp eq i16 %word, %wanted
  br i1 %found, label %end, label %more
more:
  %next = getelementptr inbounds nuw i8, ptr %at, i16 2
  %more.number = add nuw nsw i16 %number, 1
  %done = icmp eq ptr %next, getelementptr inbounds nuw (i8, ptr @words, i16 24)
  br i1 %done, label %end, label %loop
end:
  %result = phi i16 [ %number, %loop ], [ 12, %more ]
  ret i16 %result
}
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
; zero_page_frames: .res 2
;
; ; place
; ;   38 bytes, 58 cycles if every line ran once
; .segment "CODE"
; place:
;     stx zero_page_frames+1
;     ldx #$00
;     sta zero_page_frames
;     ldy zero_page_frames+1
; @L2:
;     cmp words,x
;     bne @L6
;     tya
;     cmp words+12,x
;     beq @L10
;     lda zero_page_frames
; @L6:
;     inx
;     cpx #$0c
;     bne @L2
;     txa
;     ldx #$00
;     rts
; @L10:
;     txa
;     ldx #$00
;     rts
;
; ; words
; .segment "DATA"
; words:
;     .byte $0a, $14, $1e, $28, $32, $3c, $46, $50, $5a, $64, $6e, $78, $00, $00, $00, $00
;     .byte $00, $00, $00, $00, $00, $00, $00, $00
