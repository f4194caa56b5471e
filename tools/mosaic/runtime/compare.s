; Compares rt_n bytes at rt_p and rt_q: A (low) and X (high) are negative, zero or positive as rt_p's are below, equal
; or above.
; uses: rt_p 2, rt_q 2, rt_n 2
.setcpu "6502"
.importzp rt_p, rt_q, rt_n
.export rt_compare
.segment "CODE"

rt_compare:
        ldy #0
        ldx rt_n + 1
        beq rest
page:   lda (rt_p),y
        cmp (rt_q),y
        bne differ
        iny
        bne page
        inc rt_p + 1
        inc rt_q + 1
        dex
        bne page
rest:   cpy rt_n
        beq equal
byte:   lda (rt_p),y
        cmp (rt_q),y
        bne differ
        iny
        cpy rt_n
        bne byte
equal:  lda #0
        tax
        rts
differ: ldx #$ff                        ; below: -1
        bcc below
        inx                             ; above: 1
        lda #1
        rts
below:  txa
        rts
