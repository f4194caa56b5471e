//! Suite text to tokens. The longest match wins; of equal length, a reserved word beats a name.
//! Blanks, newlines and `;` comments separate tokens and mean nothing else. The lexer never stops at an
//! error: it notes it and goes on, so that one reading shows them all.

use crate::diagnostic::{Diagnostic, Severity};
use crate::source::Span;
use crate::tree::{Flag, Part, Register, Relation, Width};

/// A number as written: 32 bits signed, or the reason why it has no value.
pub type Number = Result<i32, NumberFault>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberFault {
    TooLarge,
    /// `0X20`: only `0x` converts.
    UpperCasePrefix,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    Number(Number),
    /// `6502`, `6510`, `65c02`, `65C02`: never a number.
    Cpu,
    Text(String),
    /// A plain name that is not reserved.
    Name,
    /// `space.label`.
    Dotted,
    Word(&'static str),
    /// A word that only other backends of the language know.
    Foreign(&'static str),
    Bool(bool),
    Register(Register),
    Flag(Flag),
    Compare(Relation),
    /// `.l` or `.h` after a place.
    Part(Part),
    /// `.b` or `.w` at the end of a comparison's left side.
    Width(Width),
    Mark(char),
    End,
}

pub type Spanned = (Token, Span);

#[rustfmt::skip]
pub const WORDS: [&str; 34] = [
    "suites", "suite", "test", "setup", "load", "symbols", "assert", "jsr", "peekbyte", "peekword",
    "memcmp", "memchk", "memfill", "memdump", "cycles", "address", "strip_header", "stop_on_address",
    "stop_on_rts", "fail_on_brk", "skip", "trace", "timeout", "tags", "processor", "system", "rom",
    "c64", "C64", "generic_6502", "generic_6510", "generic_65c02", "generic_65C02",
    // Of this runner alone.
    "c64_timed",
];

#[rustfmt::skip]
const FOREIGN: [&str; 20] = [
    "basic", "run", "wait", "wait_ready", "wait_text", "send_key", "cold_start", "pause", "resume",
    "screen_contains", "screen_line", "cycles_count", "screen", "watch", "value", "ultimate", "fs_root",
    "uci", "uci_status", "uci_data",
];

const CPUS: [&str; 4] = ["6502", "6510", "65c02", "65C02"];

/// The tokens, ending with one `End`, and the lexical errors.
pub fn lex(text: &str) -> (Vec<Spanned>, Vec<Diagnostic>) {
    let mut lexer = Lexer {
        text,
        at: 0,
        tokens: Vec::new(),
        errors: Vec::new(),
    };
    while lexer.skip_blanks() {
        lexer.token();
    }
    let end = Span {
        start: text.len(),
        end: text.len(),
    };
    lexer.tokens.push((Token::End, end));
    (lexer.tokens, lexer.errors)
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    tokens: Vec<Spanned>,
    errors: Vec<Diagnostic>,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Moves to the next token; false at the end of the text.
    fn skip_blanks(&mut self) -> bool {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start_matches([' ', '\t', '\r', '\n', '\u{c}']);
            self.at += rest.len() - trimmed.len();
            if !trimmed.starts_with(';') {
                return !trimmed.is_empty();
            }
            self.at += trimmed.find(['\r', '\n']).unwrap_or(trimmed.len());
        }
    }

    fn token(&mut self) {
        let rest = self.rest();
        match rest.as_bytes()[0] {
            b'0'..=b'9' => self.digits(),
            b'$' => self.prefixed("$", 16, Token::Number),
            b'%' => self.prefixed("%", 2, Token::Number),
            b'"' => self.string(),
            b'.' => self.suffix(),
            byte if byte.is_ascii_alphabetic() || byte == b'_' => self.word(),
            _ => self.mark(),
        }
    }

    fn push(&mut self, token: Token, length: usize) {
        self.tokens.push((token, self.span(length)));
        self.at += length;
    }

    fn span(&self, length: usize) -> Span {
        Span {
            start: self.at,
            end: self.at + length,
        }
    }

    fn error(&mut self, length: usize, text: impl Into<String>) {
        let error = Diagnostic::new(Severity::Syntax, self.span(length), text);
        self.errors.push(error);
        self.at += length;
    }

    /// A decimal number, `0x` hex, or the name of a processor.
    fn digits(&mut self) {
        let rest = self.rest();
        let decimal = run_length(rest, |c| c.is_ascii_digit());
        let hex = run_length(&rest[1..], |c| c == 'x' || c == 'X').min(1);
        if rest.starts_with('0') && hex == 1 && starts_with_digit(&rest[2..], 16) {
            let prefix = &rest[..2];
            return self.prefixed(prefix, 16, |number| {
                Token::Number(if prefix == "0X" {
                    Err(NumberFault::UpperCasePrefix)
                } else {
                    number
                })
            });
        }
        let cpu = CPUS.iter().find(|cpu| rest.starts_with(**cpu));
        match cpu {
            Some(name) if name.len() >= decimal => self.push(Token::Cpu, name.len()),
            _ => {
                let number = rest[..decimal].parse().map_err(|_| NumberFault::TooLarge);
                self.push(Token::Number(number), decimal);
            }
        }
    }

    /// Digits of a power of two after a prefix; up to 32 bits, the top one being the sign.
    fn prefixed(&mut self, prefix: &str, radix: u32, token: impl Fn(Number) -> Token) {
        let digits = &self.rest()[prefix.len()..];
        let length = run_length(digits, |c| c.is_digit(radix));
        if length == 0 {
            return self.error(prefix.len(), format!("'{prefix}' without digits after it"));
        }
        let value = u32::from_str_radix(&digits[..length], radix);
        let number = value
            .map(u32::cast_signed)
            .map_err(|_| NumberFault::TooLarge);
        self.push(token(number), prefix.len() + length);
    }

    /// A string; only `\"` and `\\` are escapes.
    fn string(&mut self) {
        let mut value = String::new();
        let mut chars = self.rest().char_indices().skip(1).peekable();
        while let Some((offset, c)) = chars.next() {
            match c {
                '"' if value.is_empty() => return self.error(offset + 1, "Empty string"),
                '"' => return self.push(Token::Text(value), offset + 1),
                '\r' | '\n' => return self.error(offset, "String without a closing quote"),
                '\\' => match chars.next_if(|&(_, next)| next == '"' || next == '\\') {
                    Some((_, escaped)) => value.push(escaped),
                    None => value.push('\\'),
                },
                _ => value.push(c),
            }
        }
        self.error(self.rest().len(), "String without a closing quote");
    }

    fn suffix(&mut self) {
        let token = match self.rest().as_bytes().get(1) {
            Some(b'b' | b'B') => Token::Width(Width::Byte),
            Some(b'w' | b'W') => Token::Width(Width::Word),
            Some(b'l') => Token::Part(Part::Low),
            Some(b'h') => Token::Part(Part::High),
            Some(b'L' | b'H') => Token::Part(Part::Whole),
            _ => return self.error(1, "Unexpected '.'"),
        };
        self.push(token, 2);
    }

    fn word(&mut self) {
        let rest = self.rest();
        let length = run_length(rest, is_name_char);
        let tail = &rest[length..];
        if let Some(second) = tail.strip_prefix('.').filter(|second| starts_name(second)) {
            let dotted = length + 1 + run_length(second, is_name_char);
            return self.push(Token::Dotted, dotted);
        }
        self.push(classify(&rest[..length]), length);
    }

    fn mark(&mut self) {
        let rest = self.rest();
        if let Some((relation, length)) = relation(rest) {
            return self.push(Token::Compare(relation), length);
        }
        let first = rest.chars().next().unwrap_or_default();
        if "=+-*/&|^,(){}[]".contains(first) {
            return self.push(Token::Mark(first), 1);
        }
        self.error(first.len_utf8(), format!("Unexpected character '{first}'"));
    }
}

/// The length in bytes of the leading characters that fit.
fn run_length(text: &str, fits: impl Fn(char) -> bool) -> usize {
    text.find(|c| !fits(c)).unwrap_or(text.len())
}

fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn starts_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

fn starts_with_digit(text: &str, radix: u32) -> bool {
    text.starts_with(|c: char| c.is_digit(radix))
}

fn relation(text: &str) -> Option<(Relation, usize)> {
    #[rustfmt::skip]
    const RELATIONS: [(&str, Relation); 7] = [
        ("==", Relation::Equal),     ("!=", Relation::NotEqual),    ("<>", Relation::NotEqualAngled),
        ("<=", Relation::AtMost),    (">=", Relation::AtLeast),
        ("<",  Relation::Less),      (">",  Relation::Greater),
    ];
    RELATIONS
        .iter()
        .find(|(mark, _)| text.starts_with(mark))
        .map(|&(mark, relation)| (relation, mark.len()))
}

fn classify(word: &str) -> Token {
    match word {
        "true" => Token::Bool(true),
        "false" => Token::Bool(false),
        "a" | "A" => Token::Register(Register::A),
        "x" | "X" => Token::Register(Register::X),
        "y" | "Y" => Token::Register(Register::Y),
        "c" | "C" => Token::Flag(Flag::Carry),
        "n" | "N" => Token::Flag(Flag::Negative),
        "z" | "Z" => Token::Flag(Flag::Zero),
        "d" | "D" => Token::Flag(Flag::Decimal),
        "v" | "V" => Token::Flag(Flag::Overflow),
        _ => reserved(word),
    }
}

fn reserved(word: &str) -> Token {
    let own = WORDS.iter().find(|own| **own == word);
    let foreign = FOREIGN.iter().find(|foreign| **foreign == word);
    match (own, foreign) {
        (Some(word), _) => Token::Word(word),
        (_, Some(word)) => Token::Foreign(word),
        _ => Token::Name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token> {
        let (tokens, errors) = lex(text);
        assert_eq!(errors, [], "in {text}");
        let mut tokens: Vec<Token> = tokens.into_iter().map(|(token, _)| token).collect();
        assert_eq!(tokens.pop(), Some(Token::End));
        tokens
    }

    fn one(text: &str) -> Token {
        let mut found = tokens(text);
        assert_eq!(found.len(), 1, "in {text}: {found:?}");
        found.remove(0)
    }

    fn error(text: &str) -> String {
        let (_, errors) = lex(text);
        errors.first().expect("an error").text.clone()
    }

    #[test]
    fn numbers_come_in_four_notations_of_32_bits_signed() {
        assert_eq!(one("0012"), Token::Number(Ok(12)));
        assert_eq!(one("$fF"), Token::Number(Ok(255)));
        assert_eq!(one("0x1a"), Token::Number(Ok(26)));
        assert_eq!(one("%0101"), Token::Number(Ok(5)));
        assert_eq!(one("$ffffffff"), Token::Number(Ok(-1)));
        assert_eq!(one("$80000000"), Token::Number(Ok(i32::MIN)));
        assert_eq!(one("2147483647"), Token::Number(Ok(i32::MAX)));
    }

    #[test]
    fn numbers_that_do_not_convert_keep_their_reason() {
        assert_eq!(one("2147483648"), Token::Number(Err(NumberFault::TooLarge)));
        assert_eq!(one("$100000000"), Token::Number(Err(NumberFault::TooLarge)));
        assert_eq!(
            one("0X20"),
            Token::Number(Err(NumberFault::UpperCasePrefix))
        );
    }

    #[test]
    fn processor_names_are_never_numbers_unless_a_longer_number_begins_like_one() {
        assert_eq!(one("6502"), Token::Cpu);
        assert_eq!(one("6510"), Token::Cpu);
        assert_eq!(one("65c02"), Token::Cpu);
        assert_eq!(one("65C02"), Token::Cpu);
        assert_eq!(one("65020"), Token::Number(Ok(65020)));
        assert_eq!(one("06502"), Token::Number(Ok(6502)));
        assert_eq!(one("$6502"), Token::Number(Ok(0x6502)));
    }

    #[test]
    fn keywords_are_lower_case_and_longest_match_makes_names_of_their_extensions() {
        assert_eq!(one("jsr"), Token::Word("jsr"));
        assert_eq!(one("JSR"), Token::Name);
        assert_eq!(one("jsrs"), Token::Name);
        assert_eq!(one("generic_65C02"), Token::Word("generic_65C02"));
        assert_eq!(one("wait_ready"), Token::Foreign("wait_ready"));
        assert_eq!(one("x1"), Token::Name);
    }

    #[test]
    fn registers_and_flags_are_single_letters_of_either_case() {
        for (text, register) in [("a", Register::A), ("X", Register::X), ("y", Register::Y)] {
            assert_eq!(one(text), Token::Register(register));
        }
        for text in ["c", "N", "z", "D", "v"] {
            assert!(matches!(one(text), Token::Flag(_)), "{text}");
        }
        assert_eq!(one("i"), Token::Name);
        assert_eq!(one("s"), Token::Name);
    }

    #[test]
    fn a_dotted_name_has_one_dot_and_may_be_made_of_reserved_words() {
        assert_eq!(one("search.Depth"), Token::Dotted);
        assert_eq!(one("test.x"), Token::Dotted);
        assert_eq!(error("a.b.c"), "Unexpected '.'");
    }

    #[test]
    fn suffixes_follow_numbers_and_brackets() {
        assert_eq!(tokens("2.b")[1], Token::Width(Width::Byte));
        assert_eq!(tokens("].W")[1], Token::Width(Width::Word));
        assert_eq!(tokens("].l")[1], Token::Part(Part::Low));
        assert_eq!(tokens("$10.h")[1], Token::Part(Part::High));
        assert_eq!(tokens("].L")[1], Token::Part(Part::Whole));
    }

    #[test]
    fn strings_know_two_escapes_and_keep_other_backslashes() {
        let text = |content: &str| one(&format!("\"{content}\""));
        assert_eq!(text("a;b"), Token::Text("a;b".into()));
        assert_eq!(text(r#"say \"hi\""#), Token::Text("say \"hi\"".into()));
        assert_eq!(text(r"a\\b\n"), Token::Text(r"a\b\n".into()));
    }

    #[test]
    fn broken_strings_are_errors() {
        assert_eq!(error("\"\""), "Empty string");
        assert_eq!(error("\"open\nx"), "String without a closing quote");
        assert_eq!(error("\"open"), "String without a closing quote");
    }

    #[test]
    fn comments_reach_to_the_end_of_the_line_only() {
        assert_eq!(tokens("jsr ; assert\nload").len(), 2);
        assert_eq!(tokens("; nothing else"), []);
    }

    #[test]
    fn characters_of_other_languages_are_errors() {
        assert_eq!(error("x = #5"), "Unexpected character '#'");
        assert_eq!(error("$"), "'$' without digits after it");
        assert_eq!(error("%2"), "'%' without digits after it");
        assert_eq!(error("!"), "Unexpected character '!'");
        assert_eq!(error("5 % 2"), "'%' without digits after it");
    }

    #[test]
    fn comparisons_take_the_longest_operator() {
        let found = tokens("== != <> < > <= >=");
        assert!(found.iter().all(|token| matches!(token, Token::Compare(_))));
        assert_eq!(found.len(), 7);
        assert_eq!(tokens("= ="), [Token::Mark('='), Token::Mark('=')]);
    }
}
