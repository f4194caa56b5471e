; Bank 0 of the EasyFlash image, upper half: what the processor runs after power-on. It copies the program from the lower
; halves of the banks to $0801, takes the cartridge out of the memory map and starts the program as RUN would.
;
; `crt` writes END_PAGE and ENTRY, the first three bytes of COPIER, and puts the program into the banks from 0 on: bank 0,
; offset 1 is $0801. Later banks are free.
;
;   ca65 boot.s && ld65 -C boot.cfg -o boot.bin boot.o

PORT_DIRECTION = $00
PORT           = $01
SOURCE         = $fb
TARGET         = $fd
COPIER         = $0110          ; in the stack's page: the KERNAL's start-up leaves it alone

VIC_CONTROL    = $d011
BORDER         = $d020
BANK           = $de00
CONTROL        = $de02
LOWER_HALF     = $06            ; 8 KB at $8000, the KERNAL visible
OFF            = $04

IOINIT         = $ff84          ; the KERNAL sets up the CIAs
RESTOR         = $ff8a          ; and its vectors, which the disk needs

        .segment "COPIER"
copier:
end_page:       .byte 0         ; the page behind the program's last one
entry:          .word 0
        .assert * - copier = 3, error, "crt writes three bytes"
run:    lda #$37
        sta PORT
        lda #$2f
        sta PORT_DIRECTION
        lda #LOWER_HALF
        sta CONTROL
        jsr IOINIT
        jsr RESTOR
        sei
        ldx #0
        stx SOURCE
        stx TARGET
        lda #$08
        sta TARGET + 1
next_bank:
        stx BANK
        lda #$80
        sta SOURCE + 1
next_page:
        ldy #0
next_byte:
        lda (SOURCE),y
        sta (TARGET),y
        iny
        bne next_byte
        inc TARGET + 1
        lda TARGET + 1
        cmp end_page
        beq done
        inc SOURCE + 1
        lda SOURCE + 1
        cmp #$a0
        bne next_page
        inx
        bne next_bank
done:   lda #OFF
        sta CONTROL
        jmp (entry)
copier_end:

        .segment "BOOT"
reset:  sei
        cld
        ldx #$ff
        txs
        lda #$0b                ; no picture until the program has one
        sta VIC_CONTROL
        lda #0
        sta BORDER
        ldx #0
wait:   dex                     ; memory needs a moment after power-on
        bne wait
        .assert copier_end - copier <= $80, error, "no room for the stack"
        ldx #copier_end - copier - 1
copy:   lda __COPIER_LOAD__,x
        sta copier,x
        dex
        bpl copy
        jmp run
        .import __COPIER_LOAD__

interrupt:
        rti

        .segment "VECTORS"
        .word interrupt, reset, interrupt
