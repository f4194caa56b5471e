//! The options of the command line, the exit codes, and the guards against runaway code.

use crate::bench::{Bench, CALL, Finished};

/// Three tests with tags on a bare RTS.
fn three(arguments: &[&str]) -> Finished {
    let items = format!(
        "load(\"p.prg\", strip_header = true)\n\
         test(\"Castle-king\", \"d\", tags = \"rules, fast\") {{ {CALL} }}\n\
         test(\"castle-queen\", \"d\", tags = \"Rules\") {{ {CALL} }}\n\
         test(\"perft\", \"d\", tags = \"slow\") {{ {CALL} }}"
    );
    Bench::with_code(&[0x60]).items(&items, arguments)
}

/// A test that calls the library's endless loop.
fn endless(options: &str, arguments: &[&str]) -> Finished {
    let items = format!(
        "symbols(\"routines.sym\") load(\"routines.prg\", strip_header = true)\n\
         test(\"t\", \"d\"{options}) {{ jsr([EndlessLoop], stop_on_rts = true, fail_on_brk = true) assert(y == 0, \"goes on\") }}"
    );
    Bench::with_library().items(&items, arguments)
}

#[test]
fn a_name_selects_one_test_and_overrides_the_glob() {
    let finished = three(&["--test", "CASTLE-KING", "--filter", "perft"]);
    finished.exits(0).ends_with("1 passed, 0 failed, 2 skipped");
    finished
        .logs("'Castle-king - d' : PASSED")
        .logs_not("perft");
    finished.logs("1 of 3 tests ran successfully (2 skipped) in suite 'S'.");
}

#[test]
fn a_glob_selects_whole_names() {
    three(&["--filter", "castle-*"])
        .exits(0)
        .ends_with("2 passed, 0 failed, 1 skipped");
    three(&["--filter", "?erft"])
        .exits(0)
        .ends_with("1 passed, 0 failed, 2 skipped");
    three(&["--filter", "castle"])
        .exits(0)
        .ends_with("0 passed, 0 failed, 3 skipped");
}

#[test]
fn tags_select_and_exclude_and_combine_with_names() {
    three(&["--filter-tag", "rules"])
        .exits(0)
        .ends_with("2 passed, 0 failed, 1 skipped");
    three(&["--filter-tag", "fast, slow"])
        .exits(0)
        .ends_with("2 passed, 0 failed, 1 skipped");
    three(&["--exclude-tag", "SLOW,fast"])
        .exits(0)
        .ends_with("1 passed, 0 failed, 2 skipped");
    three(&["--filter", "*-king", "--filter-tag", "rules"])
        .exits(0)
        .ends_with("1 passed, 0 failed, 2 skipped");
}

#[test]
fn a_filter_that_matches_nothing_succeeds_with_a_warning() {
    let finished = three(&["--test", "mate"]);
    finished.exits(0).logs("No test matches the filter");
    three(&["--test", "perft"]).logs_not("No test matches");
    three(&[]).logs_not("No test matches");
}

#[test]
fn a_list_names_the_matching_tests_and_runs_nothing() {
    let finished = three(&["--list", "--filter", "castle*"]);
    finished.exits(0);
    assert_eq!(finished.out, "  Castle-king\n  castle-queen\n");
}

#[test]
fn cycles_are_printed_on_request() {
    three(&["--cycles"]).logs("'perft' took 6 cycles");
    three(&[]).logs_not("took");
    three(&["--cycles", "--test", "perft"]).logs_not("'Castle-king' took");
}

#[test]
fn several_files_share_one_summary_and_none_runs_if_one_is_broken() {
    let bench = Bench::with_code(&[0x60]);
    let suite = |expected: u8| {
        format!(
            "suites {{ suite(\"S\") {{ load(\"p.prg\", strip_header = true) test(\"t\", \"d\") {{ {CALL} assert(x == {expected}, \"d\") }} }} }}"
        )
    };
    bench
        .file("a.6502", suite(0).as_bytes())
        .file("b.6502", suite(1).as_bytes());
    bench
        .run(&["-s", "a.6502", "-s", "b.6502"])
        .exits(1)
        .ends_with("1 passed, 1 failed");
    bench
        .run(&["-s", "a.6502", "a.6502"])
        .exits(0)
        .ends_with("2 passed, 0 failed");
    bench.file("c.6502", b"suites { suite }");
    let finished = bench.run(&["-s", "a.6502", "-s", "c.6502"]);
    finished
        .exits(2)
        .logs_not("Running")
        .complains("Found 1 error in c.6502");
}

#[test]
fn bad_arguments_and_questions_exit_with_1() {
    let bench = Bench::new();
    bench.run(&[]).exits(1).complains("--suitefile");
    bench.run(&["--help"]).exits(1);
    bench.run(&["--version"]).exits(1);
    bench
        .run(&["-s", "none.6502"])
        .exits(1)
        .complains("Suite file 'none.6502'");
    bench.file("s.6502", b"suites { }");
    bench
        .run(&["-s", "s.6502"])
        .exits(0)
        .ends_with("0 passed, 0 failed");
    bench.run(&["-s", "s.6502", "--backend", "sim"]).exits(0);
    bench
        .run(&["-s", "s.6502", "--backend", "vice"])
        .exits(1)
        .complains("vice");
    bench.run(&["-s", "s.6502", "-t", "-d"]).exits(1);
    bench
        .run(&["-s", "s.6502", "--map", "nonsense"])
        .exits(1)
        .complains("FROM=TO");
}

