//! 64 KB of bytes, each of which may be unallocated, read-only or poison. An access outside an object is a fault;
//! which object a pointer was made from is not followed.

use super::values::Value;
use super::{Outcome, undefined};
use crate::ir::model::Type;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Access {
    None,
    Read,
    Write,
}

/// 64 KB of bytes, each with its rights and whether it holds poison.
#[derive(Debug, Clone)]
pub struct Memory {
    bytes: Vec<u8>,
    poison: Vec<bool>,
    access: Vec<Access>,
}

const SIZE: usize = 0x10000;

impl Default for Memory {
    fn default() -> Memory {
        Memory {
            bytes: vec![0; SIZE],
            poison: vec![true; SIZE],
            access: vec![Access::None; SIZE],
        }
    }
}

fn range(address: u16, size: u32) -> std::ops::Range<usize> {
    let start = usize::from(address);
    start..(start + size as usize).min(SIZE)
}

impl Memory {
    /// Makes an object of undefined contents.
    pub fn allocate(&mut self, address: u16, size: u32) {
        self.access[range(address, size)].fill(Access::Write);
        self.poison[range(address, size)].fill(true);
    }

    /// Ends the objects from `from` up to `to`: any access is a fault from now on.
    pub fn release(&mut self, from: u16, to: u16) {
        self.access[usize::from(from)..usize::from(to)].fill(Access::None);
    }

    /// Makes an object read-only.
    pub fn protect(&mut self, address: u16, size: u32) {
        self.access[range(address, size)].fill(Access::Read);
    }

    /// Whether no object has any of these bytes.
    pub fn is_free(&self, address: u16, size: u32) -> bool {
        self.access[range(address, size)]
            .iter()
            .all(|access| *access == Access::None)
    }

    /// A defined byte.
    pub fn byte(&self, address: u16) -> Option<u8> {
        let at = usize::from(address);
        (!self.poison[at]).then_some(self.bytes[at])
    }

    fn check(&self, address: u16, size: u32, needed: Access) -> Outcome<()> {
        let place = range(address, size);
        let short = place.len() < size as usize;
        let refused = |access: &Access| {
            *access == Access::None || (needed == Access::Write && *access != needed)
        };
        if short || self.access[place].iter().any(refused) {
            return undefined(format!(
                "{needed:?} of {size} bytes at ${address:04X}, outside any object"
            ));
        }
        Ok(())
    }

    /// Reads a value of a type; a fault where the program has no right to read.
    pub fn load(&self, address: u16, ty: &Type) -> Outcome<Value> {
        self.check(address, ty.size(), Access::Read)?;
        Ok(self.read(address, ty))
    }

    /// Writes a value of a type; a fault where the program has no right to write.
    pub fn store(&mut self, address: u16, ty: &Type, value: &Value) -> Outcome<()> {
        self.check(address, ty.size(), Access::Write)?;
        self.write(address, ty, value);
        Ok(())
    }

    fn read(&self, address: u16, ty: &Type) -> Value {
        match ty {
            Type::Array(count, element) => {
                let stride = element.size() as u16;
                Value::Parts(
                    (0..*count as u16)
                        .map(|i| self.read(address.wrapping_add(i * stride), element))
                        .collect(),
                )
            }
            Type::Struct(fields) => {
                let mut at = address;
                let mut parts = Vec::new();
                for field in fields {
                    parts.push(self.read(at, field));
                    at = at.wrapping_add(field.size() as u16);
                }
                Value::Parts(parts)
            }
            _ => self.read_number(address, ty),
        }
    }

    /// Bits beyond an odd width have to be clear, as every store leaves them.
    fn read_number(&self, address: u16, ty: &Type) -> Value {
        let place = range(address, ty.size());
        if self.poison[place.clone()].contains(&true) {
            return Value::Poison;
        }
        let value = self.bytes[place]
            .iter()
            .rev()
            .fold(0u128, |value, byte| value << 8 | u128::from(*byte));
        match ty.bits() {
            Some(bits) if value & super::mask(bits) == value => Value::Int(value),
            _ => Value::Poison,
        }
    }

    /// Writes without asking for permission: initialisers of constants.
    pub fn write(&mut self, address: u16, ty: &Type, value: &Value) {
        match (value, ty) {
            (Value::Parts(parts), Type::Array(_, element)) => {
                let stride = element.size() as u16;
                for (i, part) in parts.iter().enumerate() {
                    self.write(address.wrapping_add(i as u16 * stride), element, part);
                }
            }
            (Value::Parts(parts), Type::Struct(fields)) => {
                let mut at = address;
                for (part, field) in parts.iter().zip(fields) {
                    self.write(at, field, part);
                    at = at.wrapping_add(field.size() as u16);
                }
            }
            (Value::Int(number), _) => {
                for (i, place) in range(address, ty.size()).enumerate() {
                    self.bytes[place] = (number >> (8 * i)) as u8;
                    self.poison[place] = false;
                }
            }
            _ => self.poison[range(address, ty.size())].fill(true),
        }
    }

    /// `memcpy` and `memmove`, poison included; only the latter may overlap.
    pub fn copy(&mut self, to: u16, from: u16, size: u32, may_overlap: bool) -> Outcome<()> {
        if size == 0 {
            return Ok(());
        }
        self.check(from, size, Access::Read)?;
        self.check(to, size, Access::Write)?;
        if !may_overlap && to != from && u32::from(to.abs_diff(from)) < size {
            return undefined("memcpy between overlapping places");
        }
        self.bytes.copy_within(range(from, size), usize::from(to));
        self.poison.copy_within(range(from, size), usize::from(to));
        Ok(())
    }

    /// Sets `size` bytes to one value, which may be poison.
    pub fn fill(&mut self, to: u16, byte: &Value, size: u32) -> Outcome<()> {
        if size == 0 {
            return Ok(());
        }
        self.check(to, size, Access::Write)?;
        for at in range(to, size) {
            self.write(at as u16, &Type::Int(8), byte);
        }
        Ok(())
    }

    /// Defined bytes of an object.
    pub fn bytes(&self, address: u16, size: u32) -> Outcome<&[u8]> {
        if size == 0 {
            return Ok(&[]);
        }
        self.check(address, size, Access::Read)?;
        if self.poison[range(address, size)].contains(&true) {
            return undefined("poison bytes are looked at");
        }
        Ok(&self.bytes[range(address, size)])
    }
}
