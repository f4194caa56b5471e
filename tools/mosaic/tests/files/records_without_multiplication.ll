; why: fields of records of four bytes are reached by shifting the index, with the field in the address
; run: weight(5) = 505 within 44 cycles
; run: weight(2) = 202 within 44 cycles
@records = constant [8 x { i8, i16, i8 }] [{ i8, i16, i8 } { i8 0, i16 0, i8 9 }, { i8, i16, i8 } { i8 1, i16 101, i8 9 }, { i8, i16, i8 } { i8 2, i16 202, i8 9 }, { i8, i16, i8 } { i8 3, i16 303, i8 9 }, { i8, i16, i8 } { i8 4, i16 404, i8 9 }, { i8, i16, i8 } { i8 5, i16 505, i8 9 }, { i8, i16, i8 } { i8 6, i16 606, i8 9 }, { i8, i16, i8 } { i8 7, i16 707, i8 9 }]

define i16 @weight(i8 %index) {
  %low = and i8 %index, 7
  %wide = zext i8 %low to i16
  %at = getelementptr { i8, i16, i8 }, ptr @records, i16 %wide, i32 1
  %weight = load i16, ptr %at
  ret i16 %weight
}
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
;
; ; weight
; ;   12 bytes, 22 cycles if every line ran once
; .segment "CODE"
; weight:
;     and #$07
;     asl a
;     asl a
;     tay
;     lda records+1,y
;     ldx records+2,y
;     rts
;
; ; records
; .segment "RODATA"
; records:
;     .byte $00, $00, $00, $09, $01, $65, $00, $09, $02, $ca, $00, $09, $03, $2f, $01, $09
;     .byte $04, $94, $01, $09, $05, $f9, $01, $09, $06, $5e, $02, $09, $07, $c3, $02, $09
