//! The ten edge cases of the suite language, in their order. The names end with their number.

use crate::bench::{Bench, CALL, Finished};

/// Runs one test on the assembled library.
fn on_library(statements: &str, arguments: &[&str]) -> Finished {
    let items = format!(
        "symbols(\"routines.sym\")\nload(\"routines.prg\", strip_header = true)\ntest(\"t\", \"d\") {{\n{statements}\n}}"
    );
    Bench::with_library().items(&items, arguments)
}

fn passes(finished: &Finished) {
    finished.exits(0).ends_with("1 passed, 0 failed");
}

#[test]
fn restoring_the_stack_pointer_is_not_recognised_as_a_return_1() {
    // Five levels down, the RTS of the unwound routine leaves the depth at 4: the run goes on into the
    // zeros the stack holds, and ends in the BRK at address 1.
    let finished = on_library(
        "jsr([Unwind], stop_on_rts = true, fail_on_brk = true)\nassert([Reached] == $99, \"reached\")",
        &[],
    );
    finished.exits(1);
    assert!(
        finished
            .messages()
            .any(|one| one.contains("returned an error."))
    );
    passes(&on_library(
        "jsr([UnwindWrapper], stop_on_address = [UnwindStop], fail_on_brk = true)\nassert([Reached] == $99, \"reached\")",
        &[],
    ));
}

#[test]
fn dispatching_by_rts_stops_before_its_target_runs_1() {
    passes(&on_library(
        "jsr([Dispatch], stop_on_rts = true, fail_on_brk = true)\nassert([Reached] == 0, \"not reached\")",
        &[],
    ));
    passes(&on_library(
        "jsr([DispatchWrapper], stop_on_address = [DispatchStop], fail_on_brk = true)\nassert([Reached] == $77, \"reached\")",
        &[],
    ));
}

#[test]
fn the_closing_instruction_is_executed_and_paid_and_the_opening_one_is_free_2() {
    passes(&on_library(
        "jsr([JustReturn], stop_on_rts = true, fail_on_brk = true)\nassert(cycles == 6, \"RTS\")",
        &[],
    ));
    passes(&on_library(
        "x = 0 jsr([HitBreak], stop_on_rts = true, fail_on_brk = false)\nassert(cycles == 9, \"INX and BRK\")",
        &[],
    ));
    passes(&on_library(
        "y = 0 jsr([SetBoth], stop_on_address = [SetBothEnd], fail_on_brk = true)\n\
         assert(x == $22, \"the instruction at the stop address\") assert(y == 0, \"not the one after\") assert(cycles == 4, \"both\")",
        &[],
    ));
}

#[test]
fn the_stack_pointer_rises_by_two_with_every_clean_call_2() {
    let code = [0xBA, 0x60]; // TSX, RTS
    let finished = Bench::with_code(&code).test(&format!(
        "{CALL} assert(x == $fd, \"first\") {CALL} assert(x == $ff, \"second\") {CALL} assert(x == $01, \"third wraps\")"
    ));
    passes(&finished);
}

#[test]
fn tests_see_what_earlier_tests_left_except_loaded_bytes_3() {
    // INX, SEC, RTS and one byte of data that the image covers.
    let finished = Bench::with_code(&[0xE8, 0x38, 0x60, 0x55]).items(
        &format!(
            "load(\"p.prg\", strip_header = true)\n\
             test(\"first\", \"d\") {{ x = 7 $40 = 9 $1003 = 1 {CALL} }}\n\
             test(\"second\", \"d\") {{ assert(x == 8, \"X\") assert(c == true, \"carry\") assert($40 == 9, \"RAM\")\n\
             assert($1003 == $55, \"the image\") {CALL} assert(cycles == 10, \"cycles start again\") }}"
        ),
        &[],
    );
    finished.exits(0).ends_with("2 passed, 0 failed");
}

#[test]
fn a_symbol_has_three_meanings_4() {
    let bench = Bench::with_code(&[0x60]);
    bench.file("p.sym", b".label v1=$20\n");
    let finished = bench.items(
        &format!(
            "symbols(\"p.sym\")\nload(\"p.prg\", strip_header = true)\n\
             test(\"t\", \"d\") {{ {CALL}\n[v1] = 5 $05 = $77 $10 = $20\n\
             assert([v1] == 5, \"memory\") assert(([v1]) == $20, \"address\") assert([v1] + 0 == $20, \"address\")\n\
             assert(peekbyte($10) == [v1], \"the right side is the address\") assert(5 == $77, \"location 5\") }}"
        ),
        &[],
    );
    passes(&finished);
}

#[test]
fn each_operator_has_its_own_precedence_5() {
    let finished = Bench::with_code(&[0x60]).test(&format!(
        "{CALL} assert((10 - 3 + 2) == 5, \"plus first\") assert((8 / 2 * 4) == 1, \"times first\") assert((2 + 3 * 4) == 14, \"as usual\")"
    ));
    passes(&finished);
}

