//! Recursion that needs more than the program's stacks have stops at a named place when the check is compiled in.

use c64::{Fault, Flat, Power};
use mosaic::alloc::convention::{OVERFLOW, Stack};
use mosaic::ir;
use mosaic::link::{Image, Layout, link, overflow};
use mosaic::pipeline::{Options, compile};

const CYCLE_LIMIT: u64 = 10_000_000;

/// The program around `deep`: calls it with the wanted depth and keeps what it returns.
macro_rules! start {
    () => {
        "
define void @start() {
  %n = load volatile i8, ptr @depth
  %r = call i16 @deep(i8 %n)
  store i16 %r, ptr @result
  ret void
}
"
    };
}

/// Keeps a value across every call: one level of the software stack each.
const DEEP: &str = concat!(
    "
@depth = global i8 0
@result = global i16 0

define internal i16 @deep(i8 %n) {
  %none = icmp eq i8 %n, 0
  br i1 %none, label %end, label %more
more:
  %less = sub i8 %n, 1
  %r = call i16 @deep(i8 %less)
  %wide = zext i8 %n to i16
  %sum = add i16 %r, %wide
  ret i16 %sum
end:
  ret i16 0
}
",
    start!()
);

/// Keeps 100 bytes in every activation.
const WIDE: &str = concat!(
    "
@depth = global i8 0
@result = global i16 0

define internal i16 @deep(i8 %n) {
  %object = alloca [100 x i8]
  %none = icmp eq i8 %n, 0
  br i1 %none, label %end, label %more
more:
  %at = getelementptr i8, ptr %object, i8 %n
  store volatile i8 %n, ptr %at
  %less = sub i8 %n, 1
  %r = call i16 @deep(i8 %less)
  %kept = load volatile i8, ptr %at
  %wide = zext i8 %kept to i16
  %sum = add i16 %r, %wide
  ret i16 %sum
end:
  ret i16 0
}
",
    start!()
);

/// Keeps nothing across its call: only the return addresses pile up.
const BARE: &str = "
@depth = global i8 0
@result = global i16 0

define internal void @deep() noinline {
  %n = load volatile i8, ptr @depth
  %none = icmp eq i8 %n, 0
  br i1 %none, label %end, label %more
more:
  %less = sub i8 %n, 1
  store volatile i8 %less, ptr @depth
  call void @deep()
  %r = load volatile i16, ptr @result
  %sum = add i16 %r, 1
  store volatile i16 %sum, ptr @result
  ret void
end:
  ret void
}

define void @start() {
  store i16 0, ptr @result
  call void @deep()
  ret void
}
";

fn image(text: &str, check: bool) -> Image {
    with_stack(text, check, 64, 1024)
}

fn with_stack(text: &str, check: bool, levels: u32, objects: u32) -> Image {
    let module = ir::parse(text).unwrap();
    ir::verify(&module).unwrap();
    let options = Options {
        stack: Stack { levels, check },
        object_stack: objects,
        check: true,
        ..Options::default()
    };
    link(&compile(&module, &options).unwrap(), &Layout::bare()).unwrap()
}

fn run(image: &Image, depth: u8) -> Result<u16, Fault> {
    let mut flat = Flat::new(Power::Noise(3));
    flat.load_prg(&image.prg).unwrap();
    flat.call(image.init, CYCLE_LIMIT)?;
    flat.poke(image.symbol("depth").unwrap(), depth);
    flat.call(image.symbol("start").unwrap(), CYCLE_LIMIT)?;
    Ok(flat.peek_word(image.symbol("result").unwrap()))
}

fn stops(image: &Image, depth: u8) -> bool {
    let overflow = image.symbol(OVERFLOW);
    matches!(run(image, depth), Err(Fault::Break { at }) if Some(at) == overflow)
}

#[test]
fn recursion_deeper_than_the_software_stack_stops() {
    let image = image(DEEP, true);
    assert_eq!(run(&image, 20), Ok(210));
    // The last call returns at once and is not made: 65 calls of it save 64 times.
    assert_eq!(run(&image, 65), Ok(2145));
    assert!(stops(&image, 66));
    assert!(stops(&image, 100));
}

#[test]
fn stack_objects_beyond_the_object_stack_stop() {
    let image = image(WIDE, true);
    assert_eq!(run(&image, 9), Ok(45));
    assert!(stops(&image, 10));
    assert!(stops(&image, 30));
}

/// Keeps 8 bytes on a page boundary in every activation, and 40 anywhere.
const ALIGNED: &str = concat!(
    "
@depth = global i8 0
@result = global i16 0

define internal i16 @deep(i8 %n) {
  %first = alloca [20 x i8], align 1
  %page = alloca [8 x i8], align 256
  %last = alloca [20 x i8], align 4
  store volatile i8 1, ptr %first
  store volatile i8 2, ptr %last
  store volatile i8 %n, ptr %page
  %none = icmp eq i8 %n, 0
  br i1 %none, label %end, label %more
more:
  %less = sub i8 %n, 1
  %r = call i16 @deep(i8 %less)
  %a = load volatile i8, ptr %first
  %b = load volatile i8, ptr %last
  %c = load volatile i8, ptr %page
  %ab = add i8 %a, %b
  %abc = add i8 %ab, %c
  %address = ptrtoint ptr %page to i16
  %low = and i16 %address, 255
  %wide = zext i8 %abc to i16
  %one = add i16 %wide, %low
  %sum = add i16 %r, %one
  ret i16 %sum
end:
  ret i16 0
}
",
    start!()
);

