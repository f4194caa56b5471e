//! What the Standard player thinks a position is worth, in centipawns.
//!
//! Material and one square table per kind: exactly the sum that `board::make` keeps for the engine, so it costs nothing
//! here. Should the engine's tables ever be tuned, this player needs its own; tests/standard.rs has the specification's.
//!
//! Positive is good for White. The kings' value of 20000 cancels, because there is always one of each, so the sum fits
//! 16 bits: nine queens and all the rest against a bare king are below 12000. Mate is 30000 inside, 100000 outside.

use crate::board::position::{PLY, SUM};

/// By kind: none, pawn, knight, bishop, rook, queen, king; for the order of moves.
pub const PIECE_VALUES: [i16; 7] = [0, 100, 320, 330, 500, 900, 20000];

/// Checkmate, White giving it.
pub const MATE: i16 = 30000;
/// Beyond every score.
pub const INFINITY: i16 = 32767;

/// The specification's `evaluate` for the position on the board.
#[inline(always)]
pub fn evaluate() -> i16 {
    SUM.get(PLY.get())
}

/// A score as the specification writes it.
pub fn centipawns(score: i16) -> i32 {
    match score {
        MATE => 100_000,
        score if score == -MATE => -100_000,
        score => i32::from(score),
    }
}