#[test]
fn the_width_of_a_store_follows_the_value_6() {
    let bench = Bench::with_code(&[0x60]);
    bench.file("p.sym", b".label v1=$20\n");
    let with = |statements: &str| {
        let items = format!(
            "symbols(\"p.sym\")\nload(\"p.prg\", strip_header = true)\ntest(\"t\", \"d\") {{ {CALL} {statements} }}"
        );
        bench.items(&items, &[])
    };
    passes(&with(
        "[v1] = $12c [v1] = $04 assert([v1].w == $0104, \"high byte stays\")",
    ));
    passes(&with("[v1] = 0 - 1 assert([v1].w == $00ff, \"one byte\")"));
    let finished = with("$20 = $41 $20 = 0 - 1 assert($20 == $41, \"nothing written\")");
    finished.exits(3).ends_with("1 passed, 0 failed");
    finished.complains("Value -1 is outside $0000-$FFFF");
}

#[test]
fn a_flag_is_set_by_the_text_of_its_value_7() {
    let finished = Bench::with_code(&[0x60]).test(&format!(
        "{CALL} c = 1 assert(c == 1, \"1\") c = $01 assert(c == 0, \"$01 clears\") c = true assert(c == true, \"true\") c = 1 | 0 assert(c == 0, \"1 | 0 clears\")"
    ));
    passes(&finished);
}

#[test]
fn an_undefined_symbol_is_an_error_and_not_a_failure_8() {
    let bench = Bench::with_code(&[0x60]);
    bench.file("p.sym", b".label Known=$1000\n");
    let items = format!(
        "symbols(\"p.sym\")\nload(\"p.prg\", strip_header = true)\n\
         test(\"uses\", \"d\") {{ {CALL} y = [Knwon] assert(y == 0, \"zero\") }}\n\
         test(\"skipped\", \"d\", skip = true) {{ x = [Missing] }}\ntest(\"good\", \"d\") {{ {CALL} }}"
    );
    // By default nothing runs.
    let finished = bench.items(&items, &[]);
    finished.exits(3).ends_with("0 passed, 0 failed");
    finished.logs_not("Running test suite");
    finished
        .complains("Undefined symbol 'Knwon'")
        .complains("Hint: Did you mean 'Known'?");
    finished
        .complains("Undefined symbol 'Missing'")
        .complains("Found 2 errors in s.6502");
    // On request all runs, and the exit code is the same.
    let finished = bench.items(&items, &["--keep-going"]);
    finished.exits(3).ends_with("2 passed, 0 failed, 1 skipped");
    finished
        .logs("'uses - d' : PASSED")
        .complains("Undefined symbol 'Knwon'");
    // Filters do not hide it.
    let finished = bench.items(&items, &["--keep-going", "--test", "good"]);
    finished.exits(3).complains("Undefined symbol 'Missing'");
}

#[test]
fn a_c64_without_roms_reads_zero_where_code_was_loaded_9() {
    let bench = Bench::new();
    bench.file("high.prg", &[0x00, 0xA0, 0xA9, 0x42, 0x60]); // at $A000: LDA #$42, RTS
    let items = |before: &str| {
        format!(
            "system(c64)\nload(\"high.prg\", strip_header = true)\n\
             test(\"t\", \"d\") {{ {before} jsr($a000, stop_on_rts = true, fail_on_brk = true) assert(a == $42, \"ran\") }}\n\
             test(\"u\", \"d\") {{ jsr($a000, stop_on_rts = true, fail_on_brk = true) }}"
        )
    };
    let finished = bench.items(&items(""), &[]);
    finished.exits(1).ends_with("0 passed, 2 failed");
    finished.logs("'t' - JSR call to 40960 returned an error. in assertion ''");
    // Once the bank is switched it stays so for the second test.
    bench
        .items(&items("$01 = $36"), &[])
        .exits(0)
        .ends_with("2 passed, 0 failed");
}

#[test]
fn symbol_files_have_traps_10() {
    let bench = Bench::with_code(&[0x60]);
    let items = |symbol: &str| {
        format!(
            "symbols(\"p.sym\")\nload(\"p.prg\", strip_header = true)\ntest(\"t\", \"d\") {{ {CALL} assert([{symbol}] + 0 == 5, \"five\") }}"
        )
    };
    bench.file("p.sym", b".label Twice=$1\n.label Twice=$1\n");
    let finished = bench.items(&items("Twice"), &[]);
    finished
        .exits(1)
        .complains("In 'p.sym', line 2: symbol 'Twice' is defined twice");
    finished.logs_not("Running test suite");

    bench.file("p.sym", b".label Spaced = $5\n");
    bench
        .items(&items("Spaced"), &[])
        .exits(3)
        .complains("Undefined symbol 'Spaced'");

    bench.file(
        "p.sym",
        b".namespace ns {\n.label In=$5\n\n.label Out=$5\n}\n",
    );
    passes(&bench.items(&items("ns.In"), &[]));
    bench.items(&items("ns.Out"), &[]).exits(3);
    passes(&bench.items(&items("Out"), &[]));

    bench.file("p.sym", b".label Bare=fe\n");
    bench
        .items(&items("Bare"), &[])
        .exits(1)
        .complains("'fe', which is no number");
}
