; rt_a / rt_b -> rt_a quotient, rt_r remainder, 16 bits unsigned.
; uses: rt_a 2, rt_b 2, rt_r 2
.setcpu "6502"
.importzp rt_a, rt_b, rt_r
.export rt_udiv16
.include "divide.inc"
.segment "CODE"

rt_udiv16:
        unless_shorter 1, 2, long
        divide_by_byte 2
long:   divide_long 2, 2, 2
