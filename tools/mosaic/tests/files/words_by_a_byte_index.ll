; why: a table of words by a byte index needs a shift, not a pointer
; run: word(3) = 0x0708 within 42 cycles
; run: word(0) = 0x0102 within 41 cycles
@words = constant [4 x i16] [i16 258, i16 772, i16 1286, i16 1800]

define i16 @word(i8 %index) {
  %low = and i8 %index, 3
  %wide = zext i8 %low to i16
  %at = getelementptr i16, ptr @words, i16 %wide
  %word = load i16, ptr %at
  ret i16 %word
}
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
;
; ; word
; ;   11 bytes, 20 cycles if every line ran once
; .segment "CODE"
; word:
;     and #$03
;     asl a
;     tay
;     lda words,y
;     ldx words+1,y
;     rts
;
; ; words
; .segment "RODATA"
; words:
;     .byte $02, $01, $04, $03, $06, $05, $08, $07
