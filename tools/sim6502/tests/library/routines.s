; Small routines for the suites beside this file. The cycles of each line stand beside it where a suite
; asserts them: "3 | 2" is a branch taken | not taken.

        .setcpu "6502"

        .segment "HEADER"
        .word $1000

        .segment "ZEROPAGE"
        .exportzp Value, Pointer, Source, Count, Left, Right, Product, Remainder, SavedS, Depth, Reached
Value:     .res 1
Pointer:   .res 2
Source:    .res 2
Count:     .res 2
Left:      .res 1
Right:     .res 1
Product:   .res 2
Remainder: .res 1
SavedS:    .res 1
Depth:     .res 1
Reached:   .res 1

        .segment "CODE"

; Fills Count bytes from Pointer with Value; Count is not 0.
; Cycles: 37 a byte + 7, and 4 for each page the pointer leaves and each 256 the count passes.
        .export FillMemory
FillMemory:
        ldy #0              ; 2
@byte:  lda Value           ; 3
        sta (Pointer),y     ; 6
        inc Pointer         ; 5
        bne @page           ; 3 | 2
        inc Pointer+1       ;     5
@page:  lda Count           ; 3
        bne @low            ; 3 | 2
        dec Count+1         ;     5
@low:   dec Count           ; 5
        lda Count           ; 3
        ora Count+1         ; 3
        bne @byte           ; 3 | 2
        rts                 ; 6

; Copies Count bytes, at most 255 and at least 1, from Source to Pointer, last byte first.
        .export CopyBytes
CopyBytes:
        ldy Count
@byte:  dey
        lda (Source),y
        sta (Pointer),y
        cpy #0
        bne @byte
        rts

; Left * Right -> Product, 16 bits.
        .export Multiply
Multiply:
        lda #0
        ldx #8
@bit:   lsr Right
        bcc @skip
        clc
        adc Left
@skip:  ror a
        ror Product
        dex
        bne @bit
        sta Product+1
        rts

; Left / Right -> Left, remainder in A and Remainder. Carry set: divided by zero, nothing changed.
        .export Divide
Divide:
        lda Right
        sec
        beq @zero
        lda #0
        ldx #8
@bit:   asl Left
        rol a
        cmp Right
        bcc @next
        sbc Right
        inc Left
@next:  dex
        bne @bit
        sta Remainder
        clc
@zero:  rts

; Adds X to A in decimal mode.
        .export AddDecimal
AddDecimal:
        stx Left
        sed
        clc
        adc Left
        cld
        rts

; Sorts Count bytes (2 to 255) at Pointer, smallest first.
        .export SortBytes
SortBytes:
        dec Count
@pass:  ldy #0
        ldx #0              ; X counts the exchanges of this pass
@pair:  lda (Pointer),y
        iny
        cmp (Pointer),y
        bcc @next
        beq @next
        sta Value
        lda (Pointer),y
        dey
        sta (Pointer),y
        iny
        lda Value
        sta (Pointer),y
        inx
@next:  cpy Count
        bne @pair
        txa
        bne @pass
        rts

; What ends a call, and what does not.

        .export JustReturn, HitBreak, SetBoth, SetBothEnd, EndlessLoop, EndlessTail, HitJam
JustReturn:
        rts
HitBreak:
        inx
        brk
SetBoth:
        lda #$11
SetBothEnd:
        ldx #$22
        ldy #$33
        rts
EndlessLoop:
        inx
EndlessTail:
        jmp EndlessLoop
HitJam:
        inx
        .byte $02

; Goes down five calls and leaves them all by restoring the stack pointer, as an aborted search does.
        .export Unwind, UnwindWrapper, UnwindStop
UnwindWrapper:
        jsr Unwind
UnwindStop:
        nop
        rts
Unwind: tsx
        stx SavedS
        lda #5
        sta Depth
@down:  dec Depth
        beq @abort
        jsr @down
        rts
@abort: ldx SavedS
        txs
        lda #$99
        sta Reached
        rts

; Jumps by pushing the target's address less one.
        .export Dispatch, DispatchWrapper, DispatchStop
DispatchWrapper:
        jsr Dispatch
DispatchStop:
        nop
        rts
Dispatch:
        lda #>(Target-1)
        pha
        lda #<(Target-1)
        pha
        rts
Target: lda #$77
        sta Reached
        rts

; Reads $A000, which on a C64 may be RAM or ROM, and writes the border colour.
        .export ReadBasicArea, PaintBorder
ReadBasicArea:
        lda $A000
        rts
PaintBorder:
        lda #5
        sta $D020
        rts

; A 65C02 instruction; on an NMOS processor it is a NOP with an operand.
        .export StoreZero
        .setcpu "65C02"
StoreZero:
        stz Value
        rts
        .setcpu "6502"

; Undocumented: loads A and X at once.
        .export LoadBoth
LoadBoth:
        .byte $A7, <Value   ; LAX zp, 3 cycles
        rts                 ; 6

; Read-modify-write over a page boundary takes 7 cycles like any other.
        .export IncrementAcross
IncrementAcross:
        ldx #1              ; 2
        inc $20FF,x         ; 7
        lda $20FF,x         ; 5
        rts                 ; 6
