; rt_a shifted right, zeros from above, by X bits below 64.
; uses: rt_a 8
.setcpu "6502"
.importzp rt_a
.export rt_lshr64
.include "shift.inc"
.segment "CODE"

rt_lshr64:
        shift_right 8, 0