#[test]
fn a_runaway_is_stopped_and_reported_with_its_address_and_nearest_symbol() {
    let finished = endless("", &["--max-cycles", "1000"]);
    finished.exits(1).ends_with("0 passed, 1 failed");
    let message = finished
        .messages()
        .find(|one| one.contains("was stopped"))
        .expect("a report");
    assert!(
        message.contains("was stopped after 1000 cycles at $"),
        "{message}"
    );
    assert!(message.contains("(EndlessTail)"), "{message}");
}

#[test]
fn a_jam_fails_the_test_instead_of_hanging() {
    let finished = Bench::with_library().items(
        "symbols(\"routines.sym\") load(\"routines.prg\", strip_header = true)\n\
         test(\"t\", \"d\") { jsr([HitJam], stop_on_rts = true, fail_on_brk = false) assert(x == 1, \"goes on\") }",
        &[],
    );
    finished.exits(1);
    let message = finished
        .messages()
        .find(|one| one.contains("halted the processor"))
        .expect("a report");
    assert!(message.contains("(HitJam + 1)"), "{message}");
}

#[test]
fn a_timeout_counts_only_on_request() {
    let limit = ["--max-cycles", "1000"];
    endless(", timeout = 50", &limit)
        .exits(1)
        .logs_not("passed the timeout");
    let finished = endless(
        ", timeout = 50",
        &["--enforce-timeout", "--max-cycles", "1000"],
    );
    finished.exits(1);
    assert!(
        finished
            .messages()
            .any(|one| one.contains("passed the timeout of 50 cycles at $"))
    );
    endless(
        ", timeout = 0",
        &["--enforce-timeout", "--max-cycles", "1000"],
    )
    .logs_not("passed the timeout");

    let bench = Bench::with_code(&[0xEA, 0x60]);
    let timed = |timeout: u32| {
        let items = format!(
            "load(\"p.prg\", strip_header = true) test(\"t\", \"d\", timeout = {timeout}) {{ {CALL} }}"
        );
        bench.items(&items, &["--enforce-timeout"]).code
    };
    assert_eq!([timed(7), timed(8), timed(9)], [1, 0, 0]);
}

#[test]
fn prefixes_of_paths_are_mapped() {
    let bench = Bench::new();
    bench.file("build/p.prg", &[0x00, 0x10, 0x60]);
    let items =
        format!("load(\"/code/p.prg\", strip_header = true) test(\"t\", \"d\") {{ {CALL} }}");
    bench
        .items(&items, &[])
        .exits(3)
        .complains("File '/code/p.prg' does not exist");
    bench.items(&items, &["--map", "/code/=build/"]).exits(0);
    bench
        .items(&items, &["--map", "/other/=x/", "--map", "/code=build"])
        .exits(0);
}

#[test]
fn files_are_found_beside_the_suite_before_the_working_directory() {
    let bench = Bench::new();
    bench.file("p.prg", &[0x00, 0x10, 0x00]);
    bench.file("deep/p.prg", &[0x00, 0x10, 0x60]);
    let suite = |name: &str| {
        format!(
            "suites {{ suite(\"S\") {{ load(\"{name}\", strip_header = true) test(\"t\", \"d\") {{ {CALL} }} }} }}"
        )
    };
    bench.file("deep/s.6502", suite("p.prg").as_bytes());
    bench.run(&["-s", "deep/s.6502"]).exits(0);
    bench.file("only-here.prg", &[0x00, 0x10, 0x60]);
    bench.file("deep/s.6502", suite("only-here.prg").as_bytes());
    bench.run(&["-s", "deep/s.6502"]).exits(0);
}

#[test]
fn the_trace_of_a_failed_test_shows_its_last_instructions() {
    let items = |expected: u8| {
        format!(
            "load(\"p.prg\", strip_header = true) test(\"t\", \"d\", trace = true) {{ {CALL} assert(x == {expected}, \"d\") }}"
        )
    };
    let bench = Bench::with_code(&[0xA2, 0x80, 0xE8, 0x60]);
    let finished = bench.items(&items(0), &[]);
    finished.exits(1).logs("Execution trace (3 instructions):");
    finished.logs("$1000: LDX #$80       A=$00 X=$00 Y=$00 SP=$FD nv-bdIzc");
    finished.logs("$1002: INX            A=$00 X=$80 Y=$00 SP=$FD Nv-bdIzc");
    finished.logs("$1003: RTS            A=$00 X=$81 Y=$00 SP=$FD Nv-bdIzc");
    let finished = bench.items(&items(0), &["--trace-lines", "1"]);
    finished
        .logs("Execution trace (3 instructions):")
        .logs_not("$1002: INX");
    bench
        .items(&items(0x81), &[])
        .exits(0)
        .logs_not("Execution trace");
}

#[test]
fn log_levels_add_calls_and_instructions() {
    let finished = three(&["-d", "--test", "perft"]);
    finished
        .logs("1 bytes will be loaded at $1000")
        .logs("jsr $1000 took 6 cycles: Finished");
    finished.logs_not("TRACE");
    let finished = three(&["-t", "--test", "perft"]);
    finished.logs("$1000: RTS            A=$00 X=$00 Y=$00 SP=$FD nv-bdIzc");
    assert!(finished.out.contains("| TRACE | sim6502 |"));
}
