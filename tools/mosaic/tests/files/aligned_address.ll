; why: the alignment of a load or store is what LLVM knows of an address, however much it is, and asks for nothing
; run: keep(7) = 7 within 33 cycles
define i8 @keep(i8 %x) {
  store volatile i8 %x, ptr inttoptr (i16 16384 to ptr), align 16384
  %a = load volatile i8, ptr inttoptr (i16 16384 to ptr), align 16384
  ret i8 %a
}
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
;
; ; keep
; ;   7 bytes, 14 cycles if every line ran once
; .segment "CODE"
; keep:
;     sta $4000
;     lda $4000
;     rts
