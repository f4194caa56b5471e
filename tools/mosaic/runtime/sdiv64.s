; rt_a / rt_b -> rt_a quotient, rt_r remainder, 64 bits signed, rounding towards zero.
; uses: rt_a 8, rt_b 8, rt_r 8
.setcpu "6502"
.importzp rt_a, rt_b, rt_r
.import rt_udiv64
.export rt_sdiv64
.include "signed.inc"
.segment "CODE"

rt_sdiv64:
        divide_signed 8, rt_udiv64
