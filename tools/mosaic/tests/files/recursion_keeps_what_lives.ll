; why: across a recursive call only what is still needed goes to the software stack
; run: fibonacci(10) = 55 within 10414 cycles
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
; zero_page_frames: .res 2
; .segment "ZPBSS": zeropage
; rt_level:
;     .res 1
;
; ; fibonacci
; ;   73 bytes, 120 cycles if every line ran once
; .segment "CODE"
; fibonacci:
;     cmp #$02
;     bcc @L3
;     tay
;     dey
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
;     sec
;     sbc #$02
;     sta zero_page_frames
;     sty zero_page_frames+1
;     tya
;     sta softstack,x
;     inc rt_level
;     lda zero_page_frames
;     jsr fibonacci
;     tay
;     dec rt_level
;     ldx rt_level
;     lda softstack,x
;     sta zero_page_frames+1
;     tya
;     clc
;     adc zero_page_frames+1
; @L3:
;     rts
;
; .segment "NOINIT"
; softstack: .res 64
