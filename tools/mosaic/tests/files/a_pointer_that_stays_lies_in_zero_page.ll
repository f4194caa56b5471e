; why: a pointer lives in zero page, its index in Y
; run: length(5) = 3 within 97 cycles
@text = global [6 x i8] c"abc\00ef"

define internal i8 @measure(ptr %text) noinline {
  br label %loop
loop:
  %i = phi i8 [ 0, %0 ], [ %next, %loop ]
  %wide = zext i8 %i to i16
  %at = getelementptr i8, ptr %text, i16 %wide
  %c = load i8, ptr %at
  %next = add i8 %i, 1
  %end = icmp eq i8 %c, 0
  br i1 %end, label %done, label %loop
done:
  ret i8 %i
}

define i8 @length(i8 %unused) {
  %n = call i8 @measure(ptr @text)
  ret i8 %n
}
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
; zero_page_frames: .res 2
;
; ; measure
; ;   17 bytes, 31 cycles if every line ran once
; .segment "CODE"
; measure:
;     stx zero_page_frames+1
;     ldx #$00
;     sta zero_page_frames
; @L2:
;     txa
;     inx
;     tay
;     lda (zero_page_frames),y
;     bne @L2
;     tya
;     rts
;
; ; length
; ;   7 bytes, 7 cycles if every line ran once
; .segment "CODE"
; length:
;     lda #<(text)
;     ldx #>(text)
;     jmp measure
;
; ; text
; .segment "DATA"
; text:
;     .byte $61, $62, $63, $00, $65, $66
