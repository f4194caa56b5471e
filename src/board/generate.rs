//! Moves of the side to move, pushed onto the pool: captures apart from quiet moves.
//!
//! Pseudo-legal: the own king's safety is left to `legal::is_safe`. Not for positions in check: those have few moves
//! and a generator of their own in `evade`. `captures` gives captures, en passant and promotions to a queen; `quiets`
//! gives everything else, under-promotions by capture included, so that the two together are all moves.

use super::attack::attacks;
use super::legal::{is_castling_possible, is_pawn_home};
use super::moves::{
    LAST_CAPTURE_ROOM, LAST_ROOM, TO_BISHOP, TO_KNIGHT, TO_ROOK, TOP, attacker_cost, capture_score,
    prey, push,
};
use super::pages::{Page, index};
use super::piece::{
    BISHOP, BLACK, EMPTY, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE, is_enemy, kind, piece,
};
use super::position::{
    BOARD, EN_PASSANT, LIST, PLY, RIGHTS, SIDE, SLOTS, forward, king_slot, king_square,
};
use super::square::{EAST, KNIGHT_STEPS, NONE, NORTH, SOUTH, STEPS, WEST, both};
use crate::cells::Table;
use crate::search::history;

static SLIDES: Table<8> = Table(STEPS);

/// Score of a promotion to a queen: above every capture but that of a queen.
pub const PROMOTION_SCORE: u8 = 85;

/// Pushes the capture of what stands on `to`, if it is an enemy.
#[inline(always)]
fn try_capture(from: u8, to: u8, side: u8, attacker_kind: u8) {
    let prey = prey(BOARD.get(to), side);
    if prey != 0 {
        push(from, to, prey - attacker_cost(attacker_kind));
    }
}

/// Calls for every slot of the side to move. A dead slot gives the border, whose kind is none of the six.
#[inline(always)]
fn for_each_slot(mut act: impl FnMut(u8, u8)) {
    let first = king_slot(SIDE.get());
    let mut slot = first + SLOTS;
    loop {
        slot -= 1;
        let from = LIST.get(slot);
        act(from, kind(BOARD.get(from)));
        if slot == first {
            return;
        }
    }
}

/// Calls for every living piece of the side to move, as long as the pool has room for it.
#[inline(always)]
fn for_each_piece(mut act: impl FnMut(u8, u8)) {
    let first = king_slot(SIDE.get());
    let mut slot = first + SLOTS;
    loop {
        slot -= 1;
        let from = LIST.get(slot);
        if from != NONE && TOP.get() < LAST_ROOM {
            act(from, kind(BOARD.get(from)));
        }
        if slot == first {
            return;
        }
    }
}

/// Captures, en passant and promotions to a queen.
pub fn captures() {
    if TOP.get() >= LAST_CAPTURE_ROOM {
        return;
    }
    let side = SIDE.get();
    for_each_slot(|from, kind| match kind {
        PAWN if side == WHITE => white_pawn_captures(from),
        PAWN => black_pawn_captures(from),
        KNIGHT => leap_captures(from, side, KNIGHT_STEPS, KNIGHT),
        BISHOP => slide_captures(from, side, 0, 4, BISHOP),
        ROOK => slide_captures(from, side, 4, 8, ROOK),
        QUEEN => slide_captures(from, side, 0, 8, QUEEN),
        KING => leap_captures(from, side, STEPS, KING),
        _ => {}
    });
    let target = EN_PASSANT.get(PLY.get());
    if target != NONE {
        en_passant_captures(target, side);
    }
}

/// Written out step by step: a loop over the steps would cost as much as the tests themselves.
#[inline(always)]
fn leap_captures(from: u8, side: u8, steps: [u8; 8], attacker_kind: u8) {
    let [a, b, c, d, e, f, g, h] = steps;
    try_capture(from, from.wrapping_add(a), side, attacker_kind);
    try_capture(from, from.wrapping_add(b), side, attacker_kind);
    try_capture(from, from.wrapping_add(c), side, attacker_kind);
    try_capture(from, from.wrapping_add(d), side, attacker_kind);
    try_capture(from, from.wrapping_add(e), side, attacker_kind);
    try_capture(from, from.wrapping_add(f), side, attacker_kind);
    try_capture(from, from.wrapping_add(g), side, attacker_kind);
    try_capture(from, from.wrapping_add(h), side, attacker_kind);
}

fn slide_captures(from: u8, side: u8, first: u8, end: u8, attacker_kind: u8) {
    let mut direction = first;
    while direction != end {
        let step = SLIDES.get(direction);
        let mut to = from.wrapping_add(step);
        while BOARD.get(to) == EMPTY {
            to = to.wrapping_add(step);
        }
        try_capture(from, to, side, attacker_kind);
        direction += 1;
    }
}

#[inline(always)]
fn white_pawn_captures(from: u8) {
    if from < 0x20 && BOARD.get(from.wrapping_add(NORTH)) == EMPTY {
        push(from, from.wrapping_add(NORTH), PROMOTION_SCORE);
    }
    try_capture(from, from.wrapping_add(both(NORTH, WEST)), WHITE, PAWN);
    try_capture(from, from.wrapping_add(both(NORTH, EAST)), WHITE, PAWN);
}

