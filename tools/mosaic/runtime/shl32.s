; rt_a shifted left, by X bits below 32.
; uses: rt_a 4
.setcpu "6502"
.importzp rt_a
.export rt_shl32
.include "shift.inc"
.segment "CODE"

rt_shl32:
        shift_left 4
