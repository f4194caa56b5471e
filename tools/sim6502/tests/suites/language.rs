//! Statements, assertions and blocks as they behave when they run.

use crate::bench::{Bench, CALL, Finished};

const RTS: &[u8] = &[0x60];

/// A test of these statements on a bare RTS that is called first; `v1` is $20.
fn after_call(statements: &str) -> Finished {
    let bench = Bench::with_code(RTS);
    bench.file(
        "p.sym",
        b".label v1=$20\n.label ns.bad=1\n.namespace ns {\n.label v2=$2345\n}\n",
    );
    let items = format!(
        "symbols(\"p.sym\")\nload(\"p.prg\", strip_header = true)\ntest(\"t\", \"d\") {{ {CALL}\n{statements} }}"
    );
    bench.items(&items, &[])
}

#[track_caller]
fn passes(statements: &str) {
    after_call(statements)
        .exits(0)
        .ends_with("1 passed, 0 failed");
}

#[track_caller]
fn fails(statements: &str, message: &str) {
    after_call(statements).exits(1).logs(message);
}

#[test]
fn comparisons_use_signed_numbers_and_seven_operators() {
    passes(
        "x = 5 assert(x == 5, \"\\\"\") assert(x != 4, \"b\") assert(x <> 4, \"c\") assert(x < 6, \"d\") assert(x > 4, \"e\")\n\
         assert(x <= 5, \"f\") assert(x >= 5, \"g\") assert((0 - 1) < 0, \"signed\")",
    );
    fails(
        "x = 5 assert(x <> 5, \"e\")",
        "'t' - Expected 5 <> 5 in assertion 'e'",
    );
    fails(
        "assert(cycles < 0, \"m\")",
        "'t' - Expected 6 < 0 in assertion 'm'",
    );
}

#[test]
fn registers_and_flags_are_set_without_touching_each_other() {
    passes(
        "z = false n = true a = 0 assert(z == 0, \"no flag follows\") assert(n == 1, \"nor this\")\n\
         v = true d = true assert(v == true, \"v\") assert(d == true, \"d\") d = 0 x = 0 - 1 assert(X == $ff, \"low bits\")",
    );
    fails(
        "x = 3 x = 256 assert(x == 3, \"kept\")",
        "'t' - Value 256 does not fit in register X in assertion ''",
    );
}

#[test]
fn stores_take_places_registers_and_expressions() {
    passes(
        "[v1] = $1234 assert(peekword([v1]) == $1234, \"word\")\n\
         a = $77 [v1] = a assert([v1] == $77, \"register\") $30 = a assert($30 == $77, \"number\")\n\
         [v1] + 3 = 7 assert(peekbyte([v1] + 3) == 7, \"expression\")\n\
         $fb = $40 $fc = $20 peekword($fb) = 9 assert($2040 == 9, \"through a pointer\")\n\
         $ffff = $1234 assert($ffff == $34, \"last\") assert($00 == $12, \"wraps\")\n\
         [v1] = $123456 assert(peekword([v1]) == $3456, \"low 16 bits\")",
    );
}

#[test]
fn stores_out_of_range_are_errors_of_the_file_and_fail_no_test() {
    let finished = after_call("$fffe + 2 = 1 $20 = $10000 assert(x == 0, \"d\")");
    finished.exits(3).ends_with("1 passed, 0 failed");
    finished.complains("Address 65536 is outside $0000-$FFFF");
    finished.complains("Value 65536 is outside $0000-$FFFF");
    finished.complains("Found 2 errors in s.6502");
}

#[test]
fn a_constant_address_out_of_range_is_found_before_anything_runs() {
    let finished = after_call("$10000 = 1");
    finished
        .exits(3)
        .logs_not("Running")
        .complains("Address 65536 is outside $0000-$FFFF");
    after_call("$10000 = a").exits(3).logs_not("Running");
}

#[test]
fn suffixes_read_bytes_words_and_parts() {
    passes(
        "$20 = $34 $21 = $12 $22 = $77 assert([v1].b == $34, \"b\") assert([v1].w == $1234, \"w\")\n\
         assert([v1] + 2.b == $77, \"whole expression\") assert([ns.v2].l == $45, \"l\") assert([ns.v2].h == $23, \"h\")\n\
         assert([ns.v2].H == $2345, \"upper case does nothing\")",
    );
}

#[test]
fn a_false_memory_test_fails_wherever_it_stands() {
    passes(
        "memfill($3000, 4, 7) assert(memchk($3000, 4, 7), \"a\") assert(memchk($3000, 4, 7) == true, \"b\")",
    );
    fails(
        "assert(memchk($3000, 2, 7) == false, \"negative\")",
        "'t' - Expected 7 at 12288 but found 0 in assertion 'negative'",
    );
    after_call("x = memchk($3000, 2, 7)").exits(1);
    passes("assert(memcmp($3000, $4000, 256), \"both zero\")");
    fails(
        "$4005 = 1 assert(memcmp($3000, $4000, 256), \"differ\")",
        "'t' - Expected the same bytes at 12293 and 16389 but found 0 and 1 in assertion 'differ'",
    );
}

