//! Can the side to move move at all? Asked at every leaf, because mate and stalemate come before the evaluation.
//!
//! Nearly always some piece has an empty square to step to, and one such move proves the point. Only when none is
//! found, or in check, is the list of moves made.

use crate::board::generate::{self, RAYS};
use crate::board::legal::is_safe;
use crate::board::moves::{self, Move, TOP};
use crate::board::piece::{BISHOP, EMPTY, KNIGHT, PAWN, ROOK, Side, kind};
use crate::board::position::{BOARD, LIST, SIDE, SLOTS, forward, in_check, king_slot};
use crate::board::square::{NONE, Square};

pub fn can_move() -> bool {
    (!in_check() && has_step()) || has_listed_move()
}

/// Is there a legal step onto an empty square? Only out of check.
fn has_step() -> bool {
    let side = SIDE.get();
    let first = king_slot(side);
    let mut slot = first + SLOTS;
    loop {
        slot -= 1;
        let from = LIST.get(slot);
        if from != NONE && can_step(from, side) {
            return true;
        }
        if slot == first {
            return false;
        }
    }
}

fn can_step(from: Square, side: Side) -> bool {
    let (mut direction, end) = match kind(BOARD.get(from)) {
        PAWN => {
            let to = from.plus(forward(side));
            return BOARD.get(to) == EMPTY && is_safe(Move::new(from, to));
        }
        KNIGHT => (8, 16),
        BISHOP => (0, 4),
        ROOK => (4, 8),
        _ => (0, 8),
    };
    while direction != end {
        let to = from.plus(RAYS.get(direction));
        if BOARD.get(to) == EMPTY && is_safe(Move::new(from, to)) {
            return true;
        }
        direction += 1;
    }
    false
}

fn has_listed_move() -> bool {
    let spilled = moves::reserve();
    let first = TOP.get();
    generate::all();
    let last = TOP.get();
    let mut index = first;
    while index != last && !is_safe(moves::at(index)) {
        index = index.wrapping_add(1);
    }
    TOP.set(first);
    if spilled {
        moves::release();
    }
    index != last
}
