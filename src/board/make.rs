//! Making a move and taking it back.
//!
//! `make` expects a legal move of the side to move. It leaves the Zobrist key to `hash::push`, which quiescence leaves out,
//! and rows and key of the pawns to `pawns::catch_up`.
//! Everything by ply is written for the next ply, so `unmake` only puts the pieces back.

use super::attack::{check_after_move, checkers};
use super::by_square::{RIGHTS_KEPT, SLOT};
use super::moves::{Move, destination};
use super::pawns;
use super::piece::{BORDER, EMPTY, KING, PAWN, Piece, ROOK, kind, piece};
use super::ply::{Ply, ROOT};
use super::position::{
    ACCUMULATED, BOARD, CAPTURED, CAPTURED_SLOT, CHECKER, CLOCK, EN_PASSANT, LIST, LIST_END,
    MOVE_FROM, MOVE_TO, MOVED, PLY, RIGHTS, SIDE, SLOTS, SUM, count, discount, king_square,
    recount,
};
use super::square::{EAST, NONE, Square, WEST, is_last_row};
use super::values::{SQUARES, worth};
use crate::cells::Cell;

/// Where the rook comes from and goes to in castling, by the square the king goes to.
#[inline]
pub fn castling_rook(king_to: Square) -> (Square, Square) {
    let king_to = king_to.bits();
    let (from, to) = if king_to & 4 != 0 {
        (king_to + 1, king_to - 1)
    } else {
        (king_to - 2, king_to + 1)
    };
    (Square::from_bits(from), Square::from_bits(to))
}

/// Is this king move a castling?
#[inline(always)]
pub fn is_castling(from: Square, to: Square) -> bool {
    from.offset_from(to) & 3 == 2
}

/// Moves a piece on the board and in its list.
#[inline(always)]
fn shift(from: Square, to: Square, piece: Piece) {
    let slot = SLOT.get(from);
    BOARD.set(from, EMPTY);
    BOARD.set(to, piece);
    SLOT.set(to, slot);
    LIST.set(slot, to);
}

/// Adds to the sum of the next ply.
fn add_to_sum(next: Ply, change: i16) {
    SUM.set(next, SUM.get(next) + change);
}

/// Takes a captured piece off the list, the counts and the sum.
#[inline(never)]
fn capture(ply: Ply, victim: Piece, sq: Square) {
    let slot = SLOT.get(sq);
    CAPTURED_SLOT.set(ply, slot);
    LIST.set(slot, NONE);
    discount(victim);
    CLOCK.set(ply.next(), 0);
    add_to_sum(ply.next(), -worth(victim, sq));
}

/// Makes the move on the board; the state of the next ply is complete but for the hash key.
pub fn make(mv: Move) {
    let ply = PLY.get();
    let next = ply.next();
    let Move { from, to } = mv;
    let dest = mv.destination();
    let mover = BOARD.get(from);
    MOVE_FROM.set(ply, from);
    MOVE_TO.set(ply, to);
    MOVED.set(ply, mover);
    EN_PASSANT.set(next, NONE);
    CLOCK.set(next, CLOCK.get(ply) + 1);
    RIGHTS.set(
        next,
        RIGHTS.get(ply) & RIGHTS_KEPT.get(from) & RIGHTS_KEPT.get(dest),
    );
    SUM.set(
        next,
        SUM.get(ply) + i16::from(SQUARES.gain(mover, from, dest)),
    );
    let victim = BOARD.get(dest);
    CAPTURED.set(ply, victim);
    if victim != EMPTY {
        capture(ply, victim, dest);
    }
    shift(from, dest, mover);
    let mut all_lines = false;
    match kind(mover) {
        PAWN => {
            CLOCK.set(next, 0);
            if is_last_row(dest) {
                promote(mover, mv);
            } else if dest == EN_PASSANT.get(ply) {
                take_en_passant(ply, dest);
                all_lines = true;
            } else if from.bits() ^ dest.bits() == 0x20 {
                offer_en_passant(next, dest, mover.of_other_side());
            }
        }
        KING if is_castling(from, dest) => {
            castle_rook(dest);
            all_lines = true;
        }
        _ => {}
    }
    let side = SIDE.get();
    let enemy_king = king_square(side.other());
    CHECKER.set(
        next,
        if all_lines {
            checkers(enemy_king, side)
        } else {
            check_after_move(enemy_king, from, dest, side)
        },
    );
    SIDE.set(side.other());
    PLY.set(next);
}

/// The pawn on its last row becomes another piece.
#[inline(never)]
fn promote(pawn: Piece, mv: Move) {
    let sq = mv.destination();
    let promoted = pawn.promoted_to(mv.promotion_kind());
    BOARD.set(sq, promoted);
    recount(pawn, promoted);
    add_to_sum(PLY.get().next(), worth(promoted, sq) - worth(pawn, sq));
}

