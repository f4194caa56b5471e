//! The value of an expression: 32 bits signed, wrapping. A symbol or number is itself, never the memory
//! behind it. What goes wrong while evaluating fails the test but always yields a value.

use crate::memory::Memory;
use crate::symbols::SymbolTable;
use crate::tree::{Expr, MemoryTest, Operator, Part, Place, PlaceKind, Width};

/// More bytes than this only read the same memory again.
const ALL_MEMORY: i32 = 0x10000;

pub struct Evaluator<'a> {
    memory: &'a Memory,
    symbols: &'a SymbolTable,
    /// Reasons for the test to fail.
    pub faults: Vec<String>,
}

impl<'a> Evaluator<'a> {
    pub fn new(memory: &'a Memory, symbols: &'a SymbolTable) -> Self {
        Self {
            memory,
            symbols,
            faults: Vec::new(),
        }
    }

    /// An undefined symbol is 0; the plan has already noted it. A number without value never gets here.
    pub fn place(&self, place: &Place) -> i32 {
        match &place.kind {
            PlaceKind::Number(number) => number.unwrap_or(0),
            PlaceKind::Symbol(name) => self.symbols.get(name).unwrap_or(0),
        }
    }

    pub fn value(&mut self, expr: &Expr) -> i32 {
        match expr {
            Expr::Place(place) => self.place(place),
            Expr::Part(place, Part::Low) => self.place(place) & 0xFF,
            Expr::Part(place, Part::High) => self.place(place) >> 8,
            Expr::Part(place, Part::Whole) => self.place(place),
            Expr::Bool(value) => i32::from(*value),
            Expr::PeekByte(address) => {
                let address = self.value(address);
                self.peek(address, Width::Byte)
            }
            Expr::PeekWord(address) => {
                let address = self.value(address);
                self.peek(address, Width::Word)
            }
            Expr::Memory(test) => i32::from(self.memory_test(test)),
            Expr::Group(inner) => self.value(inner),
            Expr::Chain(operator, operands) => self.chain(*operator, operands),
        }
    }

    /// Memory at the low 16 bits of an address.
    pub fn peek(&self, address: i32, width: Width) -> i32 {
        match width {
            Width::Byte => self.memory.read(low_word(address)).into(),
            Width::Word => self.memory.read_word(low_word(address)).into(),
        }
    }

    fn chain(&mut self, operator: Operator, operands: &[Expr]) -> i32 {
        let mut values = operands.iter().map(|operand| self.value(operand));
        let first = values.next().unwrap_or(0);
        let rest: Vec<i32> = values.collect();
        rest.into_iter()
            .fold(first, |left, right| self.apply(operator, left, right))
    }

    fn apply(&mut self, operator: Operator, left: i32, right: i32) -> i32 {
        match operator {
            Operator::Multiply => left.wrapping_mul(right),
            Operator::Divide if right == 0 => {
                self.faults.push("Division by zero".to_string());
                0
            }
            Operator::Divide => left.wrapping_div(right),
            Operator::Add => left.wrapping_add(right),
            Operator::Subtract => left.wrapping_sub(right),
            Operator::And => left & right,
            Operator::Xor => left ^ right,
            Operator::Or => left | right,
        }
    }

    /// A false result fails the test, whatever is then done with it.
    pub fn memory_test(&mut self, test: &MemoryTest) -> bool {
        let fault = match test {
            MemoryTest::Check(arguments) => {
                let [address, count, value] = arguments.each_ref().map(|one| self.value(one));
                self.check(address, count, value)
            }
            MemoryTest::Compare(arguments) => {
                let [first, second, count] = arguments.each_ref().map(|one| self.value(one));
                self.compare(first, second, count)
            }
        };
        let same = fault.is_none();
        self.faults.extend(fault);
        same
    }

    fn check(&self, address: i32, count: i32, value: i32) -> Option<String> {
        let found = |offset| self.peek(address.wrapping_add(offset), Width::Byte);
        let offset = (0..count.min(ALL_MEMORY)).find(|&offset| found(offset) != value)?;
        let at = low_word(address.wrapping_add(offset));
        Some(format!(
            "Expected {value} at {at} but found {}",
            found(offset)
        ))
    }

    fn compare(&self, first: i32, second: i32, count: i32) -> Option<String> {
        let byte = |start: i32, offset| self.peek(start.wrapping_add(offset), Width::Byte);
        let differs = |offset: &i32| byte(first, *offset) != byte(second, *offset);
        let offset = (0..count.min(ALL_MEMORY)).find(differs)?;
        Some(format!(
            "Expected the same bytes at {} and {} but found {} and {}",
            low_word(first.wrapping_add(offset)),
            low_word(second.wrapping_add(offset)),
            byte(first, offset),
            byte(second, offset)
        ))
    }
}

#[expect(
    clippy::cast_sign_loss,
    reason = "addresses are the low 16 bits of any number"
)]
pub fn low_word(value: i32) -> u16 {
    (value & 0xFFFF) as u16
}

#[expect(
    clippy::cast_sign_loss,
    reason = "bytes are the low 8 bits of any number"
)]
pub fn low_byte(value: i32) -> u8 {
    (value & 0xFF) as u8
}

#[cfg(test)]
#[path = "evaluate_tests.rs"]
mod tests;
