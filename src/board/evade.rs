//! Moves out of check: the king steps aside, the checker is captured, or its line is blocked.
//!
//! Found from the square of the checker backwards, so a position in check costs less than a full list. Pins and the
//! king's new square are left to `legal::is_safe`, as for all moves.

use super::attack::{STEP, attacks};
use super::facts::PREY;
use super::generate::{en_passant_captures, push_under_promotions};
use super::history_table::COUNTS;
use super::legal::is_pawn_home;
use super::moves::{Move, attacker_cost, capture_score, push};
use super::piece::{EMPTY, KING, PAWN, Side, is_prey, kind, piece};
use super::position::{
    BOARD, CHECKER, DOUBLE, EN_PASSANT, LIST, LIST_END, PLY, SIDE, forward, king_slot, king_square,
};
use super::square::{NONE, STEPS, Square, is_last_row};

/// Captures are scored above every quiet evasion.
pub const CAPTURE_BONUS: u8 = 128;

/// All pseudo-legal moves that answer the check.
pub fn evasions() {
    let side = SIDE.get();
    let king = king_square(side);
    let checker = CHECKER.get(PLY.get());
    king_steps(king, side);
    if checker.0 & DOUBLE != 0 {
        return;
    }
    capture_checker(checker, side);
    let step = STEP.get(checker.offset_from(king));
    if step != 0 {
        let mut sq = king.plus(step);
        while sq != checker {
            block(sq, side);
            sq = sq.plus(step);
        }
    }
}

fn king_steps(king: Square, side: Side) {
    let [a, b, c, d, e, f, g, h] = STEPS;
    king_step(king, king.plus(a), side);
    king_step(king, king.plus(b), side);
    king_step(king, king.plus(c), side);
    king_step(king, king.plus(d), side);
    king_step(king, king.plus(e), side);
    king_step(king, king.plus(f), side);
    king_step(king, king.plus(g), side);
    king_step(king, king.plus(h), side);
}

fn king_step(king: Square, to: Square, side: Side) {
    let target = BOARD.get(to);
    if target == EMPTY {
        let index = to.bits() | 8 | side.bit();
        push(Move::new(king, to), COUNTS.get(index) >> 1);
    } else {
        let seen = target.seen_by(side);
        if is_prey(seen) {
            push(
                Move::new(king, to),
                CAPTURE_BONUS + PREY.of(seen) - attacker_cost(KING),
            );
        }
    }
}

#[inline]
fn push_quiet(from: Square, to: Square) {
    push(Move::new(from, to), COUNTS.of(BOARD.get(from), to) >> 1);
}

fn capture_checker(checker: Square, side: Side) {
    let victim_kind = kind(BOARD.get(checker));
    let mut slot = king_slot(side) + 1;
    let end = LIST_END.get(side);
    while slot != end {
        let from = LIST.get(slot);
        if attacks(from, checker) {
            let mover_kind = kind(BOARD.get(from));
            push(
                Move::new(from, checker),
                CAPTURE_BONUS + capture_score(victim_kind, mover_kind),
            );
            if mover_kind == PAWN {
                also_under_promote(from, checker);
            }
        }
        slot += 1;
    }
    let target = EN_PASSANT.get(PLY.get());
    if target != NONE && checker == target.en_passant_partner() {
        en_passant_captures(target, side);
    }
}

/// A pawn that reaches the last row has three more moves.
fn also_under_promote(from: Square, to: Square) {
    if is_last_row(to) {
        push_under_promotions(from, to);
    }
}

/// Pieces that can step onto an empty square of the line, the king apart.
fn block(sq: Square, side: Side) {
    let mut slot = king_slot(side) + 1;
    let end = LIST_END.get(side);
    while slot != end {
        let from = LIST.get(slot);
        if attacks(from, sq) && kind(BOARD.get(from)) != PAWN {
            push_quiet(from, sq);
        }
        slot += 1;
    }
    block_with_pawn(sq, side);
}

fn block_with_pawn(sq: Square, side: Side) {
    let pawn = piece(side, PAWN);
    let step = forward(side);
    let one = sq.minus(step);
    let behind = BOARD.get(one);
    if behind == pawn {
        push_quiet(one, sq);
        also_under_promote(one, sq);
    } else if behind == EMPTY {
        let two = one.minus(step);
        if BOARD.get(two) == pawn && is_pawn_home(two, side) {
            push_quiet(two, sq);
        }
    }
}

/// Does this possible move of a position in check touch the checker, its line, or move the king?
pub fn resolves_check(mv: Move) -> bool {
    let (from, dest) = (mv.from, mv.destination());
    let king = king_square(SIDE.get());
    if from == king {
        return true;
    }
    let checker = CHECKER.get(PLY.get());
    if checker.0 & DOUBLE != 0 {
        return false;
    }
    if dest == checker {
        return true;
    }
    if dest == EN_PASSANT.get(PLY.get()) && kind(BOARD.get(from)) == PAWN {
        return checker == dest.en_passant_partner();
    }
    let step = STEP.get(checker.offset_from(king));
    let mut sq = king.plus(step);
    while step != 0 && sq != checker {
        if sq == dest {
            return true;
        }
        sq = sq.plus(step);
    }
    false
}
