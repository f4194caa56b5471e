//! How a game ends, and whether it has.
//!
//! Mate, stalemate, dead positions, five occurrences and seventy-five moves end it by themselves; three occurrences and
//! fifty moves when someone claims them.

use super::record;
use crate::board::draw;
use crate::board::legal::has_legal_move;
use crate::board::piece::{BLACK, Side, WHITE};
use crate::board::ply::ROOT;
use crate::board::position::{CLOCK, SIDE, in_check};
use crate::cells::{Byte, Cell};

pub const GOES_ON: u8 = 0;
pub const CHECKMATE: u8 = 1;
pub const STALEMATE: u8 = 2;
pub const DEAD: u8 = 3;
pub const REPETITION: u8 = 4;
pub const FIFTY: u8 = 5;
pub const AGREED: u8 = 6;
pub const RESIGNED: u8 = 7;
pub const FLAG: u8 = 8;
pub const FULL: u8 = 9;

/// How the game ended; `GOES_ON` while it does.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "GameOutcome"))]
pub static OUTCOME: Byte = Byte::new(GOES_ON);
/// The side that lost by mate, flag or resignation.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "GameLoser"))]
pub static LOSER: Cell<Side> = Cell::new(BLACK);

const SEVENTY_FIVE_MOVES: u8 = 150;

/// Looks at the position on the board; where it ends nothing, the players may have done so.
pub fn judge() {
    LOSER.set(SIDE.get());
    OUTCOME.set(if !has_legal_move() {
        if in_check() { CHECKMATE } else { STALEMATE }
    } else if draw::is_dead() {
        DEAD
    } else if draw::repetitions(4) == 4 {
        REPETITION
    } else if CLOCK.get(ROOT) >= SEVENTY_FIVE_MOVES {
        FIFTY
    } else if record::played() == record::ROOM {
        FULL
    } else {
        let ended = record::ended();
        if ended != GOES_ON {
            LOSER.set(Side::from_bit(ended & WHITE.bit()));
        }
        ended & !WHITE.bit()
    });
}

pub fn is_over() -> bool {
    OUTCOME.get() != GOES_ON
}

/// The players end the game, by a flag or a resignation against `loser`; a draw has none.
#[inline(never)]
pub fn end(how: u8, loser: Side) {
    record::end(how | loser.bit());
    judge();
}

/// A draw that was claimed or agreed to.
pub fn draw(how: u8) {
    end(how, BLACK);
}

/// The draw that the side to move may claim, or `GOES_ON`.
pub fn claimable() -> u8 {
    if draw::is_threefold() {
        REPETITION
    } else if draw::is_fifty_moves() {
        FIFTY
    } else {
        GOES_ON
    }
}

/// Not yet anybody's point.
pub const UNDECIDED: u8 = 3;

/// Who gets the point: 1 White, 0 Black, 2 nobody, or `UNDECIDED`.
#[inline(never)]
pub fn winner() -> u8 {
    match OUTCOME.get() {
        CHECKMATE | RESIGNED | FLAG => u8::from(LOSER.get() != WHITE),
        FULL => UNDECIDED,
        _ => 2,
    }
}
