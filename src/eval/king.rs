//! King safety in the middlegame: castled, behind its pawns, away from open files and from the centre.

use super::pawns::{self, beside, count};
use super::weights::{CASTLED_KING, CENTRE_KING, OPEN_FILE_BY_KING, SHIELD_PAWN};
use crate::board::pawns::PAWN_ROWS;
use crate::board::piece::WHITE;
use crate::board::position::{QUEENS, king_square};
use crate::board::square::{FILE_BIT, file};

/// Files on which a king at home counts as castled: a, b, c, g, h.
const CASTLED_FILES: u8 = 0b1100_0111;
/// Files d and e.
const CENTRE_FILES: u8 = 0b0001_1000;

/// Safety of one king, positive is good for its side. `pawns::OPEN` must hold for the board.
pub fn safety(side: u8) -> i16 {
    let king = king_square(side);
    let own_file = FILE_BIT.get(file(king));
    let beside = beside(own_file);
    // The home row, and the row before it in `PAWN_ROWS`.
    let (home, shield) = if side == WHITE { (0x70, 8 + 6) } else { (0, 1) };
    let mut good = 0;
    if king & 0x70 == home && own_file & CASTLED_FILES != 0 {
        let pawns = count(PAWN_ROWS.get(shield) & (own_file | beside));
        good = CASTLED_KING + pawns.wrapping_mul(SHIELD_PAWN);
    }
    let mut bad = count(pawns::OPEN.get() & beside).wrapping_mul(OPEN_FILE_BY_KING);
    if own_file & CENTRE_FILES != 0 && QUEENS.get() != 0 {
        bad += CENTRE_KING;
    }
    i16::from(good) - i16::from(bad)
}
