//! What is wrong with a repertoire, and where: file, line, move number, reason.
//!
//! A fault is always the author's to mend; a broken invariant of the tool itself is a panic.

use std::fmt;
use std::path::{Path, PathBuf};

/// A line of a repertoire file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub file: PathBuf,
    /// Counted from 1.
    pub line: usize,
}

impl Place {
    pub fn new(file: &Path, line: usize) -> Self {
        Self {
            file: file.to_path_buf(),
            line,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}:{}", self.file.display(), self.line)
    }
}

/// The move of a game as a reader counts it: `3. Bb5` is ply 4, `3... a6` is ply 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ply(pub usize);

impl Ply {
    pub fn is_white(self) -> bool {
        self.0.is_multiple_of(2)
    }
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(
            f,
            "{}{}",
            self.0 / 2 + 1,
            if self.is_white() { "." } else { "..." }
        )
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub place: Place,
    pub ply: Option<Ply>,
    pub reason: String,
}

impl Fault {
    pub fn new(place: &Place, reason: impl Into<String>) -> Self {
        Self {
            place: place.clone(),
            ply: None,
            reason: reason.into(),
        }
    }

    pub fn at_move(place: &Place, ply: Ply, reason: impl Into<String>) -> Self {
        Self {
            place: place.clone(),
            ply: Some(ply),
            reason: reason.into(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: ", self.place)?;
        if let Some(ply) = self.ply {
            write!(f, "move {ply} ")?;
        }
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Fault {}
