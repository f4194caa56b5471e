//! An error in a suite file: where, what, and what was perhaps meant. A failed test is not one: that is
//! a `Verdict` in `report.rs`.

use crate::source::{Source, Span};
use std::fmt::Write;

/// What an error does to the run; the order is the order in which exit codes are decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The original runner throws here: the run ends and later tests are dropped (exit 1).
    Abort,
    /// The file is not a suite file: nothing runs (exit 2).
    Syntax,
    /// A symbol, file or address is wrong (exit 3).
    Semantic,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub span: Span,
    pub severity: Severity,
    pub text: String,
    pub hint: Option<String>,
}

impl Diagnostic {
    pub fn new(severity: Severity, span: Span, text: impl Into<String>) -> Self {
        Self {
            span,
            severity,
            text: text.into(),
            hint: None,
        }
    }

    pub fn with_hint(mut self, meant: Option<&str>) -> Self {
        self.hint = meant.map(str::to_string);
        self
    }

    /// The message, its line with one line either side, a marker, and the hint.
    fn render(&self, source: &Source) -> String {
        let (line, column) = source.position(self.span.start);
        let mut text = format!(
            "Error at {}:{line}:{column} - {}\n",
            source.path().display(),
            self.text
        );
        for number in line.saturating_sub(1)..=line + 1 {
            let Some(shown) = source.line(number) else {
                continue;
            };
            let _ = writeln!(text, "{number:5} | {}", shown.replace('\t', " "));
            if number == line {
                let width = self.marker_width(source, shown, column);
                let _ = writeln!(text, "      | {}{}", " ".repeat(column), "^".repeat(width));
            }
        }
        if let Some(meant) = &self.hint {
            let _ = writeln!(text, "Hint: Did you mean '{meant}'?");
        }
        text
    }

    fn marker_width(&self, source: &Source, line: &str, column: usize) -> usize {
        let marked = &source.text()[self.span.start..self.span.end];
        let room = line.chars().count().saturating_sub(column);
        marked.chars().count().min(room).max(1)
    }
}

/// All errors of a file in the order of their places, each once, and how many they are.
pub fn render_all(diagnostics: &[Diagnostic], source: &Source) -> String {
    let mut sorted: Vec<&Diagnostic> = diagnostics.iter().collect();
    sorted.sort_by_key(|diagnostic| diagnostic.span);
    sorted.dedup();
    let mut text: String = sorted.iter().map(|one| one.render(source)).collect();
    let noun = if sorted.len() == 1 { "error" } else { "errors" };
    let _ = writeln!(
        text,
        "Found {} {noun} in {}",
        sorted.len(),
        source.path().display()
    );
    text
}

/// The one candidate nearest to `word`, if it is within `limit` edits and no other is as near.
pub fn nearest<'a>(
    word: &str,
    candidates: impl Iterator<Item = &'a str>,
    limit: usize,
) -> Option<&'a str> {
    let mut best: Option<(usize, &str)> = None;
    let mut tied = false;
    for candidate in candidates {
        let distance = edit_distance(word, candidate);
        match best {
            Some((least, _)) if distance > least => {}
            Some((least, _)) if distance == least => tied = true,
            _ => {
                best = Some((distance, candidate));
                tied = false;
            }
        }
    }
    best.filter(|&(distance, _)| distance <= limit && !tied)
        .map(|(_, candidate)| candidate)
}

/// Insertions, deletions and replacements that turn one word into the other (Levenshtein).
fn edit_distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, from_char) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &to_char) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(from_char != to_char);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn distances_count_single_edits() {
        assert_eq!(edit_distance("asert", "assert"), 1);
        assert_eq!(edit_distance("kitten", "sitting"), 3);
        assert_eq!(edit_distance("", "abc"), 3);
        assert_eq!(edit_distance("same", "same"), 0);
    }

    #[test]
    fn a_hint_needs_one_nearest_word_within_the_limit() {
        let words = ["jsr", "test", "tags"];
        assert_eq!(nearest("tst", words.into_iter(), 2), Some("test"));
        assert_eq!(nearest("completely", words.into_iter(), 2), None);
        assert_eq!(nearest("tegs", ["tags", "tegx"].into_iter(), 2), None);
    }

    #[test]
    fn an_error_shows_its_line_between_its_neighbours_with_a_marker() {
        let source = Source::new(Path::new("s.6502"), "one\ntwo three\nfour\nfive");
        let span = Span { start: 8, end: 13 };
        let error = Diagnostic::new(Severity::Semantic, span, "bad").with_hint(Some("tree"));
        let expected = "Error at s.6502:2:4 - bad\n    1 | one\n    2 | two three\n      |     ^^^^^\n    3 | four\nHint: Did you mean 'tree'?\nFound 1 error in s.6502\n";
        assert_eq!(render_all(&[error.clone(), error], &source), expected);
    }
}
