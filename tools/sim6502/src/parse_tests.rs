//! What the grammar accepts and refuses, and which of its alternatives it takes.

use super::*;
use crate::diagnostic::render_all;
use proptest::prelude::*;
use std::path::Path;

fn parsed(text: &str) -> Result<File, Vec<Diagnostic>> {
    parse(&Source::new(Path::new("s.6502"), text))
}

fn in_test(statements: &str) -> String {
    format!("suites {{ suite(\"s\") {{ test(\"t\", \"d\") {{ {statements} }} }} }}")
}

fn in_suite(items: &str) -> String {
    format!("suites {{ suite(\"s\") {{ {items} }} }}")
}

fn steps(statements: &str) -> Vec<Step> {
    let file = parsed(&in_test(statements)).unwrap_or_else(|errors| panic!("{errors:?}"));
    let item = file
        .suites
        .into_iter()
        .next()
        .and_then(|suite| suite.items.into_iter().next());
    match item {
        Some(Item::Test(test)) => test.body,
        other => panic!("no test but {other:?}"),
    }
}

fn step(statement: &str) -> Step {
    let mut steps = steps(statement);
    assert_eq!(steps.len(), 1, "{statement}");
    steps.remove(0)
}

fn condition(text: &str) -> Condition {
    match step(&format!("assert({text}, \"d\")")) {
        Step::Assert(condition, _) => condition,
        other => panic!("no assertion but {other:?}"),
    }
}

#[track_caller]
fn refused(text: &str) -> Diagnostic {
    match parsed(text) {
        Ok(_) => panic!("accepted: {text}"),
        Err(errors) => errors[0].clone(),
    }
}

fn refused_statement(statement: &str) -> Diagnostic {
    refused(&in_test(statement))
}

fn refused_condition(text: &str) -> Diagnostic {
    refused_statement(&format!("assert({text}, \"d\")"))
}

#[test]
fn an_empty_list_of_suites_is_legal_and_text_behind_the_last_brace_is_not_read() {
    assert!(parsed("suites { }").is_ok());
    assert!(parsed("suites { } junk #! \"").is_ok());
}

#[test]
fn suites_tests_and_setups_need_content() {
    refused(&in_suite(""));
    refused(&in_suite("system(c64)"));
    refused(&in_suite("setup { }"));
    refused(&in_suite("test(\"t\", \"d\") { }"));
    refused("suites {");
    refused("");
}

#[test]
fn the_machine_is_named_first_in_its_suite() {
    #[rustfmt::skip]
    let table = [
        ("system(c64)", System::C64),                       ("system(C64)", System::C64),
        ("system(c64_timed)", System::C64Timed),
        ("system(generic_6502)", System::Generic6502),      ("system(generic_6510)", System::Generic6510),
        ("system(generic_65c02)", System::Generic65C02),    ("system(generic_65C02)", System::Generic65C02),
        ("processor(6502)", System::Generic6502),           ("processor(6510)", System::Generic6510),
        ("processor(65c02)", System::Generic65C02),         ("processor(65C02)", System::Generic65C02),
        ("", System::Generic6502),
    ];
    for (text, system) in table {
        let file = parsed(&in_suite(&format!("{text} symbols(\"f\")"))).expect(text);
        assert_eq!(file.suites[0].system, system, "{text}");
        assert_eq!(file.suites[0].deprecated, text.starts_with("processor"));
    }
    refused(&in_suite("symbols(\"f\") system(c64)"));
    refused(&in_suite("system(vic20) symbols(\"f\")"));
    refused(&in_suite("system(6502) symbols(\"f\")"));
    refused(&in_suite("processor(6501) symbols(\"f\")"));
}

#[test]
fn load_takes_address_before_strip_header() {
    for legal in [
        "load(\"f\")",
        "load(\"f\", address = $1000)",
        "load(\"f\", strip_header = true)",
        "load(\"f\", address = [Start], strip_header = false)",
    ] {
        assert!(parsed(&in_suite(legal)).is_ok(), "{legal}");
    }
    refused(&in_suite(
        "load(\"f\", strip_header = true, address = $1000)",
    ));
    refused(&in_suite("load(\"f\", address = $1000 + 1)"));
    refused(&in_suite("load(\"f\", strip_header = 1)"));
}

#[test]
fn test_options_come_in_any_order_and_the_last_wins() {
    let text = "test(\"t\", \"d\", tags = \"a, b\", skip = true, timeout = 5, trace = true, skip = false) { x = 1 }";
    let file = parsed(&in_suite(text)).expect("legal options");
    let Item::Test(test) = &file.suites[0].items[0] else {
        panic!("no test")
    };
    assert!(!test.skip && test.trace);
    assert_eq!(test.timeout.map(|(number, _)| number), Some(Ok(5)));
    assert_eq!(test.tags, ["a", "b"]);
    refused(&in_suite("test(\"t\", \"d\", timeout = 6502) { x = 1 }"));
    refused(&in_suite("test(\"t\", \"d\", only = true) { x = 1 }"));
    refused(&in_suite("test(\"t\") { x = 1 }"));
}

