//! Constants: literals, aggregates, and address expressions folded to `symbol + offset` or to a number.

use super::cursor::Parser;
use crate::error::Result;
use crate::ir::lex::Kind;
use crate::ir::model::{Const, Type};

/// Words that start a constant; between a type and its operand any other word is an attribute.
const CONSTANT_WORDS: &[&str] = &[
    "true",
    "false",
    "null",
    "none",
    "undef",
    "poison",
    "zeroinitializer",
    "getelementptr",
    "ptrtoint",
    "ptrtoaddr",
    "inttoptr",
    "bitcast",
    "addrspacecast",
    "trunc",
    "add",
    "sub",
    "xor",
    "blockaddress",
    "dso_local_equivalent",
    "no_cfi",
    "splat",
    "ptrauth",
    "asm",
];

impl Parser<'_> {
    pub(super) fn at_constant_word(&self) -> bool {
        matches!(self.peek(), Kind::Word(word) if CONSTANT_WORDS.contains(word))
    }

    pub(super) fn typed_constant(&mut self) -> Result<(Type, Const)> {
        let ty = self.ty()?;
        let constant = self.constant(&ty)?;
        Ok((ty, constant))
    }

    pub(super) fn constant(&mut self, ty: &Type) -> Result<Const> {
        match self.peek() {
            Kind::Integer(digits) => {
                let Some(bits) = ty.bits() else {
                    return self.fail("a number needs an integer type");
                };
                let Some(value) = parse_integer(digits) else {
                    return self.fail("the number is out of range");
                };
                self.at += 1;
                Ok(Const::Int(value & mask(bits)))
            }
            Kind::Float(digits) => match float_bits(digits, ty) {
                Some(bits) => {
                    self.at += 1;
                    Ok(Const::Int(bits))
                }
                None => self.fail("this floating-point constant is not supported"),
            },
            Kind::Bytes(bytes) => {
                self.at += 1;
                Ok(Const::Bytes(bytes.clone()))
            }
            Kind::Global(name) => {
                let Some(&symbol) = self.symbols.get(name.as_ref()) else {
                    return self.fail(format!("@{name} is not defined"));
                };
                self.at += 1;
                Ok(Const::Address(symbol, 0))
            }
            Kind::Punctuation('[') => self.aggregate('[', ']'),
            Kind::Punctuation('{') => self.aggregate('{', '}'),
            Kind::Punctuation('<') if self.kind_at(self.at + 1) == &Kind::Punctuation('{') => {
                self.at += 1;
                let aggregate = self.aggregate('{', '}')?;
                self.expect('>')?;
                Ok(aggregate)
            }
            Kind::Punctuation('<') => self.fail("vector constants are not supported"),
            Kind::Word(word) => {
                self.at += 1;
                self.constant_word(word, ty)
            }
            _ => self.unexpected("a constant"),
        }
    }

    fn constant_word(&mut self, word: &str, ty: &Type) -> Result<Const> {
        match word {
            "true" => Ok(Const::Int(1)),
            "false" => Ok(Const::Int(0)),
            "null" | "none" => Ok(Const::Zero),
            "zeroinitializer" if matches!(ty, Type::Int(_)) => Ok(Const::Int(0)),
            "zeroinitializer" => Ok(Const::Zero),
            "undef" | "poison" => Ok(Const::Undef),
            "dso_local_equivalent" | "no_cfi" => self.constant(ty),
            "getelementptr" => self.constant_gep(),
            "ptrtoint" | "ptrtoaddr" | "inttoptr" | "bitcast" | "addrspacecast" | "trunc" => {
                self.constant_cast()
            }
            "add" | "sub" | "xor" => self.constant_binary(word),
            _ => {
                self.at -= 1;
                self.fail(format!("constant `{word}` is not supported"))
            }
        }
    }

    fn aggregate(&mut self, open: char, close: char) -> Result<Const> {
        self.expect(open)?;
        let mut elements = Vec::new();
        while !self.accept(close) {
            if !elements.is_empty() {
                self.expect(',')?;
            }
            elements.push(self.typed_constant()?);
        }
        Ok(Const::Aggregate(elements))
    }

    /// `(type, ptr base, type index, …)`
    fn constant_gep(&mut self) -> Result<Const> {
        self.skip_gep_flags()?;
        self.expect('(')?;
        let source = self.ty()?;
        self.expect(',')?;
        let (_, base) = self.typed_constant()?;
        let mut indices = Vec::new();
        while !self.accept(')') {
            self.expect(',')?;
            let (ty, index) = self.typed_constant()?;
            let Some(index) = constant_index(&ty, &index) else {
                return self.fail("the index of a constant address has to be a number");
            };
            indices.push(index);
        }
        let mut walk = GepWalk::new(&source);
        for index in indices {
            if let Err(message) = walk.step(index) {
                return self.fail(message);
            }
        }
        match add_offset(&base, walk.offset, &Type::Ptr) {
            Some(sum) => Ok(sum),
            None => self.fail("the base of a constant address has to be a symbol or a number"),
        }
    }

    pub(super) fn skip_gep_flags(&mut self) -> Result<()> {
        while let Kind::Word("inbounds" | "nuw" | "nusw" | "inrange") = self.peek() {
            self.at += 1;
            self.skip_parentheses_of_inrange()?;
        }
        Ok(())
    }

    /// `inrange(-4, 8)` has parentheses of its own; those behind the other flags belong to the expression.
    fn skip_parentheses_of_inrange(&mut self) -> Result<()> {
        match self.kind_at(self.at - 1) {
            Kind::Word("inrange") => self.skip_parentheses(),
            _ => Ok(()),
        }
    }

    /// `(type value to type)`
    fn constant_cast(&mut self) -> Result<Const> {
        self.expect('(')?;
        let (_, value) = self.typed_constant()?;
        self.expect_word("to")?;
        let to = self.ty()?;
        self.expect(')')?;
        Ok(match value {
            Const::Int(value) => Const::Int(value & mask(to.bits().unwrap_or(128))),
            Const::Zero if matches!(to, Type::Int(_)) => Const::Int(0),
            other => other,
        })
    }

    /// `(type a, type b)`: a number with a number, an address with a number, or two addresses of one symbol.
    fn constant_binary(&mut self, word: &str) -> Result<Const> {
        while let Kind::Word("nuw" | "nsw") = self.peek() {
            self.at += 1;
        }
        self.expect('(')?;
        let (ty, a) = self.typed_constant()?;
        self.expect(',')?;
        let (_, b) = self.typed_constant()?;
        self.expect(')')?;
        match fold_binary(word, &ty, &a, &b) {
            Some(folded) => Ok(folded),
            None => self.fail(format!(
                "constant `{word}` of these operands is not supported"
            )),
        }
    }
}

