//! Types, and what mosaic refuses among them: integers over 128 bits and vectors.

use super::cursor::Parser;
use crate::error::Result;
use crate::ir::lex::Kind;
use crate::ir::model::Type;

/// The widest integer the compiler handles.
const WIDEST: u32 = 128;

impl Parser<'_> {
    /// Whether the next token starts a type.
    pub(super) fn at_type(&self) -> bool {
        match self.peek() {
            Kind::Word(word) => {
                matches!(*word, "void" | "ptr" | "metadata" | "label" | "token")
                    || integer_width(word).is_some()
                    || is_float(word)
            }
            Kind::Local(_) => true,
            Kind::Punctuation(character) => matches!(character, '{' | '[' | '<'),
            _ => false,
        }
    }

    pub(super) fn ty(&mut self) -> Result<Type> {
        match self.peek() {
            Kind::Word("void") => {
                self.at += 1;
                Ok(Type::Void)
            }
            Kind::Word("ptr") => {
                self.at += 1;
                if self.accept_word("addrspace") {
                    self.skip_parentheses()?;
                }
                Ok(Type::Ptr)
            }
            Kind::Word(word) if integer_width(word).is_some() => self.integer_type(word),
            // Operations on floats have become calls before: what is left are their bits.
            Kind::Word("float") => {
                self.at += 1;
                Ok(Type::Int(32))
            }
            Kind::Word("double") => {
                self.at += 1;
                Ok(Type::Int(64))
            }
            Kind::Word(word) if is_float(word) => self.fail(format!(
                "floating point of this size (`{word}`) is not supported"
            )),
            Kind::Word(word) => self.fail(format!("type `{word}` is not supported")),
            Kind::Local(name) => self.named_type(name),
            Kind::Punctuation('[') => self.array_type(),
            Kind::Punctuation('{') => self.struct_type(),
            Kind::Punctuation('<') if self.kind_at(self.at + 1) == &Kind::Punctuation('{') => {
                self.at += 1;
                let ty = self.struct_type()?;
                self.expect('>')?;
                Ok(ty)
            }
            Kind::Punctuation('<') => self.fail("vectors are not supported"),
            _ => self.unexpected("a type"),
        }
    }

    fn integer_type(&mut self, word: &str) -> Result<Type> {
        match integer_width(word) {
            Some(bits @ 1..=WIDEST) => {
                self.at += 1;
                Ok(Type::Int(bits))
            }
            _ => self.fail(format!(
                "integers wider than {WIDEST} bits (`{word}`) are not supported"
            )),
        }
    }

    fn named_type(&mut self, name: &str) -> Result<Type> {
        let Some(&body) = self.named_types.get(name) else {
            return self.fail(format!("type %{name} is not defined"));
        };
        if self.open_types.iter().any(|open| open == name) {
            return self.fail(format!("type %{name} contains itself"));
        }
        self.open_types.push(name.to_owned());
        let back = std::mem::replace(&mut self.at, body);
        let ty = self.ty();
        self.at = back + 1;
        self.open_types.pop();
        ty
    }

    fn array_type(&mut self) -> Result<Type> {
        self.expect('[')?;
        let count = self.number()?;
        self.expect_word("x")?;
        let element = self.ty()?;
        self.expect(']')?;
        Ok(Type::Array(count, Box::new(element)))
    }

    fn struct_type(&mut self) -> Result<Type> {
        self.expect('{')?;
        let mut fields = Vec::new();
        while !self.accept('}') {
            if !fields.is_empty() {
                self.expect(',')?;
            }
            fields.push(self.ty()?);
        }
        Ok(Type::Struct(fields))
    }
}

fn integer_width(word: &str) -> Option<u32> {
    let digits = word.strip_prefix('i')?;
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(digits.parse().unwrap_or(u32::MAX))
}

fn is_float(word: &str) -> bool {
    matches!(
        word,
        "half" | "bfloat" | "float" | "double" | "fp128" | "x86_fp80" | "ppc_fp128"
    )
}
