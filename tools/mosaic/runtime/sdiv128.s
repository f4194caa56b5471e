; rt_a / rt_b -> rt_a quotient, rt_r remainder, 128 bits signed, rounding towards zero.
; uses: rt_a 16, rt_b 16, rt_r 16
.setcpu "6502"
.importzp rt_a, rt_b, rt_r
.import rt_udiv128
.export rt_sdiv128
.include "signed.inc"
.segment "CODE"

rt_sdiv128:
        divide_signed 16, rt_udiv128