fn fold_binary(word: &str, ty: &Type, a: &Const, b: &Const) -> Option<Const> {
    let bits = ty.bits()?;
    Some(match (word, a, b) {
        ("add", Const::Int(a), Const::Int(b)) => Const::Int(a.wrapping_add(*b) & mask(bits)),
        ("sub", Const::Int(a), Const::Int(b)) => Const::Int(a.wrapping_sub(*b) & mask(bits)),
        ("xor", Const::Int(a), Const::Int(b)) => Const::Int((a ^ b) & mask(bits)),
        ("add", address, Const::Int(offset)) | ("add", Const::Int(offset), address) => {
            add_offset(address, signed(*offset, bits), ty)?
        }
        ("sub", address, Const::Int(offset)) => {
            add_offset(address, signed(*offset, bits).checked_neg()?, ty)?
        }
        ("sub", Const::Address(a, low), Const::Address(b, high)) if a == b => {
            Const::Int((i128::from(*low) - i128::from(*high)) as u128 & mask(bits))
        }
        _ => return None,
    })
}

fn add_offset(base: &Const, offset: i128, ty: &Type) -> Option<Const> {
    let bits = ty.bits()?;
    Some(match base {
        Const::Int(base) => Const::Int(base.wrapping_add(offset as u128) & mask(bits)),
        Const::Zero => match offset as u128 & mask(bits) {
            0 => Const::Zero,
            sum => Const::Int(sum),
        },
        Const::Address(symbol, before) => {
            Const::Address(*symbol, wrap_offset(i128::from(*before) + offset))
        }
        Const::Undef => Const::Undef,
        Const::Bytes(_) | Const::Aggregate(_) => return None,
    })
}

