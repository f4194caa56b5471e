//! The independent checker of registers, zero page and frames: it accepts what the compiler makes (every test that
//! compiles runs it in debug builds, the fuzzer always) and refuses what is broken on purpose.

use mosaic::asm::inst::{Inst, Line, Mnemonic, Operand, Place};
use mosaic::fuzz::{mutate, program};
use mosaic::ir::{self, model::Module};
use mosaic::pipeline::{Allocated, Lowered, Options};

/// A loop with a table, a call, a recursive call that keeps a value, a signed comparison of words.
const EXAMPLE: &str = "
@table = global [16 x i8] zeroinitializer

define i8 @sum(i8 %count) {
  br label %loop
loop:
  %i = phi i8 [ 0, %0 ], [ %next, %loop ]
  %total = phi i8 [ 0, %0 ], [ %more, %loop ]
  %at = getelementptr i8, ptr @table, i8 %i
  %item = load i8, ptr %at
  %more = add i8 %total, %item
  %next = add i8 %i, 1
  %again = icmp ult i8 %next, %count
  br i1 %again, label %loop, label %end
end:
  ret i8 %more
}

define i8 @fibonacci(i8 %n) {
  %small = icmp ult i8 %n, 2
  br i1 %small, label %end, label %deeper
deeper:
  %n1 = sub i8 %n, 1
  %a = call i8 @fibonacci(i8 %n1)
  %n2 = sub i8 %n, 2
  %b = call i8 @fibonacci(i8 %n2)
  %sum = add i8 %a, %b
  br label %end
end:
  %result = phi i8 [ %n, %0 ], [ %sum, %deeper ]
  ret i8 %result
}

define i16 @larger(i16 %a, i16 %b) {
  %less = icmp slt i16 %a, %b
  %s = call i8 @sum(i8 7)
  %wide = sext i8 %s to i16
  %which = select i1 %less, i16 %b, i16 %a
  %result = xor i16 %which, %wide
  ret i16 %result
}
";

fn module(text: &str) -> Module {
    let module = ir::parse(text).unwrap();
    ir::verify(&module).unwrap();
    module
}

fn allocated(module: &Module) -> Allocated<'_> {
    let options = Options::default();
    Lowered::of(module, &options).unwrap().allocate(&options)
}

/// Instructions without which the code still hangs together.
fn removable(inst: &Inst) -> bool {
    !matches!(inst.arg, Operand::Label(_)) && !matches!(inst.op, Mnemonic::Rts | Mnemonic::Jmp)
}

#[test]
fn what_the_compiler_allocates_is_accepted() {
    let module = module(EXAMPLE);
    let mut code = allocated(&module);
    code.check().unwrap();
    let options = Options::default();
    code.polish(&options);
    code.place(&options).unwrap().check().unwrap();
}

/// Y keeps `byte | $7f` while the sign of the same byte fills A. Where the sign is set both are `$ff`; still Y is the
/// same formula on both ways. A wrong byte on the other way is refused as before.
#[test]
fn a_byte_kept_beside_its_sign_is_accepted() {
    let module = module(
        "
define i16 @widened(i8 %byte) {
  %filled = or i8 %byte, 127
  %wide = sext i8 %filled to i16
  ret i16 %wide
}
",
    );
    let mut code = allocated(&module);
    code.check().unwrap();
    let zeros = code.frames[0]
        .lines
        .iter_mut()
        .filter_map(|line| match line {
            Line::Inst(inst) if inst.arg == Operand::Immediate(0) => Some(inst),
            _ => None,
        });
    let zero = zeros
        .last()
        .expect("a byte that is not negative gives zero");
    zero.arg = Operand::Immediate(0x7f);
    assert!(code.check().is_err());
}

