; rt_a * rt_b -> rt_a, 24 bits, low part, in few bytes.
; uses: rt_a 3, rt_b 3, rt_r 3
.setcpu "6502"
.importzp rt_a, rt_b, rt_r
.export rt_small_mul24
.include "multiply.inc"
.segment "CODE"

rt_small_mul24:
        multiply_small 3
