//! IR text -> [`Module`]. Needs nothing but the text; leaves names resolved, types laid out for byte alignment and
//! 16-bit pointers, and constant address expressions folded. What mosaic cannot compile is refused here, by name,
//! with the function and the line; types of operands against each other are left to `verify`.

mod attributes;
mod call_instructions;
mod constants;
mod cursor;
mod functions;
mod globals;
mod instructions;
mod metadata;
mod types;

use self::cursor::Parser;
use super::model::Module;
use crate::error::{Error, Result};

/// Reads one module.
pub fn parse(text: &str) -> Result<Module> {
    parse_tokens(text).map_err(|error| with_text(error, text))
}

fn parse_tokens(text: &str) -> Result<Module> {
    let tokens = super::lex::lex(text)?;
    let mut parser = Parser::new(&tokens)?;
    parser.module()
}

/// Adds the line's own words to a message that knows only its number.
fn with_text(mut error: Error, text: &str) -> Error {
    if error.line > 0 && error.text.is_empty() {
        error.text = text
            .lines()
            .nth(error.line as usize - 1)
            .unwrap_or("")
            .trim()
            .to_owned();
    }
    error
}

#[cfg(test)]
mod tests;
