; rt_a * rt_b -> rt_a, 24 bits, low part.
; uses: rt_a 3, rt_b 3, rt_r 3
.setcpu "6502"
.importzp rt_a, rt_b, rt_r
.export rt_mul24
.include "multiply.inc"
.segment "CODE"

rt_mul24:
        multiply 3