#[test]
fn fills_are_clamped_and_impossible_ones_only_logged() {
    passes(
        "memfill($3000, 2, $1ff) assert($3001 == $ff, \"low bits\") assert($3002 == 0, \"no more\")\n\
         memfill($3000, 0, 1) memfill($3000, 0 - 1, 1) assert($3000 == $ff, \"nothing\")",
    );
    let finished = after_call("memfill($10000, 1, 1)");
    finished
        .exits(0)
        .logs("memfill: address 65536 is outside $0000-$FFFF");
}

#[test]
fn a_dump_names_the_symbol_at_its_address() {
    let finished =
        after_call("$20 = $41 $21 = $80 memdump([v1], 10) memdump($3000, 1) memdump($3000, 0)");
    let expected = "[memdump] $0020 (v1), 10 bytes:\n\
                    0020: 41 80 00 00 00 00 00 00 |  A.......|\n\
                    0028: 00 00                   |  ..|\n\
                    [memdump] $3000, 1 bytes:\n\
                    3000: 00                      |  .|\n";
    assert!(finished.out.contains(expected), "{}", finished.out);
    assert_eq!(finished.out.matches("[memdump]").count(), 2);
}

#[test]
fn every_failure_is_listed_and_none_stops_the_test() {
    let finished = after_call(
        "assert(x == 1, \"one\") assert(x == 2, \"two\") x = 5 / 0 assert(x == 0, \"three\")",
    );
    finished.exits(1).logs("'t - d' : FAILED");
    finished.logs("'t' - Expected 0 == 1 in assertion 'one'");
    finished.logs("'t' - Expected 0 == 2 in assertion 'two'");
    finished.logs("'t' - Division by zero in assertion 'two'");
    finished
        .logs("0 of 1 tests ran successfully in suite 'S'.")
        .logs("0 of 1 suites passed.");
}

#[test]
fn a_failing_call_is_reported_under_the_last_assertion_of_any_test() {
    let finished = Bench::with_code(&[0x00]).items(
        "load(\"p.prg\", strip_header = true)\n\
         test(\"t\", \"d\") { jsr($1000, stop_on_rts = true, fail_on_brk = false) assert(x == 0, \"entered\") }\n\
         test(\"u\", \"d\") { jsr($1000, stop_on_rts = true, fail_on_brk = true) }",
        &[],
    );
    finished
        .exits(1)
        .logs("'u' - JSR call to 4096 returned an error. in assertion 'entered'");
    finished.ends_with("1 passed, 1 failed");
}

#[test]
fn a_test_without_any_call_fails() {
    let finished = Bench::with_code(RTS).test("x = 1 assert(x == 1, \"d\")");
    finished
        .exits(1)
        .logs("'t' - The test never executed anything in assertion 'd'");
}

#[test]
fn setup_runs_before_each_later_test_and_its_calls_count() {
    let finished = Bench::with_code(&[0xE8, 0x60]).items(
        &format!(
            "load(\"p.prg\", strip_header = true)\n\
             test(\"before\", \"d\") {{ {CALL} assert(x == 1, \"no setup yet\") }}\n\
             setup {{ x = 10 {CALL} }}\n\
             test(\"first\", \"d\") {{ assert(x == 11, \"setup ran\") assert(cycles == 8, \"and is paid\") }}\n\
             test(\"second\", \"d\") {{ {CALL} assert(x == 12, \"again\") assert(cycles == 16, \"both\") }}\n\
             setup {{ x = 20 {CALL} }}\n\
             test(\"third\", \"d\") {{ assert(x == 21, \"the latest block only\") }}"
        ),
        &[],
    );
    finished.exits(0).ends_with("4 passed, 0 failed");
}

#[test]
fn a_failing_call_in_setup_fails_the_test() {
    let finished = Bench::with_code(&[0x00]).items(
        &format!("load(\"p.prg\", strip_header = true)\nsetup {{ {CALL} }}\ntest(\"t\", \"d\") {{ x = 1 }}"),
        &[],
    );
    finished
        .exits(1)
        .logs("'t' - JSR call to 4096 returned an error. in assertion ''");
}

#[test]
fn suites_get_a_new_machine_but_keep_the_symbols() {
    let bench = Bench::with_code(&[0xE8, 0x60]);
    bench.file("p.sym", b".label Go=$1000\n");
    let call = "jsr([Go], stop_on_rts = true, fail_on_brk = true)";
    let finished = bench.suite(
        &format!(
            "suites {{ suite(\"A\") {{ symbols(\"p.sym\") load(\"p.prg\", strip_header = true) setup {{ y = 3 }}\n\
             test(\"t\", \"d\") {{ $40 = 1 {call} assert(x == 1, \"one\") }} }}\n\
             suite(\"B\") {{ test(\"u\", \"d\") {{ assert(y == 0, \"no setup\") assert($40 == 0, \"new RAM\") assert($1000 == 0, \"no image\")\n\
             jsr([Go], stop_on_rts = true, fail_on_brk = false) assert(x == 0, \"new X\") }} }} }}"
        ),
        &[],
    );
    finished.exits(0).ends_with("2 passed, 0 failed");
    finished
        .logs("Running test suite 'A'...")
        .logs("Running test suite 'B'...")
        .logs("2 of 2 suites passed.");
}

