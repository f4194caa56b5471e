//! The text of one suite file and the places in it: byte spans, and lines and columns for messages.
//! Lines count from 1 and columns from 0, in characters. What is wrong at a place is `diagnostic.rs`.

use std::path::{Path, PathBuf};

/// A stretch of the source, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Span {
    pub start: usize,
    pub end: usize,
}

impl Span {
    pub fn to(self, last: Span) -> Span {
        Span {
            start: self.start,
            end: last.end,
        }
    }
}

#[derive(Debug)]
pub struct Source {
    path: PathBuf,
    text: String,
}

impl Source {
    pub fn new(path: &Path, text: &str) -> Self {
        Self {
            path: path.to_path_buf(),
            text: text.strip_prefix('\u{feff}').unwrap_or(text).to_string(),
        }
    }

    /// Bytes that are not UTF-8 become the replacement character, which no token begins with.
    pub fn read(path: &Path) -> std::io::Result<Self> {
        let bytes = std::fs::read(path)?;
        Ok(Self::new(path, &String::from_utf8_lossy(&bytes)))
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Line from 1, column from 0.
    pub fn position(&self, offset: usize) -> (usize, usize) {
        let before = &self.text[..offset];
        let line = before.matches('\n').count() + 1;
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        (line, before[line_start..].chars().count())
    }

    /// The text of a line numbered from 1.
    pub fn line(&self, number: usize) -> Option<&str> {
        self.text.lines().nth(number.checked_sub(1)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_is_dropped_and_columns_count_characters() {
        let source = Source::new(Path::new("s"), "\u{feff}ab\néé x");
        assert_eq!(source.text(), "ab\néé x");
        assert_eq!(source.position(0), (1, 0));
        assert_eq!(source.position(source.text().find('x').unwrap()), (2, 3));
        assert_eq!(source.line(2), Some("éé x"));
        assert_eq!(source.line(0), None);
        assert_eq!(source.line(3), None);
    }
}
