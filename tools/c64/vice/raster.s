; Raster line and cycle counter, read in turn by a loop that reads, writes, modifies, pushes and calls, over
; more than ten frames. SCREEN switches the display on, SPRITES eight sprites, some of them expanded.

.include "rom.inc"

target  = $fb
samples = $2000
counter = $0400

irq_handler:
nmi_handler:
        rti

work:   inc counter
        bne @done
        inc counter+1
@done:  rts

main:
        .if SPRITES
        ldx #0
@place: txa
        asl
        asl
        asl
        asl
        sta $d000,x
        adc #$28
        sta $d001,x
        inx
        inx
        cpx #16
        bne @place
        lda #$b5
        sta $d017
        lda #$ff
        sta $d015
        .endif
        lda #$0b | SCREEN << 4
        sta $d011
        lda #0
        sta counter
        sta counter+1
        sta target
        lda #>samples
        sta target+1
        start_count $dd00
        ldy #0
@loop:  lda $d012
        sta (target),y
        iny
        jsr work
        lda $dd04
        sta (target),y
        pha
        asl counter,x
        lsr counter,x
        pla
        php
        plp
        iny
        bne @loop
        inc target+1
        lda target+1
        cmp #$a0
        bne @loop
        stop_count $dd00
        jmp finish
