; why: nothing is known of the width of an aggregate, so a phi of one keeps all its bytes
; run: fuzz_main() agrees
@input = global [16 x i8] zeroinitializer
@output = global [64 x i8] zeroinitializer

define internal { i16, i16 } @pair(i16 %n) {
  %a = insertvalue { i16, i16 } poison, i16 %n, 0
  %m = add i16 %n, 3
  %b = insertvalue { i16, i16 } %a, i16 %m, 1
  ret { i16, i16 } %b
}

define void @fuzz_main() {
start:
  %n = load i16, ptr @input
  %first = call { i16, i16 } @pair(i16 %n)
  br label %loop
loop:
  %i = phi i8 [ 0, %start ], [ %next, %loop ]
  %both = phi { i16, i16 } [ %first, %start ], [ %again, %loop ]
  %second = extractvalue { i16, i16 } %both, 1
  %wide = zext nneg i8 %i to i16
  %at = getelementptr i16, ptr @output, i16 %wide
  store i16 %second, ptr %at
  %again = call { i16, i16 } @pair(i16 %second)
  %next = add i8 %i, 1
  %more = icmp ult i8 %next, 5
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
