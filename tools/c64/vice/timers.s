; CIA timers at fixed points: start, stop, forced load, one shot, latch written while counting, short latches,
; the interrupt register around an underflow, and timer B counting timer A.

.include "rom.inc"

results = $0400
samples = $2000

irq_handler:
nmi_handler:
        rti

; Reads `register` so many cycles after the write that started the timer.
.macro read_after delay, register, index
        .if (delay .mod 2) = 1
        bit $00
        .repeat (delay - 7) / 2
        nop
        .endrepeat
        .else
        .repeat (delay - 4) / 2
        nop
        .endrepeat
        .endif
        lda register
        sta results+index
.endmacro

.macro latch low, high
        lda #low
        sta $dc04
        lda #high
        sta $dc05
.endmacro

.macro control value
        lda #value
        sta $dc0e
.endmacro

main:
        start_count $dd00

        latch 100, 0                    ; start without and with a forced load
        control $01
        read_after 4, $dc04, 0
        control $11
        read_after 4, $dc04, 1
        lda #$01                        ; a second start changes nothing
        ldx $dc04
        sta $dc0e
        ldy $dc04
        stx results+2
        sty results+3
        lda #$00                        ; a stop
        ldx $dc04
        sta $dc0e
        ldy $dc04
        stx results+4
        sty results+5
        read_after 8, $dc04, 6
        control $10                     ; a load while stopped
        read_after 4, $dc04, 7

        latch 50, 0                     ; the latch of a stopped and of a running timer
        read_after 4, $dc04, 8
        control $01
        latch 30, 0
        read_after 4, $dc04, 9
        control $00

        latch 10, 0                     ; one shot
        lda $dc0d
        control $09
        read_after 4, $dc04, 10
        read_after 6, $dc04, 11
        read_after 4, $dc0e, 12
        read_after 4, $dc0d, 13
        read_after 4, $dc0d, 14

        .repeat 6, step                 ; flag and start bit around the underflow
        lda $dc0d
        latch 10, 0
        control $19
        read_after 11 + step, $dc0d, 16 + step
        lda $dc0d
        sta results + 24 + step
        latch 10, 0
        control $19
        read_after 11 + step, $dc0e, 32 + step
        latch 10, 0
        control $19
        read_after 11 + step, $dc04, 40 + step
        .endrepeat

        .repeat 4, short                ; latches of 0 to 3
        control $00
        latch short, 0
        control $11
        read_after 4, $dc04, 48 + short * 8
        read_after 7, $dc04, 49 + short * 8
        read_after 7, $dc04, 50 + short * 8
        read_after 7, $dc04, 51 + short * 8
        read_after 4, $dc0d, 52 + short * 8
        .endrepeat

        control $00                     ; B counts A: 256 times both, 43 cycles apart
        latch 16, 0
        lda #5
        sta $dc06
        lda #0
        sta $dc07
        lda #$51
        sta $dc0f
        control $11
        ldx #0
pairs:  lda $dc04
        sta samples,x
        lda $dc06
        sta samples+$100,x
        lda $dc0d
        sta samples+$200,x
        inx
        bne pairs

        lda #$59                        ; B counts A once
        sta $dc0f
once:   lda $dc06
        sta samples+$300,x
        lda $dc0f
        sta samples+$400,x
        inx
        bne once

        stop_count $dd00
        jmp finish
