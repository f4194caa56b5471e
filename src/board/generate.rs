//! Moves of the side to move, pushed onto the pool: captures apart from quiet moves.
//!
//! Pseudo-legal: the own king's safety is left to `legal::is_safe`. Not for positions in check: those have few moves
//! and a generator of their own in `evade`. `captures` gives captures, en passant and promotions to a queen; `quiets`
//! gives everything else, under-promotions by capture included, so that the two together are all moves; `all` gives them in
//! one pass.

use super::attack::attacks;
use super::facts::{INDEX_BITS, PAGE_NUMBER, PREY};
use super::history_table::COUNTS;
use super::legal::{is_castling_possible, is_en_passant_safe, is_pawn_home};
use super::moves::{
    LAST_CAPTURE_ROOM, LAST_ROOM, Move, TO_BISHOP, TO_KNIGHT, TO_ROOK, TOP, attacker_cost,
    capture_score, push,
};
use super::pages::index;
use super::piece::{
    BISHOP, BLACK, EMPTY, KING, KNIGHT, Kind, PAWN, Piece, QUEEN, ROOK, Side, WHITE, is_enemy,
    is_prey, kind, piece,
};
use super::position::{
    BOARD, EN_PASSANT, LIST, LIST_END, PLY, RIGHTS, SIDE, SLOTS, forward, king_square,
};
use super::square::{EAST, KNIGHT_STEPS, NONE, STEPS, Square, WEST, is_last_row};
use crate::cells::{ByModule, Cell, Table};

/// Score of a promotion to a queen: above every capture but that of a queen.
pub const PROMOTION_SCORE: u8 = 85;

/// Pushes the capture of what stands a step from `from`, if that is an enemy. `COST` is the capturer's.
#[inline(always)]
fn try_capture<const COST: u8>(from: Square, step: u8, there: Piece, side: Side) {
    let seen = there.seen_by(side);
    if is_prey(seen) {
        push_step::<COST>(seen, from, step);
    }
}

/// Out of line: of many squares looked at, few hold prey. What the call needs is in the registers already.
#[inline(never)]
fn push_step<const COST: u8>(seen: Piece, from: Square, step: u8) {
    push(Move::new(from, from.plus(step)), PREY.of(seen) - COST);
}

/// The same for a capture from afar.
#[inline(never)]
fn push_capture(from: Square, to: Square, score: u8) {
    push(Move::new(from, to), score);
}

const PAWN_COST: u8 = attacker_cost(PAWN);
const KNIGHT_COST: u8 = attacker_cost(KNIGHT);
const KING_COST: u8 = attacker_cost(KING);

