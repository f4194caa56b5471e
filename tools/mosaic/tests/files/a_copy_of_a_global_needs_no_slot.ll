; why: a value loaded from a global is read again from there, as long as nobody writes the global; otherwise it is kept
; run: equal(5) = 7
; run: written(9) = 9
; run: called(3) = 6
@first = global i8 5
@second = global i8 5
@third = global i8 2
@changed = global i8 9
@counted = global i8 3

; Three bytes are live at once beside the argument, and no slot is needed for them.
define i8 @equal(i8 %x) {
entry:
  %a = load i8, ptr @first
  %b = load i8, ptr @second
  %c = load i8, ptr @third
  %is_a = icmp eq i8 %a, %x
  br i1 %is_a, label %both, label %none
both:
  %is_b = icmp eq i8 %b, %x
  br i1 %is_b, label %sum, label %none
sum:
  %all = add i8 %a, %c
  ret i8 %all
none:
  %rest = sub i8 %b, %c
  ret i8 %rest
}

; The old value is wanted after the global has a new one.
define i8 @written(i8 %x) {
  %old = load i8, ptr @changed
  %new = add i8 %old, %x
  store i8 %new, ptr @changed
  %is = icmp eq i8 %new, %x
  %result = select i1 %is, i8 %new, i8 %old
  ret i8 %result
}

define internal void @count() noinline {
  %old = load volatile i8, ptr @counted
  %new = add i8 %old, 1
  store volatile i8 %new, ptr @counted
  ret void
}

; A call may write it.
define i8 @called(i8 %x) {
  %old = load i8, ptr @counted
  call void @count()
  %sum = add i8 %old, %x
  ret i8 %sum
}
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
; zero_page_frames: .res 1
; .segment "ZPDATA": zeropage
; third:
;     .byte $02
; changed:
;     .byte $09
; counted:
;     .byte $03
;
; ; equal
; ;   30 bytes, 50 cycles if every line ran once
; .segment "CODE"
; equal:
;     ldx first
;     ldy second
;     sta zero_page_frames
;     cpx zero_page_frames
;     bne @L4
;     cpy zero_page_frames
;     beq @L7
; @L4:
;     tya
;     sec
;     sbc third
;     rts
; @L7:
;     clc
;     adc third
;     rts
;
; ; written
; ;   21 bytes, 34 cycles if every line ran once
; .segment "CODE"
; written:
;     ldx changed
;     sta zero_page_frames
;     txa
;     clc
;     adc zero_page_frames
;     sta changed
;     cmp zero_page_frames
;     beq @L4
;     txa
; @L4:
;     rts
;
; ; count
; ;   8 bytes, 16 cycles if every line ran once
; .segment "CODE"
; count:
;     ldx counted
;     inx
;     stx counted
;     rts
;
; ; called
; ;   15 bytes, 28 cycles if every line ran once
; .segment "CODE"
; called:
;     ldy counted
;     sta zero_page_frames
;     jsr count
;     tya
;     clc
;     adc zero_page_frames
;     rts
;
; ; first
; .segment "DATA"
; first:
;     .byte $05
;
; ; second
; .segment "DATA"
; second:
;     .byte $05
