//! Making a move and taking it back.
//!
//! `make` expects a legal move of the side to move. It leaves the hash key to `hash::push`, which quiescence skips.
//! Everything by ply is written for the next ply, so `unmake` only puts the pieces back.

use super::attack::{check_after_move, checkers};
use super::hash::toggle_pawn;
use super::moves::{destination, promotion_kind};
use super::piece::{BORDER, EMPTY, KING, PAWN, ROOK, WHITE, kind, piece};
use super::position::{
    BLACK_LONG, BLACK_SHORT, BOARD, CAPTURED, CAPTURED_SLOT, CHECKER, CLOCK, EN_PASSANT, LIST,
    MOVE_FROM, MOVE_TO, MOVED, PLY, RIGHTS, SIDE, SLOT, SUM, WHITE_LONG, WHITE_SHORT, count,
    discount, king_square,
};
use super::square::{E1, E8, NONE};
use crate::cells::{Byte, Table};
use crate::eval::material::{SQUARES, worth};

/// Rights that survive a move from or to a square.
static RIGHTS_KEPT: Table<128> = Table({
    let mut kept = [0x0f; 128];
    kept[E1 as usize] &= !(WHITE_SHORT | WHITE_LONG);
    kept[E1 as usize + 3] &= !WHITE_SHORT;
    kept[E1 as usize - 4] &= !WHITE_LONG;
    kept[E8 as usize] &= !(BLACK_SHORT | BLACK_LONG);
    kept[E8 as usize + 3] &= !BLACK_SHORT;
    kept[E8 as usize - 4] &= !BLACK_LONG;
    kept
});

/// The rook's way in castling, by the square the king goes to.
#[inline]
pub fn castling_rook(king_to: u8) -> (u8, u8) {
    if king_to & 4 != 0 {
        (king_to + 1, king_to - 1)
    } else {
        (king_to - 2, king_to + 1)
    }
}

/// Is this king move a castling?
#[inline(always)]
pub fn is_castling(from: u8, to: u8) -> bool {
    from.wrapping_sub(to) & 3 == 2
}

/// Moves a piece on the board and in its list.
#[inline(always)]
fn shift(from: u8, to: u8, piece: u8) {
    let slot = SLOT.get(from);
    BOARD.set(from, EMPTY);
    BOARD.set(to, piece);
    SLOT.set(to, slot);
    LIST.set(slot, to);
}

/// Takes a captured piece off the list and the counts. Returns what it was worth, positive for White.
#[inline]
fn capture(ply: u8, victim: u8, sq: u8) -> i16 {
    let slot = SLOT.get(sq);
    CAPTURED_SLOT.set(ply, slot);
    LIST.set(slot, NONE);
    discount(victim);
    if kind(victim) == PAWN {
        toggle_pawn(victim, sq);
    }
    worth(victim, sq)
}

/// Makes the move on the board; the state of the next ply is complete but for the hash key.
pub fn make(from: u8, to: u8) {
    let ply = PLY.get();
    let next = ply + 1;
    let dest = destination(to);
    let mover = BOARD.get(from);
    let victim = BOARD.get(dest);
    let mut sum = SUM.get(ply);
    let mut clock = CLOCK.get(ply) + 1;
    let side = SIDE.get();
    MOVE_FROM.set(ply, from);
    MOVE_TO.set(ply, to);
    MOVED.set(ply, mover);
    CAPTURED.set(ply, victim);
    if victim != EMPTY {
        sum -= capture(ply, victim, dest);
        clock = 0;
    }
    RIGHTS.set(
        next,
        RIGHTS.get(ply) & RIGHTS_KEPT.get(from) & RIGHTS_KEPT.get(dest),
    );
    EN_PASSANT.set(next, NONE);
    shift(from, dest, mover);
    sum += i16::from(SQUARES.gain(mover, from, dest));
    let enemy_king = king_square(side ^ WHITE);
    let mut all_lines = false;
    match kind(mover) {
        PAWN => {
            clock = 0;
            toggle_pawn(mover, from);
            let row = dest & 0x70;
            if row == 0 || row == 0x70 {
                sum += promote(mover, dest, promotion_kind(to));
            } else {
                toggle_pawn(mover, dest);
                if dest == EN_PASSANT.get(ply) {
                    sum -= take_en_passant(ply, dest, side);
                    all_lines = true;
                } else if from ^ dest == 0x20 {
                    offer_en_passant(next, dest, side);
                }
            }
        }
        KING if is_castling(from, dest) => {
            let (rook_from, rook_to) = castling_rook(dest);
            let rook = piece(side, ROOK);
            shift(rook_from, rook_to, rook);
            sum += i16::from(SQUARES.gain(rook, rook_from, rook_to));
            all_lines = true;
        }
        _ => {}
    }
    CLOCK.set(next, clock);
    SUM.set(next, sum);
    CHECKER.set(
        next,
        if all_lines {
            checkers(enemy_king, side)
        } else {
            check_after_move(enemy_king, from, dest, side)
        },
    );
    SIDE.set(side ^ WHITE);
    PLY.set(next);
}

