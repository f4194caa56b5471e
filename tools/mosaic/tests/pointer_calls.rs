//! Calls through pointers: only functions of fitting types are taken for their targets, so that a function that calls one kind
//! of function and is called as another kind does not count as recursive.

use c64::{Flat, Power};
use mosaic::ir;
use mosaic::link::{Layout, link};
use mosaic::pipeline::{Options, compile};

const CYCLE_LIMIT: u64 = 100_000;

/// `outer` is called through a pointer and calls `inner` through another; `%kept` lives across that call.
fn program(parameter: &str, argument: &str) -> String {
    format!(
        "@outside = global ptr @outer
@inside = global ptr @inner
@result = global i16 0
@number = global i16 1000

define internal void @inner(i16 %x) {{
  %old = load i16, ptr @result
  %new = add i16 %old, %x
  store i16 %new, ptr @result
  ret void
}}

define internal void @outer({parameter} %p) {{
  %kept = load volatile i16, ptr @number
  %f = load ptr, ptr @inside
  call void %f(i16 7)
  %old = load i16, ptr @result
  %new = add i16 %old, %kept
  store i16 %new, ptr @result
  ret void
}}

define void @main() {{
  %f = load ptr, ptr @outside
  call void %f({argument})
  ret void
}}
"
    )
}

/// Bytes of the stack that keeps variables across recursive calls, and what `main` leaves in `result`.
fn compiled(text: &str) -> (u32, u16) {
    let module = ir::parse(text).unwrap();
    ir::verify(&module).unwrap();
    let options = Options {
        check: true,
        ..Options::default()
    };
    let program = compile(&module, &options).unwrap();
    let image = link(&program, &Layout::bare()).unwrap();
    let mut flat = Flat::new(Power::Noise(3));
    flat.load_prg(&image.prg).unwrap();
    flat.call(image.init, CYCLE_LIMIT).unwrap();
    flat.call(image.symbol("main").unwrap(), CYCLE_LIMIT)
        .unwrap();
    (
        program.stack,
        flat.peek_word(image.symbol("result").unwrap()),
    )
}

#[test]
fn functions_of_other_types_are_not_reached() {
    assert_eq!(compiled(&program("ptr", "ptr @number")), (0, 1007));
}

#[test]
fn functions_of_the_same_types_may_be() {
    let (stack, result) = compiled(&program("i16", "i16 3"));
    assert!(stack > 0, "`outer` may be what it calls");
    assert_eq!(result, 1007);
}

/// A pointer cast to a type that no function has may lead to any of them.
#[test]
fn nothing_is_known_of_a_call_that_fits_nothing() {
    let text =
        program("ptr", "ptr @number").replace("call void %f(i16 7)", "call void %f(i8 7, i8 0)");
    let (stack, result) = compiled(&text);
    assert!(stack > 0);
    assert_eq!(result, 1007);
}
