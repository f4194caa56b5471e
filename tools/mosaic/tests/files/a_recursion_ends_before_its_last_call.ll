; why: the test that ends a recursion is made before the recursive call, so that nothing is saved for a call that returns at once
; run: leaves(6) = 64 within 4262 cycles
; run: below(0) = 7 within 60 cycles
; run: below(5) = 42
; run: countdown(4) = 10
@total = global i8 0

; Two calls in one block; what is returned at once is a constant, joined with the other result by a phi.
define i8 @leaves(i8 %depth) {
entry:
  %zero = icmp eq i8 %depth, 0
  br i1 %zero, label %end, label %deeper
deeper:
  %less = add i8 %depth, -1
  %left = call i8 @leaves(i8 %less)
  %right = call i8 @leaves(i8 %less)
  %sum = add i8 %left, %right
  br label %end
end:
  %count = phi i8 [ 1, %entry ], [ %sum, %deeper ]
  ret i8 %count
}

; The exit is the edge of the false condition, through a block that computes what is returned; the call is in a loop.
define i8 @below(i8 %n) {
entry:
  %more = icmp ne i8 %n, 0
  br i1 %more, label %loop, label %stop
loop:
  %at = phi i8 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i8 [ 0, %entry ], [ %new, %loop ]
  %one = and i8 %at, 0
  %part = call i8 @below(i8 %one)
  %new = add i8 %sum, %part
  %next = add i8 %at, 1
  %again = icmp ule i8 %next, %n
  br i1 %again, label %loop, label %done
done:
  br label %end
stop:
  %seven = add i8 %n, 7
  br label %end
end:
  %result = phi i8 [ %new, %done ], [ %seven, %stop ]
  ret i8 %result
}

; Nothing is returned.
define internal void @add_up(i8 %n) {
entry:
  %zero = icmp eq i8 %n, 0
  br i1 %zero, label %end, label %more
more:
  %less = add i8 %n, -1
  call void @add_up(i8 %less)
  %old = load i8, ptr @total
  %new = add i8 %old, %n
  store i8 %new, ptr @total
  br label %end
end:
  ret void
}

define i8 @countdown(i8 %n) {
  call void @add_up(i8 %n)
  %result = load i8, ptr @total
  ret i8 %result
}
