//! Who attacks a square, answered from the difference of two squares.
//!
//! `REACH[attacker - target]` holds a bit for every kind that attacks over that difference on an empty board, and
//! `STEP` the step from the target towards the attacker along a line. A piece list of sixteen costs less than eight
//! rays and eight knight jumps, and a dead slot reads the border and so attacks nothing.

use super::facts::REACH_BIT;
use super::piece::{BISHOP, EMPTY, KING, KNIGHT, Kind, Piece, QUEEN, ROOK, Side, has_colour};
use super::position::{BOARD, DOUBLE, LIST, LIST_END, SLOTS, king_slot};
use super::square::{
    KNIGHT_STEPS, NONE, NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST, STEPS, Square,
};
use crate::cells::Table;

const WHITE_PAWN_BIT: u8 = 1;
const BLACK_PAWN_BIT: u8 = 2;

const fn bit(kind: Kind) -> u8 {
    1 << kind.0
}

/// Kinds that need no clear line.
const LEAPERS: u8 = WHITE_PAWN_BIT | BLACK_PAWN_BIT | bit(KNIGHT) | bit(KING);

/// The bit of each kind in `REACH`.
pub(super) const BLACK_BITS: [u8; 7] = [
    0,
    BLACK_PAWN_BIT,
    bit(KNIGHT),
    bit(BISHOP),
    bit(ROOK),
    bit(QUEEN),
    bit(KING),
];
pub(super) const WHITE_BITS: [u8; 7] = {
    let mut bits = BLACK_BITS;
    bits[1] = WHITE_PAWN_BIT;
    bits
};

/// By `attacker - target`.
pub static REACH: Table<256> = Table::new(reach_table());
/// By `attacker - target`: one step from the target towards the attacker, 0 off the lines.
pub static STEP: Table<256> = Table::new(step_table());

const fn reach_table() -> [u8; 256] {
    let mut table = [0; 256];
    let mut direction = 0;
    while direction < 8 {
        let step = STEPS[direction];
        let slider = if direction < 4 { BISHOP } else { ROOK };
        table[step as usize] |= bit(KING);
        let mut distance = step;
        let mut steps = 0;
        while steps < 7 {
            table[distance as usize] |= bit(slider) | bit(QUEEN);
            distance = distance.wrapping_add(step);
            steps += 1;
        }
        table[KNIGHT_STEPS[direction] as usize] |= bit(KNIGHT);
        direction += 1;
    }
    table[SOUTH_EAST as usize] |= WHITE_PAWN_BIT;
    table[SOUTH_WEST as usize] |= WHITE_PAWN_BIT;
    table[NORTH_EAST as usize] |= BLACK_PAWN_BIT;
    table[NORTH_WEST as usize] |= BLACK_PAWN_BIT;
    table
}

const fn step_table() -> [u8; 256] {
    let mut table = [0; 256];
    let mut direction = 0;
    while direction < 8 {
        let step = STEPS[direction];
        let mut distance = step;
        let mut steps = 0;
        while steps < 7 {
            table[distance as usize] = step;
            distance = distance.wrapping_add(step);
            steps += 1;
        }
        direction += 1;
    }
    table
}

/// Is every square strictly between `target` and `attacker` empty? They must share a line.
#[inline(always)]
pub fn is_line_clear(target: Square, attacker: Square) -> bool {
    let step = STEP.get(attacker.offset_from(target));
    let mut sq = target.plus(step);
    while sq != attacker {
        if BOARD.get(sq) != EMPTY {
            return false;
        }
        sq = sq.plus(step);
    }
    true
}

/// Does the piece on `attacker` attack `target`? The square may be `NONE`.
#[inline(always)]
pub fn attacks(attacker: Square, target: Square) -> bool {
    let reach = REACH.get(attacker.offset_from(target));
    if reach == 0 {
        return false;
    }
    let hit = reach & REACH_BIT.of(BOARD.get(attacker));
    hit != 0 && (hit & LEAPERS != 0 || is_line_clear(target, attacker))
}

/// Would this piece attack `target` from `sq` on an empty board?
#[inline(always)]
pub fn reaches(piece: Piece, sq: Square, target: Square) -> bool {
    REACH.get(sq.offset_from(target)) & REACH_BIT.of(piece) != 0
}

/// Does any piece of `side` attack `target`?
pub fn is_attacked(target: Square, side: Side) -> bool {
    let mut slot = LIST_END.get(side);
    loop {
        slot -= 1;
        if attacks(LIST.get(slot), target) {
            return true;
        }
        if slot & (SLOTS - 1) == 0 {
            return false;
        }
    }
}

/// The pieces of `side` that attack `target`, in the form of `position::CHECKER`.
pub fn checkers(target: Square, side: Side) -> Square {
    let mut found = NONE;
    let mut slot = king_slot(side);
    let end = LIST_END.get(side);
    while slot != end {
        let sq = LIST.get(slot);
        if attacks(sq, target) {
            if found.0 != NONE.0 {
                return Square(found.0 | DOUBLE);
            }
            found = sq;
        }
        slot += 1;
    }
    found
}

/// The check that a move of `side` from `from` to `to` gives to the king on `king`, once it stands on the board: by the
/// piece itself, or by a line that it opened. Castling and en passant open more lines and use `checkers`.
#[inline]
pub fn check_after_move(king: Square, from: Square, to: Square, side: Side) -> Square {
    let direct = if attacks(to, king) { to } else { NONE };
    let step = STEP.get(from.offset_from(king));
    if step == 0 {
        return direct;
    }
    let opened = slider_along(king, step, side);
    if opened.0 == NONE.0 || opened.0 == to.0 {
        return direct;
    }
    if direct.0 == NONE.0 {
        opened
    } else {
        Square(direct.0 | DOUBLE)
    }
}

/// The first piece seen from `origin` along `step`, if it belongs to `side` and slides back along that line.
#[inline]
pub fn slider_along(origin: Square, step: u8, side: Side) -> Square {
    let mut sq = origin;
    let piece = loop {
        sq = sq.plus(step);
        let piece = BOARD.get(sq);
        if piece != EMPTY {
            break piece;
        }
    };
    let sliders = bit(BISHOP) | bit(ROOK) | bit(QUEEN);
    let hit = REACH.get(sq.offset_from(origin)) & REACH_BIT.of(piece) & sliders;
    if hit != 0 && has_colour(piece, side) {
        sq
    } else {
        NONE
    }
}
