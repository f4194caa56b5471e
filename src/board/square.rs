//! Squares of the 0x88 board: one byte, `row * 16 + file`, row 0 is rank 8 (a8 = $00, h1 = $77).
//! Bits 3 and 7 are clear on every real square. Steps are bytes too and wrap: a step north from row 0 lands in rows
//! 8-15, which hold the border, so no walk needs an edge test.

use crate::cells::{ByModule, Place, Table};

/// A square, or a byte beside the board: steps may leave it, and what is no square reads as the border.
///
/// Where a comparison decides about bytes of code, `board` compares the bytes (`a.0 == b.0`): LLVM sees those before it has
/// inlined the `==` of the type, which takes its operands by reference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(transparent)]
pub struct Square(pub(super) u8);

impl Square {
    /// From the byte that `bits` gives.
    #[inline(always)]
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// The byte: `row * 16 + file`.
    #[inline(always)]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Is it `NONE`?
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0 == NONE.0
    }

    /// The square that a step leads to.
    #[inline(always)]
    #[must_use]
    pub const fn plus(self, step: u8) -> Self {
        Self(self.0.wrapping_add(step))
    }

    /// The square from which a step leads here.
    #[inline(always)]
    #[must_use]
    pub const fn minus(self, step: u8) -> Self {
        Self(self.0.wrapping_sub(step))
    }

    /// The difference that leads here from `origin`: the index of `attack::REACH` and `STEP`.
    #[inline(always)]
    pub const fn offset_from(self, origin: Square) -> u8 {
        self.0.wrapping_sub(origin.0)
    }

    /// From an en passant square to the pawn that is captured there, and back.
    #[inline(always)]
    #[must_use]
    pub const fn en_passant_partner(self) -> Self {
        Self(self.0 ^ 0x10)
    }

    /// As the `to` of a move: the same square with the bits of a promotion, see `moves::Move`.
    #[inline(always)]
    #[must_use]
    pub const fn promoting(self, bits: u8) -> Self {
        Self(self.0 | bits)
    }

    /// Does a slot of a piece list hold a piece? Only its bit 7 is asked, which `NONE` has and no square.
    #[inline(always)]
    pub(super) const fn is_listed(self) -> bool {
        self.0 < 0x80
    }
}

// SAFETY: a byte is below 256.
unsafe impl<By> Place<256, By> for Square {
    #[inline(always)]
    fn place(self) -> u8 {
        self.0
    }
}

/// No square: no en passant, no checker, a dead slot of a piece list.
pub const NONE: Square = Square(0xff);

pub const NORTH: u8 = 0xf0;
pub const SOUTH: u8 = 0x10;
pub const EAST: u8 = 0x01;
pub const WEST: u8 = 0xff;
pub const NORTH_WEST: u8 = both(NORTH, WEST);
pub const NORTH_EAST: u8 = both(NORTH, EAST);
pub const SOUTH_WEST: u8 = both(SOUTH, WEST);
pub const SOUTH_EAST: u8 = both(SOUTH, EAST);

const fn both(first: u8, second: u8) -> u8 {
    first.wrapping_add(second)
}

/// Diagonals first, then lines: a bishop uses 0..4, a rook 4..8, queen and king all.
pub const STEPS: [u8; 8] = [
    NORTH_WEST, NORTH_EAST, SOUTH_WEST, SOUTH_EAST, NORTH, WEST, EAST, SOUTH,
];

pub const KNIGHT_STEPS: [u8; 8] = [
    both(NORTH, NORTH_WEST),
    both(NORTH, NORTH_EAST),
    both(NORTH_WEST, WEST),
    both(NORTH_EAST, EAST),
    both(SOUTH_WEST, WEST),
    both(SOUTH_EAST, EAST),
    both(SOUTH, SOUTH_WEST),
    both(SOUTH, SOUTH_EAST),
];

pub const A8: Square = Square(0x00);
/// Where castling happens; Black's squares are the same in row 0.
pub const E1: Square = Square(0x74);
pub const E8: Square = Square(0x04);

#[inline(always)]
pub const fn is_on_board(sq: Square) -> bool {
    sq.0 & 0x88 == 0
}

#[inline(always)]
pub const fn file(sq: Square) -> u8 {
    sq.0 & 7
}

#[inline(always)]
pub const fn row(sq: Square) -> u8 {
    sq.0 >> 4
}

/// The first and the eighth rank: where a pawn promotes, whatever its side.
#[inline(always)]
pub const fn is_last_row(sq: Square) -> bool {
    sq.0 & 0x70 == 0 || sq.0 & 0x70 == 0x70
}

/// By file: a bit in a byte that stands for a row.
// SAFETY: it is asked for a `file`, which has three bits.
pub static FILE_BIT: Table<8, ByModule> =
    unsafe { Table::by_module([1, 2, 4, 8, 16, 32, 64, 128]) };

/// The same square seen from the other side of the board.
#[inline(always)]
pub const fn mirror(sq: Square) -> Square {
    Square(sq.0 ^ 0x70)
}

/// From 0..64 (a8 = 0, h1 = 63).
#[inline(always)]
pub const fn from_index(index: u8) -> Square {
    Square((index & 7) | ((index & 0x38) << 1))
}
