; why: arguments of calls by pointer cross in one block of zero page
; run: apply(0, 20) = 21 within 68 cycles
; run: apply(1, 20) = 40 within 67 cycles
@table = internal constant [2 x ptr] [ptr @next, ptr @twice]

define internal i8 @next(i8 %x) {
  %r = add i8 %x, 1
  ret i8 %r
}

define internal i8 @twice(i8 %x) {
  %r = shl i8 %x, 1
  ret i8 %r
}

define i8 @apply(i8 %which, i8 %x) {
  %low = and i8 %which, 1
  %wide = zext i8 %low to i16
  %at = getelementptr ptr, ptr @table, i16 %wide
  %function = load ptr, ptr %at
  %r = call i8 %function(i8 %x)
  ret i8 %r
}
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
; .segment "ZPBSS": zeropage
; rt_arg:
;     .res 1
;
; ; next
; ;   6 bytes, 14 cycles if every line ran once
; .segment "CODE"
; next:
;     ldx rt_arg
;     inx
;     txa
;     rts
;
; ; twice
; ;   5 bytes, 12 cycles if every line ran once
; .segment "CODE"
; twice:
;     lda rt_arg
;     asl a
;     rts
;
; ; apply
; ;   21 bytes, 27 cycles if every line ran once
; .segment "CODE"
; apply:
;     and #$01
;     tay
;     lda table,y
;     sta rt_p
;     lda table+2,y
;     sta rt_p+1
;     stx rt_arg
;     jmp rt_callptr
;
; ; table
; .segment "RODATA"
; table:
;     .byte <(next), <(twice), >(next), >(twice)
