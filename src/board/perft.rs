//! Counting the leaves of the legal game tree: the proof of the move generator. Every leaf is made and unmade; keys are not
//! needed and stay behind.

use super::generate;
use super::legal::is_safe;
use super::make::{make, unmake};
use super::moves::{self, TOP};
use super::ply::{MAX_PLY, PerPly, Ply};
use super::position::PLY;
use crate::cells::Long;

pub static LEAVES: Long = Long::new(0);

// By ply: where the list starts, and whether a page was put aside. Moves are taken off the list's end.
// SAFETY: `perft` goes no deeper than `MAX_PLY`.
static FIRST: PerPly<u8> = unsafe { PerPly::by_limit(0) };
// SAFETY: as of `FIRST`.
static SPILLED: PerPly<u8> = unsafe { PerPly::by_limit(0) };

/// Leaves at `depth` plies below the position on the board.
pub fn perft(depth: u8) -> u32 {
    moves::clear();
    LEAVES.set(0);
    if depth == 0 {
        return 1;
    }
    count(depth.min(MAX_PLY - PLY.get().number()));
    LEAVES.get()
}

/// Walks with an explicit stack: the ply arrays are the frames.
fn count(depth: u8) {
    let root = PLY.get();
    let last = root.number() + depth;
    enter(root);
    loop {
        let ply = PLY.get();
        let end = TOP.get();
        if end == FIRST.get(ply) {
            leave(ply);
            if ply == root {
                return;
            }
            unmake();
            continue;
        }
        let index = end.wrapping_sub(1);
        TOP.set(index);
        let mv = moves::at(index);
        if !is_safe(mv) {
            continue;
        }
        make(mv);
        let ply = PLY.get();
        if ply.number() == last {
            LEAVES.set(LEAVES.get() + 1);
            unmake();
        } else {
            enter(ply);
        }
    }
}

fn enter(ply: Ply) {
    SPILLED.set(ply, u8::from(moves::reserve()));
    FIRST.set(ply, TOP.get());
    generate::all();
}

fn leave(ply: Ply) {
    if SPILLED.get(ply) != 0 {
        moves::release();
    }
}
