; rt_a shifted right, the sign from above, by X bits below 64.
; uses: rt_a 8
.setcpu "6502"
.importzp rt_a
.export rt_ashr64
.include "shift.inc"
.segment "CODE"

rt_ashr64:
        shift_right 8, 1
