; rt_a * rt_b -> rt_a, 32 bits, low part, in few bytes.
; uses: rt_a 4, rt_b 4, rt_r 4
.setcpu "6502"
.importzp rt_a, rt_b, rt_r
.export rt_small_mul32
.include "multiply.inc"
.segment "CODE"

rt_small_mul32:
        multiply_small 4
