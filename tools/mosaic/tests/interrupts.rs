//! Interrupt handlers: they may come between any two instructions and must leave no trace but their own results.

use c64::{Flat, Power, Registers};
use fastrand::Rng;
use mosaic::ir::{self, model::Module};
use mosaic::link::{Image, Layout, link};
use mosaic::pipeline::{Options, compile};

const CYCLE_LIMIT: u64 = 10_000_000;

/// `work` and `tick` both multiply through the same function, in registers, homes and blocks of the runtime.
const PROGRAM: &str = "
@ticks = global i16 0
@product = global i16 0
@count = global i16 40
@result = global i32 0
@table = global [32 x i16] zeroinitializer

define internal i16 @scale(i16 %x, i16 %y) {
  %p = mul i16 %x, %y
  %q = udiv i16 %p, 7
  %r = add i16 %p, %q
  ret i16 %r
}

define void @tick() {
  %old = load volatile i16, ptr @ticks
  %new = add i16 %old, 1
  store volatile i16 %new, ptr @ticks
  %p = call i16 @scale(i16 %new, i16 321)
  store volatile i16 %p, ptr @product
  ret void
}

define void @work() {
  %count = load volatile i16, ptr @count
  br label %loop
loop:
  %i = phi i16 [ 0, %0 ], [ %next, %loop ]
  %sum = phi i32 [ 0, %0 ], [ %total, %loop ]
  %s = call i16 @scale(i16 %i, i16 %count)
  %low = and i16 %i, 31
  %at = getelementptr i16, ptr @table, i16 %low
  %old = load i16, ptr %at
  %mixed = xor i16 %old, %s
  store i16 %mixed, ptr %at
  %wide = zext i16 %mixed to i32
  %third = mul i32 %sum, 3
  %total = add i32 %third, %wide
  %next = add i16 %i, 1
  %more = icmp ult i16 %next, %count
  br i1 %more, label %loop, label %end
end:
  store i32 %total, ptr @result
  ret void
}
";

fn module(text: &str) -> Module {
    let module = ir::parse(text).unwrap();
    ir::verify(&module).unwrap();
    module
}

fn options() -> Options {
    Options {
        interrupts: vec!["tick".to_owned()],
        check: true,
        ..Options::default()
    }
}

fn image(text: &str) -> Image {
    link(
        &compile(&module(text), &options()).unwrap(),
        &Layout::bare(),
    )
    .unwrap()
}

fn refusal(text: &str) -> String {
    compile(&module(text), &options()).unwrap_err().to_string()
}

fn machine(image: &Image) -> Flat {
    let mut flat = Flat::new(Power::Noise(11));
    flat.load_prg(&image.prg).unwrap();
    flat.call(image.init, CYCLE_LIMIT).unwrap();
    flat
}

fn bytes(flat: &Flat, image: &Image, name: &str, count: u16) -> Vec<u8> {
    let start = image.symbol(name).unwrap();
    (0..count).map(|at| flat.peek(start + at)).collect()
}

/// What the processor does at an interrupt: program counter and flags to the stack, then to the handler.
fn interrupt(flat: &mut Flat, handler: u16) {
    let mut registers = flat.registers();
    let [low, high] = registers.pc.to_le_bytes();
    for byte in [high, low, registers.p & !0x10] {
        flat.poke(0x100 + u16::from(registers.s), byte);
        registers.s = registers.s.wrapping_sub(1);
    }
    registers.pc = handler;
    registers.p |= 4;
    flat.set_registers(registers);
}

/// Runs `work` and lets a tick come with a chance of one in `rarity` before each instruction outside the handler.
fn disturbed(image: &Image, rng: &mut Rng, rarity: u32) -> (Flat, u16) {
    let mut flat = machine(image);
    let (work, tick) = (image.symbol("work").unwrap(), image.symbol("tick").unwrap());
    const HOME: u16 = 0xFFF0;
    let registers = flat.registers();
    let [low, high] = (HOME - 1).to_le_bytes();
    flat.poke(0x100 + u16::from(registers.s), high);
    flat.poke(0x100 + u16::from(registers.s.wrapping_sub(1)), low);
    flat.set_registers(Registers {
        s: registers.s.wrapping_sub(2),
        pc: work,
        p: registers.p & !4,
        ..registers
    });
    let mut ticks = 0;
    let start = flat.cycles();
    while flat.registers().pc != HOME {
        if flat.registers().p & 4 == 0 && rng.u32(0..rarity) == 0 {
            interrupt(&mut flat, tick);
            ticks += 1;
        }
        flat.step().unwrap();
        assert!(flat.cycles() - start < CYCLE_LIMIT, "it does not come back");
    }
    (flat, ticks)
}

