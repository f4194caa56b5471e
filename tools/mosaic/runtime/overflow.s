; A program compiled with a check of its stacks stops here when recursion is too deep. The return address on the
; processor's stack is in the function that had no room.
.setcpu "6502"
.export rt_overflow
.segment "CODE"

rt_overflow:
        brk
