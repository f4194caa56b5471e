//! The evaluation: incremental sum, pawn structure, kings, endings.
//! Positive is good for White here; the search turns it to the mover's side.

use super::material::KING_ENDGAME_GAIN;
use super::weights::ENDGAME_UNITS;
use super::{endgame, pawns};
use crate::board::piece::{BLACK, WHITE};
use crate::board::position::{MATERIAL, OFFICERS, PLY, SIDE, SUM, king_square};
use crate::board::square::mirror;

/// Officers of both sides together at or below which the known endings are asked.
pub const FEW_OFFICERS: u8 = 4;

/// The position on the board, positive for White.
pub fn evaluate() -> i16 {
    let sum = SUM.get(PLY.get());
    if !is_endgame() {
        return sum + pawns::score_with_kings();
    }
    let score = sum + pawns::score() + king_squares();
    if OFFICERS.get(0) + OFFICERS.get(1) <= FEW_OFFICERS {
        endgame::adjust(score)
    } else {
        score
    }
}

/// The same from the side to move.
#[inline]
pub fn for_mover() -> i16 {
    let score = evaluate();
    if SIDE.get() == WHITE { score } else { -score }
}

#[inline(always)]
pub fn is_endgame() -> bool {
    MATERIAL.get() < ENDGAME_UNITS
}

/// What the endgame changes about the squares of both kings.
#[inline]
pub fn king_squares() -> i16 {
    let white = KING_ENDGAME_GAIN.signed(king_square(WHITE));
    let black = KING_ENDGAME_GAIN.signed(mirror(king_square(BLACK)));
    i16::from(white) - i16::from(black)
}