#[test]
fn ticks_between_any_two_instructions_change_no_result() {
    let image = image(PROGRAM);
    let mut quiet = machine(&image);
    quiet
        .call(image.symbol("work").unwrap(), CYCLE_LIMIT)
        .unwrap();
    let expected = bytes(&quiet, &image, "result", 4);
    let table = bytes(&quiet, &image, "table", 64);
    let mut rng = Rng::with_seed(6502);
    let mut all = 0;
    for run in 0..60 {
        let rarity = [3, 17, 101, 499][run % 4];
        let (flat, ticks) = disturbed(&image, &mut rng, rarity);
        all += u32::from(ticks);
        assert_eq!(bytes(&flat, &image, "result", 4), expected, "run {run}");
        assert_eq!(bytes(&flat, &image, "table", 64), table, "run {run}");
        assert_eq!(
            bytes(&flat, &image, "ticks", 2),
            ticks.to_le_bytes(),
            "run {run}"
        );
        let scaled = ticks.wrapping_mul(321);
        let product = scaled.wrapping_add(scaled / 7);
        if ticks > 0 {
            assert_eq!(
                bytes(&flat, &image, "product", 2),
                product.to_le_bytes(),
                "run {run}"
            );
        }
    }
    assert!(all > 1000, "only {all} interrupts came");
}

/// Program and handler update the same words: reads, changes and writes that an interrupt must not come between.
const ATOMIC: &str = "
@count = global i16 0
@flips = global i8 0
@seen = global i16 0

define void @tick() {
  %a = atomicrmw add ptr @count, i16 3 seq_cst
  %b = atomicrmw xor ptr @flips, i8 1 seq_cst
  ret void
}

define void @work() {
  br label %loop
loop:
  %i = phi i8 [ 0, %0 ], [ %next, %loop ]
  %old = atomicrmw add ptr @count, i16 250 seq_cst
  %flip = atomicrmw xor ptr @flips, i8 128 seq_cst
  %now = load atomic i16, ptr @count seq_cst, align 2
  %wanted = add i16 %now, 1
  %pair = cmpxchg ptr @count, i16 %now, i16 %wanted seq_cst monotonic
  %done = extractvalue { i16, i1 } %pair, 1
  %one = zext i1 %done to i16
  %seen = load i16, ptr @seen
  %more = add i16 %seen, %one
  store i16 %more, ptr @seen
  %next = add i8 %i, 1
  %again = icmp ne i8 %next, 101
  br i1 %again, label %loop, label %end
end:
  ret void
}
";

#[test]
fn no_tick_comes_between_the_parts_of_an_atomic_update() {
    let image = image(ATOMIC);
    let mut rng = Rng::with_seed(64);
    let word = |flat: &Flat, name: &str| {
        let bytes = bytes(flat, &image, name, 2);
        u16::from_le_bytes([bytes[0], bytes[1]])
    };
    let (mut all, mut failed) = (0, 0);
    for run in 0..40 {
        let (flat, ticks) = disturbed(&image, &mut rng, [3, 17, 101, 499][run % 4]);
        all += u32::from(ticks);
        let exchanged = word(&flat, "seen");
        failed += u32::from(101 - exchanged);
        let expected = (101 * 250 + exchanged).wrapping_add(ticks.wrapping_mul(3));
        assert_eq!(word(&flat, "count"), expected, "run {run}");
        let flips = bytes(&flat, &image, "flips", 1)[0];
        assert_eq!(flips, 128 | (ticks % 2) as u8, "run {run}");
        assert_eq!(flat.registers().p & 4, 0, "interrupts are on again");
    }
    assert!(
        all > 1000 && failed > 10,
        "{all} ticks, {failed} lost exchanges"
    );
}

#[test]
fn a_function_the_program_shares_with_a_handler_exists_twice() {
    let program = compile(&module(PROGRAM), &options()).unwrap();
    let names: Vec<&str> = program
        .routines
        .iter()
        .map(|routine| routine.name.as_str())
        .collect();
    assert!(
        names.contains(&"scale") && names.contains(&"scale.tick"),
        "{names:?}"
    );
}

#[test]
fn what_cannot_be_a_handler_is_refused() {
    let empty = "define void @tick() {\n  ret void\n}\n";
    assert!(refusal("define void @tock() {\n  ret void\n}\n").contains("tick"));
    let refused = [
        (
            "define void @tick(i8 %x) {\n  ret void\n}\n",
            "takes no arguments",
        ),
        ("define i8 @tick() {\n  ret i8 0\n}\n", "returns nothing"),
        (
            "define void @tick() {\n  call void @tick()\n  ret void\n}\n",
            "recursion",
        ),
        (
            "@f = global ptr @g\ndefine internal void @g() {\n  ret void\n}\n\
             define void @tick() {\n  %f = load ptr, ptr @f\n  call void %f()\n  ret void\n}\n",
            "through a pointer",
        ),
    ];
    for (text, reason) in refused {
        let message = refusal(text);
        assert!(
            message.contains(reason) && message.contains("tick"),
            "{message}"
        );
    }
    compile(&module(empty), &options()).unwrap();
}