/// Offsets are modulo 2^16; one that fits is kept as written, because `table + 40000` reads better than `- 25536`.
pub(super) fn wrap_offset(offset: i128) -> i32 {
    if (-0x8000..=0xFFFF).contains(&offset) {
        offset as i32
    } else {
        i32::from(offset as i16)
    }
}

/// The value of a constant index, sign-extended as `getelementptr` does.
pub(super) fn constant_index(ty: &Type, index: &Const) -> Option<i128> {
    match index {
        Const::Int(value) => Some(signed(*value, ty.bits()?)),
        Const::Zero | Const::Undef => Some(0),
        _ => None,
    }
}

/// The steps of a `getelementptr` through its type.
pub(super) struct GepWalk<'a> {
    place: &'a Type,
    first: bool,
    pub(super) offset: i128,
}

impl<'a> GepWalk<'a> {
    pub(super) fn new(source: &'a Type) -> GepWalk<'a> {
        GepWalk {
            place: source,
            first: true,
            offset: 0,
        }
    }

    /// Follows a constant index.
    pub(super) fn step(&mut self, index: i128) -> std::result::Result<(), String> {
        if let Type::Struct(fields) = self.place
            && !self.first
        {
            let number = usize::try_from(index)
                .ok()
                .filter(|number| *number < fields.len());
            let number = number.ok_or_else(|| format!("the struct has no field {index}"))?;
            self.offset += fields[..number]
                .iter()
                .map(|field| i128::from(field.size()))
                .sum::<i128>();
            self.place = &fields[number];
            return Ok(());
        }
        let scale = self.scale()?;
        self.offset = self
            .offset
            .wrapping_add(index.wrapping_mul(i128::from(scale)));
        Ok(())
    }

    /// Follows an index that is not known yet: the stride it is multiplied by.
    pub(super) fn scale(&mut self) -> std::result::Result<u32, String> {
        if std::mem::take(&mut self.first) {
            return Ok(self.place.size());
        }
        match self.place {
            Type::Array(_, element) => {
                self.place = element;
                Ok(element.size())
            }
            Type::Struct(_) => Err("a field of a struct has to be chosen by a number".to_owned()),
            _ => Err("only arrays and structs can be indexed".to_owned()),
        }
    }
}

/// The bits of a decimal of up to 128 bits, signed or not.
pub(super) fn parse_integer(digits: &str) -> Option<u128> {
    match digits.strip_prefix('-') {
        Some(_) => digits.parse::<i128>().ok().map(|value| value as u128),
        None => digits.parse().ok(),
    }
}

/// The bits of `1.5e+00` or `0x3FF8000000000000`; the second are always those of a double.
fn float_bits(digits: &str, ty: &Type) -> Option<u128> {
    let value = match digits.strip_prefix("0x") {
        Some(hex) => f64::from_bits(u64::from_str_radix(hex, 16).ok()?),
        None => digits.parse().ok()?,
    };
    match ty.bits()? {
        32 => Some(u128::from((value as f32).to_bits())),
        64 => Some(u128::from(value.to_bits())),
        _ => None,
    }
}

pub(super) fn mask(bits: u32) -> u128 {
    u128::MAX >> (128 - bits.clamp(1, 128))
}

fn signed(value: u128, bits: u32) -> i128 {
    let shift = 128 - bits.clamp(1, 128);
    ((value << shift) as i128) >> shift
}
