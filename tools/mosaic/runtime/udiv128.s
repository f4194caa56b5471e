; rt_a / rt_b -> rt_a quotient, rt_r remainder, 128 bits unsigned.
; uses: rt_a 16, rt_b 16, rt_r 16
.setcpu "6502"
.importzp rt_a, rt_b, rt_r
.export rt_udiv128
.include "divide.inc"
.segment "CODE"

rt_udiv128:
        unless_shorter 1, 16, long
        divide_by_byte 16
long:   divide_small 16
