//! The search's frames: what a node remembers while its children are searched, in arrays by ply.
//!
//! The recursion carries no arguments and no results: a parent writes window and depth of the next ply, calls, and
//! finds the answer in `RESULT`. So a call costs a jump and nothing has to be saved on the 6502's small stack. The price is a
//! rule for every function that leads to a recursive call: no local may be used after it, since the child runs the same code
//! with the same storage. Read `PLY` again and take the rest from here.

use crate::board::moves::Move;
use crate::board::position::PLIES;
use crate::cells::{Byte, Bytes, Long, Word, Words};

/// Remaining depth; 0 is quiescence.
pub static DEPTH: Bytes<PLIES> = Bytes::new(0);
pub static ALPHA: Words<PLIES> = Words::new();
pub static BETA: Words<PLIES> = Words::new();
pub static BEST: Words<PLIES> = Words::new();
/// Static evaluation for the mover; not set in check.
pub static STATIC: Words<PLIES> = Words::new();
pub static BEST_FROM: Bytes<PLIES> = Bytes::new(0);
pub static BEST_TO: Bytes<PLIES> = Bytes::new(0);
/// The move of the transposition table, `NO_MOVE` without one.
pub static HASH_FROM: Bytes<PLIES> = Bytes::new(0);
pub static HASH_TO: Bytes<PLIES> = Bytes::new(0);
/// The move being searched.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "SearchFrom"))]
pub static CURRENT_FROM: Bytes<PLIES> = Bytes::new(0);
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "SearchTo"))]
pub static CURRENT_TO: Bytes<PLIES> = Bytes::new(0);
/// Moves tried so far.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "SearchTried"))]
pub static TRIED: Bytes<PLIES> = Bytes::new(0);
/// Flags of the node, see below.
pub static FLAGS: Bytes<PLIES> = Bytes::new(0);

/// A null move led here: no second one.
pub const AFTER_NULL: u8 = 1;
/// Quiet moves cannot reach alpha.
pub const FUTILE: u8 = 2;
/// Alpha was raised: the score is exact.
pub const RAISED: u8 = 4;
/// The move page was put aside for this node.
pub const SPILLED: u8 = 8;
/// The move being searched is quiet and neither killer nor hash move: it may be reduced.
pub const LATE: u8 = 16;

/// Some quiet moves cannot reach alpha: those that gain less than `NEEDED`.
pub const LIMITED: u8 = 32;
/// A move was left out for that reason.
pub const SKIPPED: u8 = 64;
/// What a quiet move must gain by its square, as a signed byte; only with `LIMITED`.
pub static NEEDED: Bytes<PLIES> = Bytes::new(0);

/// Score of the node that just ended, from its own side to move.
pub static RESULT: Word = Word::new(0);
/// Set when the search must end: every node returns at once and its result means nothing.
pub static STOPPED: Byte = Byte::new(0);

/// Nodes since the search began, quiescence included; exact whenever progress is reported.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "NodeCount"))]
pub static NODES: Long = Long::new(0);
/// Nodes left until the clock is read.
pub static CLOCK_COUNTDOWN: Byte = Byte::new(0);

#[inline(always)]
pub fn has(ply: u8, flag: u8) -> bool {
    FLAGS.get(ply) & flag != 0
}

#[inline(always)]
pub fn raise(ply: u8, flag: u8) {
    FLAGS.set(ply, FLAGS.get(ply) | flag);
}

#[inline(always)]
pub fn lower(ply: u8, flag: u8) {
    FLAGS.set(ply, FLAGS.get(ply) & !flag);
}

/// The move being searched at `ply`.
#[inline(always)]
pub fn current(ply: u8) -> Move {
    Move::new(CURRENT_FROM.get(ply), CURRENT_TO.get(ply))
}

#[inline(always)]
pub fn set_current(ply: u8, mv: Move) {
    CURRENT_FROM.set(ply, mv.from);
    CURRENT_TO.set(ply, mv.to);
}

/// The move of the transposition table at `ply`; `is_none` without one.
#[inline(always)]
pub fn hash_move(ply: u8) -> Move {
    Move::new(HASH_FROM.get(ply), HASH_TO.get(ply))
}
