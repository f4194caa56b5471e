//! The root: depth by depth until the budget ends, always with a move to play.
//!
//! The legal moves of the root stay at the bottom of the pool in the order of the last iteration, the best first. A new
//! best move counts at once, so an iteration that is cut short still helps.

use super::alphabeta::{CUTOFFS, search_child};
use super::frame::{
    ALPHA, BETA, DEPTH, FLAGS, RAISED, RESULT, STOPPED, TRIED, current, has, raise, set_current,
};
use super::params::{
    DECIDED, EASY_DEPTH, EASY_MARGIN, INFINITE, MATE, MATE_BOUND, MAX_DEPTH, WINDOW_DEPTH,
    WINDOW_MARGIN,
};
use super::supervisor::Supervisor;
use super::{history, line, selectivity, table, time};
use crate::board::legal::is_safe;
use crate::board::make::{LAST_CAPTURE, make, unmake};
use crate::board::moves::{self, Move, NO_MOVE, TOP};
use crate::board::ply::ROOT;
use crate::board::position::in_check;
use crate::board::square::Square;
use crate::board::{generate, hash};
use crate::cells::{Byte, Cell, Word};
use crate::eval::prepare::prepare;
use crate::eval::{evaluate, network};

#[cfg_attr(target_vendor = "c64", unsafe(export_name = "BestMoveFrom"))]
pub static BEST_FROM: Cell<Square> = Cell::new(NO_MOVE);
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "BestMoveTo"))]
pub static BEST_TO: Cell<Square> = Cell::new(NO_MOVE);
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "BestScore"))]
pub static BEST_SCORE: Word = Word::new(0);
/// The iteration that is running, or the last one when the search is over.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "SearchDepth"))]
pub static SEARCH_DEPTH: Byte = Byte::new(0);
/// The last iteration that was finished.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "CompletedDepth"))]
pub static COMPLETED: Byte = Byte::new(0);

/// A root move that must not be played: the next best is wanted. `NO_MOVE` excludes none; `CHOSEN` says that whoever
/// asked has left the root moves to search at the bottom of the pool, at least one.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "ExcludedFrom"))]
pub static EXCLUDED_FROM: Cell<Square> = Cell::new(NO_MOVE);
pub static EXCLUDED_TO: Cell<Square> = Cell::new(NO_MOVE);
/// Neither a square nor `NO_MOVE`.
pub const CHOSEN: Square = Square::from_bits(0xfe);

/// The move that was found; `is_none` when there was none.
#[inline(always)]
pub fn best_move() -> Move {
    Move::new(BEST_FROM.get(), BEST_TO.get())
}

#[inline(always)]
pub fn set_best_move(mv: Move) {
    BEST_FROM.set(mv.from);
    BEST_TO.set(mv.to);
}

/// How far a search may go.
#[derive(Clone, Copy)]
pub struct Limits {
    pub depth: u8,
    /// Processor cycles; 0 is no limit.
    pub cycles: u32,
}

impl Limits {
    pub const fn depth(depth: u8) -> Self {
        Self { depth, cycles: 0 }
    }

    pub const fn cycles(cycles: u32) -> Self {
        Self {
            depth: MAX_DEPTH,
            cycles,
        }
    }
}

/// Finds the move for the position on the board (ply 0). `best_move` is none when there is no legal
/// move, and the score is then that of mate or stalemate.
/// `report` is called after each iteration and each new best move.
pub fn think<S: Supervisor>(limits: Limits, mut report: impl FnMut()) {
    time::start::<S>(limits.cycles);
    // A move of less than a second, which only the program's bridge may ask for, has no time to prepare: the values of the
    // last search will do. A budget of 0 has no end.
    let budget = (limits.cycles >> 16) as u16;
    if cfg!(not(target_vendor = "c64")) || budget == 0 || budget >= 16 {
        prepare();
    } else {
        network::refresh();
    }
    CUTOFFS.set(0);
    table::age();
    history::age();
    let count = list_root_moves();
    COMPLETED.set(0);
    if count == 0 {
        set_best_move(Move::NONE);
        BEST_SCORE.set(if in_check() { -MATE } else { 0 });
        return;
    }
    set_best_move(moves::at(0));
    BEST_SCORE.set(evaluate::for_mover());
    let only_move = count == 1 && limits.cycles != 0;
    let mut depth = 1;
    while depth <= limits.depth && !(only_move && depth > 1) {
        SEARCH_DEPTH.set(depth);
        iteration::<S>(depth, count, &mut report);
        time::settle_count();
        if STOPPED.get() != 0 {
            break;
        }
        COMPLETED.set(depth);
        report();
        time::allow_stop();
        let hurried = limits.cycles != 0;
        if hurried && depth == EASY_DEPTH {
            let easy = is_easy_recapture::<S>(count);
            time::settle_count();
            if easy {
                break;
            }
        }
        if is_settled(depth) || time::used_more_than::<S>(LATE_START) {
            break;
        }
        depth += 1;
    }
    moves::clear();
}

/// An iteration that starts after this part of the budget (in 256ths) hardly ever gets past its first move.
const LATE_START: u8 = 230;

