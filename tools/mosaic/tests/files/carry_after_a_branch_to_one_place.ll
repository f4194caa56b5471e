; why: a comparison whose two ways lead to one block says nothing about the carry there
; run: fuzz_main() agrees
@input = global [16 x i8] zeroinitializer
@output = global [64 x i8] zeroinitializer

define void @fuzz_main() {
entry:
  %a = load i8, ptr @input
  %wide = sext i8 %a to i16
  %b = load i16, ptr @input
  %unused = icmp ule i16 %wide, %b
  %yes = icmp eq i1 false, false
  %r = sext i1 %yes to i8
  store i8 %r, ptr @output
  ret void
}
