; why: a byte that is one operation on another byte is computed again behind a recursive call when the other one is kept anyway
; run: deal(1, 0) = 2
; run: deal(1, 1) = 6
; run: deal(1, 2) = 39
; run: deal(2, 3) = 123
define i8 @deal(i8 %side, i8 %depth) {
entry:
  %other = xor i8 %side, 3
  %less = add i8 %depth, -1
  %none = icmp eq i8 %depth, 0
  br i1 %none, label %end, label %loop
loop:
  %index = phi i8 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i8 [ 0, %entry ], [ %new, %loop ]
  %part = call i8 @deal(i8 %other, i8 %less)
  %mine = add i8 %part, %side
  %new = add i8 %sum, %mine
  %next = add i8 %index, 1
  %again = icmp ult i8 %next, 3
  br i1 %again, label %loop, label %done
done:
  ret i8 %new
end:
  ret i8 %other
}
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
; zero_page_frames: .res 5
; .segment "ZPBSS": zeropage
; rt_level:
;     .res 1
;
; ; deal
; ;   145 bytes, 204 cycles if every line ran once
; .segment "CODE"
; deal:
;     sta zero_page_frames
;     eor #$03
;     stx zero_page_frames+1
;     dex
;     ldy zero_page_frames+1
;     beq @L22
;     lda #$00
;     sta zero_page_frames+2
;     stx zero_page_frames+1
;     sta zero_page_frames+3
;     jmp @L18
; @L19:
;     lda zero_page_frames
;     eor #$03
;     sta zero_page_frames+4
;     ldx rt_level
;     lda zero_page_frames
;     sta softstack,x
;     lda zero_page_frames+1
;     sta softstack+64,x
;     lda zero_page_frames+2
;     sta softstack+128,x
;     lda zero_page_frames+3
;     sta softstack+192,x
;     inc rt_level
;     lda zero_page_frames+4
;     ldx zero_page_frames+1
;     jsr deal
;     tay
;     dec rt_level
;     ldx rt_level
;     lda softstack,x
;     sta zero_page_frames
;     lda softstack+64,x
;     sta zero_page_frames+1
;     lda softstack+128,x
;     sta zero_page_frames+2
;     lda softstack+192,x
;     sta zero_page_frames+3
;     tya
;     jmp @L21
; @L17:
;     stx zero_page_frames+2
;     sta zero_page_frames+3
; @L18:
;     lda zero_page_frames+1
;     bne @L19
;     lda zero_page_frames
;     eor #$03
;     eor #$03
; @L21:
;     clc
;     adc zero_page_frames
;     clc
;     adc zero_page_frames+3
;     ldx zero_page_frames+2
;     inx
;     cpx #$03
;     bcc @L17
; @L22:
;     rts
;
; .segment "NOINIT"
; softstack: .res 256
