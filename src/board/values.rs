//! What a piece is worth by its kind and its square: the numbers that make and unmake add up in `position::SUM`.
//!
//! They are plain data of the board. `eval::prepare` fills them in for each search; here they are only looked up.

use super::facts::VALUE;
use super::pages::Pages;
use super::piece::{NO_PIECE, Piece, kind};
use super::position::BOARD;
use super::square::{Square, from_index};

/// Square values of all pieces, positive for White.
// SAFETY: `pages` has three pages, and `PAGE_NUMBER` is below three.
pub static SQUARES: Pages = unsafe { Pages::by_module(0) };

/// Positive for White's pieces, negative for Black's.
#[inline(always)]
pub fn value(piece: Piece) -> i16 {
    i16::from_le_bytes([VALUE[0].of(piece), VALUE[1].of(piece)])
}

#[inline(never)]
pub fn set_value(piece: Piece, value: i16) {
    let [low, high] = value.to_le_bytes();
    VALUE[0].set(piece, low);
    VALUE[1].set(piece, high);
}

/// Value and square together, positive for White.
#[inline]
pub fn worth(piece: Piece, sq: Square) -> i16 {
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
        if kind(piece) != NO_PIECE {
            sum += worth(piece, sq);
        }
        index += 1;
    }
    sum
}
