//! The two kinds of metadata that help code generation: value ranges and branch weights. All other is skipped.

use super::constants::{mask, parse_integer};
use super::cursor::Parser;
use crate::error::Result;
use crate::ir::lex::Kind;
use crate::ir::model::{Range, Type};

/// A page: what the segments of a layout may be aligned to.
const LARGEST_ALIGNMENT: u32 = 256;

/// What is attached to an instruction.
#[derive(Default)]
pub(super) struct Attached {
    pub(super) range: Option<Range>,
    pub(super) weights: Option<(u32, u32)>,
    /// Of a load or store it is a fact about the address, however large; only `alloca` asks for it.
    pub(super) align: Option<u32>,
}

impl Parser<'_> {
    /// `, !name !7` and `, align 1` behind an instruction.
    pub(super) fn attached(&mut self) -> Result<Attached> {
        let mut attached = Attached::default();
        while self.accept(',') {
            match self.next() {
                Kind::Metadata(name) => match name.as_ref() {
                    "range" => attached.range = self.metadata_range(),
                    "prof" => attached.weights = self.metadata_weights(),
                    _ => self.skip_metadata()?,
                },
                Kind::Word("align") => attached.align = Some(self.number()?),
                Kind::Word("addrspace") => self.skip_parentheses()?,
                _ => {
                    self.at -= 1;
                    return self.unexpected("metadata");
                }
            }
        }
        Ok(attached)
    }

    /// The alignment of an object: a power of two that the linker can keep. An access may promise more.
    pub(super) fn object_alignment(&mut self, align: u32) -> Result<u32> {
        if align.is_power_of_two() && align <= LARGEST_ALIGNMENT {
            return Ok(align);
        }
        self.at -= 1;
        self.fail(format!(
            "alignment to {align} bytes is not supported, at most {LARGEST_ALIGNMENT} are"
        ))
    }

    /// `!7`, `!{…}` or `!DIExpression(…)`.
    pub(super) fn skip_metadata(&mut self) -> Result<()> {
        let Kind::Metadata(name) = self.next() else {
            self.at -= 1;
            return self.unexpected("metadata");
        };
        // Behind `!7` a brace opens the body of a function.
        if name.is_empty() && self.peek() == &Kind::Punctuation('{') {
            let mut depth = 0u32;
            loop {
                match self.next() {
                    Kind::Punctuation('{') => depth += 1,
                    Kind::Punctuation('}') if depth == 1 => break,
                    Kind::Punctuation('}') => depth -= 1,
                    Kind::End => return self.unexpected("`}`"),
                    _ => {}
                }
            }
        }
        self.skip_parentheses()
    }

    /// The node a `!7` stands for: its names (`!"branch_weights"`) and its integers with their widths, in order.
    fn metadata_integers(&mut self) -> (Vec<String>, Vec<(u32, u128)>) {
        let (mut names, mut integers) = (Vec::new(), Vec::new());
        let mut at = match self.next() {
            Kind::Metadata(number) if !number.is_empty() => {
                match self.metadata.get(number.as_ref()) {
                    Some(&at) => at,
                    None => return (names, integers),
                }
            }
            _ => return (names, integers),
        };
        while !matches!(self.kind_at(at), Kind::Punctuation('}') | Kind::End) {
            match (self.kind_at(at), self.kind_at(at + 1)) {
                (Kind::Word(ty), Kind::Integer(digits)) => {
                    let bits = ty.strip_prefix('i').and_then(|bits| bits.parse().ok());
                    if let (Some(bits), Some(value)) = (bits, parse_integer(digits)) {
                        integers.push((bits, value));
                    }
                    at += 1;
                }
                (Kind::Metadata(name), _) if !name.is_empty() => names.push(name.to_string()),
                _ => {}
            }
            at += 1;
        }
        (names, integers)
    }

    /// One pair of bounds; a union of several ranges says little to us and is ignored.
    fn metadata_range(&mut self) -> Option<Range> {
        match self.metadata_integers().1[..] {
            [(bits, low), (_, high)] => Some(Range {
                low: low & mask(bits),
                high: high & mask(bits),
            }),
            _ => None,
        }
    }

    fn metadata_weights(&mut self) -> Option<(u32, u32)> {
        let (names, integers) = self.metadata_integers();
        match integers[..] {
            [(_, then), (_, otherwise)]
                if names.first().is_some_and(|name| name == "branch_weights") =>
            {
                Some((then as u32, otherwise as u32))
            }
            _ => None,
        }
    }

    /// `(i8 0, i8 3)` of a `range` attribute.
    pub(super) fn attribute_range(&mut self) -> Result<Range> {
        self.expect('(')?;
        let Type::Int(bits) = self.ty()? else {
            return self.fail("a range needs an integer type");
        };
        let low = self.range_bound(bits)?;
        self.expect(',')?;
        if self.at_type() {
            self.ty()?;
        }
        let high = self.range_bound(bits)?;
        self.expect(')')?;
        Ok(Range { low, high })
    }

    fn range_bound(&mut self, bits: u32) -> Result<u128> {
        match self.peek() {
            Kind::Integer(digits) => {
                let Some(value) = parse_integer(digits) else {
                    return self.fail("the number is out of range");
                };
                self.at += 1;
                Ok(value & mask(bits))
            }
            _ => self.unexpected("a number"),
        }
    }
}
