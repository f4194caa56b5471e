//! The operations of the NMOS 6502: what each reads and writes of registers and flags, whatever its operand, and which
//! of a few kinds it is. Costs, and what happens to the operand in memory, depend on the addressing mode and are in
//! [`opcode`](super::opcode).

use super::registers::{Reg, RegSet};
use Kind::*;
use Mnemonic::*;

/// Documented NMOS operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mnemonic {
    /// Add the operand and the carry to the accumulator.
    Adc,
    /// Bitwise and with the accumulator.
    And,
    /// Shift left; the top bit goes to the carry.
    Asl,
    /// Branch if the carry is clear.
    Bcc,
    /// Branch if the carry is set.
    Bcs,
    /// Branch if the last result was zero.
    Beq,
    /// Test bits: Z from the operand and the accumulator, N and V from the operand's top bits.
    Bit,
    /// Branch if the last result was negative.
    Bmi,
    /// Branch if the last result was not zero.
    Bne,
    /// Branch if the last result was not negative.
    Bpl,
    /// Software interrupt.
    Brk,
    /// Branch if the overflow flag is clear.
    Bvc,
    /// Branch if the overflow flag is set.
    Bvs,
    /// Clear the carry.
    Clc,
    /// Leave decimal mode.
    Cld,
    /// Allow interrupts.
    Cli,
    /// Clear the overflow flag.
    Clv,
    /// Compare the accumulator.
    Cmp,
    /// Compare X.
    Cpx,
    /// Compare Y.
    Cpy,
    /// Memory minus one.
    Dec,
    /// X minus one.
    Dex,
    /// Y minus one.
    Dey,
    /// Bitwise exclusive or with the accumulator.
    Eor,
    /// Memory plus one.
    Inc,
    /// X plus one.
    Inx,
    /// Y plus one.
    Iny,
    /// Jump.
    Jmp,
    /// Call a subroutine.
    Jsr,
    /// Load the accumulator.
    Lda,
    /// Load X.
    Ldx,
    /// Load Y.
    Ldy,
    /// Shift right; the lowest bit goes to the carry.
    Lsr,
    /// Nothing.
    Nop,
    /// Bitwise or with the accumulator.
    Ora,
    /// Push the accumulator.
    Pha,
    /// Push the flags.
    Php,
    /// Pull the accumulator.
    Pla,
    /// Pull the flags.
    Plp,
    /// Rotate left through the carry.
    Rol,
    /// Rotate right through the carry.
    Ror,
    /// Return from an interrupt.
    Rti,
    /// Return from a subroutine.
    Rts,
    /// Subtract the operand and the inverse of the carry from the accumulator.
    Sbc,
    /// Set the carry.
    Sec,
    /// Enter decimal mode.
    Sed,
    /// Hold interrupts back.
    Sei,
    /// Store the accumulator.
    Sta,
    /// Store X.
    Stx,
    /// Store Y.
    Sty,
    /// Copy the accumulator to X.
    Tax,
    /// Copy the accumulator to Y.
    Tay,
    /// Copy the stack pointer to X.
    Tsx,
    /// Copy X to the accumulator.
    Txa,
    /// Copy X to the stack pointer.
    Txs,
    /// Copy Y to the accumulator.
    Tya,
}

/// What an operation is for, as far as passes ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A register from the operand.
    Load(Reg),
    /// A register to the operand.
    Store(Reg),
    /// A register against the operand.
    Compare(Reg),
    /// The first register to the second.
    Transfer(Reg, Reg),
    /// To a label if a flag is set, or if it is clear.
    Branch(RegSet, bool),
    /// Elsewhere in any case: the next instruction does not run.
    Leave,
    /// Everything else.
    Other,
}

/// A row of the table.
#[derive(Debug, Clone, Copy)]
pub struct Operation {
    /// The operation.
    pub op: Mnemonic,
    /// Registers and flags it depends on; an index register or the accumulator as operand comes on top.
    pub reads: RegSet,
    /// Registers and flags it gives a new value; the accumulator as operand comes on top.
    pub writes: RegSet,
    /// What it is for.
    pub kind: Kind,
}

