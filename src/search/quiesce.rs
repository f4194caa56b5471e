//! Quiescence: captures until the position is quiet, so that the evaluation is never asked in the middle of a trade.
//!
//! Four of five nodes are here, so it does the least: no keys, no table, no stages. A ply has a node of quiescence or one of
//! the main search, so arrays that only those use serve here for something else. Its depth is limited by `QUIET_PLIES` alone:
//! the main search ends early enough that no ply is beyond the arrays.

use super::exchange;
use super::frame::{ALPHA, BEST, BETA, RESULT, STOPPED};
use super::params::{
    DELTA_MARGIN, EVASION_PLIES, FREE_CAPTURE_PLIES, INFINITE, LAZY_MARGIN, MATE, QUIET_PLIES,
};
use super::supervisor::Supervisor;
use super::{selectivity, time};
use crate::board::legal::is_safe;
use crate::board::make::{make, unmake};
use crate::board::moves::{self, SCORE, TOP, destination};
use crate::board::piece::WHITE;
use crate::board::ply::Ply;
use crate::board::position::{MOVE_TO, PLY, SIDE, SUM, in_check};
use crate::board::{evade, generate};
use crate::eval::evaluate::{for_mover, for_mover_within, is_endgame};
use crate::eval::weights::PIECE_VALUE;

/// Plies of quiescence above this node.
pub use super::frame::HASH_FROM as DEEP;
/// Where the node's moves begin.
use super::frame::HASH_TO as FIRST;
/// Captures scored below this cannot reach alpha (delta pruning). No capture scores `EVADING`, which in this place marks a
/// list of evasions, none of them pruned.
use super::frame::NEEDED as LEAST;
const EVADING: u8 = 255;
/// No capture is good enough: the answer of `least_capture` that ends the node.
const NONE_CAN: u8 = 255;

/// One node; window and `DEEP` of this ply are set. Leaves its score in `RESULT`.
pub fn quiesce<S: Supervisor>() {
    time::count_node::<S>();
    if STOPPED.get() != 0 {
        return;
    }
    let ply = PLY.get();
    FIRST.set(ply, TOP.get());
    if in_check() && DEEP.get(ply) < EVASION_PLIES.get() {
        BEST.set(ply, -INFINITE);
        LEAST.set(ply, EVADING);
        evade::evasions();
    } else if !stand_pat(ply) {
        return;
    }
    search_captures::<S>();
    TOP.set(FIRST.get(PLY.get()));
}

/// Takes the evaluation as the least that the mover has, and generates captures. False when the node is done.
#[inline]
fn stand_pat(ply: Ply) -> bool {
    let beta = BETA.get(ply);
    let sum = if SIDE.get() == WHITE {
        SUM.get(ply)
    } else {
        -SUM.get(ply)
    };
    let lazy = !is_endgame() && selectivity::is_on();
    if lazy && sum - LAZY_MARGIN.get() >= beta {
        RESULT.set(sum - LAZY_MARGIN.get());
        return false;
    }
    let score = if lazy && sum + LAZY_MARGIN.get() <= ALPHA.get(ply) {
        sum + LAZY_MARGIN.get()
    } else if selectivity::is_on() {
        for_mover_within(ALPHA.get(ply), beta)
    } else {
        for_mover()
    };
    if score >= beta || DEEP.get(ply) >= QUIET_PLIES {
        RESULT.set(score);
        return false;
    }
    BEST.set(ply, score);
    let alpha = ALPHA.get(ply);
    if score > alpha {
        ALPHA.set(ply, score);
        LEAST.set(ply, 1);
    } else if selectivity::is_on() {
        // With a mate in alpha the difference may wrap: then nothing is pruned.
        let known = if lazy { sum } else { score };
        let least = least_capture(alpha.wrapping_sub(known));
        if least == NONE_CAN {
            RESULT.set(score);
            return false;
        }
        LEAST.set(ply, least);
    } else {
        LEAST.set(ply, 1);
    }
    if DEEP.get(ply) < FREE_CAPTURE_PLIES.get() {
        generate::captures();
    } else {
        generate::captures_onto(destination(MOVE_TO.get(ply.previous())));
    }
    true
}

/// The lowest capture score that can make up for being `behind`; `NONE_CAN` when not even a queen can.
#[inline]
fn least_capture(behind: i16) -> u8 {
    if behind < PIECE_VALUE[1] + DELTA_MARGIN.get() {
        1
    } else if behind < PIECE_VALUE[3] + DELTA_MARGIN.get() {
        20
    } else if behind < PIECE_VALUE[4] + DELTA_MARGIN.get() {
        40
    } else if behind < PIECE_VALUE[5] + DELTA_MARGIN.get() {
        80
    } else {
        NONE_CAN
    }
}

fn search_captures<S: Supervisor>() {
    loop {
        let ply = PLY.get();
        let first = FIRST.get(ply);
        if first == TOP.get() {
            break;
        }
        let index = moves::take_best(first);
        let mv = moves::at(index);
        let least = LEAST.get(ply);
        if least != EVADING {
            let score = SCORE.get(index);
            if score < least {
                break;
            }
            if score < generate::PROMOTION_SCORE && exchange::loses(mv) {
                continue;
            }
        }
        if !is_safe(mv) {
            continue;
        }
        make(mv);
        ALPHA.set(ply.next(), -BETA.get(ply));
        BETA.set(ply.next(), -ALPHA.get(ply));
        DEEP.set(ply.next(), DEEP.get(ply) + 1);
        quiesce::<S>();
        unmake();
        if STOPPED.get() != 0 {
            return;
        }
        if take_score(-RESULT.get()) {
            break;
        }
    }
    let ply = PLY.get();
    let best = BEST.get(ply);
    RESULT.set(if best == -INFINITE {
        i16::from(ply.number()) - MATE
    } else {
        best
    });
}

/// Raises best and alpha; true when it reaches beta.
#[inline]
fn take_score(score: i16) -> bool {
    let ply = PLY.get();
    if score > BEST.get(ply) {
        BEST.set(ply, score);
        if score > ALPHA.get(ply) {
            ALPHA.set(ply, score);
            return score >= BETA.get(ply);
        }
    }
    false
}
