; why: a callee may change an object that it gets by value; the caller's stays as it was
; run: by_value(5) = 27

define i8 @by_value(i8 %n) {
  %object = alloca [10 x i8]
  %last = getelementptr i8, ptr %object, i16 9
  store i8 %n, ptr %object
  store i8 7, ptr %last
  %sum = call i8 @callee(ptr byval([10 x i8]) align 1 %object)
  %first = load i8, ptr %object
  %seventh = load i8, ptr %last
  %a = add i8 %sum, %first
  %b = add i8 %a, %seventh
  ret i8 %b
}

define internal i8 @callee(ptr byval([10 x i8]) align 1 %object) noinline {
  %last = getelementptr i8, ptr %object, i16 9
  %first = load i8, ptr %object
  %more = add i8 %first, 3
  store volatile i8 %more, ptr %object
  %kept = load volatile i8, ptr %object
  %seventh = load i8, ptr %last
  store volatile i8 1, ptr %last
  %sum = add i8 %kept, %seventh
  ret i8 %sum
}