/// Calls for every living piece of the side to move as long as the pool has room for all moves of one more piece.
#[inline(always)]
fn for_each_piece_with_room(mut act: impl FnMut(Square, Kind)) {
    let mut slot = LIST_END.get(SIDE.get());
    loop {
        slot -= 1;
        let from = LIST.get(slot);
        if from.is_listed() && TOP.get() < LAST_ROOM {
            act(from, kind(BOARD.get(from)));
        }
        if slot & (SLOTS - 1) == 0 {
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
    let mut slot = LIST_END.get(side);
    loop {
        slot -= 1;
        let from = LIST.get(slot);
        if !from.is_listed() {
            if slot & (SLOTS - 1) == 0 {
                break;
            }
            continue;
        }
        match kind(BOARD.get(from)) {
            PAWN if side == WHITE => pawn_captures_of(from, WHITE),
            PAWN => pawn_captures_of(from, BLACK),
            KNIGHT => leap_captures::<KNIGHT_COST>(from, side, KNIGHT_STEPS),
            BISHOP => diagonal_captures(from, side, attacker_cost(BISHOP)),
            ROOK => straight_captures(from, side, attacker_cost(ROOK)),
            QUEEN => {
                diagonal_captures(from, side, attacker_cost(QUEEN));
                straight_captures(from, side, attacker_cost(QUEEN));
            }
            // The king's slot is the last that is read. Without a king it is dead or has an empty square, see `rebuild`.
            KING => {
                leap_captures::<KING_COST>(from, side, STEPS);
                break;
            }
            _ => break,
        }
    }
    en_passant();
}

/// With the side known when this is compiled: no step has to be added at run time.
#[inline(always)]
fn pawn_captures_of(from: Square, side: Side) {
    let ahead = forward(side);
    pawn_captures(from, ahead, side, |step| BOARD.beside(from, step));
}

fn en_passant() {
    let target = EN_PASSANT.get(PLY.get());
    if target != NONE {
        en_passant_captures(target, SIDE.get());
    }
}

/// Written out step by step: a loop over the steps would cost as much as the tests themselves.
#[inline(always)]
fn leap_captures<const COST: u8>(from: Square, side: Side, steps: [u8; 8]) {
    let [a, b, c, d, e, f, g, h] = steps;
    try_leap::<COST>(from, a, side);
    try_leap::<COST>(from, b, side);
    try_leap::<COST>(from, c, side);
    try_leap::<COST>(from, d, side);
    try_leap::<COST>(from, e, side);
    try_leap::<COST>(from, f, side);
    try_leap::<COST>(from, g, side);
    try_leap::<COST>(from, h, side);
}

#[inline(always)]
fn try_leap<const COST: u8>(from: Square, step: u8, side: Side) {
    try_capture::<COST>(from, step, BOARD.beside(from, step), side);
}

/// The first piece along a ray.
#[inline(always)]
fn ray_capture(from: Square, step: u8, side: Side, cost: u8) {
    let mut to = from.plus(step);
    while BOARD.get(to) == EMPTY {
        to = to.plus(step);
    }
    let seen = BOARD.get(to).seen_by(side);
    if is_prey(seen) {
        push_capture(from, to, PREY.of(seen) - cost);
    }
}

#[inline(never)]
fn diagonal_captures(from: Square, side: Side, cost: u8) {
    ray_capture(from, STEPS[0], side, cost);
    ray_capture(from, STEPS[1], side, cost);
    ray_capture(from, STEPS[2], side, cost);
    ray_capture(from, STEPS[3], side, cost);
}

#[inline(never)]
fn straight_captures(from: Square, side: Side, cost: u8) {
    ray_capture(from, STEPS[4], side, cost);
    ray_capture(from, STEPS[5], side, cost);
    ray_capture(from, STEPS[6], side, cost);
    ray_capture(from, STEPS[7], side, cost);
}

/// `ahead` is the pawn's step, and `beside` tells what stands a step from the pawn.
#[inline(always)]
fn pawn_captures(from: Square, ahead: u8, side: Side, beside: impl Fn(u8) -> Piece) {
    let one = from.plus(ahead);
    if is_last_row(one) && BOARD.get(one) == EMPTY {
        push(Move::new(from, one), PROMOTION_SCORE);
    }
    let (west, east) = (ahead.wrapping_add(WEST), ahead.wrapping_add(EAST));
    try_capture::<PAWN_COST>(from, west, beside(west), side);
    try_capture::<PAWN_COST>(from, east, beside(east), side);
}

/// Legal at once, since the square beside the capturer is emptied too.
pub(super) fn en_passant_captures(target: Square, side: Side) {
    let pawn = piece(side, PAWN);
    let behind = target.minus(forward(side));
    let (left, right) = (behind.plus(WEST), behind.plus(EAST));
    for from in [left, right] {
        if BOARD.get(from) == pawn && is_en_passant_safe(from, target, side) {
            push(Move::new(from, target), capture_score(PAWN, PAWN));
        }
    }
}

/// Captures of the piece on one square only, the king's included; promotions to a queen only.
pub fn captures_onto(target: Square) {
    let victim_kind = kind(BOARD.get(target));
    for_each_piece_with_room(|from, kind| {
        if attacks(from, target) {
            push(Move::new(from, target), capture_score(victim_kind, kind));
        }
    });
}

/// Whose captures a pass of `quiets` gives too: a side, or nobody's.
static CAPTURER: Cell<Side> = Cell::new(Side::NOBODY);

/// Moves that capture nothing, and under-promotions.
pub fn quiets() {
    let side = SIDE.get();
    for_each_piece_with_room(|from, kind| {
        if kind.0 == PAWN.0 {
            pawn_quiets(from, side);
        } else {
            piece_quiets(from, kind);
        }
    });
    castlings(side);
}

/// All steps: those of `STEPS`, diagonals before lines, then the knight's.
// SAFETY: rays run from `FIRST_RAY` to below `LAST_RAY`, which is 16 at most, here and in `standard::mobility`.
pub static RAYS: Table<16, ByModule> = unsafe {
    Table::by_module({
        let mut rays = [0; 16];
        let mut index = 0;
        while index < 8 {
            rays[index] = STEPS[index];
            rays[index + 8] = KNIGHT_STEPS[index];
            index += 1;
        }
        rays
    })
};
/// By kind: its first step in `RAYS`, and the one behind its last.
static FIRST_RAY: Table<8> = Table::new([0, 0, 8, 0, 4, 0, 0, 0]);
static LAST_RAY: Table<8> = Table::new([0, 0, 16, 4, 8, 8, 8, 0]);

/// One loop for all kinds: small, and slower than `captures`, but nodes that come this far are few.
fn piece_quiets(from: Square, kind: Kind) {
    let piece = BOARD.get(from);
    let (page, bits) = (PAGE_NUMBER.of(piece), INDEX_BITS.of(piece));
    let end = LAST_RAY.get(kind);
    let mut direction = FIRST_RAY.get(kind);
    while direction != end {
        let step = RAYS.get(direction);
        let mut to = from.plus(step);
        while BOARD.get(to) == EMPTY {
            push(
                Move::new(from, to),
                COUNTS.get_in_page(page, to.bits() | bits),
            );
            to = to.plus(step);
            if kind.0 == KNIGHT.0 || kind.0 == KING.0 {
                to = BORDER_SQUARE;
            }
        }
        // A list of all moves is in no order, so its captures need no score.
        if is_prey(BOARD.get(to).seen_by(CAPTURER.get())) {
            push_capture(from, to, 0);
        }
        direction += 1;
    }
}

/// A square of the border: nothing is captured there.
const BORDER_SQUARE: Square = Square::from_bits(0x80);

fn pawn_quiets(from: Square, side: Side) {
    let step = forward(side);
    let one = from.plus(step);
    if CAPTURER.get() != Side::NOBODY {
        pawn_captures(from, step, side, |step| BOARD.get(from.plus(step)));
    }
    if is_last_row(one) {
        under_promotions(from, one, side);
    } else if BOARD.get(one) == EMPTY {
        push_pawn(from, one, side);
        let two = one.plus(step);
        if is_pawn_home(from, side) && BOARD.get(two) == EMPTY {
            push_pawn(from, two, side);
        }
    }
}

#[inline(always)]
fn push_pawn(from: Square, to: Square, side: Side) {
    push(Move::new(from, to), COUNTS.get(to.bits() | side.bit()));
}

fn under_promotions(from: Square, one: Square, side: Side) {
    if BOARD.get(one) == EMPTY {
        push_under_promotions(from, one);
    }
    if is_enemy(BOARD.beside(one, WEST), side) {
        push_under_promotions(from, one.plus(WEST));
    }
    if is_enemy(BOARD.beside(one, EAST), side) {
        push_under_promotions(from, one.plus(EAST));
    }
}

pub(super) fn push_under_promotions(from: Square, to: Square) {
    push(Move::new(from, to.promoting(TO_KNIGHT)), 0);
    push(Move::new(from, to.promoting(TO_ROOK)), 0);
    push(Move::new(from, to.promoting(TO_BISHOP)), 0);
}

fn castlings(side: Side) {
    let mine = if side == WHITE { 0x03 } else { 0x0c };
    if RIGHTS.get(PLY.get()) & mine != 0 {
        let king = king_square(side);
        for to in [king.plus(2), king.minus(2)] {
            if is_castling_possible(to) {
                push(
                    Move::new(king, to),
                    COUNTS.get(index(piece(side, KING), to)),
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
        CAPTURER.set(SIDE.get());
        quiets();
        en_passant();
        CAPTURER.set(Side::NOBODY);
    }
}
