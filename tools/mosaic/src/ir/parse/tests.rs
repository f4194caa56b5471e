//! The reader against small modules: what it keeps, what it folds, what it refuses.

use super::parse;
use crate::ir::model::{Const, Module, Op, Operand, Range, Symbol, Terminator, Type};

fn instruction(module: &Module, block: usize, number: usize) -> &Op {
    &module.functions[0].blocks[block].instrs[number].op
}

fn refused(text: &str) -> String {
    parse(text).unwrap_err().to_string()
}

#[test]
fn a_loop_with_phi_and_forward_references_is_read() {
    let module = parse(
        "define i8 @count(i8 noundef range(i8 0, 9) %n) #0 {
start:
  br label %loop
loop:                                             ; preds = %loop, %start
  %i = phi i8 [ 0, %start ], [ %next, %loop ]
  %next = add nuw nsw i8 %i, 1
  %done = icmp samesign uge i8 %next, %n
  br i1 %done, label %exit, label %loop, !prof !1
exit:
  ret i8 %next
}
attributes #0 = { noinline optsize \"interrupt\" }
!1 = !{!\"branch_weights\", i32 1, i32 2000}
",
    )
    .unwrap();
    let function = &module.functions[0];
    assert_eq!(function.params[0].range, Some(Range { low: 0, high: 9 }));
    assert!(function.attributes.no_inline && function.attributes.opt_size);
    assert!(function.attributes.strings.contains_key("interrupt"));
    assert_eq!(function.blocks.len(), 3);
    assert!(matches!(
        function.blocks[1].term,
        Terminator::CondBr {
            weights: Some((1, 2000)),
            ..
        }
    ));
    let names: Vec<&str> = function
        .values
        .iter()
        .map(|value| value.name.as_str())
        .collect();
    assert_eq!(names, ["n", "i", "next", "done"]);
    assert_eq!(function.values[3].ty, Type::Int(1));
}

#[test]
fn address_expressions_are_folded() {
    let module = parse(
        "@table = internal constant <{ [2 x i8], ptr }> <{ [2 x i8] c\"a\\00\", ptr getelementptr inbounds (i8, ptr @table, i16 30000) }>
@where = global i16 sub (i16 ptrtoint (ptr @table to i16), i16 3)
@length = global i16 sub (i16 ptrtoint (ptr getelementptr (i8, ptr @table, i16 4) to i16), i16 ptrtoint (ptr @table to i16))
@port = global ptr inttoptr (i16 -12288 to ptr)
@again = alias [4 x i8], ptr @table
",
    )
    .unwrap();
    let table = Symbol::Global(0);
    let init = |index: usize| module.globals[index].init.clone().unwrap();
    let Const::Aggregate(fields) = init(0) else {
        panic!("a struct")
    };
    assert_eq!(fields[0].1, Const::Bytes(b"a\0".to_vec()));
    assert_eq!(fields[1], (Type::Ptr, Const::Address(table, 30000)));
    assert_eq!(init(1), Const::Address(table, -3));
    assert_eq!(init(2), Const::Int(4));
    assert_eq!(init(3), Const::Int(0xD000));
    assert_eq!(module.symbols["again"], table);
}

#[test]
fn constant_indices_join_the_offset_and_strides_are_counted() {
    let module = parse(
        "%Move = type { i8, i16, [4 x i24] }
define ptr @field(ptr %base, i8 %i, i16 %j) {
  %at = getelementptr inbounds nuw %Move, ptr %base, i8 %i, i32 2, i16 %j
  %far = getelementptr %Move, ptr %at, i16 -1, i32 1
  ret ptr %far
}",
    )
    .unwrap();
    let Op::Gep {
        offset,
        indices,
        inbounds,
        nuw,
        ..
    } = instruction(&module, 0, 0)
    else {
        panic!("a gep")
    };
    assert_eq!((*offset, *inbounds, *nuw), (3, true, true));
    assert_eq!(
        indices.iter().map(|index| index.scale).collect::<Vec<_>>(),
        [15, 3]
    );
    let Op::Gep {
        offset, indices, ..
    } = instruction(&module, 0, 1)
    else {
        panic!("a gep")
    };
    assert_eq!((*offset, indices.len()), (-14, 0));
}

#[test]
fn numbered_values_and_blocks_are_found() {
    let module = parse(
        "define i8 @f(i8 %0, i1 %1) {
  br i1 %1, label %3, label %4
3:
  %x = add i8 %0, 1
  br label %4
4:
  %5 = phi i8 [ %x, %3 ], [ %0, %2 ]
  ret i8 %5
}",
    )
    .unwrap();
    let Op::Phi { incoming, .. } = instruction(&module, 2, 0) else {
        panic!("a phi")
    };
    assert_eq!(
        incoming
            .iter()
            .map(|(block, _)| block.0)
            .collect::<Vec<_>>(),
        [1, 0]
    );
}

