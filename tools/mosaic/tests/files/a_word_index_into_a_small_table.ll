; why: what lies outside a table of at most 256 bytes is not read, so the low byte of any index is all of it
; run: look(7) = 17 within 35 cycles
; run: before(8) = 17 within 37 cycles
@table = global [32 x i8] c"\0A\0B\0C\0D\0E\0F\10\11\12\13\14\15\16\17\18\19\1A\1B\1C\1D\1E\1F\20\21\22\23\24\25\26\27\28\29"

define i8 @look(i16 %index) {
  %at = getelementptr i8, ptr @table, i16 %index
  %byte = load i8, ptr %at
  ret i8 %byte
}

define i8 @before(i16 %index) {
  %at = getelementptr i8, ptr @table, i16 %index
  %one.before = getelementptr i8, ptr %at, i16 -1
  %byte = load i8, ptr %one.before
  ret i8 %byte
}
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
;
; ; look
; ;   5 bytes, 12 cycles if every line ran once
; .segment "CODE"
; look:
;     tax
;     lda table,x
;     rts
;
; ; before
; ;   6 bytes, 14 cycles if every line ran once
; .segment "CODE"
; before:
;     tax
;     dex
;     lda table,x
;     rts
;
; ; table
; .segment "DATA"
; table:
;     .byte $0a, $0b, $0c, $0d, $0e, $0f, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19
;     .byte $1a, $1b, $1c, $1d, $1e, $1f, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29
