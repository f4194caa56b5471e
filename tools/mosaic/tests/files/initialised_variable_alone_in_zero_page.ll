; why: an initialised variable may be the only one that moves to zero page; there is nothing to clear there then
; run: step() = 9
@count = global i8 7

define i8 @step() {
  %a = load volatile i8, ptr @count
  %b = add i8 %a, 1
  store volatile i8 %b, ptr @count
  %c = load volatile i8, ptr @count
  %d = add i8 %c, 1
  ret i8 %d
}
