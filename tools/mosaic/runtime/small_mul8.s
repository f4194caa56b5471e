; A * X -> A low byte, X high byte, in few bytes. About 160 cycles.
; uses: rt_a 1, rt_b 1
.setcpu "6502"
.importzp rt_a, rt_b
.export rt_small_mul8
.segment "CODE"

rt_small_mul8:
        stx rt_b
        sta rt_a
        lda #0
        ldx #8
        lsr rt_a
each:   bcc skip
        clc
        adc rt_b
skip:   ror a
        ror rt_a
        dex
        bne each
        tax
        lda rt_a
        rts
