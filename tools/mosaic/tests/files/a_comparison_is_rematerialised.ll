; why: a comparison that steers two blocks is made in both; no boolean is stored in between, and in a loop it would be one
; run: steer(5, 5, 1) = 13 within 65 cycles
; run: steer(5, 6, 1) = 24 within 68 cycles
; run: steer(7, 7, 0) = 3 within 65 cycles
; run: steer(7, 8, 0) = 4 within 68 cycles
@kept = global i8 0

define i8 @steer(i8 %a, i8 %b, i8 %which) {
entry:
  %same = icmp eq i8 %a, %b
  br i1 %same, label %equal, label %different
equal:
  store volatile i8 10, ptr @kept
  br label %middle
different:
  store volatile i8 20, ptr @kept
  br label %middle
middle:
  %with = icmp eq i8 %which, 1
  br i1 %with, label %take, label %leave
take:
  %taken = load volatile i8, ptr @kept
  br label %again
leave:
  br label %again
again:
  %sum = phi i8 [ %taken, %take ], [ 0, %leave ]
  br i1 %same, label %three, label %four
three:
  %r3 = add i8 %sum, 3
  ret i8 %r3
four:
  %r4 = add i8 %sum, 4
  ret i8 %r4
}
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
; zero_page_frames: .res 1
; .segment "ZPBSS": zeropage
; kept:
;     .res 1
;
; ; steer
; ;   47 bytes, 66 cycles if every line ran once
; .segment "CODE"
; steer:
;     stx zero_page_frames
;     cmp zero_page_frames
;     beq @L10
;     ldx #$14
;     stx kept
;     jmp @L4
; @L10:
;     ldx #$0a
;     stx kept
; @L4:
;     cpy #$01
;     beq @L12
;     tax
;     lda #$00
;     jmp @L7
; @L12:
;     tax
;     lda kept
; @L7:
;     cpx zero_page_frames
;     beq @L14
;     clc
;     adc #$04
;     rts
; @L14:
;     adc #$02
;     rts
