; rt_a * rt_b -> rt_a, 128 bits, low part. Too rare for the fast way, which would take more than a kilobyte.
; uses: rt_a 16, rt_b 16, rt_r 16
.setcpu "6502"
.importzp rt_a, rt_b, rt_r
.export rt_mul128
.include "multiply.inc"
.segment "CODE"

rt_mul128:
        multiply_small 16
