; A / X -> A quotient, X remainder, signed, rounding towards zero.
; uses: rt_a 1, rt_b 1
.setcpu "6502"
.importzp rt_a, rt_b
.import rt_udiv8
.export rt_sdiv8
.segment "CODE"

rt_sdiv8:
        pha                             ; sign of the remainder
        stx rt_b
        eor rt_b
        tay
        txa
        bpl b_positive
        eor #$ff
        tax
        inx
b_positive:
        pla
        pha
        bpl a_positive
        eor #$ff
        clc
        adc #1
a_positive:
        sta rt_a
        tya
        pha                             ; sign of the quotient
        lda rt_a
        jsr rt_udiv8
        tay
        pla
        bpl quotient_positive
        tya
        eor #$ff
        tay
        iny
quotient_positive:
        pla
        bpl remainder_positive
        txa
        eor #$ff
        tax
        inx
remainder_positive:
        tya
        rts