const fn row(op: Mnemonic, reads: RegSet, writes: RegSet, kind: Kind) -> Operation {
    Operation {
        op,
        reads,
        writes,
        kind,
    }
}

const NONE: RegSet = RegSet::EMPTY;
const A: RegSet = RegSet::A;
const X: RegSet = RegSet::X;
const Y: RegSet = RegSet::Y;
const C: RegSet = RegSet::C;
const Z: RegSet = RegSet::Z;
const N: RegSet = RegSet::N;
const V: RegSet = RegSet::V;
const NZ: RegSet = RegSet::NZ;
const FLAGS: RegSet = RegSet::FLAGS;
const MODES: RegSet = RegSet::MODES;
const STACK: RegSet = RegSet::STACK;
const ALL: RegSet = RegSet::ALL;

/// One row for each operation, in the order of [`Mnemonic`].
#[rustfmt::skip]
pub static OPERATIONS: [Operation; 56] = [
//      name reads                          writes                         kind
    row(Adc, A.with(C).with(MODES),         A.with(C).with(V).with(NZ),    Other),
    row(And, A,                             A.with(NZ),                    Other),
    row(Asl, NONE,                          C.with(NZ),                    Other),
    row(Bcc, C,                             NONE,                          Branch(C, false)),
    row(Bcs, C,                             NONE,                          Branch(C, true)),
    row(Beq, Z,                             NONE,                          Branch(Z, true)),
    row(Bit, A,                             NZ.with(V),                    Other),
    row(Bmi, N,                             NONE,                          Branch(N, true)),
    row(Bne, Z,                             NONE,                          Branch(Z, false)),
    row(Bpl, N,                             NONE,                          Branch(N, false)),
    row(Brk, ALL,                           ALL,                           Leave),
    row(Bvc, V,                             NONE,                          Branch(V, false)),
    row(Bvs, V,                             NONE,                          Branch(V, true)),
    row(Clc, NONE,                          C,                             Other),
    row(Cld, NONE,                          MODES,                         Other),
    row(Cli, NONE,                          MODES,                         Other),
    row(Clv, NONE,                          V,                             Other),
    row(Cmp, A,                             C.with(NZ),                    Compare(Reg::A)),
    row(Cpx, X,                             C.with(NZ),                    Compare(Reg::X)),
    row(Cpy, Y,                             C.with(NZ),                    Compare(Reg::Y)),
    row(Dec, NONE,                          NZ,                            Other),
    row(Dex, X,                             X.with(NZ),                    Other),
    row(Dey, Y,                             Y.with(NZ),                    Other),
    row(Eor, A,                             A.with(NZ),                    Other),
    row(Inc, NONE,                          NZ,                            Other),
    row(Inx, X,                             X.with(NZ),                    Other),
    row(Iny, Y,                             Y.with(NZ),                    Other),
    row(Jmp, NONE,                          NONE,                          Leave),
    row(Jsr, STACK,                         ALL,                           Other),
    row(Lda, NONE,                          A.with(NZ),                    Load(Reg::A)),
    row(Ldx, NONE,                          X.with(NZ),                    Load(Reg::X)),
    row(Ldy, NONE,                          Y.with(NZ),                    Load(Reg::Y)),
    row(Lsr, NONE,                          C.with(NZ),                    Other),
    row(Nop, NONE,                          NONE,                          Other),
    row(Ora, A,                             A.with(NZ),                    Other),
    row(Pha, A.with(STACK),                 STACK,                         Other),
    row(Php, FLAGS.with(MODES).with(STACK), STACK,                         Other),
    row(Pla, STACK,                         A.with(NZ).with(STACK),        Other),
    row(Plp, STACK,                         FLAGS.with(MODES).with(STACK), Other),
    row(Rol, C,                             C.with(NZ),                    Other),
    row(Ror, C,                             C.with(NZ),                    Other),
    row(Rti, STACK,                         FLAGS.with(MODES),             Leave),
    row(Rts, STACK,                         NONE,                          Leave),
    row(Sbc, A.with(C).with(MODES),         A.with(C).with(V).with(NZ),    Other),
    row(Sec, NONE,                          C,                             Other),
    row(Sed, NONE,                          MODES,                         Other),
    row(Sei, NONE,                          MODES,                         Other),
    row(Sta, A,                             NONE,                          Store(Reg::A)),
    row(Stx, X,                             NONE,                          Store(Reg::X)),
    row(Sty, Y,                             NONE,                          Store(Reg::Y)),
    row(Tax, A,                             X.with(NZ),                    Transfer(Reg::A, Reg::X)),
    row(Tay, A,                             Y.with(NZ),                    Transfer(Reg::A, Reg::Y)),
    row(Tsx, STACK,                         X.with(NZ),                    Other),
    row(Txa, X,                             A.with(NZ),                    Transfer(Reg::X, Reg::A)),
    row(Txs, X,                             STACK,                         Other),
    row(Tya, Y,                             A.with(NZ),                    Transfer(Reg::Y, Reg::A)),
];

