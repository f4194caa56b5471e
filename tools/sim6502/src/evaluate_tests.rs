//! Values of expressions: the table of the language, and random expressions against a second evaluator
//! that works on the text by splitting it at its loosest operator.

use super::*;
use crate::lex::lex;
use crate::parse::Parser;
use crate::tree::System;
use proptest::prelude::*;

fn expression(text: &str) -> Expr {
    let (tokens, errors) = lex(text);
    assert_eq!(errors, [], "{text}");
    let mut parser = Parser::new(text, tokens);
    let expr = parser.expression().expect(text);
    assert_eq!(
        *parser.token(),
        crate::lex::Token::End,
        "{text} is not one expression"
    );
    expr
}

/// Value and faults with `Table` at $2000, where `11 22 33` lies, and `Big` at $12345.
fn evaluated(text: &str) -> (i32, Vec<String>) {
    let mut memory = Memory::new(System::Generic6502);
    memory.load(0x2000, &[0x11, 0x22, 0x33]);
    let symbols = SymbolTable::parse(".label Table=$2000\n.label Big=$12345").expect("symbols");
    let mut evaluator = Evaluator::new(&memory, &symbols);
    let value = evaluator.value(&expression(text));
    (value, evaluator.faults)
}

fn value(text: &str) -> i32 {
    let (value, faults) = evaluated(text);
    assert_eq!(faults, [] as [String; 0], "{text}");
    value
}

#[test]
fn every_operator_has_its_own_level_of_precedence() {
    #[rustfmt::skip]
    let table = [
        ("10 - 3 + 2", 5),     ("8 / 2 * 4", 1),       ("2 + 3 * 4", 14),      ("20 - 5 - 3", 12),
        ("1 | 6 & 3", 3),      ("6 ^ 3 | 8", 13),      ("1 ^ 3 & 2", 3),       ("12 & 4 + 8", 12),
        ("(10 - 3) + 2", 9),   ("100 / 5 / 2", 10),    ("7 & 6 - 4", 2),       ("1 + 8 / 4", 3),
    ];
    for (text, expected) in table {
        assert_eq!(value(text), expected, "{text}");
    }
}

#[test]
fn symbols_numbers_and_booleans_are_themselves() {
    assert_eq!(value("[Table]"), 0x2000);
    assert_eq!(value("[Table] + 2"), 0x2002);
    assert_eq!(value("true + true"), 2);
    assert_eq!(value("false"), 0);
    assert_eq!(value("%101 + $10 + 0x10"), 37);
}

#[test]
fn parts_take_the_low_byte_or_shift_by_eight_and_upper_case_does_nothing() {
    assert_eq!(value("[Big].l"), 0x45);
    assert_eq!(value("[Big].h"), 0x123);
    assert_eq!(value("[Big].L"), 0x12345);
    assert_eq!(value("[Big].H"), 0x12345);
    assert_eq!(value("$1234.h * 2"), 0x24);
    assert_eq!(value("$ffffffff.h"), -1);
}

#[test]
fn peeks_read_memory_and_wrap_at_64_k() {
    assert_eq!(value("peekbyte([Table] + 1)"), 0x22);
    assert_eq!(value("peekword([Table])"), 0x2211);
    assert_eq!(value("peekbyte([Table] + $10000)"), 0x11);
    assert_eq!(value("peekbyte([Table] - $10000 + 2)"), 0x00);
}

#[test]
fn arithmetic_wraps_at_32_bits_and_division_truncates() {
    assert_eq!(value("2147483647 + 1"), i32::MIN);
    assert_eq!(value("$80000000 / (0 - 1)"), i32::MIN);
    assert_eq!(value("(0 - 7) / 2"), -3);
    assert_eq!(value("65536 * 65536"), 0);
}

#[test]
fn division_by_zero_is_a_fault_and_yields_zero() {
    let (value, faults) = evaluated("5 / 0 + 3");
    assert_eq!((value, faults), (3, vec!["Division by zero".to_string()]));
}

#[test]
fn memory_tests_are_operands_that_fault_when_false() {
    assert_eq!(value("memchk([Table], 1, $11) + 1"), 2);
    assert_eq!(value("memcmp([Table], [Table], 3)"), 1);
    assert_eq!(value("memchk([Table], 0, 99)"), 1, "no bytes are all equal");
    assert_eq!(value("memchk([Table], 0 - 5, 99)"), 1);
    let (value, faults) = evaluated("memchk([Table], 2, $11)");
    assert_eq!(value, 0);
    assert_eq!(faults, ["Expected 17 at 8193 but found 34"]);
    let (_, faults) = evaluated("memcmp([Table], [Table] + 1, 2)");
    assert_eq!(
        faults,
        ["Expected the same bytes at 8192 and 8193 but found 17 and 34"]
    );
    assert_eq!(evaluated("memchk($3000, 1, 256)").0, 0, "no byte is 256");
}

/// Splits at the loosest operator outside parentheses, the rightmost one of it.
fn second_opinion(text: &str) -> i64 {
    let text = text.trim();
    for operator in ['|', '^', '&', '-', '+', '/', '*'] {
        let mut depth = 0;
        for (index, c) in text.char_indices().rev() {
            match c {
                ')' => depth += 1,
                '(' => depth -= 1,
                _ if c == operator && depth == 0 => {
                    let left = second_opinion(&text[..index]);
                    let right = second_opinion(&text[index + 1..]);
                    return narrow(match operator {
                        '|' => left | right,
                        '^' => left ^ right,
                        '&' => left & right,
                        '-' => left - right,
                        '+' => left + right,
                        '/' => left.checked_div(right).unwrap_or(0),
                        _ => left * right,
                    });
                }
                _ => {}
            }
        }
    }
    match text.strip_prefix('(') {
        Some(inner) => second_opinion(&inner[..inner.len() - 1]),
        None => literal(text),
    }
}

fn literal(text: &str) -> i64 {
    match (text.strip_prefix('$'), text.strip_prefix('%')) {
        (Some(hex), _) => i64::from_str_radix(hex, 16).expect("hex"),
        (_, Some(binary)) => i64::from_str_radix(binary, 2).expect("binary"),
        _ if text == "true" || text == "false" => i64::from(text == "true"),
        _ => text.parse().expect("decimal"),
    }
}

/// To 32 bits, by arithmetic instead of a cast.
fn narrow(value: i64) -> i64 {
    (value + (1 << 31)).rem_euclid(1 << 32) - (1 << 31)
}

fn random_expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        (0..100_000_i32)
            .prop_filter("processor names", |n| ![6502, 6510].contains(n))
            .prop_map(|n| n.to_string()),
        (0..0x7fff_ffff_u32).prop_map(|n| format!("${n:x}")),
        (0..1024_u32).prop_map(|n| format!("%{n:b}")),
        any::<bool>().prop_map(|b| b.to_string()),
    ];
    leaf.prop_recursive(6, 48, 4, |inner| {
        let operator = prop::sample::select(vec!["*", "/", "+", "-", "&", "^", "|"]);
        let chain = prop::collection::vec((operator, inner.clone()), 1..4);
        let joined = (inner.clone(), chain).prop_map(|(first, rest)| {
            rest.iter().fold(first, |text, (operator, next)| {
                format!("{text} {operator} {next}")
            })
        });
        prop_oneof![joined, inner.prop_map(|text| format!("({text})"))]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_expressions_have_the_value_that_a_second_evaluator_finds(text in random_expression()) {
        prop_assert_eq!(i64::from(evaluated(&text).0), second_opinion(&text), "{}", text);
    }
}
