//! The NMOS 6502 opcode table as the data sheet gives it: documented opcodes only. Every cost the compiler weighs
//! comes from here; length follows from the mode. Undocumented opcodes never appear, so a pair of operation and mode
//! has at most one row.

use super::operation::Mnemonic::{self, *};
use Access::*;
use Extra::*;
use Mode::*;

/// Addressing modes by their data-sheet names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mode {
    /// No operand.
    Imp,
    /// The accumulator.
    Acc,
    /// `#number`.
    Imm,
    /// A byte of zero page.
    Zp,
    /// Zero page, X added; wraps within the page.
    ZpX,
    /// Zero page, Y added; wraps within the page.
    ZpY,
    /// An address.
    Abs,
    /// An address, X added.
    AbsX,
    /// An address, Y added.
    AbsY,
    /// `(zp,x)`: through the pointer at zero page plus X.
    IndX,
    /// `(zp),y`: Y added to a pointer in zero page.
    IndY,
    /// `(address)`, for `jmp` alone.
    Ind,
    /// A branch's distance from the next instruction.
    Rel,
}

/// Cycles that depend on the run: one when an index carries into the high byte; one for a branch taken and one more
/// when it leaves its page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extra {
    /// The row's cycles are all.
    Never,
    /// One more when the index carries into the high byte.
    PageCross,
    /// One more for a branch taken, another when it leaves its page.
    Branch,
}

/// What the instruction does to the memory its operand names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// There is no operand in memory, or only its address is used.
    Nothing,
    /// Its byte is read.
    Read,
    /// Its byte is written.
    Write,
    /// Its byte is read and written back changed.
    Modify,
}

/// A row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opcode {
    /// The byte of the instruction.
    pub code: u8,
    /// The operation.
    pub op: Mnemonic,
    /// The addressing mode.
    pub mode: Mode,
    /// Cycles, without those that depend on the run.
    pub cycles: u8,
    /// Cycles that depend on the run.
    pub extra: Extra,
    /// What happens to the operand in memory.
    pub access: Access,
}

impl Mode {
    /// Bytes of an instruction in this mode.
    pub const fn length(self) -> u32 {
        match self {
            Imp | Acc => 1,
            Imm | Zp | ZpX | ZpY | IndX | IndY | Rel => 2,
            Abs | AbsX | AbsY | Ind => 3,
        }
    }
}

/// The row of an operation in a mode, if the 6502 has it.
pub fn find(op: Mnemonic, mode: Mode) -> Option<&'static Opcode> {
    static INDEX: std::sync::LazyLock<Vec<[Option<&'static Opcode>; MODES]>> =
        std::sync::LazyLock::new(|| {
            let mut index = vec![[None; MODES]; Tya as usize + 1];
            for row in &OPCODES {
                index[row.op as usize][row.mode as usize] = Some(row);
            }
            index
        });
    INDEX[op as usize][mode as usize]
}

const MODES: usize = Rel as usize + 1;

const fn row(
    code: u8,
    op: Mnemonic,
    mode: Mode,
    cycles: u8,
    extra: Extra,
    access: Access,
) -> Opcode {
    Opcode {
        code,
        op,
        mode,
        cycles,
        extra,
        access,
    }
}

