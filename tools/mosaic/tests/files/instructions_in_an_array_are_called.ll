; why: LLVM folds a pointer to instructions in an array into the call: `call @stub()` of an object
; run: call_twice() = 2

@count = global i8 0
; inc count ; rts, written by the program
@stub = global [4 x i8] zeroinitializer

define i8 @call_twice() {
  store i8 0, ptr @count
  store i8 238, ptr @stub
  %low = getelementptr i8, ptr @stub, i16 1
  store i16 ptrtoint (ptr @count to i16), ptr %low
  %end = getelementptr i8, ptr @stub, i16 3
  store i8 96, ptr %end
  call void @stub()
  call void @stub()
  %n = load volatile i8, ptr @count
  ret i8 %n
}
