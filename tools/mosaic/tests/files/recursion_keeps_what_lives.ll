; why: across a recursive call only what is still needed goes to the software stack
; run: fibonacci(10) = 55 within 6929 cycles
define i8 @fibonacci(i8 %n) {
  %small = icmp ult i8 %n, 2
  br i1 %small, label %end, label %deeper
deeper:
  %n1 = sub i8 %n, 1
  %a = call i8 @fibonacci(i8 %n1)
  %n2 = sub i8 %n, 2
  %b = call i8 @fibonacci(i8 %n2)
  %sum = add i8 %a, %b
  br label %end
end:
  %result = phi i8 [ %n, %0 ], [ %sum, %deeper ]
  ret i8 %result
}
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
; zero_page_frames: .res 1
; .segment "ZPBSS": zeropage
; rt_level:
;     .res 1
;
; ; fibonacci
; ;   93 bytes, 142 cycles if every line ran once
; .segment "CODE"
; fibonacci:
;     cmp #$02
;     bcc @L21
;     tay
;     dey
;     cpy #$02
;     bcs @L17
;     sty zero_page_frames
; @L18:
;     sec
;     sbc #$02
;     cmp #$02
;     bcs @L19
; @L20:
;     clc
;     adc zero_page_frames
; @L21:
;     rts
; @L19:
;     sta zero_page_frames
;     ldx rt_level
;     tya
;     sta softstack,x
;     inc rt_level
;     lda zero_page_frames
;     jsr fibonacci
;     tay
;     dec rt_level
;     ldx rt_level
;     lda softstack,x
;     sta zero_page_frames
;     tya
;     jmp @L20
; @L17:
;     sty zero_page_frames
;     ldx rt_level
;     sta softstack,x
;     inc rt_level
;     tya
;     jsr fibonacci
;     tay
;     dec rt_level
;     ldx rt_level
;     lda softstack,x
;     sty zero_page_frames
;     jmp @L18
;
; .segment "NOINIT"
; softstack: .res 64
