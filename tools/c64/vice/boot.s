; A boot ROM without a KERNAL: leaves the machine much as the KERNAL has it when `RUN` is typed, then waits at the end
; for somebody to put a program into memory and to send the processor there.

.include "rom.inc"

irq_handler:
nmi_handler:
        rti

target = $fb

main:
        ldx #0
        ldy #0
@next:  lda registers,x
        sta target
        lda registers+1,x
        sta target+1
        lda registers+2,x
        sta (target),y
        inx
        inx
        inx
        cpx #registers_end - registers
        bne @next
        jmp finish

.macro set address, value
        .word address
        .byte value
.endmacro

registers:
        set $d011, $1b
        set $d016, $c8
        set $d018, $15
        set $d020, $0e
        set $d021, $06
        set $dc00, $7f
        set $dc02, $ff
        set $dc03, $00
        set $dd00, $07
        set $dd02, $3f
        set $dd03, $00
        set $0288, $04
registers_end:
