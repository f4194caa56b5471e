; why: an offset that starts as a product of two constants is divided in one of them only
; run: fuzz_main() agrees
@input = global [16 x i8] zeroinitializer
@output = global [64 x i8] zeroinitializer
@words = internal global [12 x i16] [i16 10, i16 20, i16 30, i16 40, i16 50, i16 60, i16 70, i16 80, i16 90, i16 100, i16 110, i16 120]

define void @fuzz_main() {
entry:
  %start = mul nuw nsw i16 6, 2
  br label %loop
loop:
  %offset = phi i16 [ %start, %entry ], [ %next, %loop ]
  %sum = phi i16 [ 0, %entry ], [ %more, %loop ]
  %at = getelementptr inbounds nuw i8, ptr @words, i16 %offset
  %word = load i16, ptr %at
  %more = add i16 %sum, %word
  %next = add nuw nsw i16 %offset, 2
  %done = icmp eq i16 %next, 24
  br i1 %done, label %end, label %loop
end:
  store i16 %more, ptr @output
  ret void
}
