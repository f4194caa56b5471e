//! Public functions of the rules, the evaluation, the search and the game say what their bytes are.
//!
//! A square, a kind of piece and a ply are all one byte, and a call that confuses them compiles when they are all `u8`. So a
//! public function takes at most one bare byte; what takes more is listed here with the reason.

use std::fs;
use std::path::Path;

/// Functions that may take more.
const EXCEPTIONS: [(&str, &str); 1] = [("with_entry", "page and offset are one address")];

/// The parameters of the function whose declaration begins `text`, behind its opening parenthesis.
fn parameters(text: &str) -> &str {
    let mut depth = 0;
    let end = text.find(|letter| {
        depth += match letter {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth < 0
    });
    &text[..end.expect("a closing parenthesis")]
}

/// Public functions in a source text with two or more parameters of type `u8`.
fn with_bare_bytes(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().map(|line| line.trim_start()).collect();
    let code = lines.join("\n");
    let mut found = Vec::new();
    for (place, _) in code.match_indices("fn ") {
        let line = code[..place].rsplit('\n').next().unwrap_or_default();
        let (name, rest) = code[place + 3..].split_once('(').unwrap_or_default();
        let bytes = |list: &str| {
            list.split(": u8")
                .skip(1)
                .filter(|rest| !is_word(rest))
                .count()
        };
        if line.starts_with("pub") && bytes(parameters(rest)) > 1 {
            found.push(name.split('<').next().unwrap_or_default().to_string());
        }
    }
    found
}

fn is_word(rest: &str) -> bool {
    rest.starts_with(|letter: char| letter.is_alphanumeric() || letter == '_')
}

#[test]
fn public_functions_take_at_most_one_bare_byte() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut faults = Vec::new();
    for folder in ["board", "eval", "search", "game"] {
        for entry in fs::read_dir(source.join(folder)).expect("a folder of the source") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|ext| ext == "rs") {
                let text = fs::read_to_string(&path).expect("a readable file");
                let bare = with_bare_bytes(&text).into_iter();
                faults.extend(
                    bare.filter(|name| EXCEPTIONS.iter().all(|(exception, _)| exception != name))
                        .map(|name| format!("{}: {name}", path.display())),
                );
            }
        }
    }
    assert!(faults.is_empty(), "two bare bytes:\n{}", faults.join("\n"));
}

#[test]
fn bare_bytes_are_counted_in_public_functions_only() {
    let text = "
        pub fn one(a: u8, b: Square) {}
        fn private(a: u8, b: u8) {}
        pub(super) const fn two<T>(
            a: u8,
            b: u8,
        ) -> u8 {}
        pub fn closure(a: u8, act: impl FnMut(u8, u8)) {}";
    assert_eq!(with_bare_bytes(text), ["two"]);
}
