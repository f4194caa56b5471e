//! What the compiler says about input it cannot take: where it stands in the IR, and its text.

use std::fmt;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    pub message: String,
    /// Function being read or compiled, if any.
    pub function: Option<String>,
    /// Line of the IR text, from 1; 0 when it is about the whole file.
    pub line: u32,
    /// The line itself.
    pub text: String,
}

pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    pub fn new(message: impl Into<String>) -> Error {
        Error {
            message: message.into(),
            function: None,
            line: 0,
            text: String::new(),
        }
    }

    pub fn at(line: u32, message: impl Into<String>) -> Error {
        Error {
            line,
            ..Error::new(message)
        }
    }

    /// Adds the line it speaks of, if nobody has yet.
    pub fn with_text_of(mut self, text: &str) -> Error {
        if self.text.is_empty() && self.line > 0 {
            let line = text.lines().nth(self.line as usize - 1);
            self.text = line.unwrap_or_default().to_owned();
        }
        self
    }

    pub fn in_function(mut self, name: &str) -> Error {
        self.function.get_or_insert_with(|| name.to_owned());
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}: ", self.line)?;
        }
        write!(f, "{}", self.message)?;
        if let Some(function) = &self.function {
            write!(f, " (in function {:#})", rustc_demangle::demangle(function))?;
        }
        if !self.text.is_empty() {
            write!(f, "\n    {}", self.text.trim())?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}
