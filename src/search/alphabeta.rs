//! One node of the search, in numbered steps.
//!
//! No local survives a recursive call: a call carries no arguments and saves nothing, because the 6502's stack has 256
//! bytes and functions that call themselves would need their locals twice. Whatever a node must still know after its
//! child is in `frame`, by ply, and `PLY.get()` is read again after each child.
//!
//! Negamax: all scores are the mover's. Principal variation search: the first move gets the whole window, the others
//! must only be shown to be no better, and are searched again when they are.

use super::frame::{
    self, AFTER_NULL, ALPHA, BEST, BEST_FROM, BEST_TO, BETA, DEPTH, FLAGS, FUTILE, LATE, LIMITED,
    RAISED, RESULT, SKIPPED, SPILLED, STATIC, STOPPED, TRIED, current, has, raise,
};
use super::params::{
    FUTILITY_DEPTH, FUTILITY_MARGIN_1, FUTILITY_MARGIN_2, INFINITE, LATE_MOVE_COUNT,
    LATE_MOVE_DEPTH, MATE, MATE_BOUND, NEEDED_LEAST, NEEDED_MOST, NULL_MOVE_DEPTH,
    NULL_MOVE_REDUCTION, QUIET_GAIN_MARGIN, QUIET_PLIES, REVERSE_FUTILITY_DEPTH,
    REVERSE_FUTILITY_MARGIN_1, REVERSE_FUTILITY_MARGIN_2, VERY_LATE_MOVE_COUNT,
};
use super::supervisor::Supervisor;
use super::{line, order, quiesce, selectivity, table, time};
use crate::board::draw;
use crate::board::hash;
use crate::board::make::{make, make_null, unmake, unmake_null};
use crate::board::moves::{self, Move, NO_MOVE};
use crate::board::piece::{BLACK, EMPTY, WHITE};
use crate::board::ply::{MAX_PLY, Ply};
use crate::board::position::{
    BOARD, CHECKER, CLOCK, MATERIAL, NON_PAWNS, PAWNS, PLY, SIDE, in_check,
};
use crate::board::square::NONE;
use crate::cells::Long;
use crate::eval::evaluate::{for_mover, for_mover_within};

/// Nodes of this search that ended with a score at or above beta.
pub static CUTOFFS: Long = Long::new(0);

/// From this ply on a node has no children: leaves room for quiescence.
const LAST_PLY: u8 = MAX_PLY - 10;
const _: () = assert!(LAST_PLY + QUIET_PLIES <= MAX_PLY);

/// Searches the node at `PLY`: window, depth and flags of that ply are set. Leaves its score in `RESULT`.
pub fn search<S: Supervisor>() {
    // 1. The clock.
    time::count_node::<S>();
    if STOPPED.get() != 0 {
        return;
    }
    let ply = PLY.get();

    // 2. Draws by rule.
    if is_draw(ply) {
        RESULT.set(0);
        return;
    }

    // 3. What the table knows.
    table::probe(ply);
    frame::forget_hash_move(ply);
    if table::HIT.get() != 0 {
        frame::set_hash_move(ply, table::entry_move());
        if table_decides(ply) {
            RESULT.set(table::SCORE.get());
            return;
        }
    }

    // 4. Without a check, the evaluation alone may decide, or passing the turn.
    if in_check() {
        if ply.number() >= LAST_PLY {
            RESULT.set(for_mover());
            return;
        }
    } else {
        let score = static_score(ply);
        STATIC.set(ply, score);
        if ply.number() >= LAST_PLY || is_far_ahead(ply, score) {
            RESULT.set(score);
            return;
        }
        if passing_cuts::<S>(ply) || STOPPED.get() != 0 {
            return;
        }
        mark_futile();
    }

    // 5. The moves.
    search_moves::<S>();
}

/// The evaluation, as exact as this depth needs it: at depth 1 it only tells whether the node is far outside its window.
#[inline]
fn static_score(ply: Ply) -> i16 {
    if DEPTH.get(ply) > 1 || !selectivity::is_on() {
        return for_mover();
    }
    for_mover_within(
        ALPHA.get(ply)
            - FUTILITY_MARGIN_1
                .get()
                .max(QUIET_GAIN_MARGIN.get() + NEEDED_MOST),
        BETA.get(ply) + REVERSE_FUTILITY_MARGIN_1.get(),
    )
}

#[inline]
fn is_draw(ply: Ply) -> bool {
    let clock = CLOCK.get(ply);
    clock >= 4 && (clock >= draw::FIFTY_MOVES || draw::repetitions(1) != 0)
        || MATERIAL.get() <= 6 && draw::is_dead()
}

