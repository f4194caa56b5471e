//! The evaluation: incremental sum, pawn structure, kings, endings. `prepare` comes first, once a search.
//! Positive is good for White here; the search turns it to the mover's side.

use super::prepare::prepare;
use super::weights::{ENDGAME_UNITS, TEMPO};
use super::{endgame, pawns};
use crate::board::piece::WHITE;
use crate::board::position::{MATERIAL, NON_PAWNS, PLY, SIDE, SUM};

/// At or below so many pieces other than pawns and kings, of both sides together, the known endings are asked.
pub const FEW_PIECES: u8 = 4;

/// The position on the board, positive for White.
pub fn evaluate() -> i16 {
    let sum = SUM.get(PLY.get());
    if !is_endgame() {
        return sum + pawns::score_with_kings();
    }
    let score = sum + pawns::score();
    if NON_PAWNS.get(0) + NON_PAWNS.get(1) <= FEW_PIECES {
        endgame::adjust(score)
    } else {
        score
    }
}

/// The same without a search: piece values and square tables are interpolated for this position first.
pub fn of_root() -> i16 {
    prepare();
    evaluate()
}

/// `evaluate` from the side to move, with the tempo bonus outside endgames.
#[inline]
pub fn for_mover() -> i16 {
    let score = evaluate();
    let score = if SIDE.get() == WHITE { score } else { -score };
    if is_endgame() { score } else { score + TEMPO }
}

#[inline(always)]
pub fn is_endgame() -> bool {
    MATERIAL.get() < ENDGAME_UNITS
}
