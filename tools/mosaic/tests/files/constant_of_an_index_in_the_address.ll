; why: a constant added to a byte index is part of the address; only the rarer block makes the sum
; run: probe(3) = 8
; run: probe(1) = 0
@table = internal constant [10 x i8] c"\00\01\02\03\04\05\06\02\07\09"

define i8 @probe(i8 %i) {
  %sum = add nuw i8 %i, 5
  %wide = zext i8 %sum to i16
  %place = getelementptr inbounds i8, ptr @table, i16 %wide
  %byte = load i8, ptr %place
  %found = icmp eq i8 %byte, 7
  br i1 %found, label %yes, label %no
yes:
  ret i8 %sum
no:
  ret i8 0
}
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
;
; ; probe
; ;   15 bytes, 28 cycles if every line ran once
; .segment "CODE"
; probe:
;     tax
;     lda table+5,x
;     cmp #$07
;     beq @L4
;     lda #$00
;     rts
; @L4:
;     txa
;     adc #$04
;     rts
;
; ; table
; .segment "RODATA"
; table:
;     .byte $00, $01, $02, $03, $04, $05, $06, $02, $07, $09
