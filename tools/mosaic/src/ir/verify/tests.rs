//! The verifier against modules with one flaw each.

use super::verify;
use crate::ir::parse;

fn flaw(text: &str) -> String {
    verify(&parse(text).unwrap()).unwrap_err().to_string()
}

#[test]
fn a_loop_and_a_join_are_accepted() {
    let module = parse(
        "define i8 @f(i1 %c, i8 %n) {
start:
  br i1 %c, label %loop, label %exit
loop:
  %i = phi i8 [ 0, %start ], [ %next, %loop ]
  %next = add i8 %i, 1
  %more = icmp ult i8 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  %r = phi i8 [ 7, %start ], [ %next, %loop ]
  ret i8 %r
}",
    );
    assert_eq!(verify(&module.unwrap()), Ok(()));
}

#[test]
fn a_use_on_a_path_without_the_definition_is_found() {
    let message = flaw(
        "define i8 @f(i1 %c) {
start:
  br i1 %c, label %a, label %b
a:
  %x = add i8 1, 2
  br label %b
b:
  ret i8 %x
}",
    );
    assert!(
        message.contains("line 8: %x is used where it may not be defined"),
        "{message}"
    );
}

#[test]
fn a_use_before_the_definition_in_one_block_is_found() {
    let message = flaw("define i8 @f() {\n  %y = add i8 %x, 2\n  %x = add i8 1, 2\n  ret i8 %y\n}");
    assert!(message.contains("%x is used where"), "{message}");
}

#[test]
fn a_phi_has_to_name_each_predecessor_and_no_other() {
    let join = |phi: &str| {
        flaw(&format!(
            "define i8 @f(i1 %c) {{\ns:\n  br i1 %c, label %a, label %b\na:\n  br label %b\nb:\n  {phi}\n  ret i8 %r\n}}"
        ))
    };
    assert!(join("%r = phi i8 [ 1, %s ]").contains("no value for predecessor a"));
    assert!(join("%r = phi i8 [ 1, %s ], [ 2, %a ], [ 3, %b ]").contains("no predecessor"));
}

#[test]
fn operand_types_have_to_match() {
    let body = |lines: &str| {
        flaw(&format!(
            "define i8 @f(i16 %w, ptr %p) {{\n{lines}\n}}\ndeclare void @g(i8)"
        ))
    };
    assert!(body("%r = add i8 %w, 1\nret i8 %r").contains("has type Int(16)"));
    assert!(body("%r = zext i16 %w to i8\nret i8 %r").contains("Zext"));
    assert!(body("call void @g(i16 %w)\nret i8 0").contains("g takes"));
    assert!(body("%r = load i8, ptr %p\nret i16 %w").contains("has to be returned"));
    assert!(flaw("@x = global [2 x i8] [i8 1]").contains("@x"));
}
