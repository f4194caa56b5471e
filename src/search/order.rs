//! Staged move ordering: hash move, captures that do not lose material, killers, quiet moves by history, losing captures.
//! Moves are generated when their stage comes and selected one by one (selection sort), never sorted in full. A node that
//! cuts early never pays for the stages it does not reach.
//!
//! The node's part of the pool while its stages run:
//!
//! ```text
//! FIRST          NEXT                CAPTURES_END       QUIET_NEXT          TOP
//!   | captures tried | captures not yet   | quiets tried    | quiets not yet  |
//! ```

use super::frame::{self, ALPHA, BETA, DEPTH, FUTILE, LATE, LIMITED, SKIPPED, TRIED, set_current};
use super::history;
use super::params::{
    LATE_QUIET_COUNT_1, LATE_QUIET_COUNT_2, LATE_QUIET_DEPTH, MATE_BOUND, PICKED_QUIETS,
};
use super::{exchange, selectivity};
use crate::board::attack::reaches;
use crate::board::evade;
use crate::board::generate;
use crate::board::legal::{is_legal, is_possible, is_safe};
use crate::board::moves::{self, Move, SCORE, TOP, destination};
use crate::board::piece::{BLACK, EMPTY, WHITE, is_white};
use crate::board::ply::{PerPly, Ply};
use crate::board::position::{BOARD, PAWNS, PLY, SIDE, in_check, king_square};
use crate::board::values::SQUARES;

// What a node tries next; the order of the numbers is the order of the search.
const HASH_MOVE: u8 = 0;
const START_CAPTURES: u8 = 1;
const CAPTURES: u8 = 2;
const FIRST_KILLER: u8 = 3;
const SECOND_KILLER: u8 = 4;
const START_QUIETS: u8 = 5;
const QUIETS: u8 = 6;
const LOSING_CAPTURES: u8 = 7;
// In check all evasions are one stage.
const START_EVASIONS: u8 = 8;
const EVASIONS: u8 = 9;

// SAFETY: of all arrays by ply in this file: plies stay within the limits at the head of `board::ply`.
static STAGE: PerPly<u8> = unsafe { PerPly::by_limit(0) };
static FIRST: PerPly<u8> = unsafe { PerPly::by_limit(0) };
static NEXT: PerPly<u8> = unsafe { PerPly::by_limit(0) };
static CAPTURES_END: PerPly<u8> = unsafe { PerPly::by_limit(0) };
static QUIET_NEXT: PerPly<u8> = unsafe { PerPly::by_limit(0) };

/// A captured piece's score that marks a losing capture, to be tried last.
const LOSING: u8 = 0;

/// Starts the stages of the node at `ply`.
pub fn begin(ply: Ply) {
    FIRST.set(ply, TOP.get());
    CAPTURES_END.set(ply, TOP.get());
    QUIET_NEXT.set(ply, TOP.get());
    STAGE.set(ply, HASH_MOVE);
}

/// Gives the node's part of the pool back.
pub fn end(ply: Ply) {
    TOP.set(FIRST.get(ply));
}

/// Makes the next legal move the current one of its frame; false when there is none left.
pub fn next() -> bool {
    let ply = PLY.get();
    frame::lower(ply, LATE);
    loop {
        let found = match STAGE.get(ply) {
            HASH_MOVE => hash_move(ply),
            START_CAPTURES => {
                generate::captures();
                NEXT.set(ply, FIRST.get(ply));
                CAPTURES_END.set(ply, TOP.get());
                STAGE.set(ply, CAPTURES);
                continue;
            }
            CAPTURES => capture(ply),
            FIRST_KILLER => {
                STAGE.set(ply, SECOND_KILLER);
                killer(ply, history::killer(ply))
            }
            SECOND_KILLER => {
                STAGE.set(ply, START_QUIETS);
                killer(ply, history::second_killer(ply))
            }
            START_QUIETS => {
                QUIET_NEXT.set(ply, TOP.get());
                generate::quiets();
                STAGE.set(ply, QUIETS);
                continue;
            }
            QUIETS => quiet(ply),
            LOSING_CAPTURES => {
                let index = NEXT.get(ply);
                if index == CAPTURES_END.get(ply) {
                    return false;
                }
                NEXT.set(ply, index.wrapping_add(1));
                offer(ply, index)
            }
            START_EVASIONS => {
                NEXT.set(ply, FIRST.get(ply));
                evade::evasions();
                STAGE.set(ply, EVASIONS);
                continue;
            }
            _ => {
                let index = NEXT.get(ply);
                if index == TOP.get() {
                    return false;
                }
                moves::pick(index);
                NEXT.set(ply, index.wrapping_add(1));
                offer(ply, index)
            }
        };
        if found {
            return true;
        }
        if STAGE.get(ply) == LOSING_CAPTURES && frame::has(ply, FUTILE) {
            return false;
        }
    }
}

fn hash_move(ply: Ply) -> bool {
    STAGE.set(
        ply,
        if in_check() {
            START_EVASIONS
        } else {
            START_CAPTURES
        },
    );
    let mv = frame::hash_move(ply);
    if mv.is_none() {
        return false;
    }
    if is_legal(mv) {
        set_current(ply, mv);
        return true;
    }
    frame::forget_hash_move(ply);
    false
}

