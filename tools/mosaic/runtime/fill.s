; Fills rt_n bytes from rt_p with A. 9.5 cycles a byte in whole pages, 11 in the rest.
; uses: rt_p 2, rt_n 2
.setcpu "6502"
.importzp rt_p, rt_n
.export rt_fill
.segment "CODE"

rt_fill:
        ldy #0
        ldx rt_n + 1
        beq rest
page:   sta (rt_p),y
        iny
        sta (rt_p),y
        iny
        bne page
        inc rt_p + 1
        dex
        bne page
rest:   ldy rt_n
        beq done
        dey
        beq last
byte:   sta (rt_p),y
        dey
        bne byte
last:   sta (rt_p),y
done:   rts
