//! Errors of suite files: where they are shown to be, that nothing runs, and the exit code.

use crate::bench::{Bench, CALL};

#[test]
fn a_syntax_error_shows_file_line_column_source_and_marker() {
    let text = "suites {\n  suite(\"S\") {\n    test(\"t\", \"d\") {\n      x = 1\n      y = x\n    }\n  }\n}\n";
    let finished = Bench::new().suite(text, &[]);
    finished
        .exits(2)
        .ends_with("0 passed, 0 failed")
        .logs_not("Running");
    let expected = "Error at s.6502:5:10 - Register 'x' cannot stand in an expression\n    4 |       x = 1\n    5 |       y = x\n      |           ^\n    6 |     }\nFound 1 error in s.6502\n";
    assert_eq!(finished.err, expected);
}

#[test]
fn lexical_errors_are_all_shown() {
    let finished = Bench::new().items("test(\"\", \"d\") { x = #1 }", &[]);
    finished
        .exits(2)
        .complains("Empty string")
        .complains("Unexpected character '#'");
}

#[test]
fn a_misspelt_keyword_gets_a_hint() {
    let finished = Bench::new().items("test(\"t\", \"d\") { asert(x == 1, \"d\") }", &[]);
    finished
        .exits(2)
        .complains("A symbol is written in brackets");
    let finished = Bench::new().items("tset(\"t\", \"d\") { x = 1 }", &[]);
    finished.exits(2).complains("Hint: Did you mean 'test'?");
}

#[test]
fn missing_and_empty_files_are_found_before_anything_runs() {
    let bench = Bench::with_code(&[0x60]);
    bench.file("empty.prg", b"");
    let items = format!(
        "load(\"p.prg\", strip_header = true)\ntest(\"t\", \"d\") {{ {CALL} }}\nload(\"none.prg\")\nload(\"empty.prg\")\nsymbols(\"none.sym\")\n\
         test(\"u\", \"d\") {{ x = [Unknown] {CALL} }}"
    );
    let finished = bench.items(&items, &[]);
    finished
        .exits(3)
        .logs_not("Running")
        .ends_with("0 passed, 0 failed");
    finished.complains("Error at s.6502:4:5 - File 'none.prg' does not exist");
    finished.complains("Error at s.6502:5:5 - File 'empty.prg' is empty");
    finished.complains("Error at s.6502:6:8 - File 'none.sym' does not exist");
    // Symbols of a file that is not there are not reported one by one.
    finished.complains("Found 3 errors in s.6502");
    bench
        .items(&items, &["--keep-going"])
        .exits(3)
        .ends_with("2 passed, 0 failed");
}

#[test]
fn errors_win_over_failed_tests() {
    let finished =
        Bench::with_code(&[0x60]).test(&format!("{CALL} $20 = 0 - 1 assert(x == 9, \"fails\")"));
    finished.exits(3).ends_with("0 passed, 1 failed");
}

#[test]
fn a_number_without_value_aborts_the_run() {
    for number in ["2147483648", "$123456789", "0X20"] {
        let bench = Bench::with_code(&[0x60]);
        let items = format!(
            "load(\"p.prg\", strip_header = true)\ntest(\"t\", \"d\") {{ {CALL} }}\ntest(\"u\", \"d\") {{ x = {number} {CALL} }}\ntest(\"w\", \"d\") {{ {CALL} }}"
        );
        bench
            .items(&items, &[])
            .exits(1)
            .logs_not("Running")
            .complains("Error at s.6502:4:21");
        // The original runner runs what stands before it and drops the rest.
        let finished = bench.items(&items, &["--keep-going"]);
        finished.exits(1).ends_with("1 passed, 0 failed");
    }
}

#[test]
fn a_file_that_reaches_past_the_last_address_aborts_the_run() {
    let bench = Bench::new();
    bench.file("p.prg", &[0xFE, 0xFF, 0x60, 0x60, 0x60]);
    let items = format!("load(\"p.prg\", strip_header = true) test(\"t\", \"d\") {{ {CALL} }}");
    bench
        .items(&items, &[])
        .exits(1)
        .complains("File 'p.prg' does not fit below $FFFF");
    bench.file("p.prg", &[0xFE, 0xFF, 0x60, 0x60]);
    bench
        .items(&items, &[])
        .exits(1)
        .logs("'t' - JSR call to 4096 returned an error. in assertion ''");
}

#[test]
fn a_setup_block_is_checked_with_the_symbols_of_the_test_that_runs_it() {
    let bench = Bench::with_code(&[0x60]);
    bench
        .file("one.sym", b".label One=$20\n")
        .file("two.sym", b".label Two=$20\n");
    let items = format!(
        "symbols(\"one.sym\") load(\"p.prg\", strip_header = true)\nsetup {{ [One] = 1 }}\nsymbols(\"two.sym\")\ntest(\"t\", \"d\") {{ {CALL} }}"
    );
    let finished = bench.items(&items, &[]);
    finished
        .exits(3)
        .complains("Error at s.6502:3:8 - Undefined symbol 'One'");
}