/// The pawn becomes another piece; returns the change of the sum. The pawn has already left the pawn key.
fn promote(pawn: u8, sq: u8, kind: u8) -> i16 {
    let promoted = pawn ^ PAWN ^ kind;
    BOARD.set(sq, promoted);
    discount(pawn);
    count(promoted);
    worth(promoted, sq) - worth(pawn, sq)
}

/// The captured pawn stands one step behind the square the capturer goes to; returns its worth.
fn take_en_passant(ply: u8, dest: u8, side: u8) -> i16 {
    let sq = dest ^ 0x10;
    let victim = piece(side ^ WHITE, PAWN);
    BOARD.set(sq, EMPTY);
    CAPTURED.set(ply, victim);
    capture(ply, victim, sq)
}

/// After a double step: the square behind the pawn can be captured on when an enemy pawn stands beside it.
fn offer_en_passant(next: u8, dest: u8, side: u8) {
    let enemy_pawn = piece(side ^ WHITE, PAWN);
    if BOARD.get(dest.wrapping_sub(1)) == enemy_pawn || BOARD.get(dest + 1) == enemy_pawn {
        EN_PASSANT.set(next, dest ^ 0x10);
    }
}

/// Takes back the last move.
pub fn unmake() {
    let ply = PLY.get() - 1;
    PLY.set(ply);
    let side = SIDE.get() ^ WHITE;
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
            toggle_pawn(mover, from);
            if now != mover {
                discount(now);
                count(mover);
            } else {
                toggle_pawn(mover, dest);
                if dest == EN_PASSANT.get(ply) {
                    restore(ply, victim, dest ^ 0x10);
                    return;
                }
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
fn restore(ply: u8, victim: u8, sq: u8) {
    let slot = CAPTURED_SLOT.get(ply);
    BOARD.set(sq, victim);
    SLOT.set(sq, slot);
    LIST.set(slot, sq);
    count(victim);
    if kind(victim) == PAWN {
        toggle_pawn(victim, sq);
    }
}

/// Passes the turn: for the null move of the search. Never in check.
pub fn make_null() {
    let ply = PLY.get();
    let next = ply + 1;
    MOVE_FROM.set(ply, NONE);
    MOVE_TO.set(ply, NONE);
    MOVED.set(ply, BORDER);
    CAPTURED.set(ply, EMPTY);
    RIGHTS.set(next, RIGHTS.get(ply));
    EN_PASSANT.set(next, NONE);
    CLOCK.set(next, 0);
    CHECKER.set(next, NONE);
    SUM.set(next, SUM.get(ply));
    SIDE.set(SIDE.get() ^ WHITE);
    PLY.set(next);
}

pub fn unmake_null() {
    PLY.set(PLY.get() - 1);
    SIDE.set(SIDE.get() ^ WHITE);
}

/// Where the last move of the game captured, `NONE` if it did not.
pub static LAST_CAPTURE: Byte = Byte::new(NONE);

/// Makes a legal move of the game itself: the position after it becomes ply 0, and its key joins the history.
pub fn play(from: u8, to: u8) {
    make(from, to);
    super::hash::push();
    let now = PLY.get();
    let quiet = CAPTURED.get(now - 1) == EMPTY;
    LAST_CAPTURE.set(if quiet { NONE } else { destination(to) });
    RIGHTS.set(0, RIGHTS.get(now));
    EN_PASSANT.set(0, EN_PASSANT.get(now));
    CLOCK.set(0, CLOCK.get(now));
    CHECKER.set(0, CHECKER.get(now));
    SUM.set(0, SUM.get(now));
    PLY.set(0);
}