/// Offers a move of the pool unless it was the hash move or leaves the king in check.
#[inline]
fn offer(ply: Ply, index: u8) -> bool {
    let mv = moves::at(index);
    if mv == frame::hash_move(ply) || !is_safe(mv) {
        return false;
    }
    set_current(ply, mv);
    true
}

/// The best capture that does not lose material. Losing ones stay in the list, marked.
#[inline]
fn capture(ply: Ply) -> bool {
    let index = NEXT.get(ply);
    if index != CAPTURES_END.get(ply) {
        moves::pick(index);
        let score = SCORE.get(index);
        if score != LOSING {
            if score < generate::PROMOTION_SCORE && exchange::loses(moves::at(index)) {
                SCORE.set(index, LOSING);
                return false;
            }
            NEXT.set(ply, index.wrapping_add(1));
            return offer(ply, index);
        }
    }
    STAGE.set(
        ply,
        if frame::has(ply, FUTILE) {
            LOSING_CAPTURES
        } else {
            FIRST_KILLER
        },
    );
    false
}

#[inline]
fn killer(ply: Ply, mv: Move) -> bool {
    if mv.is_none()
        || mv == frame::hash_move(ply)
        || BOARD.get(mv.destination()) != EMPTY
        || !is_possible(mv)
        || !is_safe(mv)
    {
        return false;
    }
    set_current(ply, mv);
    true
}

#[inline]
fn quiet(ply: Ply) -> bool {
    let mut index = QUIET_NEXT.get(ply);
    if is_late(ply) {
        index = skip_to_check(ply, index);
    }
    if index == TOP.get() {
        STAGE.set(ply, LOSING_CAPTURES);
        return false;
    }
    if index.wrapping_sub(CAPTURES_END.get(ply)) < PICKED_QUIETS.get() {
        moves::pick(index);
    }
    QUIET_NEXT.set(ply, index.wrapping_add(1));
    let mv = moves::at(index);
    if mv == history::killer(ply) || mv == history::second_killer(ply) {
        return false;
    }
    if frame::has(ply, LIMITED) && gains_too_little(ply, mv) {
        frame::raise(ply, SKIPPED);
        return false;
    }
    if offer(ply, index) {
        frame::raise(ply, LATE);
        return true;
    }
    false
}

/// Late move pruning: near the leaves, after enough moves have failed to raise alpha, the other quiet moves are skipped. Not
/// in a full window, not when all that was tried gets mated, and not without pawns, where quiet moves alone force the mate.
#[inline]
fn is_late(ply: Ply) -> bool {
    let depth = DEPTH.get(ply);
    depth <= LATE_QUIET_DEPTH
        && TRIED.get(ply) >= late_quiet_count(depth)
        && ALPHA.get(ply) > -MATE_BOUND
        && ALPHA.get(ply) + 1 == BETA.get(ply)
        && PAWNS.get(BLACK) | PAWNS.get(WHITE) != 0
        && selectivity::is_on()
}

#[inline(always)]
fn late_quiet_count(depth: u8) -> u8 {
    #[cfg(target_vendor = "c64")]
    static COUNTS: [u8; 3] = [0, LATE_QUIET_COUNT_1.get(), LATE_QUIET_COUNT_2.get()];
    #[cfg(target_vendor = "c64")]
    let counts = &COUNTS;
    #[cfg(not(target_vendor = "c64"))]
    let counts = [0, LATE_QUIET_COUNT_1.get(), LATE_QUIET_COUNT_2.get()];
    counts[usize::from(depth)]
}

/// The next move, from `index` on, that looks like a check: of late moves only these may still change everything.
fn skip_to_check(ply: Ply, index: u8) -> u8 {
    let king = king_square(SIDE.get().other());
    let mut index = index;
    while index != TOP.get() {
        let piece = BOARD.get(moves::LISTED_FROM.get(index));
        if reaches(piece, destination(moves::LISTED_TO.get(index)), king) {
            break;
        }
        frame::raise(ply, SKIPPED);
        index = index.wrapping_add(1);
    }
    index
}

/// Does the move improve its piece's square by less than the node needs?
#[inline]
fn gains_too_little(ply: Ply, mv: Move) -> bool {
    let piece = BOARD.get(mv.from);
    let gain = SQUARES.gain(piece, mv.from, mv.destination());
    let gain = if is_white(piece) { gain } else { -gain };
    gain <= frame::NEEDED.get(ply) as i8
}

/// A quiet move cut at `ply`: it is a killer now, and the quiet moves tried before it lose credit.
pub fn learn(ply: Ply, depth: u8) {
    let mv = frame::current(ply);
    history::store_killer(ply, mv);
    history::reward(BOARD.get(mv.from), mv.destination(), depth);
    if STAGE.get(ply) != QUIETS {
        return;
    }
    let mut index = CAPTURES_END.get(ply);
    let end = QUIET_NEXT.get(ply).wrapping_sub(1);
    while index != end {
        let piece = BOARD.get(moves::LISTED_FROM.get(index));
        history::punish(piece, destination(moves::LISTED_TO.get(index)), depth);
        index = index.wrapping_add(1);
    }
}