/// Is the entry deep enough, and on the right side of a zero window? Full windows are searched for their line.
#[inline]
fn table_decides(ply: Ply) -> bool {
    let (alpha, beta) = (ALPHA.get(ply), BETA.get(ply));
    if table::DEPTH.get() < DEPTH.get(ply) || alpha + 1 != beta {
        return false;
    }
    let score = table::SCORE.get();
    match table::BOUND.get() {
        table::EXACT => true,
        table::LOWER => score >= beta,
        _ => score <= alpha,
    }
}

/// Reverse futility: near the leaves a big enough lead holds.
#[inline]
fn is_far_ahead(ply: Ply, score: i16) -> bool {
    let depth = DEPTH.get(ply);
    let beta = BETA.get(ply);
    depth <= REVERSE_FUTILITY_DEPTH
        && selectivity::is_on()
        && beta < MATE_BOUND
        && score - reverse_futility_margin(depth) >= beta
}

#[inline(always)]
fn reverse_futility_margin(depth: u8) -> i16 {
    match depth {
        0 | 1 => REVERSE_FUTILITY_MARGIN_1.get(),
        _ => REVERSE_FUTILITY_MARGIN_2.get(),
    }
}

#[inline(always)]
fn futility_margin(depth: u8) -> i16 {
    match depth {
        0 | 1 => FUTILITY_MARGIN_1.get(),
        _ => FUTILITY_MARGIN_2.get(),
    }
}

/// Null move pruning: when even passing the turn keeps the score above beta, a move will too. Not with pawns and king
/// alone, where zugzwang makes passing the best move of all.
fn passing_cuts<S: Supervisor>(ply: Ply) -> bool {
    let depth = DEPTH.get(ply);
    let beta = BETA.get(ply);
    if depth < NULL_MOVE_DEPTH
        || has(ply, AFTER_NULL)
        || STATIC.get(ply) < beta
        || NON_PAWNS.get(SIDE.get()) == 0
        || beta >= MATE_BOUND
        || !selectivity::is_on()
    {
        return false;
    }
    make_null();
    hash::push_null();
    let next = ply.next();
    FLAGS.set(next, AFTER_NULL);
    DEPTH.set(next, depth - 1 - NULL_MOVE_REDUCTION.min(depth - 1));
    ALPHA.set(next, -beta);
    BETA.set(next, 1 - beta);
    descend::<S>();
    unmake_null();
    hash::pop();
    let ply = PLY.get();
    let beta = BETA.get(ply);
    if STOPPED.get() == 0 && -RESULT.get() >= beta {
        RESULT.set(beta);
        return true;
    }
    false
}

/// Futility: near the leaves, far below alpha, only captures are worth a look. Not without pawns: there the score may be
/// that of a mating drive, which quiet moves change by more than their squares say. Not behind an evasion either: the next
/// check may be mate.
#[inline]
fn mark_futile() {
    if PAWNS.get(BLACK) | PAWNS.get(WHITE) == 0 {
        return;
    }
    let ply = PLY.get();
    if CHECKER.get(ply.previous()) != NONE {
        return;
    }
    let depth = DEPTH.get(ply);
    let alpha = ALPHA.get(ply);
    if depth <= FUTILITY_DEPTH
        && selectivity::is_on()
        && alpha > -MATE_BOUND
        && STATIC.get(ply) + futility_margin(depth) <= alpha
    {
        raise(ply, FUTILE);
    } else if depth == 1 && selectivity::is_on() && alpha > -MATE_BOUND {
        limit_quiets(ply, alpha);
    }
}

/// Notes what a quiet move must gain at depth 1, when that is little enough to be possible and enough to matter.
#[inline]
fn limit_quiets(ply: Ply, alpha: i16) {
    let needed = alpha
        .wrapping_sub(STATIC.get(ply))
        .wrapping_sub(QUIET_GAIN_MARGIN.get());
    if needed > NEEDED_LEAST && needed < NEEDED_MOST {
        frame::NEEDED.set(ply, needed as u8);
        raise(ply, LIMITED);
    }
}

/// Searches the node that was just made, whatever its kind.
#[inline(always)]
fn descend<S: Supervisor>() {
    let ply = PLY.get();
    line::clear(ply);
    if DEPTH.get(ply) == 0 {
        quiesce::DEEP.set(ply, 0);
        quiesce::quiesce::<S>();
    } else {
        search::<S>();
    }
}

