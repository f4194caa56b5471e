; rt_a shifted right, zeros from above, by X bits below 16.
; uses: rt_a 2
.setcpu "6502"
.importzp rt_a
.export rt_lshr16
.include "shift.inc"
.segment "CODE"

rt_lshr16:
        shift_right 2, 0