#[test]
fn informing_intrinsics_are_dropped_and_questions_answered() {
    let module = parse(
        "define i8 @f(i8 %x, ptr %p) {
  %small = icmp ult i8 %x, 9
  tail call void @llvm.assume(i1 %small) [ \"align\"(ptr %p, i16 1) ]
  call void @llvm.lifetime.start.p0(ptr %p)
    #dbg_value(i8 %x, !4, !DIExpression(), !5)
  %known = call i1 @llvm.is.constant.i8(i8 %x)
  %big = tail call noundef range(i8 3, 0) i8 @llvm.umax.i8(i8 %x, i8 3) #2
  ret i8 %big
}",
    )
    .unwrap();
    assert_eq!(module.functions[0].blocks[0].instrs.len(), 3);
    assert!(matches!(
        instruction(&module, 0, 1),
        Op::Cast {
            value: Operand::Const(Const::Int(0)),
            ..
        }
    ));
    assert!(
        matches!(instruction(&module, 0, 2), Op::Call(call) if call.range == Some(Range { low: 3, high: 0 }))
    );
}

#[test]
fn calls_of_every_kind_are_read() {
    let module = parse(
        "@table = constant [1 x ptr] [ptr @g]
define fastcc void @f(ptr %p) {
  call void @g(ptr noundef nonnull align 1 dereferenceable(2) %p, i16 3) #1
  musttail call fastcc void %p(ptr sret([2 x i8]) align 1 %p)
  call void asm sideeffect \"sei\", \"~{memory}\"()
  %r = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 1, i8 2)
  %s = extractvalue { i8, i1 } %r, 1
  %t = insertvalue { i8, i1 } %r, i1 %s, 1
  fence seq_cst
  store atomic i8 1, ptr %p release, align 1
  unreachable
}
declare void @g(ptr captures(none), i16) unnamed_addr #1
attributes #1 = { memory(argmem: write) nounwind }",
    )
    .unwrap();
    let function = &module.functions[0];
    assert_eq!(function.blocks[0].instrs.len(), 7);
    assert_eq!(function.values[2].ty, Type::Int(1));
    assert!(matches!(
        instruction(&module, 0, 6),
        Op::Store { volatile: true, .. }
    ));
    assert!(module.functions[1].blocks.is_empty());
}

#[test]
fn what_cannot_be_compiled_is_refused_with_function_line_and_text() {
    let error =
        parse("\ndefine void @f() {\n  %x = va_arg ptr null, i8\n  ret void\n}").unwrap_err();
    assert_eq!((error.line, error.function.as_deref()), (3, Some("f")));
    assert!(error.text.starts_with("%x = va_arg"));
    assert!(error.message.contains("va_arg"));
}

#[test]
fn each_unsupported_thing_is_named() {
    let body = |line: &str| refused(&format!("define void @f(ptr %p) {{\n{line}\nret void\n}}"));
    for (line, name) in [
        ("%x = load i129, ptr %p", "i129"),
        ("%x = load fp128, ptr %p", "fp128"),
        ("%x = fadd float 1.0, 2.0", "fadd"),
        ("%x = load <2 x i8>, ptr %p", "vector"),
        ("%x = atomicrmw fadd ptr %p, float 1.0 seq_cst", "fadd"),
        ("%x = va_arg ptr %p, i8", "va_arg"),
        ("indirectbr ptr %p, [label %a]", "indirectbr"),
        ("invoke void @f() to label %a unwind label %b", "invoke"),
        ("%x = landingpad { ptr, i32 } cleanup", "landingpad"),
        ("resume { ptr, i32 } undef", "resume"),
        ("store ptr blockaddress(@f, %a), ptr %p", "blockaddress"),
        ("call void @llvm.va_start.p0(ptr %p)", "llvm.va_start"),
        ("%x = alloca i8, i16 %n", "%n is not defined"),
        ("store i8 %y, ptr %p", "%y is not defined"),
        ("call void @missing()", "@missing is not defined"),
    ] {
        let message = body(line);
        assert!(message.contains(name), "{line}: {message}");
        assert!(message.contains("in function f"), "{line}: {message}");
    }
}

#[test]
fn a_truncated_file_is_refused_and_does_not_hang() {
    for text in [
        "define",
        "define void @f(",
        "define void @f() {",
        "@x = ",
        "@x = global [3 x",
        "attributes #0 = {",
    ] {
        assert!(parse(text).is_err(), "{text}");
    }
}
