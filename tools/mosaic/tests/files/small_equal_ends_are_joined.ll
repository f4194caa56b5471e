; why: two ways that store the same things and return share that code when size is asked for
; run: choose(0) = 7
; run: choose(1) = 9
; run: choose(2) = 5
@a = global i8 0
@b = global i8 0
@c = global [300 x i8] zeroinitializer

define i8 @choose(i8 %way) minsize {
entry:
  switch i8 %way, label %other [ i8 0, label %first
                                 i8 1, label %second ]
first:
  store volatile i8 3, ptr @b
  store volatile i8 1, ptr @a
  store volatile i8 2, ptr getelementptr inbounds (i8, ptr @c, i16 299)
  ret i8 7
second:
  store volatile i8 4, ptr @b
  store volatile i8 1, ptr @a
  store volatile i8 2, ptr getelementptr inbounds (i8, ptr @c, i16 299)
  ret i8 9
other:
  store volatile i8 5, ptr @b
  store volatile i8 1, ptr @a
  store volatile i8 2, ptr getelementptr inbounds (i8, ptr @c, i16 299)
  ret i8 5
}
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
; .segment "ZPBSS": zeropage
; a:
;     .res 1
; b:
;     .res 1
;
; ; choose
; ;   39 bytes, 64 cycles if every line ran once
; .segment "CODE"
; choose:
;     cmp #$00
;     beq @L5
;     cmp #$01
;     beq @L6
;     lda #$05
;     sta b
;     ldx #$01
;     stx a
;     inx
;     stx c+299
;     rts
; @L6:
;     lda #$04
;     jsr common.1
;     lda #$09
;     rts
; @L5:
;     lda #$03
;     jsr common.1
;     lda #$07
;     rts
;
; ; common.1
; ;   14 bytes, 22 cycles if every line ran once
; .segment "CODE"
; common.1:
;     sta b
;     lda #$01
;     sta a
;     lda #$02
;     sta c+299
;     rts
;
; ; c
; .segment "BSS"
; c:
;     .res 300
