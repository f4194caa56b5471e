//! 6502 instructions as the compiler handles them between selection and text: operation, addressing mode, and a
//! symbolic operand. What an instruction costs, reads and changes follows from the tables of `cpu` (`asm::effects`).

pub use crate::cpu::operation::Mnemonic;
use std::fmt;

/// A byte of storage the compiler placed or will place.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// Byte `offset` of a named symbol (global, runtime variable, function).
    Symbol(String, i32),
    /// A virtual byte of the current function, before zero page and frames are assigned.
    Slot(u32),
    /// An absolute address; below 256 it is zero page.
    Address(u16),
}

/// What stands after the mnemonic.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Operand {
    /// An implied operand.
    None,
    /// The accumulator, for shifts and rotations.
    Accumulator,
    /// `#number`.
    Immediate(u8),
    /// `#<place` and `#>place`.
    ImmediateLow(Place),
    /// `#>place`, the high byte of an address.
    ImmediateHigh(Place),
    /// Zero page or absolute, whichever the place turns out to be.
    Memory(Place),
    /// `place,x`.
    MemoryX(Place),
    /// `place,y`.
    MemoryY(Place),
    /// `(zp),y`.
    IndirectY(Place),
    /// `(zp,x)`.
    IndirectX(Place),
    /// `jmp (abs)`: to one of the labels the table at the label names. The vector never ends a page.
    Indirect(Place, Label),
    /// A label of the current function.
    Label(Label),
    /// `label + offset,x`: a table inside the function.
    LabelX(Label, i32),
}

/// A block or local label of the current function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Label(pub u32);

/// One line of a function's body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// A place that branches and jumps name.
    Label(Label),
    /// An instruction.
    Inst(Inst),
    /// Bytes or addresses inside code, such as jump tables.
    Data(Data),
    /// A comment of the listing.
    Comment(String),
}

/// A byte of data among code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Data {
    /// A number.
    Byte(u8),
    /// Low or high byte of a label's address.
    LabelLow(Label),
    /// The high byte of a label's address.
    LabelHigh(Label),
}

/// One instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inst {
    /// The operation.
    pub op: Mnemonic,
    /// Its operand.
    pub arg: Operand,
    /// The access is observable (chip register, volatile): it may not be removed, repeated or moved.
    pub volatile: bool,
}

/// A function as a list of lines with its name, ready for peepholes and placement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Routine {
    /// The symbol of its entry.
    pub name: String,
    /// Segment of the layout; `None` means the default code segment.
    pub section: Option<String>,
    /// Its code.
    pub lines: Vec<Line>,
}

impl Inst {
    /// An instruction whose access is not volatile.
    pub fn new(op: Mnemonic, arg: Operand) -> Inst {
        Inst {
            op,
            arg,
            volatile: false,
        }
    }

    /// An instruction without an operand.
    pub fn implied(op: Mnemonic) -> Inst {
        Inst::new(op, Operand::None)
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@L{}", self.0)
    }
}
