//! Draws by rule: repetition, fifty moves, too little material.

use super::hash::{REMEMBERED, equals_earlier};
use super::piece::{BISHOP, KING, KNIGHT, NO_PIECE, kind};
use super::position::{BOARD, CLOCK, LIST, PLY, SLOTS};
use super::square::NONE;

/// Plies without capture or pawn move that make a draw.
pub const FIFTY_MOVES: u8 = 100;
// A repetition cannot be further back than that.
const _: () = assert!(REMEMBERED > FIFTY_MOVES);

/// How often the position on the board occurred before, counted up to `enough`.
pub fn repetitions(enough: u8) -> u8 {
    let reach = CLOCK.get(PLY.get());
    let mut found = 0;
    let mut distance = 4;
    while distance <= reach && distance < REMEMBERED {
        if equals_earlier(distance) {
            found += 1;
            if found == enough {
                break;
            }
        }
        distance += 2;
    }
    found
}

/// The position occurs for the third time: a draw of the game.
pub fn is_threefold() -> bool {
    repetitions(2) == 2
}

#[inline(always)]
pub fn is_fifty_moves() -> bool {
    CLOCK.get(PLY.get()) >= FIFTY_MOVES
}

/// No mate is possible by any play: bare kings, one minor piece, or bishops of one square colour only.
pub fn is_dead() -> bool {
    let mut knights = 0u8;
    let mut light = false;
    let mut dark = false;
    let mut slot = 0;
    while slot < 2 * SLOTS {
        let sq = LIST.get(slot);
        if sq != NONE {
            match kind(BOARD.get(sq)) {
                KING | NO_PIECE => {}
                KNIGHT => knights += 1,
                BISHOP if (sq.bits() ^ (sq.bits() >> 4)) & 1 == 0 => light = true,
                BISHOP => dark = true,
                _ => return false,
            }
        }
        slot += 1;
    }
    match knights {
        0 => !(light && dark),
        1 => !light && !dark,
        _ => false,
    }
}
