; why: a handler keeps the registers and the runtime's bytes it uses, has bytes of its own, and ends in rti
; run: twice(21) = 42
@ticks = global i16 0

define i8 @twice(i8 %x) {
  %r = add i8 %x, %x
  ret i8 %r
}

define void @tick() #0 {
  %old = load volatile i16, ptr @ticks
  %new = mul i16 %old, 3
  %half = udiv i16 %new, %old
  store volatile i16 %half, ptr @ticks
  ret void
}

attributes #0 = { "interrupt" }
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
; zero_page_frames: .res 4
; .segment "ZPBSS": zeropage
; ticks:
;     .res 2
;
; ; twice
; ;   8 bytes, 16 cycles if every line ran once
; .segment "CODE"
; twice:
;     sta zero_page_frames+2
;     clc
;     adc zero_page_frames+2
;     rts
;
; ; tick
; ;   128 bytes, 227 cycles if every line ran once
; .segment "CODE"
; tick:
;     pha
;     txa
;     pha
;     tya
;     pha
;     lda rt_a
;     pha
;     lda rt_a+1
;     pha
;     lda rt_b
;     pha
;     lda rt_b+1
;     pha
;     lda rt_r
;     pha
;     lda rt_r+1
;     pha
;     ldx ticks
;     lda ticks+1
;     sta zero_page_frames
;     txa
;     asl a
;     tay
;     lda zero_page_frames
;     rol a
;     sta zero_page_frames+1
;     tya
;     asl a
;     rol zero_page_frames+1
;     stx zero_page_frames+3
;     sec
;     sbc zero_page_frames+3
;     tay
;     lda zero_page_frames+1
;     sbc zero_page_frames
;     sty rt_a
;     sta rt_a+1
;     stx rt_b
;     tax
;     lda zero_page_frames
;     sta rt_b+1
;     jsr rt_udiv16
;     lda rt_a
;     sta ticks
;     lda rt_a+1
;     sta ticks+1
;     pla
;     sta rt_r+1
;     pla
;     sta rt_r
;     pla
;     sta rt_b+1
;     pla
;     sta rt_b
;     pla
;     sta rt_a+1
;     pla
;     sta rt_a
;     pla
;     tay
;     pla
;     tax
;     pla
;     rti
