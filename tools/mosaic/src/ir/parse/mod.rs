//! IR text -> [`Module`]. Needs nothing but the text; leaves names resolved, types laid out for byte alignment and
//! 16-bit pointers, and constant address expressions folded. What mosaic cannot compile is refused here, by name,
//! with the function and the line; types of operands against each other are left to `verify`.

mod atomics;
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
use crate::error::Result;

/// Reads one module.
pub fn parse(text: &str) -> Result<Module> {
    parse_tokens(text).map_err(|error| error.with_text_of(text))
}

fn parse_tokens(text: &str) -> Result<Module> {
    let tokens = super::lex::lex(text)?;
    let mut parser = Parser::new(&tokens)?;
    parser.module()
}

#[cfg(test)]
mod tests;
