; why: a callee that leaves its argument in A and returns in A must not lose what the caller still holds there
; run: fuzz_main() agrees
@input = global [16 x i8] zeroinitializer
@output = global [64 x i8] zeroinitializer

define internal i16 @widen(i8 %x) {
  %r = zext i8 %x to i16
  ret i16 %r
}

define void @fuzz_main() {
  %x = load i8, ptr @input
  %wide = call i16 @widen(i8 %x)
  %order = call i12 @llvm.scmp.i12.i8(i8 %x, i8 1)
  store i16 %wide, ptr @output
  %at = getelementptr i8, ptr @output, i16 2
  store i12 %order, ptr %at
  ret void
}
