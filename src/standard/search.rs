//! Minimax with alpha-beta at a fixed depth, as the specification writes it: White maximises, Black minimises, every
//! score is White's.
//!
//! The recursion is an explicit stack of arrays by level, the root being level 0. A move that would leave the own king
//! in check is skipped when its turn comes, which leaves exactly the legal moves in their order.
//! A position without legal moves is mate or stalemate even at depth 0.

use super::mobility::can_move;
use super::order::{pick, rank_from};
use super::values::{INFINITY, MATE, evaluate};
use crate::board::generate;
use crate::board::legal::is_safe;
use crate::board::make::{make, unmake};
use crate::board::moves::{self, LAST_ROOM, Move, NO_MOVE, TOP};
use crate::board::piece::WHITE;
use crate::board::ply::MAX_PLY;
use crate::board::position::{MOVE_FROM, MOVE_TO, PLY, SIDE, in_check};
use crate::board::square::Square;
use crate::cells::{ByModule, Byte, Bytes, Cell, Long, Words};
use crate::search::supervisor::Supervisor;

/// The deepest search: seconds on the C64, where one ply more would take minutes.
pub const MAX_DEPTH: u8 = 3;
const LEVELS: usize = MAX_DEPTH as usize + 1;
const _: () = assert!(MAX_DEPTH <= MAX_PLY);

/// A move and its score, from White's side, `MATE` for mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    pub mv: Move,
    pub score: i16,
}

/// Calls of the specification's `minimax` in the last search.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "StandardNodes"))]
pub static NODES: Long = Long::new(0);

// By level: the window and the best score so far.
// SAFETY: a level is at most `MAX_DEPTH`.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "BEFORE_POINTERS"))]
static ALPHA: Words<LEVELS, ByModule> = unsafe { Words::by_module() };
// SAFETY: a level is at most `MAX_DEPTH`.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "SMALL"))]
static BETA: Words<LEVELS, ByModule> = unsafe { Words::by_module() };
// SAFETY: a level is at most `MAX_DEPTH`.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "TYPED_AHEAD"))]
static BEST: Words<LEVELS, ByModule> = unsafe { Words::by_module() };

// By level: the top of the pool before it, whether a page was put aside, the moves left to try, whether one was legal.
// SAFETY: a level is at most `MAX_DEPTH`.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "VECTORS_END"))]
static FLOOR: Bytes<LEVELS, ByModule> = unsafe { Bytes::by_module(0) };
// SAFETY: a level is at most `MAX_DEPTH`.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "VECTORS_END"))]
static SPILLED: Bytes<LEVELS, ByModule> = unsafe { Bytes::by_module(0) };
// SAFETY: a level is at most `MAX_DEPTH`.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "VECTORS_END"))]
static NEXT: Bytes<LEVELS, ByModule> = unsafe { Bytes::by_module(0) };
// SAFETY: a level is at most `MAX_DEPTH`.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "BASIC_VECTORS"))]
static LAST: Bytes<LEVELS, ByModule> = unsafe { Bytes::by_module(0) };
// SAFETY: a level is at most `MAX_DEPTH`.
static HAS_MOVE: Bytes<LEVELS, ByModule> = unsafe { Bytes::by_module(0) };

/// About a twentieth of a second on the C64.
const SCORES_BETWEEN_LOOKS: u8 = 16;
static UNTIL_LOOK: Byte = Byte::new(SCORES_BETWEEN_LOOKS);

static BEST_FROM: Cell<Square> = Cell::new(NO_MOVE);
static BEST_TO: Cell<Square> = Cell::new(NO_MOVE);

/// The move for the position on the board, or `None` when there is none. `depth` is 1 to `MAX_DEPTH`.
///
/// A request to move now is heard once the first move of the root has its score; the answer is then the best so far.
#[inline(never)]
pub fn select<S: Supervisor>(depth: u8) -> Option<Choice> {
    begin();
    let mut level = 0;
    loop {
        let value = if let Some(mv) = next_move(level) {
            make(mv);
            NODES.set(NODES.get().wrapping_add(1));
            if level + 1 != depth {
                level += 1;
                ALPHA.set(level, ALPHA.get(level - 1));
                BETA.set(level, BETA.get(level - 1));
                open(level);
                continue;
            }
            leaf_value()
        } else {
            let value = node_value(level);
            close(level);
            if level == 0 {
                break;
            }
            level -= 1;
            value
        };
        unmake();
        take(level, value);
        if BEST_FROM.get() != NO_MOVE && is_stopped::<S>() {
            abandon(level);
            break;
        }
    }
    let from = BEST_FROM.get();
    (from != NO_MOVE).then(|| Choice {
        mv: Move::new(from, BEST_TO.get()),
        score: BEST.get(0),
    })
}