#[test]
fn statements_need_no_separator() {
    assert_eq!(
        steps("x = 1 y = 2 [v1] = 3 $10 = 4 (5) = 6 c = true").len(),
        6
    );
    assert_eq!(steps("x\n=\n1\ny = 2").len(), 2);
}

#[test]
fn assignments_take_the_form_of_their_left_side() {
    assert!(matches!(step("x = 1"), Step::SetRegister(Register::X, _)));
    assert!(matches!(
        step("[v1] = a"),
        Step::StoreRegister(_, Register::A)
    ));
    assert!(matches!(
        step("$10 = Y"),
        Step::StoreRegister(_, Register::Y)
    ));
    assert!(matches!(
        step("[v1] = 1"),
        Step::Store {
            target: Expr::Place(_),
            ..
        }
    ));
    assert!(matches!(
        step("[v1] + 1 = 1"),
        Step::Store {
            target: Expr::Chain(..),
            ..
        }
    ));
    assert!(matches!(
        step("([v1]) = 1"),
        Step::Store {
            target: Expr::Group(_),
            ..
        }
    ));
    assert!(matches!(
        step("[v1].l = 1"),
        Step::Store {
            target: Expr::Part(..),
            ..
        }
    ));
    assert!(matches!(
        step("peekword($fb) = 7"),
        Step::Store {
            target: Expr::PeekWord(_),
            ..
        }
    ));
}

#[test]
fn registers_flags_and_cycles_are_no_expressions() {
    for statement in [
        "x = a",
        "[v1] + 1 = a",
        "[v1].l = a",
        "a = c",
        "x = cycles",
        "c = z",
    ] {
        refused_statement(statement);
    }
    for text in [
        "a == x",
        "[v1] == a",
        "10 > cycles",
        "cycles + 1 < 9",
        "a + 1 == 2",
        "(a) == 1",
    ] {
        refused_condition(text);
    }
}

#[test]
fn a_flag_is_set_by_the_texts_true_and_1_alone() {
    let set = |text: &str| match step(&format!("c = {text}")) {
        Step::SetFlag { set, .. } => set,
        other => panic!("{other:?}"),
    };
    assert!(set("true") && set("1"));
    for text in [
        "$1",
        "$01",
        "01",
        "%1",
        "[ONE]",
        "1 | 0",
        "peekbyte(1)",
        "(1)",
        "false",
        "0",
        "2",
    ] {
        assert!(!set(text), "{text}");
    }
}

#[test]
fn a_lone_place_before_the_operator_reads_memory() {
    let left = |text: &str| match condition(text) {
        Condition::Compare(left, ..) => left,
        other @ Condition::Memory(_) => panic!("{other:?}"),
    };
    assert!(matches!(left("[v1] == 5"), Left::ByteAt(_)));
    assert!(matches!(left("5 == 5"), Left::ByteAt(_)));
    assert!(matches!(left("([v1]) == 5"), Left::Value(Expr::Group(_))));
    assert!(matches!(
        left("[v1] + 0 == 5"),
        Left::Value(Expr::Chain(..))
    ));
    assert!(matches!(left("[v1].l == 5"), Left::Value(Expr::Part(..))));
    assert!(matches!(
        left("[v1].b == 5"),
        Left::Memory(Expr::Place(_), Width::Byte)
    ));
    assert!(matches!(
        left("[t1] + 2.w == 5"),
        Left::Memory(Expr::Chain(..), Width::Word)
    ));
    assert!(matches!(
        left("([t1] + 2).b == 5"),
        Left::Memory(Expr::Group(_), Width::Byte)
    ));
    assert!(matches!(left("A == 5"), Left::Register(Register::A)));
    assert!(matches!(left("c == true"), Left::Flag(Flag::Carry)));
    assert!(matches!(left("cycles < 5"), Left::Cycles));
}

#[test]
fn a_memory_test_before_the_comma_is_the_condition_and_elsewhere_an_operand() {
    assert!(matches!(
        condition("memchk(1, 2, 3)"),
        Condition::Memory(MemoryTest::Check(_))
    ));
    assert!(matches!(
        condition("memcmp(1, 2, 3)"),
        Condition::Memory(MemoryTest::Compare(_))
    ));
    assert!(matches!(
        condition("memchk(1, 2, 3) == true"),
        Condition::Compare(Left::Value(Expr::Memory(_)), Relation::Equal, _)
    ));
    refused_condition("(memchk(1, 2, 3))");
    refused_condition("5");
    refused_condition("memchk(1, 2)");
}

#[test]
fn width_suffixes_end_a_left_side_and_parts_follow_a_place() {
    refused_condition("1 == [v1].b");
    refused_condition("[t1].b + 2 == 1");
    refused_condition("([t1]).l == 1");
    refused_condition("peekbyte(1).h == 1");
    refused_statement("x = [v1].w");
    refused_condition("a.b == 1");
}

