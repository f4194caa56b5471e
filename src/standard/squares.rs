//! The six square tables of the specification, as it prints them: White's view, rank 8 on top.
//!
//! The engine's own tables are tuned and differ, so the Standard player keeps these. Three kinds share a table, 64
//! bytes each, because a byte index reaches no further.

use crate::board::piece::{Kind, ROOK};
use crate::cells::{ByModule, Table};

type Drawing = [i8; 64];

#[rustfmt::skip]
const PAWN: Drawing = [
      0,   0,   0,   0,   0,   0,   0,   0,
     50,  50,  50,  50,  50,  50,  50,  50,
     10,  10,  20,  30,  30,  20,  10,  10,
      5,   5,  10,  25,  25,  10,   5,   5,
      0,   0,   0,  20,  20,   0,   0,   0,
      5,  -5, -10,   0,   0, -10,  -5,   5,
      5,  10,  10, -20, -20,  10,  10,   5,
      0,   0,   0,   0,   0,   0,   0,   0,
];
#[rustfmt::skip]
const KNIGHT: Drawing = [
    -50, -40, -30, -30, -30, -30, -40, -50,
    -40, -20,   0,   0,   0,   0, -20, -40,
    -30,   0,  10,  15,  15,  10,   0, -30,
    -30,   5,  15,  20,  20,  15,   5, -30,
    -30,   0,  15,  20,  20,  15,   0, -30,
    -30,   5,  10,  15,  15,  10,   5, -30,
    -40, -20,   0,   5,   5,   0, -20, -40,
    -50, -40, -30, -30, -30, -30, -40, -50,
];
#[rustfmt::skip]
const BISHOP: Drawing = [
    -20, -10, -10, -10, -10, -10, -10, -20,
    -10,   0,   0,   0,   0,   0,   0, -10,
    -10,   0,   5,  10,  10,   5,   0, -10,
    -10,   5,   5,  10,  10,   5,   5, -10,
    -10,   0,  10,  10,  10,  10,   0, -10,
    -10,  10,  10,  10,  10,  10,  10, -10,
    -10,   5,   0,   0,   0,   0,   5, -10,
    -20, -10, -10, -10, -10, -10, -10, -20,
];
#[rustfmt::skip]
const ROOK_DRAWING: Drawing = [
      0,   0,   0,   0,   0,   0,   0,   0,
      5,  10,  10,  10,  10,  10,  10,   5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
      0,   0,   0,   5,   5,   0,   0,   0,
];
#[rustfmt::skip]
const QUEEN: Drawing = [
    -20, -10, -10,  -5,  -5, -10, -10, -20,
    -10,   0,   0,   0,   0,   0,   0, -10,
    -10,   0,   5,   5,   5,   5,   0, -10,
     -5,   0,   5,   5,   5,   5,   0,  -5,
      0,   0,   5,   5,   5,   5,   0,  -5,
    -10,   5,   5,   5,   5,   5,   0, -10,
    -10,   0,   5,   0,   0,   0,   0, -10,
    -20, -10, -10,  -5,  -5, -10, -10, -20,
];
#[rustfmt::skip]
const KING: Drawing = [
    -30, -40, -40, -50, -50, -40, -40, -30,
    -30, -40, -40, -50, -50, -40, -40, -30,
    -30, -40, -40, -50, -50, -40, -40, -30,
    -30, -40, -40, -50, -50, -40, -40, -30,
    -20, -30, -30, -40, -40, -30, -30, -20,
    -10, -20, -20, -20, -20, -20, -20, -10,
     20,  20,   0,   0,   0,   0,  20,  20,
     20,  30,  10,   0,   0,  10,  30,  20,
];

// SAFETY: three kinds of 64 squares.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "HIGH"))]
static PAWN_KNIGHT_BISHOP: Table<192, ByModule> =
    unsafe { Table::by_module(joined(&PAWN, &KNIGHT, &BISHOP)) };
// SAFETY: three kinds of 64 squares.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "HIGH"))]
static ROOK_QUEEN_KING: Table<192, ByModule> =
    unsafe { Table::by_module(joined(&ROOK_DRAWING, &QUEEN, &KING)) };

const fn joined(first: &Drawing, second: &Drawing, third: &Drawing) -> [u8; 192] {
    let mut table = [0; 192];
    let mut index = 0;
    while index < 64 {
        table[index] = first[index] as u8;
        table[64 + index] = second[index] as u8;
        table[128 + index] = third[index] as u8;
        index += 1;
    }
    table
}

/// Value of a square for a kind of piece; `place` counts the drawing's squares.
#[inline(always)]
pub fn value(kind: Kind, place: u8) -> i8 {
    if kind.bits() < ROOK.bits() {
        PAWN_KNIGHT_BISHOP.signed(((kind.bits() - 1) << 6) | place)
    } else {
        ROOK_QUEEN_KING.signed(((kind.bits() - ROOK.bits()) << 6) | place)
    }
}
