//! Is a move legal? Two questions: can the piece move so at all (for moves remembered from elsewhere), and does the own
//! king stay safe (for moves just generated).

use super::attack::{REACH, STEP, is_attacked, is_line_clear, slider_along};
use super::facts::REACH_BIT;
use super::generate;
use super::make::{castling_rook, is_castling};
use super::moves::{self, Move, TOP};
use super::piece::{
    BISHOP, EMPTY, KING, Kind, PAWN, Piece, QUEEN, ROOK, Side, WHITE, is_enemy, is_own, kind, piece,
};
use super::position::{
    BLACK_LONG, BLACK_SHORT, BOARD, EN_PASSANT, PLY, RIGHTS, SIDE, WHITE_LONG, WHITE_SHORT,
    forward, in_check, king_square,
};
use super::square::{E1, E8, EAST, NONE, Square, WEST, is_last_row, is_on_board};

/// Does this pseudo-legal move leave the own king safe? In check, only for moves of the evasion generator. En passant was
/// asked about when it was generated.
#[inline]
pub fn is_safe(mv: Move) -> bool {
    let Move { from, .. } = mv;
    let side = SIDE.get();
    let king = king_square(side);
    let line = from.offset_from(king);
    let step = STEP.get(line);
    if step == 0 {
        return line != 0 || is_king_step_safe(from, mv.destination(), side);
    }
    step == STEP.get(mv.destination().offset_from(king)) || !is_pinned(from, king, step, side)
}

/// With the king lifted off the board, so that it does not hide the square behind it.
fn is_king_step_safe(from: Square, dest: Square, side: Side) -> bool {
    let king = BOARD.get(from);
    BOARD.set(from, EMPTY);
    let attacked = is_attacked(dest, side.other());
    BOARD.set(from, king);
    !attacked
}

/// Would the line from the king through `from` be open to an enemy slider without the piece on `from`?
fn is_pinned(from: Square, king: Square, step: u8, side: Side) -> bool {
    let mut sq = king.plus(step);
    while sq != from {
        if BOARD.get(sq) != EMPTY {
            return false;
        }
        sq = sq.plus(step);
    }
    slider_along(from, step, side.other()) != NONE
}

/// Two pawns leave the rank at once, so the whole question is asked on the board after the capture.
pub(super) fn is_en_passant_safe(from: Square, dest: Square, side: Side) -> bool {
    let pawn = BOARD.get(from);
    let victim_sq = dest.en_passant_partner();
    let victim = BOARD.get(victim_sq);
    BOARD.set(from, EMPTY);
    BOARD.set(victim_sq, EMPTY);
    BOARD.set(dest, pawn);
    let attacked = is_attacked(king_square(side), side.other());
    BOARD.set(from, pawn);
    BOARD.set(victim_sq, victim);
    BOARD.set(dest, EMPTY);
    !attacked
}

/// Can the piece on `from` make this move, the own king's safety apart but for en passant? Any two bytes may be asked about.
pub fn is_possible(mv: Move) -> bool {
    let (from, dest) = (mv.from, mv.destination());
    let side = SIDE.get();
    if !is_on_board(from) || from.0 == dest.0 {
        return false;
    }
    let mover = BOARD.get(from);
    let target = BOARD.get(dest);
    if !is_own(mover, side) || is_own(target, side) {
        return false;
    }
    let kind = kind(mover);
    if kind == PAWN {
        return is_pawn_move(mv, side, target);
    }
    if mv.under_promotes() {
        return false;
    }
    if kind == KING && is_castling(from, dest) {
        return is_castling_possible(dest);
    }
    REACH.get(from.offset_from(dest)) & REACH_BIT.of(mover) != 0
        && (!slides(kind) || is_line_clear(dest, from))
}

fn slides(kind: Kind) -> bool {
    matches!(kind, BISHOP | ROOK | QUEEN)
}

fn is_pawn_move(mv: Move, side: Side, target: Piece) -> bool {
    let (from, dest) = (mv.from, mv.destination());
    let step = forward(side);
    if mv.under_promotes() && !is_last_row(dest) {
        return false;
    }
    let one = from.plus(step);
    if dest.0 == one.0 {
        return target == EMPTY;
    }
    if dest.0 == one.plus(step).0 {
        return target == EMPTY && BOARD.get(one) == EMPTY && is_pawn_home(from, side);
    }
    let beside = dest.0 == one.plus(EAST).0 || dest.0 == one.plus(WEST).0;
    let en_passant = dest.0 == EN_PASSANT.get(PLY.get()).0;
    beside && (is_enemy(target, side) || en_passant && is_en_passant_safe(from, dest, side))
}

/// Does a pawn of that side start on this square?
#[inline(always)]
pub fn is_pawn_home(sq: Square, side: Side) -> bool {
    sq.bits() & 0x70 == if side == WHITE { 0x60 } else { 0x10 }
}

/// Everything castling asks for but the safety of the square the king arrives on.
pub fn is_castling_possible(dest: Square) -> bool {
    let side = SIDE.get();
    let home = if side == WHITE { E1 } else { E8 };
    let short = dest.0 == home.plus(2).0;
    if !short && dest.0 != home.minus(2).0 {
        return false;
    }
    let right = match (side == WHITE, short) {
        (true, true) => WHITE_SHORT,
        (true, false) => WHITE_LONG,
        (false, true) => BLACK_SHORT,
        (false, false) => BLACK_LONG,
    };
    let (rook_from, rook_to) = castling_rook(dest);
    BOARD.get(rook_to) == EMPTY
        && BOARD.get(dest) == EMPTY
        && RIGHTS.get(PLY.get()) & right != 0
        && BOARD.get(home) == piece(side, KING)
        && BOARD.get(rook_from) == piece(side, ROOK)
        && (short || BOARD.get(rook_from.plus(EAST)) == EMPTY)
        && !in_check()
        && !is_attacked(rook_to, side.other())
}

/// The full question, for moves that come from outside the generators.
pub fn is_legal(mv: Move) -> bool {
    is_possible(mv)
        && if in_check() {
            super::evade::resolves_check(mv) && is_safe(mv)
        } else {
            is_safe(mv)
        }
}

/// Calls for every legal move of the position on the board.
pub fn for_each_legal(mut act: impl FnMut(Move)) {
    let spilled = moves::reserve();
    let first = TOP.get();
    generate::all();
    let last = TOP.get();
    let mut index = first;
    while index != last {
        let mv = moves::at(index);
        if is_safe(mv) {
            act(mv);
        }
        index = index.wrapping_add(1);
    }
    TOP.set(first);
    if spilled {
        moves::release();
    }
}

/// Is there any legal move? Without one it is mate or stalemate.
pub fn has_legal_move() -> bool {
    let mut found = false;
    for_each_legal(|_| found = true);
    found
}
