; why: the callee may change the byte an argument came in, so the next call has to bring it again
; run: fuzz_main() agrees
@output = global [8 x i8] zeroinitializer

define internal i8 @pick(i8 %p0, i16 %p1, i8 %x) {
  %v3 = alloca [32 x i8]
  %wide = zext i16 %p1 to i32
  %y = zext i8 %x to i32
  store i32 %wide, ptr %v3
  %zero = icmp eq i8 %p0, 0
  %r = select i1 %zero, i32 %y, i32 0
  %low = trunc i32 %r to i8
  ret i8 %low
}

define void @fuzz_main() {
  %a = call i8 @pick(i8 1, i16 0, i8 1)
  %b = call i8 @pick(i8 0, i16 0, i8 1)
  store i8 %b, ptr @output
  ret void
}
