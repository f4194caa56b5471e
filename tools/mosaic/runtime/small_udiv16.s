; rt_a / rt_b -> rt_a quotient, rt_r remainder, 16 bits unsigned, in few bytes.
; uses: rt_a 2, rt_b 2, rt_r 2
.setcpu "6502"
.importzp rt_a, rt_b, rt_r
.export rt_small_udiv16
.include "divide.inc"
.segment "CODE"

rt_small_udiv16:
        divide_small_by_byte 2
        divide_small 2
