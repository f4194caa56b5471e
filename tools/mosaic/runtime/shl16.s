; rt_a shifted left, by X bits below 16.
; uses: rt_a 2
.setcpu "6502"
.importzp rt_a
.export rt_shl16
.include "shift.inc"
.segment "CODE"

rt_shl16:
        shift_left 2
