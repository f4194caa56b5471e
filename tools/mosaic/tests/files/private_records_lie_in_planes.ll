; why: nobody else knows how the records lie, so each of their bytes has a table of its own and no index is multiplied
; run: weight(5) = 505 within 42 cycles
; run: weight(2) = 202 within 42 cycles
@records = internal constant [8 x { i8, i16 }] [{ i8, i16 } { i8 0, i16 0 }, { i8, i16 } { i8 1, i16 101 }, { i8, i16 } { i8 2, i16 202 }, { i8, i16 } { i8 3, i16 303 }, { i8, i16 } { i8 4, i16 404 }, { i8, i16 } { i8 5, i16 505 }, { i8, i16 } { i8 6, i16 606 }, { i8, i16 } { i8 7, i16 707 }]

define i16 @weight(i16 %index) {
  %at = getelementptr { i8, i16 }, ptr @records, i16 %index, i32 1
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
; ;   8 bytes, 16 cycles if every line ran once
; .segment "CODE"
; weight:
;     tay
;     lda records+8,y
;     ldx records+16,y
;     rts
;
; ; records
; .segment "RODATA"
; records:
;     .byte $00, $01, $02, $03, $04, $05, $06, $07, $00, $65, $ca, $2f, $94, $f9, $5e, $c3
;     .byte $00, $00, $00, $01, $01, $01, $02, $02
