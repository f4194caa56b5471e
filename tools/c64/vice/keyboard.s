; A scan of the keyboard with keys or joysticks held: waits until port B reads AWAITED with every column low,
; then reads every column from port A and every row from port B. Only the lines in MASK count: the joysticks
; that the monitor of VICE can move leave the others low.

.include "rom.inc"

columns = $0400
rows    = $0410
sticks  = $0420

irq_handler:
nmi_handler:
        rti

main:
        lda #$ff
        sta $dc02
        lda #$00
        sta $dc03
        sta $dc00
@idle:  lda $dc01
        and #MASK
        cmp #AWAITED
        bne @idle

        ldx #0
        lda #$fe
@a:     sta $dc00
        tay
        lda $dc01
        and #MASK
        sta columns,x
        tya
        sec
        rol
        inx
        cpx #8
        bne @a
        lda #$ff
        sta $dc00
        lda $dc00
        and #MASK
        sta sticks
        lda $dc01
        and #MASK
        sta sticks+1

        lda #$00                ; the other way round
        sta $dc02
        lda #$ff
        sta $dc03
        ldx #0
        lda #$fe
@b:     sta $dc01
        tay
        lda $dc00
        and #MASK
        sta rows,x
        tya
        sec
        rol
        inx
        cpx #8
        bne @b
        jmp finish
