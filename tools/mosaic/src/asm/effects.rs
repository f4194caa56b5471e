//! What an instruction costs, reads and changes: the opcode table applied to symbolic operands. Calls and returns are
//! described as the 6502 sees them; what a callee does with the registers is for the passes that know it.

use super::inst::{Inst, Mnemonic, Operand, Place};
use crate::cpu::opcode::{self, Access, Mode, Opcode};
pub use crate::cpu::registers::RegSet;
use std::collections::BTreeSet;

/// Which symbols lie in zero page; without it every symbol is taken as absolute.
#[derive(Debug, Clone, Default)]
pub struct ZeroPage {
    /// Symbols whose bytes all lie in zero page.
    pub symbols: BTreeSet<String>,
}

impl ZeroPage {
    /// Slots count as zero page: nearly all of them end there, and before allocation it is only an estimate.
    pub fn holds(&self, place: &Place) -> bool {
        match place {
            Place::Symbol(name, _) => self.symbols.contains(name),
            Place::Slot(_) => true,
            Place::Address(address) => *address < 256,
        }
    }
}

impl Inst {
    /// The opcode this instruction assembles to, or `None` when the 6502 has no such combination.
    pub fn opcode(&self, zero_page: &ZeroPage) -> Option<&'static Opcode> {
        match self.modes() {
            (Some(short), long) => {
                let near = self.place().is_some_and(|place| zero_page.holds(place));
                let short = near.then(|| opcode::find(self.op, short)).flatten();
                short.or_else(|| opcode::find(self.op, long))
            }
            (None, mode) => opcode::find(self.op, mode),
        }
    }

    /// The addressing mode in zero page, if the operand could have one, and the mode otherwise.
    fn modes(&self) -> (Option<Mode>, Mode) {
        match &self.arg {
            Operand::None => (None, Mode::Imp),
            Operand::Accumulator => (None, Mode::Acc),
            Operand::Immediate(_) | Operand::ImmediateLow(_) | Operand::ImmediateHigh(_) => {
                (None, Mode::Imm)
            }
            Operand::IndirectY(_) => (None, Mode::IndY),
            Operand::IndirectX(_) => (None, Mode::IndX),
            Operand::Indirect(..) => (None, Mode::Ind),
            Operand::LabelX(..) => (None, Mode::AbsX),
            Operand::Label(_) if self.op.branch().is_some() => (None, Mode::Rel),
            Operand::Label(_) => (None, Mode::Abs),
            Operand::Memory(_) => (Some(Mode::Zp), Mode::Abs),
            Operand::MemoryX(_) => (Some(Mode::ZpX), Mode::AbsX),
            Operand::MemoryY(_) => (Some(Mode::ZpY), Mode::AbsY),
        }
    }

    /// Length in bytes; panics on an instruction the 6502 does not have.
    pub fn bytes(&self, zero_page: &ZeroPage) -> u32 {
        self.legal(zero_page).mode.length()
    }

    /// Cycles of the data sheet, without page crossings and with branches not taken.
    pub fn cycles(&self, zero_page: &ZeroPage) -> u32 {
        u32::from(self.legal(zero_page).cycles)
    }

    fn legal(&self, zero_page: &ZeroPage) -> &'static Opcode {
        self.opcode(zero_page)
            .unwrap_or_else(|| panic!("no such instruction: {self}"))
    }

    /// What happens to the memory the operand names.
    pub fn access(&self) -> Access {
        if !self.names_memory() {
            return Access::Nothing;
        }
        let (short, long) = self.modes();
        opcode::find(self.op, long)
            .or_else(|| opcode::find(self.op, short?))
            .map_or(Access::Nothing, |opcode| opcode.access)
    }

    fn names_memory(&self) -> bool {
        matches!(
            self.arg,
            Operand::Memory(_)
                | Operand::MemoryX(_)
                | Operand::MemoryY(_)
                | Operand::IndirectX(_)
                | Operand::IndirectY(_)
                | Operand::Indirect(..)
        )
    }

    /// Registers and flags the instruction itself depends on.
    pub fn reads(&self) -> RegSet {
        self.index()
            | self.op.reads()
            | if self.arg == Operand::Accumulator {
                RegSet::A
            } else {
                RegSet::EMPTY
            }
    }

    /// Registers and flags it gives a new value.
    pub fn writes(&self) -> RegSet {
        self.op.writes()
            | if self.arg == Operand::Accumulator {
                RegSet::A
            } else {
                RegSet::EMPTY
            }
    }

    /// The index register the addressing mode adds.
    pub fn index(&self) -> RegSet {
        match self.arg {
            Operand::MemoryX(_) | Operand::IndirectX(_) | Operand::LabelX(..) => RegSet::X,
            Operand::MemoryY(_) | Operand::IndirectY(_) => RegSet::Y,
            _ => RegSet::EMPTY,
        }
    }

    /// Whether N and Z describe A afterwards because of this instruction. A call says nothing: that is for its callee.
    pub fn sets_flags_from_a(&self) -> bool {
        self.op != Mnemonic::Jsr && self.writes().contains(RegSet::A | RegSet::NZ)
    }
}
