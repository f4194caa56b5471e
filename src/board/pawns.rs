//! The pawns by row, and their key: what the evaluation asks about pawns, brought up to the position when it asks.
//!
//! Make leaves both alone: a move that is made and taken back without an evaluation costs them nothing. `APPLIED` says
//! how many moves of the line they include; `catch_up` adds the rest, and unmake calls `fall_back` for its move. Flips
//! are their own inverse, so one routine does both.

use super::hash::toggle_pawn;
use super::moves::destination;
use super::piece::{PAWN, Piece, colour, kind};
use super::ply::{Ply, ROOT};
use super::position::{CAPTURED, EN_PASSANT, MOVE_FROM, MOVE_TO, MOVED, PLY};
use super::square::{FILE_BIT, Square, file, is_last_row};
use crate::cells::{ByModule, Bytes, Cell};

/// A bit for each file: eight rows of Black's pawns, then eight of White's.
// SAFETY: a row has three bits, the side the fourth.
pub static PAWN_ROWS: Bytes<16, ByModule> = unsafe { Bytes::by_module(0) };
/// Plies that rows and key include.
static APPLIED: Cell<Ply> = Cell::new(ROOT);

/// No pawns, at the present ply.
pub fn clear() {
    PAWN_ROWS.fill(0);
    APPLIED.set(PLY.get());
}

/// What is included now is the start of a new line.
pub fn settle() {
    APPLIED.set(ROOT);
}

/// A pawn appears in its row or leaves it.
#[inline(always)]
pub fn flip_in_row(pawn: Piece, sq: Square) {
    let row = (colour(pawn).bit() | sq.bits()) >> 4;
    PAWN_ROWS.set(row, PAWN_ROWS.get(row) ^ FILE_BIT.get(file(sq)));
}

#[inline(never)]
fn flip(pawn: Piece, sq: Square) {
    toggle_pawn(pawn, sq);
    flip_in_row(pawn, sq);
}

/// Includes every move of the line up to the position on the board.
#[inline(always)]
pub fn catch_up() {
    while APPLIED.get() != PLY.get() {
        apply(APPLIED.get());
        APPLIED.set(APPLIED.get().next());
    }
}

/// The move of this ply is taken back.
#[inline(always)]
pub fn fall_back(ply: Ply) {
    if APPLIED.get() > ply {
        APPLIED.set(ply);
        apply(ply);
    }
}

/// Flips the pawns that the move of this ply touched.
#[inline(never)]
fn apply(ply: Ply) {
    let victim = CAPTURED.get(ply);
    let mover = MOVED.get(ply);
    if kind(mover) == PAWN {
        apply_pawn_move(ply);
    } else if kind(victim) == PAWN {
        flip(victim, destination(MOVE_TO.get(ply)));
    }
}

#[inline(always)]
fn apply_pawn_move(ply: Ply) {
    let mover = MOVED.get(ply);
    let dest = destination(MOVE_TO.get(ply));
    flip(mover, MOVE_FROM.get(ply));
    if !is_last_row(dest) {
        flip(mover, dest);
    }
    let victim = CAPTURED.get(ply);
    if kind(victim) == PAWN {
        let behind = dest == EN_PASSANT.get(ply);
        flip(
            victim,
            if behind {
                dest.en_passant_partner()
            } else {
                dest
            },
        );
    }
}
