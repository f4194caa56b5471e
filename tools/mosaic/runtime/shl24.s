; rt_a shifted left, by X bits below 24.
; uses: rt_a 3
.setcpu "6502"
.importzp rt_a
.export rt_shl24
.include "shift.inc"
.segment "CODE"

rt_shl24:
        shift_left 3
