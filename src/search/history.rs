//! What earlier nodes learned about quiet moves: two killers a ply, and counters by piece and square.
//!
//! A counter moves a part of the way towards 255 when its move cuts and towards 0 when it was tried in vain, so it never
//! overflows and needs no multiplication. Before a search the counters are mixed with the square tables: a move to a
//! good square is tried before a move to a bad one even when nothing is known about either.

use crate::board::facts::PAGE_NUMBER;
use crate::board::history_table::COUNTS;
use crate::board::moves::{Move, NO_MOVE};
use crate::board::pages::{self, index};
use crate::board::piece::Piece;
use crate::board::ply::{PerPly, Ply};
use crate::board::square::Square;
use crate::board::values::SQUARES;

// SAFETY: of all arrays by ply in this file: plies stay within the limits at the head of `board::ply`.
/// Two killers for each ply: first the newest.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "KillerMoves"))]
pub static KILLER_FROM: PerPly<Square> = unsafe { PerPly::by_limit(NO_MOVE) };
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "KillerMovesTo"))]
pub static KILLER_TO: PerPly<Square> = unsafe { PerPly::by_limit(NO_MOVE) };
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "SecondKillers"))]
pub static SECOND_FROM: PerPly<Square> = unsafe { PerPly::by_limit(NO_MOVE) };
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "SecondKillersTo"))]
pub static SECOND_TO: PerPly<Square> = unsafe { PerPly::by_limit(NO_MOVE) };

/// The newest killer of a ply; `is_none` without one.
#[inline(always)]
pub fn killer(ply: Ply) -> Move {
    Move::new(KILLER_FROM.get(ply), KILLER_TO.get(ply))
}

/// The killer before the newest.
#[inline(always)]
pub fn second_killer(ply: Ply) -> Move {
    Move::new(SECOND_FROM.get(ply), SECOND_TO.get(ply))
}

/// A quiet move cut at this ply.
pub fn store_killer(ply: Ply, mv: Move) {
    let old = killer(ply);
    if old != mv {
        SECOND_FROM.set(ply, old.from);
        SECOND_TO.set(ply, old.to);
        KILLER_FROM.set(ply, mv.from);
        KILLER_TO.set(ply, mv.to);
    }
}

/// By remaining depth: how many bits of the way a counter does not go.
const fn shift_of(depth: u8) -> u8 {
    match depth {
        0 | 1 => 3,
        2 | 3 => 2,
        _ => 1,
    }
}

#[inline(always)]
fn update(piece: Piece, to: Square, change: impl Fn(u8) -> u8) {
    let (page, index) = (PAGE_NUMBER.of(piece), index(piece, to));
    COUNTS.set_in_page(page, index, change(COUNTS.get_in_page(page, index)));
}

/// The move cut.
pub fn reward(piece: Piece, to: Square, depth: u8) {
    let shift = shift_of(depth);
    update(piece, to, |count| count + ((255 - count) >> shift));
}

/// The move was tried and another one cut.
pub fn punish(piece: Piece, to: Square, depth: u8) {
    let shift = shift_of(depth);
    update(piece, to, |count| count - (count >> shift));
}

/// Before a search: old knowledge fades into the square tables, killers go.
pub fn age() {
    KILLER_FROM.fill(NO_MOVE);
    SECOND_FROM.fill(NO_MOVE);
    let mut page = 0;
    while page < pages::COUNT {
        fade(page);
        page += 1;
    }
}

/// What a square value of 0 adds; half of any value, added to it, is a byte without a sign.
const NEUTRAL: u8 = 64;

fn fade(page: u8) {
    let mut index = 0u8;
    loop {
        let half = SQUARES.get_in_page(page, index) as i8 >> 1;
        // Black's values are stored negated.
        let prior = if index & 0x80 != 0 { half } else { -half };
        let count = COUNTS.get_in_page(page, index);
        COUNTS.set_in_page(
            page,
            index,
            (count >> 1) + (prior as u8).wrapping_add(NEUTRAL),
        );
        index = index.wrapping_add(1);
        if index == 0 {
            break;
        }
    }
}

/// A new game: nothing is known.
pub fn clear() {
    let mut index = 0u8;
    loop {
        COUNTS.set_in_page(0, index, 0);
        COUNTS.set_in_page(1, index, 0);
        COUNTS.set_in_page(2, index, 0);
        index = index.wrapping_add(1);
        if index == 0 {
            break;
        }
    }
}
