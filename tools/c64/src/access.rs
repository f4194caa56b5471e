//! Which cells of memory a run touches: counted for each address, apart for instructions, reads and writes.
//!
//! The addresses are worked out from the instruction and the registers before it, so the machine itself pays nothing for
//! this while nobody watches. Cells are addresses as the processor sees them: a chip's register counts as its address.

use crate::core::{Registers, modifies_memory};
use crate::machine::Machine;
use crate::observe::Step;
use mos6502::Variant;
use mos6502::instruction::{AddressingMode, Instruction, Nmos6502};

const CELLS: usize = 0x1_0000;

/// Counts by address since the last time they were taken; they stop at 255.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessMap {
    /// Bytes of instructions that were executed.
    pub executed: Vec<u8>,
    /// Reads of operands and of the stack.
    pub read: Vec<u8>,
    /// Writes, to the stack too.
    pub written: Vec<u8>,
}

impl Default for AccessMap {
    fn default() -> AccessMap {
        AccessMap {
            executed: vec![0; CELLS],
            read: vec![0; CELLS],
            written: vec![0; CELLS],
        }
    }
}

fn count(cells: &mut [u8], address: u16) {
    let cell = &mut cells[usize::from(address)];
    *cell = cell.saturating_add(1);
}

impl AccessMap {
    pub(crate) fn record(&mut self, step: Step) {
        self.record_stack(step.before.s, step.after.s);
        if step.interrupt {
            return;
        }
        let Some((instruction, mode)) = Nmos6502::decode(step.code[0]) else {
            return;
        };
        for offset in 0..length(mode) {
            count(&mut self.executed, step.before.pc.wrapping_add(offset));
        }
        if let Some(address) = step.operand
            && !matches!(instruction, Instruction::JMP | Instruction::JSR)
        {
            if !stores(instruction) {
                count(&mut self.read, address);
            }
            if stores(instruction) || modifies_memory(instruction) {
                count(&mut self.written, address);
            }
        }
    }

    /// What was pushed or pulled; `TXS` may move the pointer far without touching anything.
    fn record_stack(&mut self, before: u8, after: u8) {
        const MOST: u8 = 3;
        let (pushed, pulled) = (before.wrapping_sub(after), after.wrapping_sub(before));
        if pushed <= MOST {
            (0..pushed).for_each(|n| count(&mut self.written, stack(before.wrapping_sub(n))));
        } else if pulled <= MOST {
            (0..pulled).for_each(|n| count(&mut self.read, stack(after.wrapping_sub(n))));
        }
    }
}

fn stack(pointer: u8) -> u16 {
    0x0100 | u16::from(pointer)
}

fn stores(instruction: Instruction) -> bool {
    use Instruction::{SAX, STA, STX, STY};
    matches!(instruction, STA | STX | STY | SAX)
}

fn length(mode: AddressingMode) -> u16 {
    use AddressingMode::{
        Absolute, AbsoluteX, AbsoluteY, Accumulator, BuggyIndirect, Implied, Indirect,
    };
    match mode {
        Accumulator | Implied => 1,
        Absolute | AbsoluteX | AbsoluteY | Indirect | BuggyIndirect => 3,
        _ => 2,
    }
}

/// The address in memory that an instruction works on, if it works on one.
pub(crate) fn operand(
    code: [u8; 3],
    registers: Registers,
    peek: impl Fn(u16) -> u8,
) -> Option<u16> {
    use AddressingMode as Mode;
    let (_, mode) = Nmos6502::decode(code[0])?;
    let absolute = u16::from_le_bytes([code[1], code[2]]);
    let pointer =
        |at: u8| u16::from_le_bytes([at, at.wrapping_add(1)].map(|cell| peek(cell.into())));
    let (x, y) = (registers.x, registers.y);
    Some(match mode {
        Mode::ZeroPage => code[1].into(),
        Mode::ZeroPageX => code[1].wrapping_add(x).into(),
        Mode::ZeroPageY => code[1].wrapping_add(y).into(),
        Mode::Absolute => absolute,
        Mode::AbsoluteX => absolute.wrapping_add(x.into()),
        Mode::AbsoluteY => absolute.wrapping_add(y.into()),
        Mode::IndexedIndirectX => pointer(code[1].wrapping_add(x)),
        Mode::IndirectIndexedY => pointer(code[1]).wrapping_add(y.into()),
        _ => return None,
    })
}

impl Machine {
    /// Begins to count which cells are touched.
    pub fn start_access_map(&mut self) {
        self.observers.access = Some(Box::default());
    }

    /// The counts since the last time, which begin anew; nothing when none were begun.
    pub fn take_access_map(&mut self) -> Option<AccessMap> {
        self.observers
            .access
            .as_mut()
            .map(|map| std::mem::take(&mut **map))
    }

    /// Ends the counting.
    pub fn stop_access_map(&mut self) {
        self.observers.access = None;
    }
}