fn search_moves<S: Supervisor>() {
    let ply = PLY.get();
    if moves::reserve() {
        raise(ply, SPILLED);
    }
    order::begin(ply);
    TRIED.set(ply, 0);
    BEST_FROM.set(ply, NO_MOVE);
    BEST.set(
        ply,
        if has(ply, FUTILE) {
            ALPHA.get(ply)
        } else {
            -INFINITE
        },
    );
    while order::next() {
        let ply = PLY.get();
        TRIED.set(ply, TRIED.get(ply).wrapping_add(1));
        // Quiescence has no use for the key, so above it the key stays behind.
        make(current(ply));
        if DEPTH.get(ply) > 1 {
            hash::push();
        }
        search_child::<S>();
        unmake();
        if DEPTH.get(PLY.get()) > 1 {
            hash::pop();
        }
        if STOPPED.get() != 0 || take_score(RESULT.get()) {
            break;
        }
    }
    let ply = PLY.get();
    order::end(ply);
    if has(ply, SPILLED) {
        moves::release();
    }
    if STOPPED.get() == 0 {
        conclude(ply);
    }
}

/// The move is made: finds its score from the mover's side, as closely as the window asks for.
pub fn search_child<S: Supervisor>() {
    let ply = PLY.get().previous();
    let depth = DEPTH.get(ply) - 1;
    if TRIED.get(ply) == 1 {
        full_window::<S>(ply, depth);
        return;
    }
    let reduction = reduction(ply);
    zero_window::<S>(ply, depth - reduction);
    let ply = PLY.get().previous();
    if reduction > 0 && STOPPED.get() == 0 && RESULT.get() > ALPHA.get(ply) {
        zero_window::<S>(ply, DEPTH.get(ply) - 1);
    }
    let ply = PLY.get().previous();
    let score = RESULT.get();
    if STOPPED.get() == 0 && score > ALPHA.get(ply) && score < BETA.get(ply) {
        full_window::<S>(ply, DEPTH.get(ply) - 1);
    }
}

fn full_window<S: Supervisor>(ply: Ply, depth: u8) {
    let next = ply.next();
    FLAGS.set(next, 0);
    DEPTH.set(next, depth);
    ALPHA.set(next, -BETA.get(ply));
    BETA.set(next, -ALPHA.get(ply));
    descend::<S>();
    RESULT.set(-RESULT.get());
}

fn zero_window<S: Supervisor>(ply: Ply, depth: u8) {
    let next = ply.next();
    let alpha = ALPHA.get(ply);
    FLAGS.set(next, 0);
    DEPTH.set(next, depth);
    ALPHA.set(next, -1 - alpha);
    BETA.set(next, -alpha);
    descend::<S>();
    RESULT.set(-RESULT.get());
}

/// Late-move reduction: a quiet move far down the order is first searched less deeply.
#[inline]
fn reduction(ply: Ply) -> u8 {
    if !has(ply, LATE)
        || DEPTH.get(ply) < LATE_MOVE_DEPTH
        || TRIED.get(ply) < LATE_MOVE_COUNT.get()
        || CHECKER.get(ply) != NONE
        || CHECKER.get(ply.next()) != NONE
        || !selectivity::is_on()
    {
        return 0;
    }
    if TRIED.get(ply) >= VERY_LATE_MOVE_COUNT.get() && DEPTH.get(ply) > LATE_MOVE_DEPTH {
        2
    } else {
        1
    }
}

/// The move of this ply has a score: is it the best, does it raise alpha, does it cut?
fn take_score(score: i16) -> bool {
    let ply = PLY.get();
    if score <= BEST.get(ply) {
        return false;
    }
    BEST.set(ply, score);
    if score <= ALPHA.get(ply) {
        return false;
    }
    ALPHA.set(ply, score);
    raise(ply, RAISED);
    let mv = current(ply);
    BEST_FROM.set(ply, mv.from);
    BEST_TO.set(ply, mv.to);
    if score < BETA.get(ply) {
        line::extend(ply, mv);
        return false;
    }
    if cfg!(not(target_vendor = "c64")) {
        CUTOFFS.set(CUTOFFS.get().wrapping_add(1));
    }
    if BOARD.get(mv.destination()) == EMPTY && !mv.under_promotes() {
        order::learn(ply, DEPTH.get(ply));
    }
    true
}

/// Mate, stalemate, or the best score: into `RESULT`, and into the table for next time.
fn conclude(ply: Ply) {
    if TRIED.get(ply) == 0 && !has(ply, FUTILE | SKIPPED) {
        RESULT.set(if in_check() {
            i16::from(ply.number()) - MATE
        } else {
            0
        });
        return;
    }
    let mut best = BEST.get(ply);
    if has(ply, SKIPPED) {
        best = best.max(ALPHA.get(ply));
    }
    RESULT.set(best);
    table::set_entry_move(if BEST_FROM.get(ply) != NO_MOVE {
        Move::new(BEST_FROM.get(ply), BEST_TO.get(ply))
    } else {
        frame::hash_move(ply)
    });
    table::SCORE.set(best);
    table::DEPTH.set(DEPTH.get(ply));
    table::BOUND.set(if best >= BETA.get(ply) {
        table::LOWER
    } else if has(ply, RAISED) {
        table::EXACT
    } else {
        table::UPPER
    });
    table::store(ply);
}
