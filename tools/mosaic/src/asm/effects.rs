//! What an instruction costs, reads and changes: the opcode table applied to symbolic operands. Calls and returns are
//! described as the 6502 sees them; what a callee does with the registers is for the passes that know it.

use super::inst::{Inst, Mnemonic, Operand, Place};
use crate::cpu::opcode::{self, Access, Mode, Opcode};
use std::collections::BTreeSet;
use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Sub};

/// A set of registers and flags.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct RegSet(u16);

impl RegSet {
    pub const EMPTY: RegSet = RegSet(0);
    pub const A: RegSet = RegSet(1);
    pub const X: RegSet = RegSet(2);
    pub const Y: RegSet = RegSet(4);
    pub const C: RegSet = RegSet(8);
    pub const Z: RegSet = RegSet(16);
    pub const N: RegSet = RegSet(32);
    pub const V: RegSet = RegSet(64);
    /// Decimal and interrupt flags: changed by their own instructions only.
    pub const MODES: RegSet = RegSet(128);
    /// The stack pointer and what lies on the stack.
    pub const STACK: RegSet = RegSet(256);
    pub const NZ: RegSet = RegSet(16 | 32);
    pub const AXY: RegSet = RegSet(1 | 2 | 4);
    pub const FLAGS: RegSet = RegSet(8 | 16 | 32 | 64);
    pub const ALL: RegSet = RegSet(511);

    pub const fn with(self, other: RegSet) -> RegSet {
        RegSet(self.0 | other.0)
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether any register of `other` is in the set.
    pub const fn meets(self, other: RegSet) -> bool {
        self.0 & other.0 != 0
    }

    pub const fn contains(self, other: RegSet) -> bool {
        self.0 & other.0 == other.0
    }
}

impl BitOr for RegSet {
    type Output = RegSet;
    fn bitor(self, other: RegSet) -> RegSet {
        RegSet(self.0 | other.0)
    }
}

impl BitOrAssign for RegSet {
    fn bitor_assign(&mut self, other: RegSet) {
        self.0 |= other.0;
    }
}

impl BitAnd for RegSet {
    type Output = RegSet;
    fn bitand(self, other: RegSet) -> RegSet {
        RegSet(self.0 & other.0)
    }
}

impl Sub for RegSet {
    type Output = RegSet;
    fn sub(self, other: RegSet) -> RegSet {
        RegSet(self.0 & !other.0)
    }
}

impl Not for RegSet {
    type Output = RegSet;
    fn not(self) -> RegSet {
        RegSet::ALL - self
    }
}

impl fmt::Debug for RegSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = ["A", "X", "Y", "C", "Z", "N", "V", "modes", "stack"];
        let held = names
            .iter()
            .enumerate()
            .filter(|(bit, _)| self.0 & (1 << bit) != 0);
        f.debug_set().entries(held.map(|(_, name)| name)).finish()
    }
}

/// Which symbols lie in zero page; without it every symbol is taken as absolute.
#[derive(Debug, Clone, Default)]
pub struct ZeroPage {
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
        let (short, long, place) = match &self.arg {
            Operand::None => return opcode::find(self.op, Mode::Imp),
            Operand::Accumulator => return opcode::find(self.op, Mode::Acc),
            Operand::Immediate(_) | Operand::ImmediateLow(_) | Operand::ImmediateHigh(_) => {
                return opcode::find(self.op, Mode::Imm);
            }
            Operand::IndirectY(_) => return opcode::find(self.op, Mode::IndY),
            Operand::IndirectX(_) => return opcode::find(self.op, Mode::IndX),
            Operand::Indirect(..) => return opcode::find(self.op, Mode::Ind),
            Operand::LabelX(..) => return opcode::find(self.op, Mode::AbsX),
            Operand::Label(_) => {
                return opcode::find(self.op, Mode::Rel)
                    .or_else(|| opcode::find(self.op, Mode::Abs));
            }
            Operand::Memory(place) => (Mode::Zp, Mode::Abs, place),
            Operand::MemoryX(place) => (Mode::ZpX, Mode::AbsX, place),
            Operand::MemoryY(place) => (Mode::ZpY, Mode::AbsY, place),
        };
        if zero_page.holds(place) {
            opcode::find(self.op, short).or_else(|| opcode::find(self.op, long))
        } else {
            opcode::find(self.op, long)
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
        use Mnemonic::*;
        match self.op {
            Sta | Stx | Sty => Access::Write,
            Asl | Lsr | Rol | Ror | Inc | Dec => Access::Modify,
            Jsr => Access::Nothing,
            Jmp if !matches!(self.arg, Operand::Indirect(..)) => Access::Nothing,
            _ => Access::Read,
        }
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
            | operation_reads(self.op)
            | if self.arg == Operand::Accumulator {
                RegSet::A
            } else {
                RegSet::EMPTY
            }
    }

    /// Registers and flags it gives a new value.
    pub fn writes(&self) -> RegSet {
        operation_writes(self.op)
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
}

fn operation_reads(op: Mnemonic) -> RegSet {
    use Mnemonic::*;
    match op {
        Adc | Sbc => RegSet::A | RegSet::C | RegSet::MODES,
        And | Ora | Eor | Cmp | Bit | Sta | Tax | Tay => RegSet::A,
        Pha => RegSet::A | RegSet::STACK,
        Bcc | Bcs => RegSet::C,
        Beq | Bne => RegSet::Z,
        Bmi | Bpl => RegSet::N,
        Bvc | Bvs => RegSet::V,
        Cpx | Dex | Inx | Stx | Txa => RegSet::X,
        Txs => RegSet::X,
        Cpy | Dey | Iny | Sty | Tya => RegSet::Y,
        Rol | Ror => RegSet::C,
        Php => RegSet::FLAGS | RegSet::MODES | RegSet::STACK,
        Pla | Plp | Tsx | Rts | Rti | Jsr => RegSet::STACK,
        Brk => RegSet::ALL,
        Asl | Lsr | Clc | Cld | Cli | Clv | Dec | Inc | Jmp | Lda | Ldx | Ldy | Nop | Sec | Sed
        | Sei => RegSet::EMPTY,
    }
}

fn operation_writes(op: Mnemonic) -> RegSet {
    use Mnemonic::*;
    match op {
        Adc | Sbc => RegSet::A | RegSet::C | RegSet::V | RegSet::NZ,
        And | Ora | Eor | Lda | Txa | Tya => RegSet::A | RegSet::NZ,
        Pla => RegSet::A | RegSet::NZ | RegSet::STACK,
        Asl | Lsr | Rol | Ror | Cmp | Cpx | Cpy => RegSet::C | RegSet::NZ,
        Bit => RegSet::NZ | RegSet::V,
        Clc | Sec => RegSet::C,
        Clv => RegSet::V,
        Cld | Sed | Cli | Sei => RegSet::MODES,
        Dec | Inc => RegSet::NZ,
        Dex | Inx | Ldx | Tax => RegSet::X | RegSet::NZ,
        Tsx => RegSet::X | RegSet::NZ,
        Dey | Iny | Ldy | Tay => RegSet::Y | RegSet::NZ,
        Plp => RegSet::FLAGS | RegSet::MODES | RegSet::STACK,
        Pha | Php | Txs => RegSet::STACK,
        Jsr | Brk => RegSet::ALL,
        Rti => RegSet::FLAGS | RegSet::MODES,
        Bcc | Bcs | Beq | Bne | Bmi | Bpl | Bvc | Bvs | Jmp | Nop | Rts | Sta | Stx | Sty => {
            RegSet::EMPTY
        }
    }
}
