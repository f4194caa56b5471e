; rt_a / rt_b -> rt_a quotient, rt_r remainder, 64 bits unsigned.
; uses: rt_a 8, rt_b 8, rt_r 8
.setcpu "6502"
.importzp rt_a, rt_b, rt_r
.export rt_udiv64
.include "divide.inc"
.segment "CODE"

rt_udiv64:
        unless_shorter 1, 8, long
        divide_by_byte 8
long:   unless_shorter 4, 8, longest
        divide_long 8, 2, 4
longest:
        divide_long 8, 5, 8
