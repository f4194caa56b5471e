//! The interpreter against values worked out by hand.

use super::{Fault, Machine, Value};
use crate::ir::{parse, verify};

fn run(text: &str, name: &str, args: &[u128]) -> Result<Value, Fault> {
    let module = parse(text).unwrap();
    verify(&module).unwrap();
    Machine::new(&module, 100_000).run(name, args)
}

/// The result of one instruction `%r` of a type, with parameters `%a` and `%b`.
fn one(ty: &str, line: &str, args: [u128; 2]) -> Result<Value, Fault> {
    run(
        &format!("define {ty} @f({ty} %a, {ty} %b) {{\n  %r = {line}\n  ret {ty} %r\n}}"),
        "f",
        &args,
    )
}

#[test]
fn arithmetic_wraps_at_its_width() {
    assert_eq!(one("i8", "add i8 %a, %b", [200, 100]), Ok(Value::Int(44)));
    assert_eq!(one("i3", "mul i3 %a, %b", [7, 7]), Ok(Value::Int(1)));
    assert_eq!(
        one("i64", "mul i64 %a, %b", [u128::from(u64::MAX); 2]),
        Ok(Value::Int(1))
    );
    assert_eq!(
        one("i24", "ashr i24 %a, %b", [0x80_0000, 4]),
        Ok(Value::Int(0xF8_0000))
    );
    assert_eq!(
        one("i16", "srem i16 %a, %b", [0xFFF9, 4]),
        Ok(Value::Int(0xFFFD))
    );
}

#[test]
fn broken_promises_are_faults() {
    for (line, args) in [
        ("add nuw i8 %a, %b", [200, 100]),
        ("add nsw i8 %a, %b", [100, 100]),
        ("sub nuw i8 %a, %b", [1, 2]),
        ("mul nsw i8 %a, %b", [100, 2]),
        ("shl i8 %a, %b", [1, 8]),
        ("shl nsw i8 %a, %b", [64, 1]),
        ("lshr exact i8 %a, %b", [3, 1]),
        ("or disjoint i8 %a, %b", [3, 1]),
        ("udiv i8 %a, %b", [3, 0]),
        ("sdiv i8 %a, %b", [128, 255]),
    ] {
        assert!(
            matches!(one("i8", line, args), Err(Fault::Undefined(_))),
            "{line}"
        );
    }
}

#[test]
fn intrinsics_compute_what_the_reference_says() {
    let call = |name: &str, args: [u128; 2]| {
        one(
            "i8",
            &format!("call i8 @llvm.{name}.i8(i8 %a, i8 %b)"),
            args,
        )
    };
    assert_eq!(call("umax", [200, 3]), Ok(Value::Int(200)));
    assert_eq!(call("smax", [200, 3]), Ok(Value::Int(3)));
    assert_eq!(call("uadd.sat", [200, 100]), Ok(Value::Int(255)));
    assert_eq!(call("ssub.sat", [0x80, 1]), Ok(Value::Int(0x80)));
    assert_eq!(call("scmp.i8", [0xFF, 1]), Ok(Value::Int(255)));
    let funnel = "call i8 @llvm.fshl.i8(i8 %a, i8 %b, i8 11)";
    assert_eq!(
        one("i8", funnel, [0b1000_0001, 0b1110_0000]),
        Ok(Value::Int(0b0000_1111))
    );
    let count = "call i8 @llvm.ctlz.i8(i8 %a, i1 false)";
    assert_eq!(one("i8", count, [0, 0]), Ok(Value::Int(8)));
    let swap = "call i24 @llvm.bitreverse.i24(i24 %a)";
    assert_eq!(one("i24", swap, [1, 0]), Ok(Value::Int(0x80_0000)));
}

#[test]
fn memory_keeps_what_is_stored_and_refuses_the_rest() {
    let text = "@table = global [4 x i16] [i16 1, i16 2, i16 3, i16 4]
@fixed = constant i8 7
define i16 @sum(i8 %n) {
start:
  %local = alloca i16
  store i16 0, ptr %local
  br label %loop
loop:
  %i = phi i8 [ 0, %start ], [ %next, %loop ]
  %at = getelementptr i16, ptr @table, i8 %i
  %x = load i16, ptr %at
  %old = load i16, ptr %local
  %new = add i16 %old, %x
  store i16 %new, ptr %local
  %next = add i8 %i, 1
  %more = icmp ult i8 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  %r = load i16, ptr %local
  ret i16 %r
}
define i8 @uninitialised() {
  %local = alloca i8
  %x = load i8, ptr %local
  ret i8 %x
}
define i8 @constant_store() {
  store i8 1, ptr @fixed
  ret i8 0
}";
    assert_eq!(run(text, "sum", &[4]), Ok(Value::Int(10)));
    assert!(matches!(run(text, "sum", &[6]), Err(Fault::Undefined(_))));
    assert!(matches!(
        run(text, "uninitialised", &[]),
        Err(Fault::Undefined(_))
    ));
    assert!(matches!(
        run(text, "constant_store", &[]),
        Err(Fault::Undefined(_))
    ));
}

#[test]
fn recursion_aggregates_and_indirect_calls_work() {
    let text = "@pick = constant [2 x ptr] [ptr @fib, ptr @twice]
define i16 @fib(i16 %n) {
start:
  %small = icmp ult i16 %n, 2
  br i1 %small, label %leaf, label %inner
leaf:
  ret i16 %n
inner:
  %a = sub i16 %n, 1
  %b = sub i16 %n, 2
  %x = call i16 @fib(i16 %a)
  %y = call i16 @fib(i16 %b)
  %s = call { i16, i1 } @llvm.uadd.with.overflow.i16(i16 %x, i16 %y)
  %r = extractvalue { i16, i1 } %s, 0
  ret i16 %r
}
define i16 @twice(i16 %n) {
  %r = shl i16 %n, 1
  ret i16 %r
}
define i16 @choose(i8 %which, i16 %n) {
  %at = getelementptr ptr, ptr @pick, i8 %which
  %f = load ptr, ptr %at
  %r = call i16 %f(i16 %n)
  ret i16 %r
}";
    assert_eq!(run(text, "choose", &[0, 10]), Ok(Value::Int(55)));
    assert_eq!(run(text, "choose", &[1, 10]), Ok(Value::Int(20)));
    assert_eq!(
        run(
            "define void @f() {\n  br label %l\nl:\n  br label %l\n}",
            "f",
            &[]
        ),
        Err(Fault::Endless)
    );
}