/// A mate that this depth has proved cannot get shorter.
fn is_settled(depth: u8) -> bool {
    let score = BEST_SCORE.get().abs();
    score >= MATE_BOUND && MATE - score <= i16::from(depth)
}

/// Does the best move take back what was just captured, and is everything else clearly worse?
fn is_easy_recapture<S: Supervisor>(count: u8) -> bool {
    if best_move().destination() != LAST_CAPTURE.get() {
        return false;
    }
    ALPHA.set(ROOT, BEST_SCORE.get() - EASY_MARGIN);
    BETA.set(ROOT, BEST_SCORE.get() - EASY_MARGIN + 1);
    DEPTH.set(ROOT, EASY_DEPTH);
    let mut index = 1;
    while index != count {
        search_root_move::<S>(index, 2);
        if STOPPED.get() != 0 || RESULT.get() > ALPHA.get(ROOT) {
            return STOPPED.get() != 0;
        }
        index += 1;
    }
    true
}

/// Legal moves of the root at the bottom of the pool; returns how many.
pub fn list_root_moves() -> u8 {
    if EXCLUDED_FROM.get() == CHOSEN {
        return TOP.get();
    }
    moves::clear();
    generate::all();
    let end = TOP.get();
    let mut kept = 0;
    let mut index = 0;
    while index != end {
        let mv = moves::at(index);
        let excluded = mv.is(Move::new(EXCLUDED_FROM.get(), EXCLUDED_TO.get()));
        if is_safe(mv) && !excluded {
            moves::put(kept, mv);
            kept += 1;
        }
        index += 1;
    }
    TOP.set(kept);
    kept
}

/// Searches every root move to `depth`, in a window around the last iteration's score. Moves outside it are soon refuted, and
/// a score outside it is searched again: a better move with no upper end, a worse position with no lower one.
fn iteration<S: Supervisor>(depth: u8, count: u8, report: &mut impl FnMut()) {
    open_window(depth);
    DEPTH.set(ROOT, depth);
    FLAGS.set(ROOT, 0);
    line::clear(ROOT);
    let mut index = 0;
    while index != count {
        search_root_move::<S>(index, index + 1);
        if STOPPED.get() == 0 && RESULT.get() >= BETA.get(ROOT) {
            // The better move counts even if there is no time left for its score.
            set_best_move(current(ROOT));
            BETA.set(ROOT, INFINITE);
            search_root_move::<S>(index, 1);
            RESULT.set(RESULT.get().max(ALPHA.get(ROOT) + 1));
        }
        if STOPPED.get() != 0 {
            return;
        }
        let score = RESULT.get();
        if score > ALPHA.get(ROOT) {
            ALPHA.set(ROOT, score);
            raise(ROOT, RAISED);
            let mv = current(ROOT);
            set_best_move(mv);
            BEST_SCORE.set(score);
            line::extend(ROOT, mv);
            line::publish();
            bring_to_front(index);
            if index != 0 {
                time::settle_count();
                report();
            }
        }
        index += 1;
        if index == count && !has(ROOT, RAISED) {
            // Only a window with a lower end comes here: every move is better than -INFINITE.
            ALPHA.set(ROOT, -INFINITE);
            index = 0;
        }
    }
    remember_root(depth);
}

/// The root's window: around the last score while the game is open. In a decided one scores move by more than the margin, and a mate
/// that has to be found by exact scores is worth more than nodes.
fn open_window(depth: u8) {
    let score = BEST_SCORE.get();
    if depth >= WINDOW_DEPTH && score.abs() < DECIDED && selectivity::is_on() {
        ALPHA.set(ROOT, score - WINDOW_MARGIN.get());
        BETA.set(ROOT, score + WINDOW_MARGIN.get());
    } else {
        ALPHA.set(ROOT, -INFINITE);
        BETA.set(ROOT, INFINITE);
    }
}

/// One root move, as the `tried`th of its iteration; its score is left in `RESULT`.
fn search_root_move<S: Supervisor>(index: u8, tried: u8) {
    let mv = moves::at(index);
    set_current(ROOT, mv);
    TRIED.set(ROOT, tried);
    make(mv);
    hash::push();
    search_child::<S>();
    unmake();
    hash::pop();
}

/// Moves the root move at `index` to the first place; those before it step back.
fn bring_to_front(index: u8) {
    let mv = moves::at(index);
    let mut place = index;
    while place != 0 {
        moves::put(place, moves::at(place - 1));
        place -= 1;
    }
    moves::put(0, mv);
}

/// The root too goes into the table: the next search may pass through this position.
fn remember_root(depth: u8) {
    table::set_entry_move(best_move());
    table::SCORE.set(BEST_SCORE.get());
    table::DEPTH.set(depth);
    table::BOUND.set(table::EXACT);
    table::store(ROOT);
}

/// Moves to mate when the best score is one: positive when the mover mates.
pub fn mate_in() -> Option<i8> {
    let score = BEST_SCORE.get();
    if score >= MATE_BOUND {
        Some(((MATE - score + 1) >> 1) as i8)
    } else if score <= -MATE_BOUND {
        Some(-(((MATE + score) >> 1) as i8))
    } else {
        None
    }
}
