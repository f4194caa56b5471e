; why: an element beside the one of the index is in the address if the index is a byte, and else in the byte of their sum
; run: fuzz_main() agrees
@input = global [16 x i8] zeroinitializer
@output = global [64 x i8] zeroinitializer
@grid = internal global [16 x [4 x i24]] zeroinitializer
@words = internal global [256 x i16] zeroinitializer

define void @fuzz_main() {
entry:
  br label %fill
fill:
  %i = phi i16 [ 0, %entry ], [ %next, %fill ]
  %square = mul i16 %i, %i
  %word = getelementptr i16, ptr @words, i16 %i
  store i16 %square, ptr %word
  %next = add i16 %i, 1
  %more = icmp ne i16 %next, 256
  br i1 %more, label %fill, label %use
use:
  %a8 = load i8, ptr @input
  %a = zext i8 %a8 to i16
  %b.at = getelementptr i8, ptr @input, i16 1
  %b8 = load i8, ptr %b.at
  %row = and i8 %b8, 15
  %row16 = zext i8 %row to i16
  %column = lshr i8 %b8, 6
  %column16 = zext i8 %column to i16
  %cell = getelementptr [4 x i24], ptr @grid, i16 %row16, i16 %column16
  store i24 1193046, ptr %cell
  %high.at = getelementptr i8, ptr %cell, i16 1
  %high = load i16, ptr %high.at
  store i16 %high, ptr @output
  %up = sub i16 300, %a
  %back = add i16 %up, -45
  %at = getelementptr i16, ptr @words, i16 %back
  %mirrored = load i16, ptr %at
  %to2 = getelementptr i8, ptr @output, i16 2
  store i16 %mirrored, ptr %to2
  %far = getelementptr i16, ptr @words, i16 %up
  %nearer = getelementptr i8, ptr %far, i16 -90
  %same = load i16, ptr %nearer
  %to4 = getelementptr i8, ptr @output, i16 4
  store i16 %same, ptr %to4
  %low = and i8 %a8, 127
  %low16 = zext i8 %low to i16
  %from = getelementptr i16, ptr @words, i16 %low16
  %beside = getelementptr i8, ptr %from, i16 3
  %one = load i8, ptr %beside
  %to6 = getelementptr i8, ptr @output, i16 6
  store i8 %one, ptr %to6
  %last = getelementptr i8, ptr @words, i16 510
  %to8 = getelementptr i8, ptr @output, i16 8
  call void @llvm.memcpy.p0.p0.i16(ptr %to8, ptr %last, i16 2, i1 false)
  ret void
}

declare void @llvm.memcpy.p0.p0.i16(ptr, ptr, i16, i1)