/// All documented opcodes, grouped by operation.
#[rustfmt::skip]
pub static OPCODES: [Opcode; 151] = [
//      code  name mode  cycles extra      access
    row(0x61, Adc, IndX, 6,     Never,     Read),
    row(0x65, Adc, Zp,   3,     Never,     Read),
    row(0x69, Adc, Imm,  2,     Never,     Nothing),
    row(0x6D, Adc, Abs,  4,     Never,     Read),
    row(0x71, Adc, IndY, 5,     PageCross, Read),
    row(0x75, Adc, ZpX,  4,     Never,     Read),
    row(0x79, Adc, AbsY, 4,     PageCross, Read),
    row(0x7D, Adc, AbsX, 4,     PageCross, Read),
    row(0x21, And, IndX, 6,     Never,     Read),
    row(0x25, And, Zp,   3,     Never,     Read),
    row(0x29, And, Imm,  2,     Never,     Nothing),
    row(0x2D, And, Abs,  4,     Never,     Read),
    row(0x31, And, IndY, 5,     PageCross, Read),
    row(0x35, And, ZpX,  4,     Never,     Read),
    row(0x39, And, AbsY, 4,     PageCross, Read),
    row(0x3D, And, AbsX, 4,     PageCross, Read),
    row(0x06, Asl, Zp,   5,     Never,     Modify),
    row(0x0A, Asl, Acc,  2,     Never,     Nothing),
    row(0x0E, Asl, Abs,  6,     Never,     Modify),
    row(0x16, Asl, ZpX,  6,     Never,     Modify),
    row(0x1E, Asl, AbsX, 7,     Never,     Modify),
    row(0x90, Bcc, Rel,  2,     Branch,    Nothing),
    row(0xB0, Bcs, Rel,  2,     Branch,    Nothing),
    row(0xF0, Beq, Rel,  2,     Branch,    Nothing),
    row(0x24, Bit, Zp,   3,     Never,     Read),
    row(0x2C, Bit, Abs,  4,     Never,     Read),
    row(0x30, Bmi, Rel,  2,     Branch,    Nothing),
    row(0xD0, Bne, Rel,  2,     Branch,    Nothing),
    row(0x10, Bpl, Rel,  2,     Branch,    Nothing),
    row(0x00, Brk, Imp,  7,     Never,     Nothing),
    row(0x50, Bvc, Rel,  2,     Branch,    Nothing),
    row(0x70, Bvs, Rel,  2,     Branch,    Nothing),
    row(0x18, Clc, Imp,  2,     Never,     Nothing),
    row(0xD8, Cld, Imp,  2,     Never,     Nothing),
    row(0x58, Cli, Imp,  2,     Never,     Nothing),
    row(0xB8, Clv, Imp,  2,     Never,     Nothing),
    row(0xC1, Cmp, IndX, 6,     Never,     Read),
    row(0xC5, Cmp, Zp,   3,     Never,     Read),
    row(0xC9, Cmp, Imm,  2,     Never,     Nothing),
    row(0xCD, Cmp, Abs,  4,     Never,     Read),
    row(0xD1, Cmp, IndY, 5,     PageCross, Read),
    row(0xD5, Cmp, ZpX,  4,     Never,     Read),
    row(0xD9, Cmp, AbsY, 4,     PageCross, Read),
    row(0xDD, Cmp, AbsX, 4,     PageCross, Read),
    row(0xE0, Cpx, Imm,  2,     Never,     Nothing),
    row(0xE4, Cpx, Zp,   3,     Never,     Read),
    row(0xEC, Cpx, Abs,  4,     Never,     Read),
    row(0xC0, Cpy, Imm,  2,     Never,     Nothing),
    row(0xC4, Cpy, Zp,   3,     Never,     Read),
    row(0xCC, Cpy, Abs,  4,     Never,     Read),
    row(0xC6, Dec, Zp,   5,     Never,     Modify),
    row(0xCE, Dec, Abs,  6,     Never,     Modify),
    row(0xD6, Dec, ZpX,  6,     Never,     Modify),
    row(0xDE, Dec, AbsX, 7,     Never,     Modify),
    row(0xCA, Dex, Imp,  2,     Never,     Nothing),
    row(0x88, Dey, Imp,  2,     Never,     Nothing),
    row(0x41, Eor, IndX, 6,     Never,     Read),
    row(0x45, Eor, Zp,   3,     Never,     Read),
    row(0x49, Eor, Imm,  2,     Never,     Nothing),
    row(0x4D, Eor, Abs,  4,     Never,     Read),
    row(0x51, Eor, IndY, 5,     PageCross, Read),
    row(0x55, Eor, ZpX,  4,     Never,     Read),
    row(0x59, Eor, AbsY, 4,     PageCross, Read),
    row(0x5D, Eor, AbsX, 4,     PageCross, Read),
    row(0xE6, Inc, Zp,   5,     Never,     Modify),
    row(0xEE, Inc, Abs,  6,     Never,     Modify),
    row(0xF6, Inc, ZpX,  6,     Never,     Modify),
    row(0xFE, Inc, AbsX, 7,     Never,     Modify),
    row(0xE8, Inx, Imp,  2,     Never,     Nothing),
    row(0xC8, Iny, Imp,  2,     Never,     Nothing),
    row(0x4C, Jmp, Abs,  3,     Never,     Nothing),
    row(0x6C, Jmp, Ind,  5,     Never,     Read),
    row(0x20, Jsr, Abs,  6,     Never,     Nothing),
    row(0xA1, Lda, IndX, 6,     Never,     Read),
    row(0xA5, Lda, Zp,   3,     Never,     Read),
    row(0xA9, Lda, Imm,  2,     Never,     Nothing),
    row(0xAD, Lda, Abs,  4,     Never,     Read),
    row(0xB1, Lda, IndY, 5,     PageCross, Read),
    row(0xB5, Lda, ZpX,  4,     Never,     Read),
    row(0xB9, Lda, AbsY, 4,     PageCross, Read),
    row(0xBD, Lda, AbsX, 4,     PageCross, Read),
    row(0xA2, Ldx, Imm,  2,     Never,     Nothing),
    row(0xA6, Ldx, Zp,   3,     Never,     Read),
    row(0xAE, Ldx, Abs,  4,     Never,     Read),
    row(0xB6, Ldx, ZpY,  4,     Never,     Read),
    row(0xBE, Ldx, AbsY, 4,     PageCross, Read),
    row(0xA0, Ldy, Imm,  2,     Never,     Nothing),
    row(0xA4, Ldy, Zp,   3,     Never,     Read),
    row(0xAC, Ldy, Abs,  4,     Never,     Read),
    row(0xB4, Ldy, ZpX,  4,     Never,     Read),
    row(0xBC, Ldy, AbsX, 4,     PageCross, Read),
    row(0x46, Lsr, Zp,   5,     Never,     Modify),
    row(0x4A, Lsr, Acc,  2,     Never,     Nothing),
    row(0x4E, Lsr, Abs,  6,     Never,     Modify),
    row(0x56, Lsr, ZpX,  6,     Never,     Modify),
    row(0x5E, Lsr, AbsX, 7,     Never,     Modify),
    row(0xEA, Nop, Imp,  2,     Never,     Nothing),
    row(0x01, Ora, IndX, 6,     Never,     Read),
    row(0x05, Ora, Zp,   3,     Never,     Read),
    row(0x09, Ora, Imm,  2,     Never,     Nothing),
    row(0x0D, Ora, Abs,  4,     Never,     Read),
    row(0x11, Ora, IndY, 5,     PageCross, Read),
    row(0x15, Ora, ZpX,  4,     Never,     Read),
    row(0x19, Ora, AbsY, 4,     PageCross, Read),
    row(0x1D, Ora, AbsX, 4,     PageCross, Read),
    row(0x48, Pha, Imp,  3,     Never,     Nothing),
    row(0x08, Php, Imp,  3,     Never,     Nothing),
    row(0x68, Pla, Imp,  4,     Never,     Nothing),
    row(0x28, Plp, Imp,  4,     Never,     Nothing),
    row(0x26, Rol, Zp,   5,     Never,     Modify),
    row(0x2A, Rol, Acc,  2,     Never,     Nothing),
    row(0x2E, Rol, Abs,  6,     Never,     Modify),
    row(0x36, Rol, ZpX,  6,     Never,     Modify),
    row(0x3E, Rol, AbsX, 7,     Never,     Modify),
    row(0x66, Ror, Zp,   5,     Never,     Modify),
    row(0x6A, Ror, Acc,  2,     Never,     Nothing),
    row(0x6E, Ror, Abs,  6,     Never,     Modify),
    row(0x76, Ror, ZpX,  6,     Never,     Modify),
    row(0x7E, Ror, AbsX, 7,     Never,     Modify),
    row(0x40, Rti, Imp,  6,     Never,     Nothing),
    row(0x60, Rts, Imp,  6,     Never,     Nothing),
    row(0xE1, Sbc, IndX, 6,     Never,     Read),
    row(0xE5, Sbc, Zp,   3,     Never,     Read),
    row(0xE9, Sbc, Imm,  2,     Never,     Nothing),
    row(0xED, Sbc, Abs,  4,     Never,     Read),
    row(0xF1, Sbc, IndY, 5,     PageCross, Read),
    row(0xF5, Sbc, ZpX,  4,     Never,     Read),
    row(0xF9, Sbc, AbsY, 4,     PageCross, Read),
    row(0xFD, Sbc, AbsX, 4,     PageCross, Read),
    row(0x38, Sec, Imp,  2,     Never,     Nothing),
    row(0xF8, Sed, Imp,  2,     Never,     Nothing),
    row(0x78, Sei, Imp,  2,     Never,     Nothing),
    row(0x81, Sta, IndX, 6,     Never,     Write),
    row(0x85, Sta, Zp,   3,     Never,     Write),
    row(0x8D, Sta, Abs,  4,     Never,     Write),
    row(0x91, Sta, IndY, 6,     Never,     Write),
    row(0x95, Sta, ZpX,  4,     Never,     Write),
    row(0x99, Sta, AbsY, 5,     Never,     Write),
    row(0x9D, Sta, AbsX, 5,     Never,     Write),
    row(0x86, Stx, Zp,   3,     Never,     Write),
    row(0x8E, Stx, Abs,  4,     Never,     Write),
    row(0x96, Stx, ZpY,  4,     Never,     Write),
    row(0x84, Sty, Zp,   3,     Never,     Write),
    row(0x8C, Sty, Abs,  4,     Never,     Write),
    row(0x94, Sty, ZpX,  4,     Never,     Write),
    row(0xAA, Tax, Imp,  2,     Never,     Nothing),
    row(0xA8, Tay, Imp,  2,     Never,     Nothing),
    row(0xBA, Tsx, Imp,  2,     Never,     Nothing),
    row(0x8A, Txa, Imp,  2,     Never,     Nothing),
    row(0x9A, Txs, Imp,  2,     Never,     Nothing),
    row(0x98, Tya, Imp,  2,     Never,     Nothing),
];
