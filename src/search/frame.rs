//! The search's frames: what a node remembers while its children are searched, in arrays by ply.
//!
//! The recursion carries no arguments and no results: a parent writes window and depth of the next ply, calls, and
//! finds the answer in `RESULT`. So a call costs a jump and nothing has to be saved on the 6502's small stack. The price is a
//! rule for every function that leads to a recursive call: no local may be used after it, since the child runs the same code
//! with the same storage. Read `PLY` again and take the rest from here.

use crate::board::moves::{Move, NO_MOVE};
use crate::board::ply::{PerPly, Ply, WordPerPly};
use crate::board::square::{A8, Square};
use crate::cells::{Byte, Long, Word};

// SAFETY: of all arrays by ply in this file: plies stay within the limits at the head of `board::ply`.
/// Remaining depth; 0 is quiescence.
pub static DEPTH: PerPly<u8> = unsafe { PerPly::by_limit(0) };
pub static ALPHA: WordPerPly = unsafe { WordPerPly::by_limit() };
pub static BETA: WordPerPly = unsafe { WordPerPly::by_limit() };
pub static BEST: WordPerPly = unsafe { WordPerPly::by_limit() };
/// Static evaluation for the mover; not set in check.
pub static STATIC: WordPerPly = unsafe { WordPerPly::by_limit() };
pub static BEST_FROM: PerPly<Square> = unsafe { PerPly::by_limit(A8) };
pub static BEST_TO: PerPly<Square> = unsafe { PerPly::by_limit(A8) };
/// The move of the transposition table, `NO_MOVE` without one. Bytes: nodes without one use them for something else.
pub static HASH_FROM: PerPly<u8> = unsafe { PerPly::by_limit(0) };
pub static HASH_TO: PerPly<u8> = unsafe { PerPly::by_limit(0) };
/// The move being searched.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "SearchFrom"))]
pub static CURRENT_FROM: PerPly<Square> = unsafe { PerPly::by_limit(A8) };
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "SearchTo"))]
pub static CURRENT_TO: PerPly<Square> = unsafe { PerPly::by_limit(A8) };
/// Moves tried so far.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "SearchTried"))]
pub static TRIED: PerPly<u8> = unsafe { PerPly::by_limit(0) };
/// Flags of the node, see below.
pub static FLAGS: PerPly<u8> = unsafe { PerPly::by_limit(0) };

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
pub static NEEDED: PerPly<u8> = unsafe { PerPly::by_limit(0) };

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
pub fn has(ply: Ply, flag: u8) -> bool {
    FLAGS.get(ply) & flag != 0
}

#[inline(always)]
pub fn raise(ply: Ply, flag: u8) {
    FLAGS.set(ply, FLAGS.get(ply) | flag);
}

#[inline(always)]
pub fn lower(ply: Ply, flag: u8) {
    FLAGS.set(ply, FLAGS.get(ply) & !flag);
}

/// The move being searched at `ply`.
#[inline(always)]
pub fn current(ply: Ply) -> Move {
    Move::new(CURRENT_FROM.get(ply), CURRENT_TO.get(ply))
}

#[inline(always)]
pub fn set_current(ply: Ply, mv: Move) {
    CURRENT_FROM.set(ply, mv.from);
    CURRENT_TO.set(ply, mv.to);
}

/// The move of the transposition table at `ply`; `is_none` without one.
#[inline(always)]
pub fn hash_move(ply: Ply) -> Move {
    Move::new(
        Square::from_bits(HASH_FROM.get(ply)),
        Square::from_bits(HASH_TO.get(ply)),
    )
}

#[inline(always)]
pub fn set_hash_move(ply: Ply, mv: Move) {
    HASH_FROM.set(ply, mv.from.bits());
    HASH_TO.set(ply, mv.to.bits());
}

/// There is no move of the transposition table at `ply`.
#[inline(always)]
pub fn forget_hash_move(ply: Ply) {
    HASH_FROM.set(ply, NO_MOVE.bits());
}
