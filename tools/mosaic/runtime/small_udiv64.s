; rt_a / rt_b -> rt_a quotient, rt_r remainder, 64 bits unsigned, in few bytes.
; uses: rt_a 8, rt_b 8, rt_r 8
.setcpu "6502"
.importzp rt_a, rt_b, rt_r
.export rt_small_udiv64
.include "divide.inc"
.segment "CODE"

rt_small_udiv64:
        divide_small_by_byte 8
        divide_small 8
