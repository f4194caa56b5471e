; why: one way round a test must not rely on a register that another way, round another test, no longer sets
; run: fuzz_main() agrees
@input = global [16 x i8] zeroinitializer
@output = global [64 x i8] zeroinitializer
@array1 = global [16 x i8] c"\80\7F\01\0D\7F\00\7F\80\F7\14U\FF\01\08\FF\01"

define void @fuzz_main() {
entry:
  %p16 = getelementptr i8, ptr @input, i16 5
  %v16 = load i8, ptr %p16
  %v50 = trunc i8 %v16 to i1
  %v14 = load i16, ptr %p16
  %v6 = load i16, ptr @input
  %v12 = load i8, ptr @input
  %v24 = sext i16 %v6 to i32
  %v25 = icmp ule i32 0, %v24
  br i1 %v25, label %b26, label %b27

b26:
  %v30 = icmp sle i32 0, 0
  br label %b28

b27:
  br label %b34

b34:
  %v42 = trunc i8 %v16 to i1
  %v44 = select i1 %v42, i8 0, i8 0
  br i1 %v25, label %b35, label %b45

b45:
  br i1 %v50, label %b34, label %b35

b35:
  br label %b28

b28:
  %v51 = zext i1 %v25 to i8
  %v52 = call i8 @llvm.fshl.i8(i8 1, i8 0, i8 %v51)
  %v53 = zext i8 %v12 to i27
  %v54 = mul i27 %v53, %v53
  switch i16 0, label %b65 [
    i16 128, label %b60
  ]

b60:
  br label %b59

b65:
  br label %b59

b59:
  %v71 = phi i16 [ %v14, %b60 ], [ 0, %b65 ]
  store i16 %v71, ptr @array1
  %v56 = sext i8 %v52 to i64
  store i64 %v56, ptr @output
  ret void
}

declare i8 @llvm.fshl.i8(i8, i8, i8)


