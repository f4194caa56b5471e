//! Registers and flags of the 6502, one by one and as sets.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Sub};

/// The registers that hold a byte of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reg {
    /// The accumulator.
    A,
    /// The index register X.
    X,
    /// The index register Y.
    Y,
}

/// All of them, in the order of their numbers.
pub const REGS: [Reg; 3] = [Reg::A, Reg::X, Reg::Y];

/// A set of registers and flags.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct RegSet(u16);

impl RegSet {
    /// Nothing.
    pub const EMPTY: RegSet = RegSet(0);
    /// The accumulator.
    pub const A: RegSet = RegSet(1);
    /// The index register X.
    pub const X: RegSet = RegSet(2);
    /// The index register Y.
    pub const Y: RegSet = RegSet(4);
    /// The carry flag.
    pub const C: RegSet = RegSet(8);
    /// The zero flag.
    pub const Z: RegSet = RegSet(16);
    /// The negative flag.
    pub const N: RegSet = RegSet(32);
    /// The overflow flag.
    pub const V: RegSet = RegSet(64);
    /// Decimal and interrupt flags: changed by their own instructions only.
    pub const MODES: RegSet = RegSet(128);
    /// The stack pointer and what lies on the stack.
    pub const STACK: RegSet = RegSet(256);
    /// The flags a load sets.
    pub const NZ: RegSet = RegSet(16 | 32);
    /// The three registers.
    pub const AXY: RegSet = RegSet(1 | 2 | 4);
    /// The four flags that results set.
    pub const FLAGS: RegSet = RegSet(8 | 16 | 32 | 64);
    /// Everything.
    pub const ALL: RegSet = RegSet(511);

    /// The union, where a constant needs it.
    pub const fn with(self, other: RegSet) -> RegSet {
        RegSet(self.0 | other.0)
    }

    /// Whether nothing is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether any register of `other` is in the set.
    pub const fn meets(self, other: RegSet) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether all of `other` is in the set.
    pub const fn contains(self, other: RegSet) -> bool {
        self.0 & other.0 == other.0
    }
}

impl From<Reg> for RegSet {
    fn from(register: Reg) -> RegSet {
        [RegSet::A, RegSet::X, RegSet::Y][register as usize]
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
