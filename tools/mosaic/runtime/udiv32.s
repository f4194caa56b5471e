; rt_a / rt_b -> rt_a quotient, rt_r remainder, 32 bits unsigned.
; uses: rt_a 4, rt_b 4, rt_r 4
.setcpu "6502"
.importzp rt_a, rt_b, rt_r
.export rt_udiv32
.include "divide.inc"
.segment "CODE"

rt_udiv32:
        unless_shorter 1, 4, long
        divide_by_byte 4
long:   unless_shorter 2, 4, longer
        divide_long 4, 2, 2
longer: lda rt_b + 3
        bne longest
        divide_long 4, 3, 3
longest:
        divide_long 4, 4, 4
