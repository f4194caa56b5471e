; why: LLVM leaves a trap where the library has proved that nothing arrives, as in `sort_unstable`; it has to link
; run: checked(7) = 8
define i8 @checked(i8 %n) {
  %fine = icmp ult i8 %n, 100
  br i1 %fine, label %go, label %stop
go:
  %r = add i8 %n, 1
  ret i8 %r
stop:
  call void @llvm.trap()
  unreachable
}