/// The operation of a kind, if the 6502 has it.
fn of_kind(kind: Kind) -> Option<Mnemonic> {
    let row = OPERATIONS.iter().find(|row| row.kind == kind)?;
    Some(row.op)
}

impl Mnemonic {
    fn row(self) -> &'static Operation {
        &OPERATIONS[self as usize]
    }

    /// Registers and flags it depends on, apart from its operand.
    pub fn reads(self) -> RegSet {
        self.row().reads
    }

    /// Registers and flags it gives a new value, apart from its operand.
    pub fn writes(self) -> RegSet {
        self.row().writes
    }

    /// What it is for.
    pub fn kind(self) -> Kind {
        self.row().kind
    }

    /// For a branch the flag it looks at, and the value with which it is taken.
    pub fn branch(self) -> Option<(RegSet, bool)> {
        match self.kind() {
            Branch(flag, value) => Some((flag, value)),
            _ => None,
        }
    }

    /// The branch taken exactly when this one is not.
    pub fn inverse(self) -> Option<Mnemonic> {
        let (flag, value) = self.branch()?;
        branch_if(flag, !value)
    }
}

/// The branch that is taken when a flag has this value.
pub fn branch_if(flag: RegSet, value: bool) -> Option<Mnemonic> {
    of_kind(Branch(flag, value))
}

// The register search asks for these all the time, so they are written out; a test holds them to the table.
impl Reg {
    /// The instruction that loads the register.
    pub fn load(self) -> Mnemonic {
        [Lda, Ldx, Ldy][self as usize]
    }

    /// The instruction that stores the register.
    pub fn store(self) -> Mnemonic {
        [Sta, Stx, Sty][self as usize]
    }

    /// The instruction that compares the register.
    pub fn compare(self) -> Mnemonic {
        [Cmp, Cpx, Cpy][self as usize]
    }

    /// The instruction that copies the register to another, if there is one.
    pub fn transfer(self, to: Reg) -> Option<Mnemonic> {
        match (self, to) {
            (Reg::A, Reg::X) => Some(Tax),
            (Reg::A, Reg::Y) => Some(Tay),
            (Reg::X, Reg::A) => Some(Txa),
            (Reg::Y, Reg::A) => Some(Tya),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::registers::REGS;
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_the_operations() {
        for (number, row) in OPERATIONS.iter().enumerate() {
            assert_eq!(row.op as usize, number, "{row:?}");
        }
    }

    #[test]
    fn registers_agree_with_the_table() {
        for register in REGS {
            assert_eq!(register.load().kind(), Load(register));
            assert_eq!(register.store().kind(), Store(register));
            assert_eq!(register.compare().kind(), Compare(register));
            for to in REGS {
                assert_eq!(register.transfer(to), of_kind(Transfer(register, to)));
            }
        }
    }

    #[test]
    fn an_inverse_looks_at_the_same_flag() {
        for row in &OPERATIONS {
            let inverse = row.op.inverse();
            assert_eq!(inverse.is_some(), matches!(row.kind, Branch(..)));
            if let Some(inverse) = inverse {
                assert_eq!(inverse.reads(), row.op.reads());
                assert_eq!(inverse.inverse(), Some(row.op));
                assert_ne!(inverse, row.op);
            }
        }
    }
}
