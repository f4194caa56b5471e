//! Square tables, one for the middlegame and one for the ending of each kind of piece.
//!
//! Drawn as White sees the left half of the board, rank 8 on top, the a-file on the left; the other half is its mirror
//! image, and Black's tables are White's turned over. `prepare` mixes the two by the phase of the game.

use crate::cells::{ByModule, TunedTable};

/// Rows of four squares, the a-file to the d-file.
pub type Half = [i8; 32];

#[rustfmt::skip]
pub const PAWN_MIDDLE: Half = [
       0,    0,    0,    0,
      52,   52,   65,   64,
       0,   15,   41,   46,
     -17,   -4,   35,   31,
     -17,   -6,   10,   23,
      -7,    7,   11,   -5,
     -29,    2,   -7,  -37,
       0,    0,    0,    0,
];
#[rustfmt::skip]
pub const PAWN_END: Half = [
       0,    0,    0,    0,
      51,   42,   73,   76,
      10,   11,   19,   11,
       3,   20,   -7,   -7,
      -2,    9,   -3,  -15,
     -13,   -2,   -7,    0,
      -2,    3,    5,   -3,
       0,    0,    0,    0,
];
#[rustfmt::skip]
pub const KNIGHT_MIDDLE: Half = [
     -63,  -38,  -33,  -32,
     -39,  -29,   14,   22,
     -29,   28,   29,   57,
     -14,   -5,   45,   33,
     -11,    2,   23,   21,
     -34,    9,    3,   29,
     -39,  -19,  -16,   -8,
     -51,  -41,  -27,  -19,
];
#[rustfmt::skip]
pub const KNIGHT_END: Half = [
     -63,  -49,  -43,  -38,
     -63,  -32,   -4,    3,
     -35,   -7,   19,   10,
     -35,   11,   12,   21,
     -32,   -6,    4,   23,
     -35,  -13,    4,    2,
     -51,  -32,  -21,   -6,
     -59,  -34,  -37,  -31,
];
#[rustfmt::skip]
pub const BISHOP_MIDDLE: Half = [
     -35,  -37,  -26,  -28,
     -37,    7,  -23,   -9,
      17,   10,    8,   21,
     -20,   11,   26,   30,
      -4,   12,   11,   34,
       0,   18,    9,    0,
     -23,   11,   -4,   -7,
     -28,  -40,  -28,  -30,
];
#[rustfmt::skip]
pub const BISHOP_END: Half = [
     -31,  -20,  -20,  -22,
     -22,    0,   -4,    6,
     -13,   -3,    2,    1,
     -20,   -2,    7,    9,
     -18,    3,   16,    7,
     -13,   -8,    8,   24,
     -24,  -21,  -11,    0,
     -52,  -36,  -20,  -25,
];
#[rustfmt::skip]
pub const ROOK_MIDDLE: Half = [
      17,   22,   25,   15,
      17,   18,   52,   48,
      15,   36,   25,   34,
       4,   17,   27,   17,
     -12,   12,    7,    4,
      -3,    9,    2,    4,
     -30,  -12,    3,    8,
      -2,  -15,   -6,    1,
];
#[rustfmt::skip]
pub const ROOK_END: Half = [
      22,   22,   16,   15,
      34,   17,   13,    2,
      18,   14,   20,    7,
       9,   10,    9,   14,
      -5,    4,    3,   12,
     -16,   -7,   -1,    6,
     -22,   -7,   -4,   -2,
     -33,  -11,   -4,   -1,
];
#[rustfmt::skip]
pub const QUEEN_MIDDLE: Half = [
     -40,  -11,   -3,   -2,
     -11,  -20,   12,   -3,
      -6,   22,    6,   41,
     -11,  -12,   15,    7,
      -7,    3,   -2,    9,
      -9,    3,   -4,    0,
     -29,   -5,    9,    1,
     -21,  -26,  -22,   -3,
];
#[rustfmt::skip]
pub const QUEEN_END: Half = [
     -24,   -6,   -2,    0,
      -9,    9,   21,   13,
       2,   19,   17,   30,
      14,   21,   28,   38,
       2,   15,   22,   38,
     -13,    0,   12,    2,
     -14,    1,  -14,   -7,
     -15,  -16,  -21,  -50,
];
#[rustfmt::skip]
pub const KING_MIDDLE: Half = [
     -55,  -65,  -65,  -76,
     -55,  -63,  -63,  -73,
     -54,  -63,  -64,  -79,
     -55,  -62,  -66,  -78,
     -47,  -56,  -58,  -75,
     -29,  -45,  -55,  -64,
      -6,    3,  -30,  -37,
       9,   13,  -34,   22,
];
#[rustfmt::skip]
pub const KING_END: Half = [
     -35,  -20,  -11,   -3,
     -11,   15,   25,   31,
      -2,   42,   53,   33,
      -5,   33,   33,   25,
     -11,   19,   29,   30,
       6,   16,   24,   19,
      -3,    4,   13,    6,
     -33,  -23,  -18,  -31,
];

/// By kind, pawn first.
pub const MIDDLES: [&Half; 6] = [
    &PAWN_MIDDLE,
    &KNIGHT_MIDDLE,
    &BISHOP_MIDDLE,
    &ROOK_MIDDLE,
    &QUEEN_MIDDLE,
    &KING_MIDDLE,
];
pub const ENDS: [&Half; 6] = [
    &PAWN_END,
    &KNIGHT_END,
    &BISHOP_END,
    &ROOK_END,
    &QUEEN_END,
    &KING_END,
];

/// By kind, pawn first: 32 bytes each.
// SAFETY: six tables of 32 squares.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "HIGH"))]
pub static MIDDLE: TunedTable<192, ByModule> = unsafe { TunedTable::by_module(joined(MIDDLES)) };
// SAFETY: six tables of 32 squares.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "HIGH"))]
pub static END: TunedTable<192, ByModule> = unsafe { TunedTable::by_module(joined(ENDS)) };

/// A piece may cross its whole table in one move, and what it gains must fit a signed byte.
const _: () = {
    let mut kind = 1;
    while kind < 5 {
        let mut place = 0;
        while place < 32 {
            assert!(
                MIDDLES[kind][place].unsigned_abs() < 64 && ENDS[kind][place].unsigned_abs() < 64
            );
            place += 1;
        }
        kind += 1;
    }
};

/// Takes over the tables that games try in place of the constants (`tuning`).
#[cfg(not(target_vendor = "c64"))]
pub fn retune(middles: &[Half; 6], ends: &[Half; 6]) {
    MIDDLE.refill(joined(middles.each_ref()));
    END.refill(joined(ends.each_ref()));
}

const fn joined(halves: [&Half; 6]) -> [u8; 192] {
    let mut bytes = [0; 192];
    let mut index = 0;
    while index < 192 {
        bytes[index] = halves[index / 32][index % 32] as u8;
        index += 1;
    }
    bytes
}

/// How much a table changes at most when its piece goes one step. The d-file has its mirror image beside it.
pub const fn widest_step(half: &Half) -> u8 {
    let mut widest = 0;
    let mut place = 0usize;
    while place < 32 {
        let mut other = 0usize;
        while other < 32 {
            let is_near =
                (place / 4).abs_diff(other / 4) <= 1 && (place % 4).abs_diff(other % 4) <= 1;
            let apart = half[place].abs_diff(half[other]);
            if is_near && apart > widest {
                widest = apart;
            }
            other += 1;
        }
        place += 1;
    }
    widest
}
