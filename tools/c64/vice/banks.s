; All eight bank configurations, from code in RAM: what is read at eight addresses in each, and that every write
; reaches the RAM below, or the chip when it is banked in.

.include "rom.inc"

results = $0400
code    = $1000

irq_handler:
nmi_handler:
        rti

main:
        ldx #0
@copy:  lda walk,x
        sta code,x
        lda walk+$100,x
        sta code+$100,x
        inx
        bne @copy
        lda #$5a
        sta $d000
        lda #$03
        sta $d800
        start_count $dd00
        jmp code

walk:
        .org code
        ldx #0
        ldy #$30
@mode:  sty $01
        lda $00
        sta results,x
        lda $01
        sta results+$100,x
        .macro look address, page
        lda address
        sta results+page*$100,x
        .endmacro
        look $9fff, 2
        look $a000, 3
        look $bfff, 4
        look $c000, 5
        look $d000, 6
        look $d020, 7
        look $e000, 8
        look $ffff, 9
        tya                     ; a different byte in each mode, to every region
        sta $9ffe
        sta $a001
        sta $bffe
        sta $d000               ; the RAM, or the position of sprite 0
        sta $d7ff               ; the RAM, or a register of the SID
        sta $e001
        sta $fff0
        inx
        iny
        cpy #$38
        bne @mode
        lda #$30                ; what the RAM has got
        sta $01
        ldy #0
@below: lda $d000
        sta $0f00
        lda $d7ff
        sta $0f01
        lda #$37
        sta $01
        lda $d000
        sta $0f02
        ldx #0                  ; lines as inputs: each direction with the data of each mode
        ldy #0
@input: tya
        and #7
        sta $01
        tya
        lsr
        lsr
        lsr
        sta $00
        lda $01
        sta $2000,y
        lda $a000
        sta $2040,y
        lda $e000
        sta $2080,y
        lda #$2f
        sta $00
        lda #$37
        sta $01
        iny
        cpy #64
        bne @input
        stop_count $dd00
        jmp finish
        .reloc
