; IRQs from two timers and from the raster, NMIs from CIA 2, with the display on: how often, when, and what the
; interrupted program got done. The time of each entry is read from a timer and kept, and so is each exit.

.include "rom.inc"

log      = $fb                  ; where the next entry goes
loops    = $0400
entries  = $0404
exits    = $0406
nmis     = $0408
sources  = $040a

irq_handler:
        pha
        tya
        pha
        ldy #0
        lda $dd06               ; the time, from a timer of CIA 2 that counts cycles
        sta (log),y
        iny
        lda $dc0d
        sta (log),y
        tya
        inc entries
        bne @noted
        inc entries+1
@noted: lda $d019
        and #1
        beq @timer
        inc sources
        asl $d019
@timer: lda log
        clc
        adc #2
        sta log
        bcc @same
        inc log+1
@same:  inc exits
        bne @out
        inc exits+1
@out:   pla
        tay
        pla
        rti

nmi_handler:
        pha
        inc nmis
        bne @ack
        inc nmis+1
@ack:   lda $dd0d
        lda $dc04
        sta $0500
        pla
        rti

main:
        lda #0
        ldx #15
@clear: sta loops,x
        dex
        bpl @clear
        sta log
        lda #$20
        sta log+1
        lda #$1b
        sta $d011
        lda #$64
        sta $d012
        lda #$01
        sta $d01a
        lda #<1234
        sta $dc04
        lda #>1234
        sta $dc05
        lda #<4321
        sta $dc06
        lda #>4321
        sta $dc07
        lda #<777               ; CIA 2: timer A makes NMIs, timer B tells the time
        sta $dd04
        lda #>777
        sta $dd05
        lda #$ff
        sta $dd06
        sta $dd07
        lda #$83
        sta $dc0d
        lda #$81
        sta $dd0d
        lda #$11
        sta $dd0f
        sta $dc0e
        sta $dc0f
        sta $dd0e
        cli
@loop:  inc loops
        bne @call
        inc loops+1
        bne @call
        inc loops+2
@call:  jsr @return
        pha
        php
        plp
        pla
        lda log+1
        cmp #$28                ; 1024 interrupts
        bcc @loop
        sei
        lda #$7f
        sta $dd0d
        lda $dd06
        sta $0510
        lda $dd07
        sta $0511
        jmp finish
@return:
        rts
