; Calls the function at rt_p: `jsr rt_callptr` is an indirect jsr. Registers reach the function unchanged.
; uses: rt_p 2
.setcpu "6502"
.importzp rt_p
.export rt_callptr
.segment "CODE"

rt_callptr:
        jmp (rt_p)
