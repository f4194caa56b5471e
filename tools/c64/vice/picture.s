; A picture for pixel-by-pixel comparison. Characters of our own in the three text modes and a bitmap, chosen by
; MODE, scrolled or narrowed by SCROLL, with sprites of every kind before and behind them.
;
; MODE: 0 standard, 1 multicolour, 2 extended, 3 hires bitmap, 4 multicolour bitmap; bank 1 of the VIC-II.
; SCROLL: bits 0-2 in both directions; bit 3 set: 40 columns and 25 rows.

.include "rom.inc"

matrix  = $4400
bitmap  = $6000
shapes  = $4800                 ; pointers $20 and up, from the start of the bank
colours = $d800
target  = $fb

irq_handler:
nmi_handler:
        rti

; Fills x pages at `target` with a sequence that changes from page to page.
fill:   ldy #0
        sty $fd
@byte:  lda $fd
        adc #$35
        eor target+1
        sta $fd
        sta (target),y
        iny
        bne @byte
        inc target+1
        dex
        bne @byte
        rts

.macro fill_pages address, pages
        lda #<(address)
        sta target
        lda #>(address)
        sta target+1
        ldx #pages
        clc
        jsr fill
.endmacro

main:
        fill_pages matrix, 4
        fill_pages shapes, 2
        fill_pages bitmap, 32
        fill_pages colours, 4
        ldx #7
@point: txa
        ora #$20
        sta matrix+$3f8,x
        dex
        bpl @point
        lda #$02                ; bank 1: the lines of port A are inverted
        sta $dd00
        lda #$03
        sta $dd02
        lda #$18                ; matrix at $0400, characters and bitmap at $2000 of the bank
        sta $d018
        ldx #$2e
@tint:  txa
        sta $d000,x
        dex
        cpx #$1f
        bne @tint
        ldx #0
@place: txa
        asl
        asl
        asl
        asl
        adc #$0c
        sta $d000,x
        lda heights,x
        sta $d001,x
        inx
        inx
        cpx #16
        bne @place
        lda #$c1                ; sprites 0, 6 and 7 in the right half
        sta $d010
        lda #$5a
        sta $d01b
        lda #$36
        sta $d01c
        lda #$66
        sta $d01d
        lda #$2c
        sta $d017
        lda #$ff
        sta $d015
        lda #(((MODE = 1) | (MODE = 4)) << 4) | SCROLL
        sta $d016
        lda #((MODE = 2) << 6) | ((MODE >= 3) << 5) | $10 | SCROLL
        sta $d011
        lda #0
        sta cycles
        ldx #6                  ; some frames, until the display is complete
@frame: lda $d012
        cmp #$80
        bne @frame
@below: lda $d012
        cmp #$81
        bne @below
        dex
        bne @frame
        jmp finish

heights:
        .byte $3c, 0, $40, 0, $58, 0, $80, 0, $84, 0, $b0, 0, $e4, 0, $30, 0
