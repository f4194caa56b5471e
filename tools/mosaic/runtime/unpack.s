; Unpacks the program (src/link/lz.rs says how it is packed) and starts it. The packed data lies at the beginning of memory, the program
; is written from its end downwards: at every moment below it is what is still to be read. This code runs in zero page.
;
; FIRST, LAST     the program's first and last address
; PACKED_LAST     last address of the packed data, which is read first
; HEAD_SIZE       first bytes of the program that are not packed, because unpacking would overtake itself there
; ENTRY           where the program begins
; head            those bytes; mosaic writes the constants before this file and them behind it

.setcpu "6502"

; The next bit in the carry; `bits` has those left of a byte, and a one behind them.
.macro next_bit
.local have
        asl bits
        bne have
        jsr refill
have:
.endmacro

; A number in interlaced gamma code, in A, with the carry clear; one of nine bits goes on elsewhere.
.macro gamma too_large
.local next, done
        lda #1
next:   next_bit
        bcc done
        next_bit
        rol a
        bcc next
.ifnblank too_large
        bcs too_large
.endif
done:
.endmacro

; At the end of the file, perhaps under a ROM: it is entered with interrupts off and RAM everywhere.
.segment "BEGIN"
        cld
        ldx #$ff
        txs
        ldx #HEAD_SIZE
keep:   lda head - 1,x
        sta kept - 1,x
        dex
        bne keep
        ldx #<__UNPACK_SIZE__
move:   lda __UNPACK_LOAD__ - 1,x
        sta __UNPACK_RUN__ - 1,x
        dex
        bne move
        jmp literals
kept = $0101                    ; the stack is empty and grows towards it
.assert HEAD_SIZE <= 128, error, "no room for the stack"
.import __UNPACK_LOAD__, __UNPACK_RUN__, __UNPACK_SIZE__

.segment "UNPACK" : zeropage
offset: .word 0                 ; of the last match, less one
bits:   .byte $80
; Operands of the loops that copy, which are pointers in zero page as well:
packed = literal + 1            ; the byte that is read next
target = copy + 4               ; the byte that is written next
from   = copy + 1               ; where a match is copied from

; X is 0 but while literals are counted. A block goes to target - length + 1 .. target, the last byte first.
literals:
        gamma
        tay
        eor #$ff
        tax
        sec
        adc <target
        sta <target
        bcs :+
        dec <(target + 1)
        sec
:       txa
        adc <packed
        sta <packed
        bcs :+
        dec <(packed + 1)
:       ldx #0
literal:
        lda a:PACKED_LAST,y
        sta (<target),y
        dey
        bne literal
        next_bit
        bcs new_offset
        gamma literals
match:  tay
        eor #$ff
        sec
        adc <target
        sta <target
        bcs :+
        dec <(target + 1)
        sec
:       adc offset
        sta <from
        lda <(target + 1)
        adc offset + 1
        sta <(from + 1)
copy:   lda a:0,y
        sta a:LAST,y
        dey
        bne copy
        next_bit
        bcc literals
new_offset:
        gamma finish
        sbc #0                  ; less one: the carry is clear
        lsr a
        sta offset + 1
        lda (<packed,x)
        ldy <packed
        bne :+
        dec <(packed + 1)
:       dec <packed
        ror a
        sta offset
        lda #1
        bcs length_bit
have_length:
        adc #1
        bne match
length: next_bit
        bcc have_length
length_bit:
        next_bit
        rol a
        bcc length

refill: tay
        lda (<packed,x)
        rol a                   ; the one that was shifted out follows the last bit
        sta bits
        lda <packed
        bne :+
        dec <(packed + 1)
:       dec <packed
        tya
        rts

finish: ldx #HEAD_SIZE
:       lda kept - 1,x
        sta FIRST - 1,x
        dex
        bne :-
        jmp ENTRY
