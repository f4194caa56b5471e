; rt_a shifted right, the sign from above, by X bits below 32.
; uses: rt_a 4
.setcpu "6502"
.importzp rt_a
.export rt_ashr32
.include "shift.inc"
.segment "CODE"

rt_ashr32:
        shift_right 4, 1