/// Asks for a request to move now, once in a while: on the C64 that looks at the keyboard.
#[inline(always)]
fn is_stopped<S: Supervisor>() -> bool {
    let left = UNTIL_LOOK.get().wrapping_sub(1);
    UNTIL_LOOK.set(left);
    left == 0 && look::<S>()
}

#[inline(never)]
fn look<S: Supervisor>() -> bool {
    UNTIL_LOOK.set(SCORES_BETWEEN_LOOKS);
    S::wants_move()
}

fn begin() {
    moves::clear();
    NODES.set(0);
    UNTIL_LOOK.set(SCORES_BETWEEN_LOOKS);
    BEST_FROM.set(NO_MOVE);
    ALPHA.set(0, -INFINITY);
    BETA.set(0, INFINITY);
    open(0);
}

#[inline(always)]
fn is_maximising() -> bool {
    SIDE.get() == WHITE
}

/// Starts a level: its moves, ranked, and no score yet.
fn open(level: u8) {
    BEST.set(level, if is_maximising() { -INFINITY } else { INFINITY });
    HAS_MOVE.set(level, 0);
    FLOOR.set(level, TOP.get());
    SPILLED.set(level, u8::from(moves::reserve()));
    let mut first = TOP.get();
    generate::all();
    if first != 0 && TOP.get() >= LAST_ROOM {
        // The list may have been cut short: put the page aside, list and all, and start again on a fresh one.
        SPILLED.set(level, u8::from(moves::reserve()));
        first = 0;
        generate::all();
    }
    NEXT.set(level, first);
    LAST.set(level, TOP.get());
    rank_from(first);
}

/// Ends a level: the pool is as it was before `open`.
fn close(level: u8) {
    if SPILLED.get(level) != 0 {
        moves::release();
    }
    TOP.set(FLOOR.get(level));
}

/// The next legal move of a level.
fn next_move(level: u8) -> Option<Move> {
    let last = LAST.get(level);
    loop {
        let index = NEXT.get(level);
        if index == last {
            return None;
        }
        pick(index, last);
        NEXT.set(level, index.wrapping_add(1));
        let mv = moves::at(index);
        if is_safe(mv) {
            HAS_MOVE.set(level, 1);
            return Some(mv);
        }
    }
}

/// Depth 0: without a legal move the game has ended, else the evaluation.
fn leaf_value() -> i16 {
    if can_move() { evaluate() } else { end_value() }
}

/// What a finished level returns.
fn node_value(level: u8) -> i16 {
    if HAS_MOVE.get(level) != 0 {
        BEST.get(level)
    } else {
        end_value()
    }
}

/// The side to move has no move: mate or stalemate.
fn end_value() -> i16 {
    match (in_check(), is_maximising()) {
        (false, _) => 0,
        (true, true) => -MATE,
        (true, false) => MATE,
    }
}

/// The score of the move just taken back. A window that closes ends the level, but never the root.
fn take(level: u8, value: i16) {
    if is_maximising() {
        if value <= BEST.get(level) {
            return;
        }
        ALPHA.set(level, ALPHA.get(level).max(value));
    } else {
        if value >= BEST.get(level) {
            return;
        }
        BETA.set(level, BETA.get(level).min(value));
    }
    BEST.set(level, value);
    if level == 0 {
        let ply = PLY.get();
        BEST_FROM.set(MOVE_FROM.get(ply));
        BEST_TO.set(MOVE_TO.get(ply));
    } else if BETA.get(level) <= ALPHA.get(level) {
        NEXT.set(level, LAST.get(level));
    }
}

/// Goes back to the root from anywhere.
fn abandon(level: u8) {
    let mut level = level;
    while level != 0 {
        close(level);
        unmake();
        level -= 1;
    }
    close(0);
}
