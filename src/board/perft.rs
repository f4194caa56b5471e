//! Counting the leaves of the legal game tree: the proof of the move generator. Every leaf is made and unmade.

use super::legal::is_safe;
use super::make::{make, unmake};
use super::moves::{self, FROM, TO, TOP};
use super::position::{MAX_PLY, PLIES, PLY};
use super::{generate, hash};
use crate::cells::{Bytes, Long};

pub static LEAVES: Long = Long::new(0);

// By ply: where the list starts, the next move to try, and whether a page was put aside.
static FIRST: Bytes<PLIES> = Bytes::new(0);
static NEXT: Bytes<PLIES> = Bytes::new(0);
static LAST: Bytes<PLIES> = Bytes::new(0);
static SPILLED: Bytes<PLIES> = Bytes::new(0);

/// Leaves at `depth` plies below the position on the board.
pub fn perft(depth: u8) -> u32 {
    moves::clear();
    LEAVES.set(0);
    if depth == 0 {
        return 1;
    }
    count(depth.min(MAX_PLY - PLY.get()));
    LEAVES.get()
}

/// Walks with an explicit stack: the ply arrays are the frames.
fn count(depth: u8) {
    let root = PLY.get();
    enter(root);
    loop {
        let ply = PLY.get();
        let index = NEXT.get(ply);
        if index == LAST.get(ply) {
            leave(ply);
            if ply == root {
                return;
            }
            unmake();
            hash::pop();
            continue;
        }
        NEXT.set(ply, index.wrapping_add(1));
        let (from, to) = (FROM.get(index), TO.get(index));
        if !is_safe(from, to) {
            continue;
        }
        make(from, to);
        if ply + 1 - root == depth {
            LEAVES.set(LEAVES.get() + 1);
            unmake();
        } else {
            hash::push();
            enter(ply + 1);
        }
    }
}

fn enter(ply: u8) {
    SPILLED.set(ply, u8::from(moves::reserve()));
    let first = TOP.get();
    FIRST.set(ply, first);
    NEXT.set(ply, first);
    generate::all();
    LAST.set(ply, TOP.get());
}

fn leave(ply: u8) {
    TOP.set(FIRST.get(ply));
    if SPILLED.get(ply) != 0 {
        moves::release();
    }
}
