; rt_a * rt_b -> rt_a, 64 bits, low part, in few bytes.
; uses: rt_a 8, rt_b 8, rt_r 8
.setcpu "6502"
.importzp rt_a, rt_b, rt_r
.export rt_small_mul64
.include "multiply.inc"
.segment "CODE"

rt_small_mul64:
        multiply_small 8
