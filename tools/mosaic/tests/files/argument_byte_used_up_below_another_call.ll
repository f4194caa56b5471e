; why: a function called in between may call the same callee, whose argument byte is then another
; run: fuzz_main() agrees
@output = global [8 x i8] zeroinitializer

define internal i8 @last(i16 %a, i8 %b, i8 %x) {
  %s = alloca [4 x i8]
  store i16 %a, ptr %s
  %at = getelementptr i8, ptr %s, i16 2
  store i8 %b, ptr %at
  ret i8 %x
}

define internal i8 @between() {
  %r = call i8 @last(i16 2, i8 3, i8 9)
  %t = add i8 %r, 1
  ret i8 %t
}

define void @fuzz_main() {
  %a = call i8 @last(i16 1, i8 0, i8 1)
  %m = call i8 @between()
  %b = call i8 @last(i16 1, i8 0, i8 1)
  store i8 %b, ptr @output
  %at = getelementptr i8, ptr @output, i16 1
  store i8 %m, ptr %at
  %at2 = getelementptr i8, ptr @output, i16 2
  store i8 %a, ptr %at2
  ret void
}
