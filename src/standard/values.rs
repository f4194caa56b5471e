//! What the Standard player thinks a position is worth, in centipawns.
//!
//! Material and one square table per kind, added up over the piece lists: the sum that `board::make` keeps is made of the
//! engine's tuned values and of no use here.
//!
//! Positive is good for White. The kings' value of 20000 cancels, because there is always one of each, so the sum fits
//! 16 bits: nine queens and all the rest against a bare king are below 12000. Mate is 30000 inside, 100000 outside.

use super::squares;
use crate::board::piece::{KING, Piece, WHITE, colour, kind};
use crate::board::position::{BOARD, LIST, SLOTS};
use crate::board::square::{Square, mirror};

/// By kind: none, pawn, knight, bishop, rook, queen, king; for the order of moves.
pub static PIECE_VALUES: [i16; 7] = [0, 100, 320, 330, 500, 900, 20000];

/// Checkmate, White giving it.
pub const MATE: i16 = 30000;
/// Beyond every score.
pub const INFINITY: i16 = 32767;

/// The specification's `evaluate` for the position on the board.
pub fn evaluate() -> i16 {
    let mut sum = 0;
    let mut slot = 0;
    while slot < 2 * SLOTS {
        let sq = LIST.get(slot);
        let piece = BOARD.get(sq);
        // The square of a dead slot reads as the border.
        if kind(piece).bits().wrapping_sub(1) < KING.bits() {
            sum += worth(piece, sq);
        }
        slot += 1;
    }
    sum
}

/// Value and square of one piece, positive for White. The kings' values cancel and are left out.
#[inline]
fn worth(piece: Piece, sq: Square) -> i16 {
    let is_white = colour(piece) == WHITE;
    let seen = if is_white { sq } else { mirror(sq) };
    let place = ((seen.bits() & 0x70) >> 1) | (seen.bits() & 7);
    let kind = kind(piece);
    let material = if kind == KING {
        0
    } else {
        PIECE_VALUES[usize::from(kind)]
    };
    let worth = material + i16::from(squares::value(kind, place));
    if is_white { worth } else { -worth }
}

/// A score as the specification writes it.
pub fn centipawns(score: i16) -> i32 {
    match score {
        MATE => 100_000,
        score if score == -MATE => -100_000,
        score => i32::from(score),
    }
}
