; why: pointers stepping down, past 256 elements, tested before the body, with a choice of pointers, and ones that have to stay pointers
; run: fuzz_main() agrees
@input = global [16 x i8] zeroinitializer
@output = global [64 x i8] zeroinitializer
@squares = internal global [256 x i16] zeroinitializer
@pairs = internal global [10 x { i8, i16 }] zeroinitializer
@bytes = internal global [40 x i8] zeroinitializer
@left = internal global [8 x i16] [i16 1, i16 2, i16 3, i16 4, i16 5, i16 6, i16 7, i16 8]
@right = internal global [8 x i16] [i16 9, i16 10, i16 11, i16 12, i16 13, i16 14, i16 15, i16 16]

define void @fuzz_main() {
entry:
  %seed = load i16, ptr @input
  br label %fill
fill:
  %to = phi ptr [ @squares, %entry ], [ %to.next, %fill ]
  %x = phi i16 [ %seed, %entry ], [ %x.next, %fill ]
  store i16 %x, ptr %to
  %x.twice = shl i16 %x, 1
  %x.next = xor i16 %x.twice, %seed
  %to.next = getelementptr inbounds nuw i8, ptr %to, i16 2
  %filled = icmp eq ptr %to.next, getelementptr inbounds nuw (i8, ptr @squares, i16 512)
  br i1 %filled, label %best.start, label %fill
best.start:
  br label %best
best:
  %best.at = phi ptr [ @squares, %best.start ], [ %better, %best ]
  %i = phi i16 [ 1, %best.start ], [ %i.next, %best ]
  %candidate = getelementptr inbounds nuw i16, ptr @squares, i16 %i
  %old = load i16, ptr %best.at
  %new = load i16, ptr %candidate
  %is.better = icmp ugt i16 %new, %old
  %better = select i1 %is.better, ptr %candidate, ptr %best.at
  %i.next = add nuw nsw i16 %i, 1
  %searched = icmp eq i16 %i.next, 256
  br i1 %searched, label %best.end, label %best
best.end:
  %most = load i16, ptr %better
  store i16 %most, ptr @output
  br label %down
down:
  %below = phi ptr [ getelementptr inbounds nuw (i8, ptr @pairs, i16 30), %best.end ], [ %pair, %down ]
  %n = phi i16 [ %most, %best.end ], [ %n.next, %down ]
  %pair = getelementptr inbounds i8, ptr %below, i16 -3
  %second = getelementptr inbounds nuw i8, ptr %pair, i16 1
  %n8 = trunc i16 %n to i8
  store i8 %n8, ptr %pair
  store i16 %n, ptr %second
  %n.next = add i16 %n, 77
  %at.start = icmp eq ptr %pair, @pairs
  br i1 %at.start, label %sum.start, label %down
sum.start:
  br label %sum
sum:
  %offset = phi i16 [ 0, %sum.start ], [ %offset.next, %sum.more ]
  %total = phi i16 [ 0, %sum.start ], [ %total.next, %sum.more ]
  %summed = icmp eq i16 %offset, 30
  br i1 %summed, label %sum.end, label %sum.more
sum.more:
  %p = getelementptr inbounds nuw i8, ptr @pairs, i16 %offset
  %p.second = getelementptr inbounds nuw i8, ptr %p, i16 1
  %word = load i16, ptr %p.second
  %turned = xor i16 %total, %word
  %extra = load i16, ptr @output
  %total.next = add i16 %turned, %extra
  %offset.next = add nuw nsw i16 %offset, 3
  br label %sum
sum.end:
  %out2 = getelementptr i8, ptr @output, i16 2
  store i16 %total, ptr %out2
  br label %byte
byte:
  %b.at = phi ptr [ @bytes, %sum.end ], [ %b.next, %byte ]
  %b = phi i8 [ 3, %sum.end ], [ %b.more, %byte ]
  store i8 %b, ptr %b.at
  %b.more = mul i8 %b, 5
  %b.next = getelementptr inbounds nuw i8, ptr %b.at, i16 1
  %b.done = icmp eq ptr %b.next, getelementptr inbounds nuw (i8, ptr @bytes, i16 40)
  br i1 %b.done, label %either, label %byte
either:
  %low = trunc i16 %seed to i1
  %which = select i1 %low, ptr @left, ptr @right
  %end = getelementptr inbounds nuw i8, ptr %which, i16 16
  br label %mixed
mixed:
  %m = phi ptr [ %which, %either ], [ %m.next, %mixed ]
  %m.sum = phi i16 [ 0, %either ], [ %m.more, %mixed ]
  %m.word = load i16, ptr %m
  %m.more = add i16 %m.sum, %m.word
  %m.next = getelementptr inbounds nuw i8, ptr %m, i16 2
  %m.done = icmp eq ptr %m.next, %end
  br i1 %m.done, label %last, label %mixed
last:
  %out4 = getelementptr i8, ptr @output, i16 4
  store i16 %m.more, ptr %out4
  %out6 = getelementptr i8, ptr @output, i16 6
  call void @llvm.memcpy.p0.p0.i16(ptr %out6, ptr @bytes, i16 40, i1 false)
  ret void
}

declare void @llvm.memcpy.p0.p0.i16(ptr, ptr, i16, i1)