#[test]
fn jsr_takes_two_parameters_in_their_order() {
    for legal in [
        "jsr([Go], stop_on_rts = true, fail_on_brk = true)",
        "jsr($1000, stop_on_rts = false, fail_on_brk = false)",
        "jsr([Go], stop_on_address = [End], fail_on_brk = true)",
        "jsr([ns.Go], stop_on_address = $1005, fail_on_brk = true)",
    ] {
        assert!(matches!(step(legal), Step::Jsr { .. }), "{legal}");
    }
    refused_statement("jsr([Go])");
    refused_statement("jsr([Go], stop_on_rts = true)");
    refused_statement("jsr([Go], fail_on_brk = true, stop_on_rts = true)");
    refused_statement("jsr([Go] + 1, stop_on_rts = true, fail_on_brk = true)");
    refused_statement("jsr([Go], stop_on_address = 1 + 2, fail_on_brk = true)");
}

#[test]
fn there_are_no_unary_shift_or_modulo_operators() {
    refused_statement("x = -1");
    refused_statement("x = <[v1]");
    refused_statement("x = 1 << 2");
    refused_statement("x = 5 % 2");
    assert_eq!(
        refused_statement("x = -1").text,
        "There is no unary minus; write 0 - n"
    );
}

#[test]
fn a_processor_name_is_no_number() {
    let error = refused_statement("x = 6502");
    assert_eq!(
        error.text,
        "'6502' is the name of a processor, never a number"
    );
    assert!(parsed(&in_test("x = $1966")).is_ok());
}

#[test]
fn reserved_words_name_no_symbol_unless_dotted() {
    for word in ["value", "run", "x", "trace", "c64", "true", "screen"] {
        let error = refused_statement(&format!("y = [{word}]"));
        assert!(
            error.text.contains("reserved word"),
            "{word}: {}",
            error.text
        );
    }
    assert!(parsed(&in_test("y = [value.x]")).is_ok());
    assert!(parsed(&in_test("y = [ v1 ]")).is_ok());
    refused_statement("y = [a.b.c]");
    refused_statement("y = v1");
}

#[test]
fn words_of_other_backends_are_refused_by_name() {
    for statement in [
        "wait_ready",
        "uci(1)",
        "screen_contains(\"x\")",
        "send_key(1)",
        "basic(\"x\")",
    ] {
        let error = refused_statement(statement);
        assert!(
            error.text.contains("belongs to another backend"),
            "{}",
            error.text
        );
    }
    let error = refused(&in_suite("ultimate(fs_root = \"x\") symbols(\"f\")"));
    assert!(error.text.contains("'ultimate' belongs to another backend"));
}

#[test]
fn setup_blocks_hold_no_assertions() {
    let error = refused(&in_suite("setup { assert(a == 1, \"d\") }"));
    assert_eq!(error.text, "An assertion cannot stand in a setup block");
}

#[test]
fn a_misspelt_keyword_is_recognised() {
    assert_eq!(
        refused(&in_suite("tset(\"t\", \"d\") { x = 1 }"))
            .hint
            .as_deref(),
        Some("test")
    );
    assert_eq!(refused("sutes { }").hint.as_deref(), Some("suites"));
}

#[test]
fn each_broken_item_is_reported_once_and_the_rest_is_still_read() {
    let text = in_suite(
        "test(\"a\", \"d\") { x = a y = x }\nsymbols(1)\ntest(\"b\", \"d\") { x = 1 }\ntest(\"c\", \"d\") { y = z }",
    );
    let errors = parsed(&text).expect_err("three broken items");
    assert_eq!(errors.len(), 3, "{errors:?}");
}

#[test]
fn parentheses_may_be_deep_but_not_endless() {
    let nested = |depth: usize| format!("x = {}1{}", "(".repeat(depth), ")".repeat(depth));
    assert!(parsed(&in_test(&nested(200))).is_ok());
    assert!(
        refused_statement(&nested(100_000))
            .text
            .contains("parentheses")
    );
}

/// Text that looks like a suite here and there.
fn soup() -> impl Strategy<Value = String> {
    let words = prop::sample::select(WORDS.to_vec()).prop_map(str::to_string);
    #[rustfmt::skip]
    let pieces = prop::sample::select(vec![
        "suites { suite(\"s\") {", "test(\"t\", \"d\") {", "{", "}", "(", ")", "[", "]", "[v1]", "=", "==", "<", "+", "-",
        "*", "/", ",", "\"s\"", "\"", "12", "$ff", "0x", "0X1", "%1", "6502", ".b", ".l", "x", "c", "a.b", ";", "\n", "é",
    ]);
    let piece = prop_oneof![words, pieces.prop_map(str::to_string), "\\PC{0,3}"];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_the_text_there_is_a_tree_or_an_error_that_can_be_shown(text in soup()) {
        let source = Source::new(Path::new("s.6502"), &text);
        if let Err(errors) = parse(&source) {
            prop_assert!(!errors.is_empty());
            let shown = render_all(&errors, &source);
            prop_assert!(shown.starts_with("Error at s.6502:"), "{}", shown);
        }
    }
}
