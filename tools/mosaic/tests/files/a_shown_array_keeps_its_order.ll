; why: an array whose address goes elsewhere, or whose elements are read across their borders, stays as it is
; run: fuzz_main() agrees
@input = global [16 x i8] zeroinitializer
@output = global [64 x i8] zeroinitializer
@shown = internal global [8 x i16] [i16 1, i16 2, i16 3, i16 4, i16 5, i16 6, i16 7, i16 8]
@across = internal global [8 x i16] [i16 257, i16 514, i16 771, i16 1028, i16 1285, i16 1542, i16 1799, i16 2056]

define void @fuzz_main() {
  %byte = load i8, ptr @input
  %low = and i8 %byte, 3
  %index = zext i8 %low to i16
  %at = getelementptr i16, ptr @shown, i16 %index
  store i16 4660, ptr %at
  call void @llvm.memcpy.p0.p0.i16(ptr @output, ptr @shown, i16 16, i1 false)
  %pair = getelementptr i16, ptr @across, i16 %index
  %two = load i32, ptr %pair
  %to = getelementptr i8, ptr @output, i16 16
  store i32 %two, ptr %to
  ret void
}

declare void @llvm.memcpy.p0.p0.i16(ptr, ptr, i16, i1)
