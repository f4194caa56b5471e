; rt_a / rt_b -> rt_a quotient, rt_r remainder, 32 bits signed, rounding towards zero.
; uses: rt_a 4, rt_b 4, rt_r 4
.setcpu "6502"
.importzp rt_a, rt_b, rt_r
.import rt_udiv32
.export rt_sdiv32
.include "signed.inc"
.segment "CODE"

rt_sdiv32:
        divide_signed 4, rt_udiv32
