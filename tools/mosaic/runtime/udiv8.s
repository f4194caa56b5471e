; A / X -> A quotient, X remainder, unsigned. About 150 cycles, 20 when the quotient is 0.
; uses: rt_a 1, rt_b 1
.setcpu "6502"
.importzp rt_a, rt_b
.export rt_udiv8
.segment "CODE"

rt_udiv8:
        stx rt_b
        cmp rt_b
        bcc zero
        sta rt_a
        lda #0
        cpx #129
        bcs once
        .repeat 8
        .scope
        rol rt_a
        rol a
        cmp rt_b
        bcc no
        sbc rt_b
no:
        .endscope
        .endrepeat
        rol rt_a
        tax
        lda rt_a
        rts
once:   lda rt_a                        ; the divisor is above 128 and not above the dividend
        sbc rt_b
        tax
        lda #1
        rts
zero:   tax
        lda #0
        rts
