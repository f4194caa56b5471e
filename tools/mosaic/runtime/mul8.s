; A * X -> A low byte, X high byte. Adds with the carry set, so one less than X is kept. About 115 cycles.
; uses: rt_a 1, rt_b 1
.setcpu "6502"
.importzp rt_a, rt_b
.export rt_mul8
.segment "CODE"

rt_mul8:
        dex
        bmi check                       ; X was 0 or above 128
add:    stx rt_b
        lsr a
        sta rt_a
        lda #0
        .repeat 8
        .scope
        bcc skip
        adc rt_b
skip:   ror a
        ror rt_a
        .endscope
        .endrepeat
        tax
        lda rt_a
        rts
check:  cpx #$ff
        bne add
        inx
        txa
        rts
