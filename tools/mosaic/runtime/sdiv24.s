; rt_a / rt_b -> rt_a quotient, rt_r remainder, 24 bits signed, rounding towards zero.
; uses: rt_a 3, rt_b 3, rt_r 3
.setcpu "6502"
.importzp rt_a, rt_b, rt_r
.import rt_udiv24
.export rt_sdiv24
.include "signed.inc"
.segment "CODE"

rt_sdiv24:
        divide_signed 3, rt_udiv24
