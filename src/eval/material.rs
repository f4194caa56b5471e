//! What a piece is worth by its kind and its square: the part of the evaluation that make and unmake keep up to date.
//!
//! The square values are those of the present search, see `prepare`.

use super::prepare::SQUARES;
use crate::board::facts::VALUE;
use crate::board::position::BOARD;
use crate::board::square::from_index;

/// Positive for White's pieces, negative for Black's.
#[inline(always)]
pub fn value(piece: u8) -> i16 {
    i16::from_le_bytes([VALUE[0].of(piece), VALUE[1].of(piece)])
}

/// Value and square together, positive for White.
#[inline]
pub fn worth(piece: u8, sq: u8) -> i16 {
    value(piece) + i16::from(SQUARES.signed_of(piece, sq))
}

/// Everything on the board together: what make and unmake keep in `position::SUM`.
pub fn total() -> i16 {
    let mut sum = 0;
    let mut index = 0;
    while index < 64 {
        let sq = from_index(index);
        // An empty square has the value 0 and no square values.
        let piece = BOARD.get(sq);
        if piece & 7 != 0 {
            sum += worth(piece, sq);
        }
        index += 1;
    }
    sum
}
