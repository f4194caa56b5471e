; why: what three functions do alike is done by one routine when size is asked for
; run: add(5) = 12
; run: sub(5) = 254
; run: double(5) = 10
@log = global [300 x i8] zeroinitializer

define i8 @add(i8 %x) minsize {
  store volatile i8 11, ptr getelementptr inbounds (i8, ptr @log, i16 100)
  store volatile i8 22, ptr getelementptr inbounds (i8, ptr @log, i16 101)
  store volatile i8 33, ptr getelementptr inbounds (i8, ptr @log, i16 102)
  %r = add i8 %x, 7
  ret i8 %r
}

define i8 @sub(i8 %x) minsize {
  store volatile i8 11, ptr getelementptr inbounds (i8, ptr @log, i16 100)
  store volatile i8 22, ptr getelementptr inbounds (i8, ptr @log, i16 101)
  store volatile i8 33, ptr getelementptr inbounds (i8, ptr @log, i16 102)
  %r = sub i8 %x, 7
  ret i8 %r
}

define i8 @double(i8 %x) minsize {
  store volatile i8 11, ptr getelementptr inbounds (i8, ptr @log, i16 100)
  store volatile i8 22, ptr getelementptr inbounds (i8, ptr @log, i16 101)
  store volatile i8 33, ptr getelementptr inbounds (i8, ptr @log, i16 102)
  %r = shl i8 %x, 1
  ret i8 %r
}

define i8 @fast(i8 %x) {
  store volatile i8 11, ptr getelementptr inbounds (i8, ptr @log, i16 100)
  store volatile i8 22, ptr getelementptr inbounds (i8, ptr @log, i16 101)
  store volatile i8 33, ptr getelementptr inbounds (i8, ptr @log, i16 102)
  ret i8 %x
}
; expect:
; ; Written by mosaic.
; .setcpu "6502"
;
; .segment "ZEROPAGE": zeropage
;
; ; add
; ;   7 bytes, 16 cycles if every line ran once
; .segment "CODE"
; add:
;     jsr common.1
;     clc
;     adc #$07
;     rts
;
; ; sub
; ;   7 bytes, 16 cycles if every line ran once
; .segment "CODE"
; sub:
;     jsr common.1
;     sec
;     sbc #$07
;     rts
;
; ; double
; ;   5 bytes, 14 cycles if every line ran once
; .segment "CODE"
; double:
;     jsr common.1
;     asl a
;     rts
;
; ; fast
; ;   16 bytes, 24 cycles if every line ran once
; .segment "CODE"
; fast:
;     ldx #$0b
;     stx log+100
;     ldx #$16
;     stx log+101
;     ldx #$21
;     stx log+102
;     rts
;
; ; common.1
; ;   16 bytes, 24 cycles if every line ran once
; .segment "CODE"
; common.1:
;     ldx #$0b
;     stx log+100
;     ldx #$16
;     stx log+101
;     ldx #$21
;     stx log+102
;     rts
;
; ; log
; .segment "BSS"
; log:
;     .res 300
