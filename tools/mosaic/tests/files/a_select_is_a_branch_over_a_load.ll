; why: a choice between two values is one branch
; run: choose(1, 7, 9) = 7 within 40 cycles
; run: choose(0, 7, 9) = 9 within 42 cycles
define i8 @choose(i1 %c, i8 %a, i8 %b) {
  %r = select i1 %c, i8 %a, i8 %b
  ret i8 %r
}
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
;
; ; choose
; ;   8 bytes, 16 cycles if every line ran once
; .segment "CODE"
; choose:
;     cmp #$00
;     bne @L4
;     tya
;     tax
; @L4:
;     txa
;     rts
