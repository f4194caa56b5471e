; why: an offset that grows by the size of an element counts elements instead, and planes need no more
; run: total() = 780 within 356 cycles
@words = internal global [12 x i16] [i16 10, i16 20, i16 30, i16 40, i16 50, i16 60, i16 70, i16 80, i16 90, i16 100, i16 110, i16 120]

define i16 @total() {
entry:
  br label %loop
loop:
  %offset = phi i16 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i16 [ 0, %entry ], [ %more, %loop ]
  %at = getelementptr inbounds nuw i8, ptr @words, i16 %offset
  %word = load i16, ptr %at
  %more = add i16 %sum, %word
  %next = add nuw nsw i16 %offset, 2
  %done = icmp eq i16 %next, 24
  br i1 %done, label %end, label %loop
end:
  ret i16 %more
}
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
; zero_page_frames: .res 1
;
; ; total
; ;   32 bytes, 49 cycles if every line ran once
; .segment "CODE"
; total:
;     ldx #$00
;     txa
;     tay
;     jmp @L2
; @L5:
;     tay
;     lda zero_page_frames
; @L2:
;     clc
;     adc words,x
;     sta zero_page_frames
;     tya
;     adc words+12,x
;     inx
;     cpx #$0c
;     bne @L5
;     tax
;     lda zero_page_frames
;     rts
;
; ; words
; .segment "DATA"
; words:
;     .byte $0a, $14, $1e, $28, $32, $3c, $46, $50, $5a, $64, $6e, $78, $00, $00, $00, $00
;     .byte $00, $00, $00, $00, $00, $00, $00, $00
