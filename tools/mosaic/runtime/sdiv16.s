; rt_a / rt_b -> rt_a quotient, rt_r remainder, 16 bits signed, rounding towards zero.
; uses: rt_a 2, rt_b 2, rt_r 2
.setcpu "6502"
.importzp rt_a, rt_b, rt_r
.import rt_udiv16
.export rt_sdiv16
.include "signed.inc"
.segment "CODE"

rt_sdiv16:
        divide_signed 2, rt_udiv16
