//! The routine library, assembled with ca65, under its own suites.

use crate::bench::{Bench, Finished, library};

fn run_suite(name: &str, arguments: &[&str]) -> Finished {
    let bench = Bench::with_library();
    bench.file("basic.rom", &[0x94]);
    let path = library(name);
    bench.run(&[&["-s", &path.to_string_lossy()], arguments].concat())
}

#[test]
fn the_memory_routines_pass_with_their_exact_cycles() {
    let finished = run_suite("memory.6502", &["--cycles"]);
    finished.exits(0).ends_with("6 passed, 0 failed");
    finished.logs("'fill-4' took 155 cycles");
    finished.logs("'fill-16' took 599 cycles");
    finished.logs("'fill-300' took 11115 cycles");
    finished.logs("3 of 3 tests ran successfully in suite 'Filling memory'.");
    finished.logs("2 of 2 suites passed.");
}

#[test]
fn the_arithmetic_routines_pass_on_three_machines() {
    let finished = run_suite("arithmetic.6502", &[]);
    finished.exits(0).ends_with("9 passed, 0 failed");
    finished.logs("3 of 3 suites passed.");
}

#[test]
fn both_files_run_together_and_are_counted_together() {
    let bench = Bench::with_library();
    bench.file("basic.rom", &[0x94]);
    let (memory, arithmetic) = (library("memory.6502"), library("arithmetic.6502"));
    let (memory, arithmetic) = (memory.to_string_lossy(), arithmetic.to_string_lossy());
    let finished = bench.run(&["-s", &memory, "-s", &arithmetic]);
    finished.exits(0).ends_with("15 passed, 0 failed");
}

#[test]
fn other_crates_can_run_a_file_and_read_the_results() {
    let bench = Bench::with_code(&[0x60]);
    bench.file(
        "s.6502",
        b"suites { suite(\"S\") { load(\"p.prg\", strip_header = true)\n\
          test(\"good\", \"d\") { jsr($1000, stop_on_rts = true, fail_on_brk = true) }\n\
          test(\"bad\", \"d\") { jsr($1000, stop_on_rts = true, fail_on_brk = true) assert(x == 1, \"one\") } } }",
    );
    let path = bench.path().join("s.6502");
    let outcome = sim6502::run_file(&path, &sim6502::Options::default());
    assert_eq!(outcome.exit_code, 1);
    assert_eq!((outcome.counts.passed, outcome.counts.failed), (1, 1));
    assert_eq!(outcome.results[0].cycles, 6);
    let failure = sim6502::Failure {
        message: "Expected 0 == 1".to_string(),
        assertion: "one".to_string(),
    };
    let verdict = sim6502::Verdict::Failed(vec![failure]);
    assert_eq!(outcome.results[1].verdict, verdict);
    assert!(outcome.log.ends_with("1 passed, 1 failed\n"));
    assert_eq!(outcome.messages, "");
}
