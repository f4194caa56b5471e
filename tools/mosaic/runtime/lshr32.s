; rt_a shifted right, zeros from above, by X bits below 32.
; uses: rt_a 4
.setcpu "6502"
.importzp rt_a
.export rt_lshr32
.include "shift.inc"
.segment "CODE"

rt_lshr32:
        shift_right 4, 0