#[test]
fn items_take_effect_where_they_stand() {
    let bench = Bench::with_code(RTS);
    bench.file("q.prg", &[0x00, 0x20, 0xAB]);
    let finished = bench.items(
        &format!(
            "load(\"p.prg\", strip_header = true)\n\
             test(\"early\", \"d\") {{ {CALL} assert($2000 == 0, \"not loaded yet\") }}\n\
             load(\"q.prg\", strip_header = true)\n\
             test(\"late\", \"d\") {{ {CALL} assert($2000 == $ab, \"loaded\") }}"
        ),
        &[],
    );
    finished.exits(0).ends_with("2 passed, 0 failed");
}

#[test]
fn a_header_stays_in_memory_unless_stripped() {
    let bench = Bench::with_code(RTS);
    let loaded = |load: &str, assertion: &str| {
        let items = format!(
            "{load} test(\"t\", \"d\") {{ jsr($9000, stop_on_rts = true, fail_on_brk = false) assert({assertion}, \"d\") }}"
        );
        bench.items(&items, &[]).exits(0);
    };
    loaded("load(\"p.prg\")", "peekword($1000) == $1000");
    loaded("load(\"p.prg\")", "peekbyte($1002) == $60");
    loaded(
        "load(\"p.prg\", strip_header = true)",
        "peekbyte($1000) == $60",
    );
    loaded("load(\"p.prg\", address = $2000)", "peekbyte($2002) == $60");
    loaded(
        "load(\"p.prg\", address = $2000, strip_header = true)",
        "peekbyte($2000) == $60",
    );
}

#[test]
fn skipped_tests_are_named_and_counted_apart() {
    let finished = Bench::with_code(RTS).items(
        &format!(
            "load(\"p.prg\", strip_header = true)\ntest(\"t\", \"d\") {{ {CALL} }}\ntest(\"u\", \"e\", skip = true) {{ x = 1 / 0 }}"
        ),
        &[],
    );
    finished
        .exits(0)
        .logs("'u - e' : SKIPPED")
        .ends_with("1 passed, 0 failed, 1 skipped");
    finished.logs("1 of 2 tests ran successfully (1 skipped) in suite 'S'.");
}

#[test]
fn the_6510_has_latches_that_no_load_reaches() {
    let bench = Bench::with_code(RTS);
    bench.file("zero.bin", &[9, 8, 7]);
    let finished = bench.items(
        &format!(
            "system(generic_6510) load(\"p.prg\", strip_header = true) load(\"zero.bin\", address = 0)\n\
             test(\"t\", \"d\") {{ {CALL} assert($00 == 0, \"latch\") assert($02 == 7, \"RAM\") $01 = 5 assert($01 == 5, \"kept\") }}"
        ),
        &[],
    );
    finished.exits(0);
}

#[test]
fn the_old_word_processor_works_with_a_warning() {
    let finished = Bench::with_code(RTS).items(
        &format!(
            "processor(6502) load(\"p.prg\", strip_header = true) test(\"t\", \"d\") {{ {CALL} }}"
        ),
        &[],
    );
    finished
        .exits(0)
        .logs("processor() is deprecated; use system() instead");
}

#[test]
fn roms_fill_the_start_of_their_area_and_mistakes_in_them_warn_or_are_errors() {
    let bench = Bench::with_code(RTS);
    bench
        .file("short.rom", &[0x94])
        .file("long.rom", &[0; 0x1001]);
    let with = |items: &str| {
        bench.items(&format!("{items} load(\"p.prg\", strip_header = true) test(\"t\", \"d\") {{ {CALL} assert($e000 == $94, \"ROM\") assert($e001 == 0, \"rest\") }}"), &[])
    };
    with("system(c64) rom(\"KERNAL\", \"short.rom\")").exits(0);
    with("system(c64) rom(\"kernal\", \"short.rom\") rom(\"cartridge\", \"short.rom\")")
        .exits(0)
        .logs("There is no ROM called 'cartridge'");
    with("rom(\"kernal\", \"short.rom\")")
        .exits(1)
        .logs("This machine has no ROM; 'short.rom' is ignored");
    with("system(c64) rom(\"char\", \"long.rom\")")
        .exits(3)
        .complains("has 4097 bytes, the ROM only 4096");
    with("system(c64) rom(\"basic\", \"none.rom\")")
        .exits(3)
        .complains("File 'none.rom' does not exist");
}
