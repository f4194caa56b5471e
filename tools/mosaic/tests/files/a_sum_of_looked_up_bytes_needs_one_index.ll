; why: of two look-ups that are added the first waits as a value in A, and not as an index in a register that the second
; needs too
; run: sum(2) = 30 within 45 cycles
; run: sum(0) = 15

@first = internal global [4 x i8] c"\01\00\03\02"
@second = internal global [4 x i8] c"\00\02\00\01"
@value = internal constant [4 x i8] c"\0a\05\08\14"

define i8 @sum(i8 %place) {
  %wide = zext i8 %place to i16
  %at = getelementptr inbounds i8, ptr @first, i16 %wide
  %index = load i8, ptr %at
  %index_wide = zext i8 %index to i16
  %from = getelementptr inbounds i8, ptr @value, i16 %index_wide
  %one = load i8, ptr %from
  %at2 = getelementptr inbounds i8, ptr @second, i16 %wide
  %index2 = load i8, ptr %at2
  %index_wide2 = zext i8 %index2 to i16
  %from2 = getelementptr inbounds i8, ptr @value, i16 %index_wide2
  %two = load i8, ptr %from2
  %both = add i8 %one, %two
  ret i8 %both
}
