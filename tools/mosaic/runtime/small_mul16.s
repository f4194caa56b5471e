; rt_a * rt_b -> rt_a, 16 bits, low part, in few bytes.
; uses: rt_a 2, rt_b 2, rt_r 2
.setcpu "6502"
.importzp rt_a, rt_b, rt_r
.export rt_small_mul16
.include "multiply.inc"
.segment "CODE"

rt_small_mul16:
        multiply_small 2
