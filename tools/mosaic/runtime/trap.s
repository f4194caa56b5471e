; Where a program ends that has promised never to come here: `llvm.trap`, for instance after an impossible comparison in a sort.
.setcpu "6502"
.export rt_trap
.segment "CODE"

rt_trap:
        brk
