; rt_a shifted right, zeros from above, by X bits below 24.
; uses: rt_a 3
.setcpu "6502"
.importzp rt_a
.export rt_lshr24
.include "shift.inc"
.segment "CODE"

rt_lshr24:
        shift_right 3, 0
