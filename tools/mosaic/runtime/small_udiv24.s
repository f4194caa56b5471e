; rt_a / rt_b -> rt_a quotient, rt_r remainder, 24 bits unsigned, in few bytes.
; uses: rt_a 3, rt_b 3, rt_r 3
.setcpu "6502"
.importzp rt_a, rt_b, rt_r
.export rt_small_udiv24
.include "divide.inc"
.segment "CODE"

rt_small_udiv24:
        divide_small_by_byte 3
        divide_small 3
