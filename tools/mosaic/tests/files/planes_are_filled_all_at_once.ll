; why: a fill of the whole object means the same in planes; a local array lies in planes like a global one
; run: fuzz_main() agrees
@input = global [16 x i8] zeroinitializer
@output = global [64 x i8] zeroinitializer
@pairs = internal global [4 x { i8, i8 }] zeroinitializer

define void @fuzz_main() {
  %local = alloca [24 x i32]
  call void @llvm.memset.p0.i16(ptr %local, i8 17, i16 96, i1 false)
  call void @llvm.memset.p0.i16(ptr @pairs, i8 -2, i16 8, i1 false)
  %byte = load i8, ptr @input
  %low = and i8 %byte, 15
  %index = zext i8 %low to i16
  %at = getelementptr [24 x i32], ptr %local, i16 0, i16 %index
  store i32 305419896, ptr %at
  %after = getelementptr i8, ptr %at, i16 4
  %neighbour = load i32, ptr %after
  store i32 %neighbour, ptr @output
  %odd.at = getelementptr i8, ptr %at, i16 1
  %odd = load i24, ptr %odd.at
  %to = getelementptr i8, ptr @output, i16 4
  store i24 %odd, ptr %to
  %which = and i8 %byte, 3
  %number = zext i8 %which to i16
  %second = getelementptr { i8, i8 }, ptr @pairs, i16 %number, i32 1
  %fill = load i8, ptr %second
  %to8 = getelementptr i8, ptr @output, i16 8
  store i8 %fill, ptr %to8
  ret void
}

declare void @llvm.memset.p0.i16(ptr, i8, i16, i1)
