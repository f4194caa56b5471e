//! What the compiler says about input it cannot take: where it stands in the Rust source and in the IR, and its text.

mod source;

use std::fmt;

/// Why a program cannot be compiled, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// What is wrong, in words for the user.
    pub message: String,
    /// Function being read or compiled, if any.
    pub function: Option<String>,
    /// Line of the IR text, from 1; 0 when it is about the whole file.
    pub line: u32,
    /// The line itself.
    pub text: String,
    /// Places in the Rust source as `file:line`, if the IR has line tables: its own, then those it was inlined into.
    pub source: Vec<String>,
}

/// What most functions of the compiler return.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error of which no place is known yet.
    pub fn new(message: impl Into<String>) -> Error {
        Error {
            message: message.into(),
            function: None,
            line: 0,
            text: String::new(),
            source: Vec::new(),
        }
    }

    /// An error at a line of the IR.
    pub fn at(line: u32, message: impl Into<String>) -> Error {
        Error {
            line,
            ..Error::new(message)
        }
    }

    /// Adds what the IR says of the line or the function it speaks of, if nobody has yet: its words and its place in the source.
    pub fn with_text_of(mut self, text: &str) -> Error {
        if self.text.is_empty() && self.line > 0 {
            let line = text.lines().nth(self.line as usize - 1);
            self.text = line.unwrap_or_default().trim().to_owned();
        }
        if self.source.is_empty() {
            let line = match &self.function {
                Some(name) if self.line == 0 => source::line_of_function(text, name),
                _ => self.line,
            };
            if line > 0 {
                self.source = source::of_line(text, line);
            }
        }
        self
    }

    /// Names the function, unless a deeper call has named one already.
    pub fn in_function(mut self, name: &str) -> Error {
        self.function.get_or_insert_with(|| name.to_owned());
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.source.first() {
            Some(place) => write!(f, "{place}: ")?,
            None if self.line > 0 => write!(f, "line {}: ", self.line)?,
            None => {}
        }
        write!(f, "{}", self.message)?;
        if let Some(function) = &self.function {
            write!(f, " (in function {:#})", rustc_demangle::demangle(function))?;
        }
        for place in self.source.iter().skip(1) {
            write!(f, "\n    inlined into {place}")?;
        }
        if !self.text.is_empty() {
            write!(f, "\n    ")?;
            if !self.source.is_empty() {
                write!(f, "line {} of the IR: ", self.line)?;
            }
            write!(f, "{}", self.text)?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}
