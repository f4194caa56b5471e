//! Random programs in every test run: a fresh seed each time, named in the message, so that a failure can be repeated
//! with `mosaic-fuzz --seed N --count 1`, which also reduces it. `MOSAIC_FUZZ_SEED` chooses the seed.

use mosaic::analyse::planes::Planes;
use mosaic::front::{Options, Toolchain};
use mosaic::fuzz::{
    BUNDLE, Outcome, Shape, Verdict, bundle, campaign, program, rust, small_campaign, try_program,
};
use mosaic::induction;
use mosaic::ir::interpret::{Machine, Value};
use mosaic::ir::model::{Module, Type};
use mosaic::ir::{self};
use std::borrow::Cow;
use std::hash::{BuildHasher, RandomState};
use std::path::Path;

const PROGRAMS: u64 = 300;

/// Different in every run, without a clock: the standard library's own source of randomness.
fn fresh_seed() -> u64 {
    match std::env::var("MOSAIC_FUZZ_SEED")
        .ok()
        .and_then(|seed| seed.parse().ok())
    {
        Some(seed) => seed,
        None => RandomState::new().hash_one(0) >> 24,
    }
}

#[test]
fn random_programs_leave_the_same_memory_on_the_6502_as_in_the_interpreter() {
    let toolchain = Toolchain::find(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    let seed = fresh_seed();
    assert_agree(campaign(seed..seed + PROGRAMS, &toolchain).unwrap());
}

#[test]
fn small_random_programs_leave_the_same_memory_on_the_6502_as_in_the_interpreter() {
    let toolchain = Toolchain::find(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    let seed = fresh_seed();
    assert_agree(small_campaign(seed..seed + PROGRAMS, &toolchain).unwrap());
}

fn assert_agree(outcome: Outcome) {
    if let Some(failure) = outcome.failures.first() {
        let (seed, text, verdict) = (failure.seed, &failure.text, &failure.verdict);
        panic!(
            "{} of {PROGRAMS} programs fail; seed {seed} {verdict}\n{text}",
            outcome.failures.len()
        );
    }
    assert!(
        outcome.compared > PROGRAMS,
        "too few programs have a meaning: {}",
        outcome.compared
    );
}

#[test]
fn every_program_of_a_bundle_is_compared() {
    let text = bundle(1..1 + BUNDLE);
    let agrees = |text: &str| match try_program(text, 1) {
        Ok(Verdict::Agrees(runs)) => runs,
        other => panic!("{other:?}"),
    };
    assert_eq!(agrees(&text), 4 * BUNDLE);
    // Without its entry a program of the bundle has no meaning; the others keep theirs.
    let without_last = text.replace(&format!("@p{}_fuzz_main", BUNDLE - 1), "@nobody");
    assert_eq!(agrees(&without_last), 4 * (BUNDLE - 1));
}

/// Recursion with stack objects on page boundaries takes more than the kilobyte a program has by default.
#[test]
fn programs_get_the_object_stack_that_they_need() {
    let text = "
@output = global [1 x i8] zeroinitializer

define internal void @deep(i8 %n) {
  %object = alloca [8 x i8], align 256
  store volatile i8 %n, ptr %object
  %none = icmp eq i8 %n, 0
  br i1 %none, label %end, label %more
more:
  %less = add i8 %n, -1
  call void @deep(i8 %less)
  %kept = load volatile i8, ptr %object
  store i8 %kept, ptr @output
  br label %end
end:
  ret void
}

define void @fuzz_main() {
  call void @deep(i8 12)
  ret void
}
";
    // The seed decides whether the check is compiled in; without it the stack would grow into what lies behind it.
    for seed in [1, 7] {
        let verdict = try_program(text, seed).unwrap();
        assert!(matches!(verdict, Verdict::Agrees(4)), "{verdict}");
    }
}

/// Found by `mosaic-fuzz small`: two objects of an activation, one on a page boundary, took two pages.
#[test]
fn small_programs_that_once_had_no_room_for_their_objects_run() {
    let toolchain = Toolchain::find(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    for seed in [18305, 34177] {
        let outcome = small_campaign(seed..seed + BUNDLE, &toolchain).unwrap();
        assert!(outcome.failures.is_empty(), "seed {seed}: {outcome:?}");
    }
}

#[test]
fn random_rust_functions_give_the_same_results_on_the_6502_as_on_the_host() {
    let seed = fresh_seed();
    let program = rust::source(seed, 30);
    let differences = rust::compare(&program, &Options::default().cache.join("host"));
    let differences = differences.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    assert!(
        differences.is_empty(),
        "seed {seed}: {differences:x?}\n{}",
        program.functions
    );
}

/// The bytes of `@output` after a run, if the program has a meaning.
fn output(module: &Module) -> Option<Vec<Option<u8>>> {
    let mut machine = Machine::new(module, 60_000);
    let input = machine.address("input").unwrap();
    for at in 0..16 {
        machine.memory.write(
            input + at,
            &Type::Int(8),
            &Value::Int(u128::from(at * 37 % 256)),
        );
    }
    machine.run("fuzz_main", &[]).ok()?;
    let start = machine.address("output").unwrap();
    Some((0..64).map(|at| machine.memory.byte(start + at)).collect())
}

/// LLVM's optimiser and the interpreter have to agree on what a program means, or one of them misreads it.
#[test]
fn the_interpreter_agrees_with_llvm() {
    let toolchain = Toolchain::find(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    let seed = fresh_seed();
    let mut compared = 0;
    for seed in seed..seed + 40 {
        let plain = ir::parse(&program(seed)).unwrap();
        let optimised = ir::parse(&Shape::Fast.program(seed, &toolchain).unwrap()).unwrap();
        if let Some(expected) = output(&plain) {
            assert_eq!(output(&optimised), Some(expected), "seed {seed}");
            compared += 1;
        }
    }
    assert!(compared > 30, "only {compared} programs have a meaning");
}

/// What the generator writes has to reach what the compiler can do: arrays in planes, and pointers that step through them.
#[test]
fn random_programs_have_arrays_in_planes() {
    let seed = fresh_seed();
    let (mut planes, mut counters) = (0, 0);
    for seed in seed..seed + PROGRAMS {
        let module = ir::parse(&program(seed)).unwrap();
        let counted = induction::pointers_to_counters(Cow::Borrowed(&module));
        let found = Planes::of(&counted).count();
        planes += u64::from(found > 0);
        counters += u64::from(found > Planes::of(&module).count());
    }
    assert!(planes > PROGRAMS / 3, "{planes} programs with planes");
    assert!(
        counters > PROGRAMS / 8,
        "{counters} programs where counters made them"
    );
}
