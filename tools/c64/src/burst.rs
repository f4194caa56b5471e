//! The processor's fast path: documented instructions on plain memory, as many as fit, registers held in locals.
//!
//! [`run`] executes instructions until a cycle or a stop is reached, or until the next one is not for it: an undocumented
//! opcode, `BRK`, decimal arithmetic, an address where a chip or the processor port answers. Such an instruction is left
//! untouched for the `mos6502` core, which is the reference: `tests/burst.rs` compares the two, opcode by opcode and in
//! random programs.

use crate::core::RETURN_ADDRESS;
use mos6502::registers::{Registers, StackPointer, Status};
use std::sync::LazyLock;

const CARRY: u8 = 0x01;
const ZERO: u8 = 0x02;
const DECIMAL: u8 = 0x08;
const INTERRUPTS_OFF: u8 = 0x04;
const BREAK_AND_UNUSED: u8 = 0x30;
const OVERFLOW: u8 = 0x40;
const NEGATIVE: u8 = 0x80;

/// Memory as the fast path uses it. What is not plain has effects beyond the cell, or comes from elsewhere.
pub(crate) trait Cells {
    fn is_plain_code(&self, at: u16) -> bool;
    fn is_plain_read(&self, at: u16) -> bool;
    fn is_plain_write(&self, at: u16) -> bool;
    fn read(&self, at: u16) -> u8;
    fn write(&mut self, at: u16, value: u8);
    /// The zero page and the stack, which are RAM in every bank; cells 0 and 1 may be read here.
    fn read_low(&self, at: u16) -> u8;
}

/// Addresses at which a run stops before the instruction there is executed.
#[derive(Clone, Debug)]
pub struct Stops {
    bits: Box<[u64; 0x400]>,
}

impl Stops {
    /// Stops at these addresses.
    pub fn at(addresses: impl IntoIterator<Item = u16>) -> Stops {
        let none = Stops {
            bits: Box::new([0; 0x400]),
        };
        addresses.into_iter().fold(none, Stops::and)
    }

    /// These and one more.
    pub fn and(mut self, address: u16) -> Stops {
        self.bits[usize::from(address >> 6)] |= 1 << (address & 63);
        self
    }

    /// Where a routine comes back to that the host called, and nowhere else.
    pub fn on_return() -> &'static Stops {
        static ON_RETURN: LazyLock<Stops> = LazyLock::new(|| Stops::at([RETURN_ADDRESS]));
        &ON_RETURN
    }

    /// Is the address one of them?
    #[inline(always)]
    pub fn contains(&self, address: u16) -> bool {
        self.bits[usize::from(address >> 6)] >> (address & 63) & 1 != 0
    }
}

/// Runs while the next instruction begins before cycle `end`; returns the cycle that was reached.
pub(crate) fn run(
    registers: &mut Registers,
    cells: &mut impl Cells,
    cycle: u64,
    end: u64,
    stops: &Stops,
) -> u64 {
    let mut burst = Burst::begin(registers, cells, cycle);
    burst.execute(end, stops);
    burst.store(registers)
}

/// The processor during a burst. The flags N and Z are kept as the values that they would be read from.
struct Burst<'a, C> {
    cells: &'a mut C,
    cycle: u64,
    pc: u16,
    a: u8,
    x: u8,
    y: u8,
    s: u8,
    /// Bit 7 is N.
    negative: u8,
    /// Z is set when this is 0.
    nonzero: u8,
    carry: bool,
    overflow: bool,
    /// The other flags, as they are in the status register.
    others: u8,
}

/// Where an operand is, the bytes of the instruction, and whether an index crossed a page.
struct Place {
    at: u16,
    length: u16,
    crossed: bool,
}

