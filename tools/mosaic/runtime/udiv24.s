; rt_a / rt_b -> rt_a quotient, rt_r remainder, 24 bits unsigned.
; uses: rt_a 3, rt_b 3, rt_r 3
.setcpu "6502"
.importzp rt_a, rt_b, rt_r
.export rt_udiv24
.include "divide.inc"
.segment "CODE"

rt_udiv24:
        unless_shorter 1, 3, long
        divide_by_byte 3
long:   lda rt_b + 2
        bne longest
        divide_long 3, 2, 2
longest:
        divide_long 3, 3, 3
