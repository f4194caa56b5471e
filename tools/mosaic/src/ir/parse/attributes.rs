//! Attributes of functions, parameters and results. Only what changes code generation is kept.

use super::cursor::Parser;
use crate::error::Result;
use crate::ir::lex::Kind;
use crate::ir::model::{FunctionAttributes, Range};

/// What is kept of the attributes of a value.
#[derive(Default)]
pub(super) struct ValueAttributes {
    pub(super) range: Option<Range>,
    /// Size of the object that a pointer passed `byval` stands for.
    pub(super) by_value: Option<u32>,
    pub(super) align: Option<u32>,
}

impl Parser<'_> {
    /// `attributes #0 = { … }`, from the number on.
    pub(super) fn attribute_group(&mut self) -> Result<()> {
        let Kind::Group(number) = self.next() else {
            return self.unexpected("`#number`");
        };
        self.expect('=')?;
        self.expect('{')?;
        let mut attributes = FunctionAttributes::default();
        while !self.accept('}') {
            if !self.function_attribute(&mut attributes)? {
                return self.unexpected("an attribute");
            }
        }
        self.groups.insert((*number).to_owned(), attributes);
        Ok(())
    }

    /// Takes one attribute of a function or call site if it is next.
    pub(super) fn function_attribute(
        &mut self,
        attributes: &mut FunctionAttributes,
    ) -> Result<bool> {
        match self.peek() {
            Kind::Group(number) => {
                self.at += 1;
                if let Some(group) = self.groups.get(*number) {
                    attributes.merge(group);
                }
            }
            Kind::Text(_) => {
                let (key, value) = self.string_attribute()?;
                attributes.strings.insert(key, value);
            }
            Kind::Word(word) => {
                match *word {
                    "noinline" => attributes.no_inline = true,
                    "noreturn" => attributes.no_return = true,
                    "cold" => attributes.cold = true,
                    "optsize" | "minsize" => attributes.opt_size = true,
                    _ => {}
                }
                self.at += 1;
                if self.accept('=') {
                    self.at += 1;
                }
                self.skip_parentheses()?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn string_attribute(&mut self) -> Result<(String, String)> {
        let key = self.text()?;
        let value = if self.accept('=') {
            self.text()?
        } else {
            String::new()
        };
        Ok((key, value))
    }

    /// Attributes between a type and its operand, or before a return type; the last range wins.
    pub(super) fn value_attributes(&mut self) -> Result<ValueAttributes> {
        let mut attributes = ValueAttributes::default();
        loop {
            match self.peek() {
                Kind::Text(_) => {
                    self.string_attribute()?;
                }
                Kind::Word("range") => {
                    self.at += 1;
                    attributes.range = Some(self.attribute_range()?);
                }
                Kind::Word("byval") => {
                    self.at += 1;
                    self.expect('(')?;
                    attributes.by_value = Some(self.ty()?.size());
                    self.expect(')')?;
                }
                Kind::Word(word @ ("inalloca" | "preallocated")) => {
                    return self.fail(format!("parameters passed `{word}` are not supported"));
                }
                Kind::Word("align") if matches!(self.kind_at(self.at + 1), Kind::Integer(_)) => {
                    self.at += 1;
                    attributes.align = Some(self.number()?);
                }
                Kind::Word("asm") => return Ok(attributes),
                Kind::Word(_) if !self.at_type() && !self.at_constant_word() => {
                    self.at += 1;
                    self.skip_parentheses()?;
                }
                _ => return Ok(attributes),
            }
        }
    }
}

impl FunctionAttributes {
    fn merge(&mut self, other: &FunctionAttributes) {
        self.no_inline |= other.no_inline;
        self.no_return |= other.no_return;
        self.cold |= other.cold;
        self.opt_size |= other.opt_size;
        self.strings.extend(other.strings.clone());
    }
}