#[inline(always)]
fn black_pawn_captures(from: u8) {
    if from >= 0x60 && BOARD.get(from.wrapping_add(SOUTH)) == EMPTY {
        push(from, from.wrapping_add(SOUTH), PROMOTION_SCORE);
    }
    try_capture(from, from.wrapping_add(both(SOUTH, WEST)), BLACK, PAWN);
    try_capture(from, from.wrapping_add(both(SOUTH, EAST)), BLACK, PAWN);
}

#[inline(always)]
fn is_last_row(sq: u8) -> bool {
    sq & 0x70 == 0 || sq & 0x70 == 0x70
}

pub(super) fn en_passant_captures(target: u8, side: u8) {
    let pawn = piece(side, PAWN);
    let behind = target.wrapping_sub(forward(side));
    let (left, right) = (behind.wrapping_sub(1), behind.wrapping_add(1));
    if BOARD.get(left) == pawn {
        push(left, target, capture_score(PAWN, PAWN));
    }
    if BOARD.get(right) == pawn {
        push(right, target, capture_score(PAWN, PAWN));
    }
}

/// Captures of the piece on one square only, the king's included; promotions to a queen only.
pub fn captures_onto(target: u8) {
    let victim_kind = kind(BOARD.get(target));
    for_each_piece(|from, kind| {
        if attacks(from, target) {
            push(from, target, capture_score(victim_kind, kind));
        }
    });
}

/// Moves that capture nothing, and under-promotions.
pub fn quiets() {
    let side = SIDE.get();
    for_each_piece(|from, kind| match kind {
        PAWN => pawn_quiets(from, side),
        KNIGHT => leap_quiets(from, KNIGHT_STEPS, Page::KnightBishop, side),
        BISHOP => slide_quiets(from, 0, 4, Page::KnightBishop, side | 8),
        ROOK => slide_quiets(from, 4, 8, Page::RookQueen, side),
        QUEEN => slide_quiets(from, 0, 8, Page::RookQueen, side | 8),
        KING => leap_quiets(from, STEPS, Page::PawnKing, side | 8),
        _ => {}
    });
    castlings(side);
}

/// `bits` completes the index of `pages` for this piece.
#[inline(always)]
fn try_quiet(from: u8, to: u8, page: Page, bits: u8) {
    if BOARD.get(to) == EMPTY {
        push(from, to, history::COUNTS.page(page).get(to | bits));
    }
}

#[inline(always)]
fn leap_quiets(from: u8, steps: [u8; 8], page: Page, bits: u8) {
    let [a, b, c, d, e, f, g, h] = steps;
    try_quiet(from, from.wrapping_add(a), page, bits);
    try_quiet(from, from.wrapping_add(b), page, bits);
    try_quiet(from, from.wrapping_add(c), page, bits);
    try_quiet(from, from.wrapping_add(d), page, bits);
    try_quiet(from, from.wrapping_add(e), page, bits);
    try_quiet(from, from.wrapping_add(f), page, bits);
    try_quiet(from, from.wrapping_add(g), page, bits);
    try_quiet(from, from.wrapping_add(h), page, bits);
}

#[inline(always)]
fn slide_quiets(from: u8, first: u8, end: u8, page: Page, bits: u8) {
    let mut direction = first;
    while direction != end {
        let step = SLIDES.get(direction);
        let mut to = from.wrapping_add(step);
        while BOARD.get(to) == EMPTY {
            push(from, to, history::COUNTS.page(page).get(to | bits));
            to = to.wrapping_add(step);
        }
        direction += 1;
    }
}

fn pawn_quiets(from: u8, side: u8) {
    let step = forward(side);
    let one = from.wrapping_add(step);
    if is_last_row(one) {
        under_promotions(from, one, side);
    } else if BOARD.get(one) == EMPTY {
        push_pawn(from, one, side);
        let two = one.wrapping_add(step);
        if is_pawn_home(from, side) && BOARD.get(two) == EMPTY {
            push_pawn(from, two, side);
        }
    }
}

#[inline(always)]
fn push_pawn(from: u8, to: u8, side: u8) {
    push(from, to, history::COUNTS.pawn_king.get(to | side));
}

fn under_promotions(from: u8, one: u8, side: u8) {
    if BOARD.get(one) == EMPTY {
        push_under_promotions(from, one);
    }
    let (left, right) = (one.wrapping_sub(1), one.wrapping_add(1));
    if is_enemy(BOARD.get(left), side) {
        push_under_promotions(from, left);
    }
    if is_enemy(BOARD.get(right), side) {
        push_under_promotions(from, right);
    }
}

pub(super) fn push_under_promotions(from: u8, to: u8) {
    push(from, to | TO_KNIGHT, 0);
    push(from, to | TO_ROOK, 0);
    push(from, to | TO_BISHOP, 0);
}

fn castlings(side: u8) {
    let mine = if side == WHITE { 0x03 } else { 0x0c };
    if RIGHTS.get(PLY.get()) & mine != 0 {
        let king = king_square(side);
        for to in [king.wrapping_add(2), king.wrapping_sub(2)] {
            if is_castling_possible(to) {
                push(
                    king,
                    to,
                    history::COUNTS.pawn_king.get(index(piece(side, KING), to)),
                );
            }
        }
    }
}

/// Every pseudo-legal move of the position, whether in check or not.
pub fn all() {
    if super::position::in_check() {
        super::evade::evasions();
    } else {
        captures();
        quiets();
    }
}
