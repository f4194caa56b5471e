; why: seven close cases become a table, and the jump goes through a vector of the function's own, not through the stack
; run: pick(2, 5) = 0x17
; run: pick(3, 5) = 5
; run: pick(8, 9) = 18
; run: pick(5, 9) = 0xf6
; run: pick(9, 77) = 78
; run: pick(0, 77) = 78

define i8 @pick(i8 %which, i8 %value) {
  switch i8 %which, label %none [
    i8 2, label %a
    i8 3, label %b
    i8 4, label %c
    i8 5, label %d
    i8 6, label %e
    i8 7, label %c
    i8 8, label %f
  ]
a:
  %ra = or i8 %value, 18
  ret i8 %ra
b:
  ret i8 %value
c:
  %rc = lshr i8 %value, 1
  ret i8 %rc
d:
  %rd = xor i8 %value, -1
  ret i8 %rd
e:
  %re = sub i8 100, %value
  ret i8 %re
f:
  %rf = shl i8 %value, 1
  ret i8 %rf
none:
  %rn = add i8 %value, 1
  ret i8 %rn
}
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
; zero_page_frames: .res 3
;
; ; pick
; ;   80 bytes, 121 cycles if every line ran once
; .segment "CODE"
; pick:
;     stx zero_page_frames+2
;     tax
;     cpx #$09
;     bcs @L15
;     cpx #$02
;     bcc @L15
;     lda @L16-2,x
;     sta zero_page_frames
;     lda @L17-2,x
;     sta zero_page_frames+1
;     jmp (zero_page_frames)
; @L16:
;     .byte <(@L19)
;     .byte <(@L20)
;     .byte <(@L21)
;     .byte <(@L22)
;     .byte <(@L23)
;     .byte <(@L21)
;     .byte <(@L24)
; @L17:
;     .byte >(@L19)
;     .byte >(@L20)
;     .byte >(@L21)
;     .byte >(@L22)
;     .byte >(@L23)
;     .byte >(@L21)
;     .byte >(@L24)
; @L15:
;     ldx zero_page_frames+2
;     inx
;     txa
;     rts
; @L19:
;     lda zero_page_frames+2
;     ora #$12
;     rts
; @L20:
;     lda zero_page_frames+2
;     rts
; @L21:
;     lda zero_page_frames+2
;     lsr a
;     rts
; @L22:
;     lda zero_page_frames+2
;     eor #$ff
;     rts
; @L23:
;     lda #$64
;     sec
;     sbc zero_page_frames+2
;     rts
; @L24:
;     lda zero_page_frames+2
;     asl a
;     rts
