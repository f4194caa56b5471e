; rt_a shifted left, by X bits below 64.
; uses: rt_a 8
.setcpu "6502"
.importzp rt_a
.export rt_shl64
.include "shift.inc"
.segment "CODE"

rt_shl64:
        shift_left 8
