//! Moves out of check: the king steps aside, the checker is captured, or its line is blocked.
//!
//! Found from the square of the checker backwards, so a position in check costs less than a full list. Pins and the
//! king's new square are left to `legal::is_safe`, as for all moves.

use super::attack::{STEP, attacks};
use super::generate::{en_passant_captures, push_under_promotions};
use super::history_table::COUNTS;
use super::legal::is_pawn_home;
use super::moves::{Move, attacker_cost, capture_score, prey, push};
use super::piece::{EMPTY, KING, PAWN, Side, kind, piece};
use super::position::{
    BOARD, CHECKER, DOUBLE, EN_PASSANT, LIST, LIST_END, PLY, SIDE, forward, king_slot, king_square,
};
use super::square::{NONE, STEPS, is_last_row};

/// Captures are scored above every quiet evasion.
pub const CAPTURE_BONUS: u8 = 128;

/// All pseudo-legal moves that answer the check.
pub fn evasions() {
    let side = SIDE.get();
    let king = king_square(side);
    let checker = CHECKER.get(PLY.get());
    king_steps(king, side);
    if checker & DOUBLE != 0 {
        return;
    }
    capture_checker(checker, side);
    let step = STEP.get(checker.wrapping_sub(king));
    if step != 0 {
        let mut sq = king.wrapping_add(step);
        while sq != checker {
            block(sq, side);
            sq = sq.wrapping_add(step);
        }
    }
}

fn king_steps(king: u8, side: Side) {
    let [a, b, c, d, e, f, g, h] = STEPS;
    king_step(king, king.wrapping_add(a), side);
    king_step(king, king.wrapping_add(b), side);
    king_step(king, king.wrapping_add(c), side);
    king_step(king, king.wrapping_add(d), side);
    king_step(king, king.wrapping_add(e), side);
    king_step(king, king.wrapping_add(f), side);
    king_step(king, king.wrapping_add(g), side);
    king_step(king, king.wrapping_add(h), side);
}

fn king_step(king: u8, to: u8, side: Side) {
    let target = BOARD.get(to);
    if target == EMPTY {
        let index = to | 8 | side.bit();
        push(Move::new(king, to), COUNTS.get(index) >> 1);
    } else {
        let prey = prey(target, side);
        if prey != 0 {
            push(
                Move::new(king, to),
                CAPTURE_BONUS + prey - attacker_cost(KING),
            );
        }
    }
}

#[inline]
fn push_quiet(from: u8, to: u8) {
    push(Move::new(from, to), COUNTS.of(BOARD.get(from), to) >> 1);
}

fn capture_checker(checker: u8, side: Side) {
    let victim_kind = kind(BOARD.get(checker));
    let mut slot = king_slot(side) + 1;
    let end = LIST_END.get(side.index());
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
    if target != NONE && checker == target ^ 0x10 {
        en_passant_captures(target, side);
    }
}

/// A pawn that reaches the last row has three more moves.
fn also_under_promote(from: u8, to: u8) {
    if is_last_row(to) {
        push_under_promotions(from, to);
    }
}

/// Pieces that can step onto an empty square of the line, the king apart.
fn block(sq: u8, side: Side) {
    let mut slot = king_slot(side) + 1;
    let end = LIST_END.get(side.index());
    while slot != end {
        let from = LIST.get(slot);
        if attacks(from, sq) && kind(BOARD.get(from)) != PAWN {
            push_quiet(from, sq);
        }
        slot += 1;
    }
    block_with_pawn(sq, side);
}

fn block_with_pawn(sq: u8, side: Side) {
    let pawn = piece(side, PAWN);
    let step = forward(side);
    let one = sq.wrapping_sub(step);
    let behind = BOARD.get(one);
    if behind == pawn {
        push_quiet(one, sq);
        also_under_promote(one, sq);
    } else if behind == EMPTY {
        let two = one.wrapping_sub(step);
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
    if checker & DOUBLE != 0 {
        return false;
    }
    if dest == checker {
        return true;
    }
    if dest == EN_PASSANT.get(PLY.get()) && kind(BOARD.get(from)) == PAWN {
        return checker == dest ^ 0x10;
    }
    let step = STEP.get(checker.wrapping_sub(king));
    let mut sq = king.wrapping_add(step);
    while step != 0 && sq != checker {
        if sq == dest {
            return true;
        }
        sq = sq.wrapping_add(step);
    }
    false
}
