; why: a jump goes through its own table only: %once is not needed behind the recursive call, though the other table's cases look at it
; run: fuzz_main() agrees
@input = global [16 x i8] zeroinitializer
@output = global [64 x i8] zeroinitializer

define internal i8 @deeper(i8 %level, i8 %value) {
  %none = icmp eq i8 %level, 0
  br i1 %none, label %leaf, label %first
leaf:
  ret i8 %value
first:
  %once = mul i8 %value, 37
  %which = and i8 %value, 7
  switch i8 %which, label %call [ i8 0, label %a0 i8 1, label %a1 i8 2, label %a2 i8 3, label %a3 i8 4, label %a4 i8 5, label %a5 i8 6, label %a6 ]
a0:
  %ra0 = add i8 %once, 3
  br label %call
a1:
  %ra1 = xor i8 %once, 14
  br label %call
a2:
  %ra2 = sub i8 %once, 25
  br label %call
a3:
  %ra3 = or i8 %once, 36
  br label %call
a4:
  %ra4 = and i8 %once, 47
  br label %call
a5:
  %ra5 = add i8 %once, 58
  br label %call
a6:
  %ra6 = xor i8 %once, 69
  br label %call
call:
  %joined = phi i8 [ %value, %first ], [ %ra0, %a0 ], [ %ra1, %a1 ], [ %ra2, %a2 ], [ %ra3, %a3 ], [ %ra4, %a4 ], [ %ra5, %a5 ], [ %ra6, %a6 ]
  %below = sub i8 %level, 1
  %deep = call i8 @deeper(i8 %below, i8 %joined)
  %then = and i8 %deep, 7
  switch i8 %then, label %end [ i8 0, label %b0 i8 1, label %b1 i8 2, label %b2 i8 3, label %b3 i8 4, label %b4 i8 5, label %b5 i8 6, label %b6 ]
b0:
  %rb0 = add i8 %joined, 1
  br label %end
b1:
  %rb1 = xor i8 %joined, 8
  br label %end
b2:
  %rb2 = add i8 %joined, 15
  br label %end
b3:
  %rb3 = and i8 %joined, 22
  br label %end
b4:
  %rb4 = or i8 %joined, 29
  br label %end
b5:
  %rb5 = sub i8 %joined, 36
  br label %end
b6:
  %rb6 = xor i8 %joined, 43
  br label %end
end:
  %result = phi i8 [ %deep, %call ], [ %rb0, %b0 ], [ %rb1, %b1 ], [ %rb2, %b2 ], [ %rb3, %b3 ], [ %rb4, %b4 ], [ %rb5, %b5 ], [ %rb6, %b6 ]
  ret i8 %result
}

define void @fuzz_main() {
  %start = load i8, ptr @input
  %where = getelementptr i8, ptr @input, i16 1
  %more = load i8, ptr %where
  %level = and i8 %start, 7
  %result = call i8 @deeper(i8 %level, i8 %more)
  store i8 %result, ptr @output
  ret void
}