/// The other objects of an activation fit between two page boundaries; none of them takes a page of its own.
#[test]
fn an_aligned_stack_object_makes_no_room_for_the_others() {
    // Three activations a page apart, the room before the first boundary, and 48 bytes in the last page.
    let image = with_stack(ALIGNED, true, 64, 255 + 3 * 256 + 48);
    assert_eq!(run(&image, 3), Ok(3 * 3 + 6));
    assert!(stops(&image, 5));
}

#[test]
fn recursion_that_keeps_nothing_stops_before_the_processor_stack_is_full() {
    let image = image(BARE, true);
    assert_eq!(run(&image, 100), Ok(100));
    assert!(stops(&image, 110));
    assert!(stops(&image, 255));
}

#[test]
fn whoever_runs_the_program_learns_which_function_had_no_room() {
    let image = image(DEEP, true);
    let mut flat = Flat::new(Power::Noise(3));
    flat.load_prg(&image.prg).unwrap();
    flat.call(image.init, CYCLE_LIMIT).unwrap();
    flat.poke(image.symbol("depth").unwrap(), 100);
    flat.call(image.symbol("start").unwrap(), CYCLE_LIMIT)
        .unwrap_err();
    let caller = flat.peek_word(0x0101 + u16::from(flat.registers().s));
    assert_eq!(overflow::function(&image, caller), "deep");
}

/// In place of the KERNAL's CHROUT stands a routine that keeps what is printed.
#[test]
fn with_the_kernal_the_program_prints_the_name() {
    let module = ir::parse(DEEP).unwrap();
    let options = Options {
        stack: Stack {
            levels: 64,
            check: true,
        },
        ..Options::default()
    };
    let text = include_str!("../layouts/bare.toml");
    let mut layout = Layout::parse(text).unwrap();
    layout.start.port = Some(0x36);
    let image = link(&compile(&module, &options).unwrap(), &layout).unwrap();
    let mut flat = Flat::new(Power::Noise(3));
    flat.load_prg(&image.prg).unwrap();
    flat.call(image.init, CYCLE_LIMIT).unwrap();
    // stx $0340 ; ldx $0341 ; sta $0400,x ; inc $0341 ; ldx $0340 ; rts
    let chrout = [
        0x8e, 0x40, 0x03, 0xae, 0x41, 0x03, 0x9d, 0x00, 0x04, 0xee, 0x41, 0x03, 0xae, 0x40, 0x03,
        0x60,
    ];
    for (at, byte) in chrout.into_iter().enumerate() {
        flat.poke(0xffd2 + at as u16, byte);
    }
    flat.poke(0x0341, 0);
    flat.poke(image.symbol("depth").unwrap(), 100);
    let fault = flat.call(image.symbol("start").unwrap(), CYCLE_LIMIT);
    assert!(matches!(fault, Err(Fault::CycleLimit { .. })), "{fault:?}");
    let count = u16::from(flat.peek(0x0341));
    let printed = (0..count).map(|at| char::from(flat.peek(0x0400 + at)));
    let printed: String = printed.collect();
    assert_eq!(printed, "\rRECURSION IS TOO DEEP IN\rDEEP");
}

#[test]
fn without_the_check_nothing_is_added() {
    assert_eq!(image(DEEP, false).symbol(OVERFLOW), None);
    assert_eq!(run(&image(DEEP, false), 20), Ok(210));
}

#[test]
fn the_stacks_are_as_large_as_the_layout_says() {
    let deep = with_stack(DEEP, true, 100, 1024);
    assert_eq!(run(&deep, 101), Ok(5151));
    assert!(stops(&deep, 102));
    let wide = with_stack(WIDE, true, 64, 2000);
    assert_eq!(run(&wide, 19), Ok(190));
    assert!(stops(&wide, 20));
}

#[test]
fn a_layout_sets_the_stacks_and_has_them_checked_unless_told_otherwise() {
    let bare = include_str!("../layouts/bare.toml");
    let layout = |text: &str| Layout::parse(&format!("{text}\n{bare}"));
    let stack = Layout::bare().stack;
    assert_eq!((stack.levels, stack.objects, stack.check), (64, 1024, true));
    let stack = layout("[stack]\nlevels = 100\nobjects = 3000\ncheck = false\n")
        .unwrap()
        .stack;
    assert_eq!(
        (stack.levels, stack.objects, stack.check),
        (100, 3000, false)
    );
    let refused = layout("[stack]\nlevels = 200\n").unwrap_err();
    assert!(refused.message.contains("stack.levels"), "{refused}");
}
