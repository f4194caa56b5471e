//! The evaluation: incremental sum, pawn structure, kings, endings. `prepare` comes first, once a search.
//! Positive is good for White here; the search turns it to the mover's side.

use super::numbers::TEMPO;
use super::prepare::prepare;
use super::weights::{ENDGAME_UNITS, NETWORK_MARGIN};
use super::{endgame, network, pawns};
use crate::board::piece::{BLACK, WHITE};
use crate::board::position::{MATERIAL, NON_PAWNS, PAWNS, PLY, SIDE, SUM};

/// At or below so many pieces other than pawns and kings, of both sides together, the known endings are asked.
pub const FEW_PIECES: u8 = 4;

/// The position on the board, positive for White, by everything but the network.
pub fn evaluate() -> i16 {
    let sum = SUM.get(PLY.get());
    if !is_endgame() {
        return sum + pawns::score_with_kings();
    }
    let score = sum + pawns::score();
    if NON_PAWNS.get(BLACK) + NON_PAWNS.get(WHITE) <= FEW_PIECES {
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

/// The position from the side to move: `evaluate`, the network's correction, and the tempo bonus outside endgames.
pub fn for_mover() -> i16 {
    corrected(by_hand())
}

/// The same for a window: beyond it by more than the network adds, the network is not asked. Such a score is exact to
/// `NETWORK_MARGIN`, and as far beyond the window.
#[inline]
pub fn for_mover_within(low: i16, high: i16) -> i16 {
    let score = by_hand();
    if score + NETWORK_MARGIN.get() <= low || score - NETWORK_MARGIN.get() >= high {
        score
    } else {
        corrected(score)
    }
}

/// Everything but the network, from the side to move.
#[inline]
pub fn by_hand() -> i16 {
    let score = evaluate();
    let score = if SIDE.get() == WHITE { score } else { -score };
    if is_endgame() {
        score
    } else {
        score + TEMPO.get()
    }
}

pub fn corrected(score: i16) -> i16 {
    if has_known_ending() {
        score
    } else {
        score + network::output()
    }
}

#[inline(always)]
pub fn is_endgame() -> bool {
    MATERIAL.get() < ENDGAME_UNITS
}

/// May one of the endings of `endgame` be on the board? All of them have a side without pawns.
#[inline(always)]
fn has_known_ending() -> bool {
    PAWNS.get(BLACK) == 0 || PAWNS.get(WHITE) == 0
}
