; Copies rt_n bytes from rt_q to rt_p, which may overlap: upwards when the target lies below, else downwards.
; uses: rt_p 2, rt_q 2, rt_n 2
.setcpu "6502"
.importzp rt_p, rt_q, rt_n
.export rt_move
.segment "CODE"

rt_move:
        lda rt_p
        cmp rt_q
        lda rt_p + 1
        sbc rt_q + 1
        bcs downwards

        ldy #0
        ldx rt_n + 1
        beq up_rest
up:     lda (rt_q),y
        sta (rt_p),y
        iny
        bne up
        inc rt_q + 1
        inc rt_p + 1
        dex
        bne up
up_rest:
        cpy rt_n
        beq done
up_byte:
        lda (rt_q),y
        sta (rt_p),y
        iny
        cpy rt_n
        bne up_byte
done:   rts

downwards:                              ; the bytes above the whole pages first, each page from its end
        lda rt_n + 1
        tax
        clc
        adc rt_q + 1
        sta rt_q + 1
        txa
        clc
        adc rt_p + 1
        sta rt_p + 1
        ldy rt_n
        beq down_page
down:   dey
        beq down_last
        lda (rt_q),y
        sta (rt_p),y
        jmp down
down_last:
        lda (rt_q),y
        sta (rt_p),y
down_page:                              ; Y is 0 and stands for 256
        dex
        bmi done
        dec rt_q + 1
        dec rt_p + 1
        jmp down
