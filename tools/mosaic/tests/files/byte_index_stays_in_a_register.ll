; why: a byte counter is the index of the table and never reaches memory
; run: total(16) = 120 within 255 cycles
; run: total(1) = 0 within 45 cycles
@table = global [16 x i8] [i8 0, i8 1, i8 2, i8 3, i8 4, i8 5, i8 6, i8 7, i8 8, i8 9, i8 10, i8 11, i8 12, i8 13, i8 14, i8 15]

define i8 @total(i8 %count) {
  br label %loop
loop:
  %i = phi i8 [ 0, %0 ], [ %next, %loop ]
  %sum = phi i8 [ 0, %0 ], [ %more, %loop ]
  %wide = zext i8 %i to i16
  %at = getelementptr i8, ptr @table, i16 %wide
  %item = load i8, ptr %at
  %more = add i8 %sum, %item
  %next = add i8 %i, 1
  %again = icmp ult i8 %next, %count
  br i1 %again, label %loop, label %end
end:
  ret i8 %more
}
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
; zero_page_frames: .res 1
;
; ; total
; ;   17 bytes, 28 cycles if every line ran once
; .segment "CODE"
; total:
;     ldx #$00
;     sta zero_page_frames
;     txa
;     clc
; @L2:
;     adc table,x
;     inx
;     cpx zero_page_frames
;     bcc @L2
;     rts
;
; ; table
; .segment "DATA"
; table:
;     .byte $00, $01, $02, $03, $04, $05, $06, $07, $08, $09, $0a, $0b, $0c, $0d, $0e, $0f
