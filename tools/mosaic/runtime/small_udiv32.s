; rt_a / rt_b -> rt_a quotient, rt_r remainder, 32 bits unsigned, in few bytes.
; uses: rt_a 4, rt_b 4, rt_r 4
.setcpu "6502"
.importzp rt_a, rt_b, rt_r
.export rt_small_udiv32
.include "divide.inc"
.segment "CODE"

rt_small_udiv32:
        divide_small_by_byte 4
        divide_small 4