#[test]
fn no_instruction_that_matters_can_be_left_out_unseen() {
    let module = module(EXAMPLE);
    let lines: Vec<Vec<Line>> = allocated(&module)
        .frames
        .iter()
        .map(|frame| frame.lines.clone())
        .collect();
    let (mut tried, mut idle_ones) = (0, 0);
    for (frame, lines) in lines.iter().enumerate() {
        let name = &module.functions[allocated(&module).frames[frame].function].name;
        for (at, line) in lines.iter().enumerate() {
            let Line::Inst(inst) = line else { continue };
            if !removable(inst) {
                continue;
            }
            tried += 1;
            let mut code = allocated(&module);
            code.frames[frame].lines.remove(at);
            let seen = code.check().is_err();
            // Around a recursive call some are idle until the peepholes drop them: a home that is saved from its register
            // is stored as well, the depth is loaded again.
            let idle = name == "fibonacci" && !seen;
            idle_ones += u32::from(idle);
            assert!(
                seen || idle,
                "`{inst}` on line {at} of {name} was left out and nobody saw it:\n{lines:?}"
            );
        }
    }
    assert!(tried > 60, "only {tried} instructions were tried");
    assert!(
        idle_ones < 6,
        "{idle_ones} were left out of the recursion unseen"
    );
}

#[test]
fn a_branch_the_wrong_way_round_is_seen() {
    let module = module(EXAMPLE);
    let count = allocated(&module).frames.len();
    for frame in 0..count {
        let mut code = allocated(&module);
        let branch = code.frames[frame]
            .lines
            .iter_mut()
            .find_map(|line| match line {
                Line::Inst(inst) if mosaic::asm::flow::is_branch(inst.op) => Some(inst),
                _ => None,
            });
        let branch = branch.expect("every function of the example has a branch");
        branch.op = branch.op.inverse().unwrap();
        assert!(code.check().is_err(), "function {frame}");
    }
}

#[test]
fn a_callee_on_the_bytes_of_its_caller_is_seen() {
    let module = module(EXAMPLE);
    let mut code = allocated(&module);
    let options = Options::default();
    code.polish(&options);
    let slots_of = |frame: usize, written: bool| -> Vec<u32> {
        let insts = code.frames[frame]
            .lines
            .iter()
            .filter_map(|line| match line {
                Line::Inst(inst) => Some(inst),
                _ => None,
            });
        let is_store =
            |inst: &&Inst| matches!(inst.op, Mnemonic::Sta | Mnemonic::Stx | Mnemonic::Sty);
        insts
            .filter(|inst| is_store(inst) == written)
            .filter_map(|inst| match inst.arg {
                Operand::Memory(Place::Slot(slot)) => Some(slot),
                _ => None,
            })
            .collect()
    };
    let frame_of = |name: &str| {
        let index = module
            .functions
            .iter()
            .position(|function| function.name == name);
        let frame = code
            .frames
            .iter()
            .position(|frame| Some(frame.function) == index);
        frame.unwrap()
    };
    let inner = slots_of(frame_of("sum"), true);
    let outer = slots_of(frame_of("larger"), false);
    let mut placed = code.place(&options).unwrap();
    let right = placed.placement.place_of.clone();
    let mut refused = 0;
    for slot in &outer {
        placed.placement.place_of = right.clone();
        let place_of = &mut placed.placement.place_of;
        place_of.insert(*slot, right[&inner[0]].clone());
        refused += u32::from(placed.check().is_err());
    }
    assert!(
        refused > 0,
        "no slot of the caller is needed after the call"
    );
}

#[test]
fn a_change_that_is_accepted_changes_no_result() {
    let (mut refused, mut harmless) = (0, 0);
    for seed in 1..=10 {
        let outcome = mutate::mutants(&program(seed), seed, 8).unwrap();
        assert!(
            outcome.missed.is_empty(),
            "seed {seed}: {:?}",
            outcome.missed
        );
        refused += outcome.refused;
        harmless += outcome.harmless;
    }
    assert!(
        refused > harmless,
        "{refused} changes were refused, {harmless} accepted"
    );
}
