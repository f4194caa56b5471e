//! King safety in the middlegame: castled, behind its pawns, away from open files and from the centre.

use super::pawns;
use super::weights::{CASTLED_KING, CENTRE_KING, OPEN_FILE_BY_KING, SHIELD_PAWN};
use crate::board::piece::{PAWN, WHITE, piece};
use crate::board::position::{BOARD, QUEENS, forward, king_square};
use crate::board::square::file;
use crate::cells::Table;

/// By file: bits of the files beside it.
static BESIDE: Table<8> = Table([0x02, 0x05, 0x0a, 0x14, 0x28, 0x50, 0xa0, 0x40]);
/// By number of open files.
static OPEN_FILES: Table<3> = Table([0, OPEN_FILE_BY_KING, 2 * OPEN_FILE_BY_KING]);
/// Files on which a king at home counts as castled: a, b, c, g, h.
const CASTLED_FILES: u8 = 0b1100_0111;
/// Files d and e.
const CENTRE_FILES: u8 = 0b0001_1000;
static BIT: Table<8> = Table([1, 2, 4, 8, 16, 32, 64, 128]);

/// Safety of one king, positive is good for its side. `pawns::OPEN` must hold for the board.
#[inline]
pub fn safety(side: u8) -> i16 {
    let king = king_square(side);
    let file = file(king);
    let file_bit = BIT.get(file);
    let mut good = 0;
    let home_row = if side == WHITE { 0x70 } else { 0 };
    if king & 0x70 == home_row && file_bit & CASTLED_FILES != 0 {
        good = CASTLED_KING + shield(king, side);
    }
    let open = pawns::COUNT.get(pawns::OPEN.get() & BESIDE.get(file));
    let mut bad = OPEN_FILES.get(open);
    if file_bit & CENTRE_FILES != 0 && QUEENS.get() != 0 {
        bad += CENTRE_KING;
    }
    i16::from(good) - i16::from(bad)
}

/// Own pawns on the three squares before the king.
#[inline]
fn shield(king: u8, side: u8) -> u8 {
    let pawn = piece(side, PAWN);
    let before = king.wrapping_add(forward(side));
    let mut bonus = 0;
    if BOARD.get(before) == pawn {
        bonus = SHIELD_PAWN;
    }
    if BOARD.get(before.wrapping_sub(1)) == pawn {
        bonus += SHIELD_PAWN;
    }
    if BOARD.get(before.wrapping_add(1)) == pawn {
        bonus += SHIELD_PAWN;
    }
    bonus
}