/// The rook steps over its king.
#[inline(never)]
fn castle_rook(king_to: Square) {
    let (from, to) = castling_rook(king_to);
    let rook = piece(SIDE.get(), ROOK);
    shift(from, to, rook);
    add_to_sum(PLY.get().next(), i16::from(SQUARES.gain(rook, from, to)));
}

/// The captured pawn stands one step behind the square the capturer goes to.
#[inline(never)]
fn take_en_passant(ply: Ply, dest: Square) {
    let sq = dest.en_passant_partner();
    let victim = piece(SIDE.get().other(), PAWN);
    BOARD.set(sq, EMPTY);
    CAPTURED.set(ply, victim);
    capture(ply, victim, sq);
}

/// After a double step: the square behind the pawn can be captured on when an enemy pawn stands beside it.
#[inline(always)]
fn offer_en_passant(next: Ply, dest: Square, enemy_pawn: Piece) {
    if BOARD.beside(dest, WEST) == enemy_pawn || BOARD.beside(dest, EAST) == enemy_pawn {
        EN_PASSANT.set(next, dest.en_passant_partner());
    }
}

/// What the evaluation keeps for the line no longer includes the move of this ply.
#[inline(always)]
fn fall_back(ply: Ply) {
    pawns::fall_back(ply);
    if ACCUMULATED.get() > ply {
        ACCUMULATED.set(ply);
    }
}

/// Takes back the last move.
pub fn unmake() {
    let ply = PLY.get().previous();
    PLY.set(ply);
    fall_back(ply);
    let side = SIDE.get().other();
    SIDE.set(side);
    let from = MOVE_FROM.get(ply);
    let to = MOVE_TO.get(ply);
    let dest = destination(to);
    let mover = MOVED.get(ply);
    let now = BOARD.get(dest);
    let victim = CAPTURED.get(ply);
    shift(dest, from, mover);
    match kind(mover) {
        PAWN => {
            if now != mover {
                recount(now, mover);
            } else if dest == EN_PASSANT.get(ply) {
                restore(ply, victim, dest.en_passant_partner());
                return;
            }
        }
        KING if is_castling(from, dest) => {
            let (rook_from, rook_to) = castling_rook(dest);
            shift(rook_to, rook_from, piece(side, ROOK));
        }
        _ => {}
    }
    if victim != EMPTY {
        restore(ply, victim, dest);
    }
}

/// Undoes `capture`.
#[inline]
fn restore(ply: Ply, victim: Piece, sq: Square) {
    let slot = CAPTURED_SLOT.get(ply);
    BOARD.set(sq, victim);
    SLOT.set(sq, slot);
    LIST.set(slot, sq);
    count(victim);
}

/// Passes the turn: for the null move of the search. Never in check.
pub fn make_null() {
    let ply = PLY.get();
    let next = ply.next();
    MOVE_FROM.set(ply, NONE);
    MOVE_TO.set(ply, NONE);
    MOVED.set(ply, BORDER);
    CAPTURED.set(ply, EMPTY);
    RIGHTS.set(next, RIGHTS.get(ply));
    EN_PASSANT.set(next, NONE);
    CLOCK.set(next, 0);
    CHECKER.set(next, NONE);
    SUM.set(next, SUM.get(ply));
    SIDE.set(SIDE.get().other());
    PLY.set(next);
}

pub fn unmake_null() {
    let ply = PLY.get().previous();
    PLY.set(ply);
    fall_back(ply);
    SIDE.set(SIDE.get().other());
}

/// Where the last move of the game captured, `NONE` if it did not.
pub static LAST_CAPTURE: Cell<Square> = Cell::new(NONE);

/// Makes a legal move of the game itself: the position after it becomes ply 0, and its key joins the history.
pub fn play(mv: Move) {
    make(mv);
    super::hash::push();
    pawns::catch_up();
    pawns::settle();
    let now = PLY.get();
    if CAPTURED.get(now.previous()) == EMPTY {
        LAST_CAPTURE.set(NONE);
    } else {
        LAST_CAPTURE.set(mv.destination());
        close_gap(CAPTURED_SLOT.get(now.previous()));
    }
    RIGHTS.set(ROOT, RIGHTS.get(now));
    EN_PASSANT.set(ROOT, EN_PASSANT.get(now));
    CLOCK.set(ROOT, CLOCK.get(now));
    CHECKER.set(ROOT, CHECKER.get(now));
    SUM.set(ROOT, SUM.get(now));
    PLY.set(ROOT);
}

/// The last piece of a list moves to the slot of a piece that is gone for good.
fn close_gap(slot: u8) {
    let side = slot / SLOTS;
    let last = LIST_END.get(side) - 1;
    let sq = LIST.get(last);
    LIST_END.set(side, last);
    LIST.set(last, NONE);
    if slot != last {
        LIST.set(slot, sq);
        SLOT.set(sq, slot);
    }
}
