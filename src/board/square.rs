//! Squares of the 0x88 board: one byte, `row * 16 + file`, row 0 is rank 8 (a8 = $00, h1 = $77).
//! Bits 3 and 7 are clear on every real square. Steps are bytes too and wrap: a step north from row 0 lands in rows
//! 8-15, which hold the border, so no walk needs an edge test.

use crate::cells::Table;

/// No square: no en passant, no checker, a dead slot of a piece list.
pub const NONE: u8 = 0xff;

pub const NORTH: u8 = 0xf0;
pub const SOUTH: u8 = 0x10;
pub const EAST: u8 = 0x01;
pub const WEST: u8 = 0xff;

pub const fn both(first: u8, second: u8) -> u8 {
    first.wrapping_add(second)
}

/// Diagonals first, then lines: a bishop uses 0..4, a rook 4..8, queen and king all.
pub const STEPS: [u8; 8] = [
    both(NORTH, WEST),
    both(NORTH, EAST),
    both(SOUTH, WEST),
    both(SOUTH, EAST),
    NORTH,
    WEST,
    EAST,
    SOUTH,
];

pub const KNIGHT_STEPS: [u8; 8] = [
    both(both(NORTH, NORTH), WEST),
    both(both(NORTH, NORTH), EAST),
    both(both(NORTH, WEST), WEST),
    both(both(NORTH, EAST), EAST),
    both(both(SOUTH, WEST), WEST),
    both(both(SOUTH, EAST), EAST),
    both(both(SOUTH, SOUTH), WEST),
    both(both(SOUTH, SOUTH), EAST),
];

/// Where castling happens; Black's squares are the same in row 0.
pub const E1: u8 = 0x74;
pub const E8: u8 = 0x04;

#[inline(always)]
pub const fn is_on_board(sq: u8) -> bool {
    sq & 0x88 == 0
}

#[inline(always)]
pub const fn file(sq: u8) -> u8 {
    sq & 7
}

#[inline(always)]
pub const fn row(sq: u8) -> u8 {
    sq >> 4
}

/// The first and the eighth rank: where a pawn promotes, whatever its side.
#[inline(always)]
pub const fn is_last_row(sq: u8) -> bool {
    sq & 0x70 == 0 || sq & 0x70 == 0x70
}

/// By file: a bit in a byte that stands for a row.
pub static FILE_BIT: Table<8> = Table([1, 2, 4, 8, 16, 32, 64, 128]);

/// The same square seen from the other side of the board.
#[inline(always)]
pub const fn mirror(sq: u8) -> u8 {
    sq ^ 0x70
}

/// From 0..64 (a8 = 0, h1 = 63) to the 0x88 byte.
#[inline(always)]
pub const fn from_index(index: u8) -> u8 {
    (index & 7) | ((index & 0x38) << 1)
}