impl<'a, C: Cells> Burst<'a, C> {
    fn begin(registers: &Registers, cells: &'a mut C, cycle: u64) -> Burst<'a, C> {
        let mut burst = Burst {
            cells,
            cycle,
            pc: registers.program_counter,
            a: registers.accumulator,
            x: registers.index_x,
            y: registers.index_y,
            s: registers.stack_pointer.0,
            negative: 0,
            nonzero: 0,
            carry: false,
            overflow: false,
            others: 0,
        };
        burst.set_status(registers.status.bits());
        burst
    }

    fn store(self, registers: &mut Registers) -> u64 {
        registers.program_counter = self.pc;
        registers.accumulator = self.a;
        registers.index_x = self.x;
        registers.index_y = self.y;
        registers.stack_pointer = StackPointer(self.s);
        registers.status = Status::from_bits_retain(self.status());
        self.cycle
    }

    #[inline(always)]
    fn status(&self) -> u8 {
        let zero = if self.nonzero == 0 { ZERO } else { 0 };
        let overflow = if self.overflow { OVERFLOW } else { 0 };
        self.others | self.negative & NEGATIVE | zero | overflow | u8::from(self.carry)
    }

    #[inline(always)]
    fn set_status(&mut self, status: u8) {
        self.negative = status;
        self.nonzero = !status & ZERO;
        self.carry = status & CARRY != 0;
        self.overflow = status & OVERFLOW != 0;
        self.others = status & !(NEGATIVE | ZERO | CARRY | OVERFLOW);
    }

    #[inline(always)]
    fn code(&self, offset: u16) -> u8 {
        self.cells.read(self.pc.wrapping_add(offset))
    }

    #[inline(always)]
    fn code_word(&self) -> u16 {
        u16::from_le_bytes([self.code(1), self.code(2)])
    }

    #[inline(always)]
    fn low_word(&self, at: u8) -> u16 {
        let bytes = [at, at.wrapping_add(1)].map(|cell| self.cells.read_low(cell.into()));
        u16::from_le_bytes(bytes)
    }

    #[inline(always)]
    fn pass(&mut self, length: u16, cycles: u64) {
        self.pc = self.pc.wrapping_add(length);
        self.cycle += cycles;
    }

    // Addressing modes.

    #[inline(always)]
    fn zero_page(&self) -> Place {
        low(self.code(1))
    }

    #[inline(always)]
    fn zero_page_x(&self) -> Place {
        low(self.code(1).wrapping_add(self.x))
    }

    #[inline(always)]
    fn zero_page_y(&self) -> Place {
        low(self.code(1).wrapping_add(self.y))
    }

    #[inline(always)]
    fn absolute(&self) -> Place {
        indexed(self.code_word(), 0, 3)
    }

    #[inline(always)]
    fn absolute_x(&self) -> Place {
        indexed(self.code_word(), self.x, 3)
    }

    #[inline(always)]
    fn absolute_y(&self) -> Place {
        indexed(self.code_word(), self.y, 3)
    }

    #[inline(always)]
    fn indirect_x(&self) -> Place {
        indexed(self.low_word(self.code(1).wrapping_add(self.x)), 0, 2)
    }

    #[inline(always)]
    fn indirect_y(&self) -> Place {
        indexed(self.low_word(self.code(1)), self.y, 2)
    }

    // Operations on a value.

    #[inline(always)]
    fn flag(&mut self, value: u8) -> u8 {
        self.negative = value;
        self.nonzero = value;
        value
    }

    #[inline(always)]
    fn lda(&mut self, value: u8) {
        self.a = self.flag(value);
    }

    #[inline(always)]
    fn ldx(&mut self, value: u8) {
        self.x = self.flag(value);
    }

    #[inline(always)]
    fn ldy(&mut self, value: u8) {
        self.y = self.flag(value);
    }

    #[inline(always)]
    fn and(&mut self, value: u8) {
        self.a = self.flag(self.a & value);
    }

    #[inline(always)]
    fn ora(&mut self, value: u8) {
        self.a = self.flag(self.a | value);
    }

    #[inline(always)]
    fn eor(&mut self, value: u8) {
        self.a = self.flag(self.a ^ value);
    }

    #[inline(always)]
    fn bit(&mut self, value: u8) {
        self.nonzero = self.a & value;
        self.negative = value;
        self.overflow = value & OVERFLOW != 0;
    }

    #[inline(always)]
    fn adc(&mut self, value: u8) {
        let sum = u16::from(self.a) + u16::from(value) + u16::from(self.carry);
        let result = sum as u8;
        self.overflow = (self.a ^ result) & (value ^ result) & 0x80 != 0;
        self.carry = sum > 0xFF;
        self.a = self.flag(result);
    }

    #[inline(always)]
    fn sbc(&mut self, value: u8) {
        self.adc(!value);
    }

    #[inline(always)]
    fn compare(&mut self, register: u8, value: u8) {
        self.carry = register >= value;
        self.flag(register.wrapping_sub(value));
    }

    #[inline(always)]
    fn cmp(&mut self, value: u8) {
        self.compare(self.a, value);
    }

    #[inline(always)]
    fn cpx(&mut self, value: u8) {
        self.compare(self.x, value);
    }

    #[inline(always)]
    fn cpy(&mut self, value: u8) {
        self.compare(self.y, value);
    }

    #[inline(always)]
    fn asl(&mut self, value: u8) -> u8 {
        self.carry = value & 0x80 != 0;
        self.flag(value << 1)
    }

    #[inline(always)]
    fn lsr(&mut self, value: u8) -> u8 {
        self.carry = value & 1 != 0;
        self.flag(value >> 1)
    }

    #[inline(always)]
    fn rol(&mut self, value: u8) -> u8 {
        let into = u8::from(self.carry);
        self.carry = value & 0x80 != 0;
        self.flag(value << 1 | into)
    }

    #[inline(always)]
    fn ror(&mut self, value: u8) -> u8 {
        let into = u8::from(self.carry) << 7;
        self.carry = value & 1 != 0;
        self.flag(value >> 1 | into)
    }

    #[inline(always)]
    fn inc(&mut self, value: u8) -> u8 {
        self.flag(value.wrapping_add(1))
    }

    #[inline(always)]
    fn dec(&mut self, value: u8) -> u8 {
        self.flag(value.wrapping_sub(1))
    }

    // Stack and jumps.

    #[inline(always)]
    fn push(&mut self, value: u8) {
        self.cells.write(0x0100 | u16::from(self.s), value);
        self.s = self.s.wrapping_sub(1);
    }

    #[inline(always)]
    fn pull(&mut self) -> u8 {
        self.s = self.s.wrapping_add(1);
        self.cells.read_low(0x0100 | u16::from(self.s))
    }

    #[inline(always)]
    fn pull_word(&mut self) -> u16 {
        u16::from_le_bytes([self.pull(), self.pull()])
    }

    #[inline(always)]
    fn branch(&mut self, taken: bool) {
        let next = self.pc.wrapping_add(2);
        let offset = i16::from(self.code(1).cast_signed());
        let target = next.wrapping_add_signed(offset);
        let crossed = (next ^ target) & 0xFF00 != 0;
        self.cycle += 2 + u64::from(taken) * (1 + u64::from(crossed));
        self.pc = if taken { target } else { next };
    }

    fn jsr(&mut self) {
        let [low, high] = self.pc.wrapping_add(2).to_le_bytes();
        let target = self.code_word();
        self.push(high);
        self.push(low);
        self.pc = target;
        self.cycle += 6;
    }

    /// The pointer's high byte comes from the same page as its low byte.
    fn jump_indirect(&mut self) -> bool {
        let pointer = self.code_word();
        let next = pointer & 0xFF00 | pointer.wrapping_add(1) & 0x00FF;
        if !self.cells.is_plain_read(pointer) {
            return false;
        }
        self.pc = u16::from_le_bytes([pointer, next].map(|cell| self.cells.read(cell)));
        self.cycle += 5;
        true
    }

    #[allow(clippy::too_many_lines)]
    #[rustfmt::skip]
    fn execute(&mut self, end: u64, stops: &Stops) {
        /// Reads through an addressing mode.
        macro_rules! read {
            ($mode:ident, $cycles:expr, $operation:ident) => {{
                let place = self.$mode();
                if !self.cells.is_plain_read(place.at) { return; }
                let value = self.cells.read(place.at);
                self.$operation(value);
                self.pass(place.length, $cycles + u64::from(place.crossed));
            }};
        }
        macro_rules! read_low {
            ($mode:ident, $cycles:expr, $operation:ident) => {{
                let place = self.$mode();
                let value = self.cells.read_low(place.at);
                self.$operation(value);
                self.pass(place.length, $cycles);
            }};
        }
        macro_rules! immediate {
            ($operation:ident) => {{
                let value = self.code(1);
                self.$operation(value);
                self.pass(2, 2);
            }};
        }
        macro_rules! write {
            ($mode:ident, $cycles:expr, $register:ident) => {{
                let place = self.$mode();
                if !self.cells.is_plain_write(place.at) { return; }
                self.cells.write(place.at, self.$register);
                self.pass(place.length, $cycles);
            }};
        }
        macro_rules! modify {
            ($mode:ident, $cycles:expr, $operation:ident) => {{
                let place = self.$mode();
                if !self.cells.is_plain_write(place.at) { return; }
                let value = self.cells.read(place.at);
                let value = self.$operation(value);
                self.cells.write(place.at, value);
                self.pass(place.length, $cycles);
            }};
        }
        macro_rules! accumulator {
            ($operation:ident) => {{ self.a = self.$operation(self.a); self.pass(1, 2); }};
        }
        macro_rules! transfer {
            ($from:ident, $to:ident) => {{ self.$to = self.flag(self.$from); self.pass(1, 2); }};
        }
        macro_rules! step {
            ($register:ident, $operation:ident) => {{ self.$register = self.$operation(self.$register); self.pass(1, 2); }};
        }
        macro_rules! decimal { () => { if self.others & DECIMAL != 0 { return; } }; }

        while self.cycle < end && !stops.contains(self.pc) && self.cells.is_plain_code(self.pc) {
            match self.code(0) {
                0xA9 => immediate!(lda), 0xA5 => read_low!(zero_page, 3, lda), 0xB5 => read_low!(zero_page_x, 4, lda),
                0xAD => read!(absolute, 4, lda), 0xBD => read!(absolute_x, 4, lda), 0xB9 => read!(absolute_y, 4, lda),
                0xA1 => read!(indirect_x, 6, lda), 0xB1 => read!(indirect_y, 5, lda),
                0xA2 => immediate!(ldx), 0xA6 => read_low!(zero_page, 3, ldx), 0xB6 => read_low!(zero_page_y, 4, ldx),
                0xAE => read!(absolute, 4, ldx), 0xBE => read!(absolute_y, 4, ldx),
                0xA0 => immediate!(ldy), 0xA4 => read_low!(zero_page, 3, ldy), 0xB4 => read_low!(zero_page_x, 4, ldy),
                0xAC => read!(absolute, 4, ldy), 0xBC => read!(absolute_x, 4, ldy),

                0x85 => write!(zero_page, 3, a), 0x95 => write!(zero_page_x, 4, a), 0x8D => write!(absolute, 4, a),
                0x9D => write!(absolute_x, 5, a), 0x99 => write!(absolute_y, 5, a),
                0x81 => write!(indirect_x, 6, a), 0x91 => write!(indirect_y, 6, a),
                0x86 => write!(zero_page, 3, x), 0x96 => write!(zero_page_y, 4, x), 0x8E => write!(absolute, 4, x),
                0x84 => write!(zero_page, 3, y), 0x94 => write!(zero_page_x, 4, y), 0x8C => write!(absolute, 4, y),

                0xAA => transfer!(a, x), 0xA8 => transfer!(a, y), 0x8A => transfer!(x, a),
                0x98 => transfer!(y, a), 0xBA => transfer!(s, x),
                0x9A => { self.s = self.x; self.pass(1, 2); }

                0x29 => immediate!(and), 0x25 => read_low!(zero_page, 3, and), 0x35 => read_low!(zero_page_x, 4, and),
                0x2D => read!(absolute, 4, and), 0x3D => read!(absolute_x, 4, and), 0x39 => read!(absolute_y, 4, and),
                0x21 => read!(indirect_x, 6, and), 0x31 => read!(indirect_y, 5, and),
                0x09 => immediate!(ora), 0x05 => read_low!(zero_page, 3, ora), 0x15 => read_low!(zero_page_x, 4, ora),
                0x0D => read!(absolute, 4, ora), 0x1D => read!(absolute_x, 4, ora), 0x19 => read!(absolute_y, 4, ora),
                0x01 => read!(indirect_x, 6, ora), 0x11 => read!(indirect_y, 5, ora),
                0x49 => immediate!(eor), 0x45 => read_low!(zero_page, 3, eor), 0x55 => read_low!(zero_page_x, 4, eor),
                0x4D => read!(absolute, 4, eor), 0x5D => read!(absolute_x, 4, eor), 0x59 => read!(absolute_y, 4, eor),
                0x41 => read!(indirect_x, 6, eor), 0x51 => read!(indirect_y, 5, eor),
                0x24 => read_low!(zero_page, 3, bit), 0x2C => read!(absolute, 4, bit),

                0x69 => { decimal!(); immediate!(adc) }
                0x65 => { decimal!(); read_low!(zero_page, 3, adc) }
                0x75 => { decimal!(); read_low!(zero_page_x, 4, adc) }
                0x6D => { decimal!(); read!(absolute, 4, adc) }
                0x7D => { decimal!(); read!(absolute_x, 4, adc) }
                0x79 => { decimal!(); read!(absolute_y, 4, adc) }
                0x61 => { decimal!(); read!(indirect_x, 6, adc) }
                0x71 => { decimal!(); read!(indirect_y, 5, adc) }
                0xE9 => { decimal!(); immediate!(sbc) }
                0xE5 => { decimal!(); read_low!(zero_page, 3, sbc) }
                0xF5 => { decimal!(); read_low!(zero_page_x, 4, sbc) }
                0xED => { decimal!(); read!(absolute, 4, sbc) }
                0xFD => { decimal!(); read!(absolute_x, 4, sbc) }
                0xF9 => { decimal!(); read!(absolute_y, 4, sbc) }
                0xE1 => { decimal!(); read!(indirect_x, 6, sbc) }
                0xF1 => { decimal!(); read!(indirect_y, 5, sbc) }

                0xC9 => immediate!(cmp), 0xC5 => read_low!(zero_page, 3, cmp), 0xD5 => read_low!(zero_page_x, 4, cmp),
                0xCD => read!(absolute, 4, cmp), 0xDD => read!(absolute_x, 4, cmp), 0xD9 => read!(absolute_y, 4, cmp),
                0xC1 => read!(indirect_x, 6, cmp), 0xD1 => read!(indirect_y, 5, cmp),
                0xE0 => immediate!(cpx), 0xE4 => read_low!(zero_page, 3, cpx), 0xEC => read!(absolute, 4, cpx),
                0xC0 => immediate!(cpy), 0xC4 => read_low!(zero_page, 3, cpy), 0xCC => read!(absolute, 4, cpy),

                0x0A => accumulator!(asl), 0x4A => accumulator!(lsr), 0x2A => accumulator!(rol), 0x6A => accumulator!(ror),
                0x06 => modify!(zero_page, 5, asl), 0x16 => modify!(zero_page_x, 6, asl),
                0x0E => modify!(absolute, 6, asl), 0x1E => modify!(absolute_x, 7, asl),
                0x46 => modify!(zero_page, 5, lsr), 0x56 => modify!(zero_page_x, 6, lsr),
                0x4E => modify!(absolute, 6, lsr), 0x5E => modify!(absolute_x, 7, lsr),
                0x26 => modify!(zero_page, 5, rol), 0x36 => modify!(zero_page_x, 6, rol),
                0x2E => modify!(absolute, 6, rol), 0x3E => modify!(absolute_x, 7, rol),
                0x66 => modify!(zero_page, 5, ror), 0x76 => modify!(zero_page_x, 6, ror),
                0x6E => modify!(absolute, 6, ror), 0x7E => modify!(absolute_x, 7, ror),
                0xE6 => modify!(zero_page, 5, inc), 0xF6 => modify!(zero_page_x, 6, inc),
                0xEE => modify!(absolute, 6, inc), 0xFE => modify!(absolute_x, 7, inc),
                0xC6 => modify!(zero_page, 5, dec), 0xD6 => modify!(zero_page_x, 6, dec),
                0xCE => modify!(absolute, 6, dec), 0xDE => modify!(absolute_x, 7, dec),
                0xE8 => step!(x, inc), 0xC8 => step!(y, inc), 0xCA => step!(x, dec), 0x88 => step!(y, dec),

                0x10 => self.branch(self.negative & NEGATIVE == 0), 0x30 => self.branch(self.negative & NEGATIVE != 0),
                0xD0 => self.branch(self.nonzero != 0), 0xF0 => self.branch(self.nonzero == 0),
                0x90 => self.branch(!self.carry), 0xB0 => self.branch(self.carry),
                0x50 => self.branch(!self.overflow), 0x70 => self.branch(self.overflow),

                0x18 => { self.carry = false; self.pass(1, 2); }
                0x38 => { self.carry = true; self.pass(1, 2); }
                0xB8 => { self.overflow = false; self.pass(1, 2); }
                0xD8 => { self.others &= !DECIMAL; self.pass(1, 2); }
                0xF8 => { self.others |= DECIMAL; self.pass(1, 2); }
                0x58 => { self.others &= !INTERRUPTS_OFF; self.pass(1, 2); }
                0x78 => { self.others |= INTERRUPTS_OFF; self.pass(1, 2); }
                0xEA => self.pass(1, 2),

                0x48 => { self.push(self.a); self.pass(1, 3); }
                0x08 => { self.push(self.status() | BREAK_AND_UNUSED); self.pass(1, 3); }
                0x68 => { let value = self.pull(); self.lda(value); self.pass(1, 4); }
                0x28 => { let value = self.pull(); self.set_status(value); self.pass(1, 4); }
                0x4C => { self.pc = self.code_word(); self.cycle += 3; }
                0x6C => if !self.jump_indirect() { return; },
                0x20 => self.jsr(),
                0x60 => { self.pc = self.pull_word().wrapping_add(1); self.cycle += 6; }
                0x40 => { let value = self.pull(); self.set_status(value); self.pc = self.pull_word(); self.cycle += 6; }
                _ => return,
            }
        }
    }
}

#[inline(always)]
fn low(cell: u8) -> Place {
    Place {
        at: cell.into(),
        length: 2,
        crossed: false,
    }
}

#[inline(always)]
fn indexed(base: u16, index: u8, length: u16) -> Place {
    let at = base.wrapping_add(index.into());
    Place {
        at,
        length,
        crossed: (base ^ at) & 0xFF00 != 0,
    }
}
