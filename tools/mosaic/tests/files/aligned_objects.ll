; why: an aligned object has zeros in the low bits of its address, wherever it lies: `core::fmt` keeps a tag there
; run: locals() = 0
; run: globals() = 0
; run: recursive(5) = 0
; run: tag() = 77
; run: register() = 5
@three = internal global [3 x i8] zeroinitializer
@pair = internal global [3 x i8] zeroinitializer, align 2
@byte = internal global i8 0, align 4
@page = internal global [5 x i8] c"abcde", align 256
@table = internal constant [3 x i8] c"xyz", align 16

declare ptr @llvm.ptrmask.p0.i16(ptr, i16)

define internal i16 @low_bits(ptr %p, i16 %mask) noinline {
  %a = ptrtoint ptr %p to i16
  %low = and i16 %a, %mask
  ret i16 %low
}

define i16 @locals() {
  %odd = alloca [3 x i8], align 1
  %two = alloca [3 x i8], align 2
  %page = alloca [5 x i8], align 256
  store volatile i8 1, ptr %odd
  store volatile i8 2, ptr %two
  store volatile i8 3, ptr %page
  %a = call i16 @low_bits(ptr %two, i16 1)
  %b = call i16 @low_bits(ptr %page, i16 255)
  %r = or i16 %a, %b
  ret i16 %r
}

define i16 @globals() {
  store volatile i8 1, ptr @three
  store volatile i8 1, ptr @pair
  store volatile i8 1, ptr @byte
  store volatile i8 1, ptr @byte
  %a = call i16 @low_bits(ptr @pair, i16 1)
  %b = call i16 @low_bits(ptr @byte, i16 3)
  %c = call i16 @low_bits(ptr @page, i16 255)
  %d = call i16 @low_bits(ptr @table, i16 15)
  %ab = or i16 %a, %b
  %cd = or i16 %c, %d
  %r = or i16 %ab, %cd
  ret i16 %r
}

define i16 @recursive(i8 %n) {
  %odd = alloca [3 x i8], align 1
  %two = alloca [3 x i8], align 8
  %stop = icmp eq i8 %n, 0
  br i1 %stop, label %end, label %more
more:
  store volatile i8 %n, ptr %odd
  store volatile i8 %n, ptr %two
  %less = sub i8 %n, 1
  %deeper = call i16 @odd_frame(i8 %less)
  %low = call i16 @low_bits(ptr %two, i16 7)
  %kept = load volatile i8, ptr %two
  %same = icmp eq i8 %kept, %n
  %extra = select i1 %same, i16 0, i16 256
  %sum = or i16 %low, %deeper
  %r = or i16 %sum, %extra
  ret i16 %r
end:
  ret i16 0
}

; An odd number of bytes between two activations of the other.
define internal i16 @odd_frame(i8 %n) noinline {
  %object = alloca [5 x i8]
  store volatile i8 %n, ptr %object
  %r = call i16 @recursive(i8 %n)
  %kept = load volatile i8, ptr %object
  %same = icmp eq i8 %kept, %n
  %extra = select i1 %same, i16 0, i16 512
  %sum = or i16 %r, %extra
  ret i16 %sum
}

define i8 @tag() {
  %odd = alloca [3 x i8], align 1
  %object = alloca [4 x i8], align 4
  store volatile i8 1, ptr %odd
  store volatile i8 74, ptr %object
  %a = ptrtoint ptr %object to i16
  %tagged = or disjoint i16 %a, 3
  %p = inttoptr i16 %tagged to ptr
  %clean = call ptr @llvm.ptrmask.p0.i16(ptr %p, i16 -4)
  %value = load volatile i8, ptr %clean
  %tag16 = and i16 %tagged, 3
  %tag = trunc i16 %tag16 to i8
  %r = add i8 %value, %tag
  ret i8 %r
}

; An access may promise more than any object can: a register of a chip at a fixed address.
define i8 @register() {
  store volatile i8 5, ptr inttoptr (i16 -9216 to ptr), align 1024
  %r = load volatile i8, ptr inttoptr (i16 -9216 to ptr), align 1024
  ret i8 %r
}
