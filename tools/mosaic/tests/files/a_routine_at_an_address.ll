; why: a routine of a ROM is called by its address, with its arguments and results in the registers it wants
; run: swapped(4660) = 13330

; The "ROM": a routine that the test writes to $c000: stx $c010 ; tay ; lda $c010 ; sty $c010 ; ldx $c010 ; rts
declare i16 @"$c000 a x -> a x"(i16)

define i16 @swapped(i16 %n) {
  store volatile i8 142, ptr inttoptr (i16 49152 to ptr)
  store volatile i16 49168, ptr inttoptr (i16 49153 to ptr)
  store volatile i8 168, ptr inttoptr (i16 49155 to ptr)
  store volatile i8 173, ptr inttoptr (i16 49156 to ptr)
  store volatile i16 49168, ptr inttoptr (i16 49157 to ptr)
  store volatile i8 140, ptr inttoptr (i16 49159 to ptr)
  store volatile i16 49168, ptr inttoptr (i16 49160 to ptr)
  store volatile i8 174, ptr inttoptr (i16 49162 to ptr)
  store volatile i16 49168, ptr inttoptr (i16 49163 to ptr)
  store volatile i8 96, ptr inttoptr (i16 49165 to ptr)
  %r = call i16 @"$c000 a x -> a x"(i16 %n)
  ret i16 %r
}
