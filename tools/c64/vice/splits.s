; A picture that interrupts make: at four lines of every frame the colours, the mode and a sprite change, in
; the border between two lines. It goes on while `finish` loops, so the picture is never complete without them.

.include "rom.inc"

matrix  = $0400
glyphs  = $2000
shape   = $0c00
index   = $03

lines:   .byte 56, 96, 144, 216         ; none of them, nor the next, is a bad line
border:  .byte 2, 5, 7, 11
paper:   .byte 6, 0, 9, 14
mode:    .byte $08, $18, $08, $0b
height:  .byte 110, 150, 190, 60        ; where sprite 0 is shown next
pointer: .byte $31, $32, $33, $30

; Entered within three cycles of the same place in the line: the loop of `finish` is one jump.
irq_handler:
        pha
        txa
        pha
        tya
        pha
        ldx index
        ldy #5                  ; to the end of the line
@wait:  dey
        bne @wait
        lda border,x
        ldy mode,x
        sta $d020
        sty $d016
        lda paper,x
        sta $d021
        lda height,x
        sta $d001
        lda pointer,x
        sta matrix+$3f8
        inx
        txa
        and #3
        sta index
        tax
        lda lines,x
        sta $d012
        asl $d019
        pla
        tay
        pla
        tax
        pla
        rti

nmi_handler:
        rti

main:
        ldx #0
@fill:  txa
        sta matrix,x
        sta matrix+$100,x
        sta matrix+$200,x
        sta matrix+$2e8,x
        eor #$a5
        sta glyphs,x
        sta glyphs+$100,x
        sta glyphs+$200,x
        sta glyphs+$300,x
        sta shape,x
        txa
        sta $d800,x
        sta $d900,x
        sta $da00,x
        sta $db00,x
        inx
        bne @fill
        lda #$18
        sta $d018
        lda #$03
        sta $dd00
        sta $dd02
        stx index
        lda #100
        sta $d000
        lda #60
        sta $d001
        lda #$30
        sta matrix+$3f8
        lda #1
        sta $d015
        sta $d027
        lda #2
        sta $d022
        sta $d023
        lda #$08
        sta $d016
        lda lines
        sta $d012
        lda #$1b
        sta $d011
        lda #$ff
        sta $d019
        lda #$01
        sta $d01a
        cli
        jmp finish
