; Voice 3 of the SID, read by a loop: sawtooth, triangle, pulse and noise, each begun by the test bit.

.include "rom.inc"

samples = $2000
target  = $fb

irq_handler:
nmi_handler:
        rti

.macro take control
        lda #$08                ; hold the phase at zero, long enough for the noise to settle
        sta $d412
        ldx #0
        ldy #0
:       iny
        bne :-
        inx
        bne :-
        lda #control
        sta $d412
        ldy #0
:       lda $d41b
        sta (target),y
        iny
        bne :-
        inc target+1
.endmacro

main:
        lda #0
        sta target
        lda #>samples
        sta target+1
        lda #$34
        sta $d40e
        lda #$12
        sta $d40f
        lda #$00
        sta $d410
        lda #$08
        sta $d411
        start_count $dd00
        take $20
        take $10
        take $40
        lda #$ff
        sta $d40f
        take $80
        stop_count $dd00
        jmp finish
