//! The order in which the Standard player tries its moves: by the score of the specification, highest first, ties by
//! coordinate notation, lowest first.
//!
//! The scores of the specification run from -19000 (the king takes a pawn) to 17900, but only 93 cases exist. They
//! are ranked at build time, so that a move's place in the order is one byte of the pool.
//! Two moves between the same squares are promotions to different kinds and never tie, so notation needs no letter.

use super::values::PIECE_VALUES;
use crate::board::make::is_castling;
use crate::board::moves::{FROM, SCORE, TO, TOP, destination, promotion_kind};
use crate::board::notation::is_promotion;
use crate::board::piece::{KING, PAWN, QUEEN, kind};
use crate::board::position::BOARD;
use crate::board::square::{file, row};
use crate::cells::{Bytes, Table};

// The cases: `attacker | victim << 3`, with a bit for an arrival in the centre; promotions have a case by the new kind
// instead of the attacker, which is a pawn; castling takes the attacker that no piece has.
const VICTIM_SHIFT: u8 = 3;
const CENTRE: u8 = 0x40;
const PROMOTION: u8 = 0x80;
const CASTLING: u8 = 7;

/// The specification's score of a case, `None` where chess has no such move.
const fn score(case: u8) -> Option<i16> {
    let low = case & 7;
    let victim = case >> VICTIM_SHIFT & 7;
    let is_centre = case & CENTRE != 0;
    if low == 0 || victim >= KING {
        return None;
    }
    if case & PROMOTION != 0 {
        if low <= PAWN || low > QUEEN || victim == PAWN || is_centre {
            return None;
        }
        return Some(capture_score(victim, PAWN) + PIECE_VALUES[low as usize] * 10);
    }
    if low == CASTLING {
        return if victim == 0 && !is_centre {
            Some(50)
        } else {
            None
        };
    }
    let centre = if is_centre { 10 } else { 0 };
    Some(capture_score(victim, low) + centre)
}

const fn capture_score(victim: u8, attacker: u8) -> i16 {
    if victim == 0 {
        0
    } else {
        PIECE_VALUES[victim as usize] * 10 - PIECE_VALUES[attacker as usize]
    }
}

/// By case: how many cases have a lower score. Equal scores have equal ranks.
static RANK: Table<256> = Table(ranks());

const fn ranks() -> [u8; 256] {
    let mut ranks = [0; 256];
    let mut case = 0;
    while case < 256 {
        let mut other = 0;
        while other < 256 {
            if let (Some(mine), Some(theirs)) = (score(case as u8), score(other as u8))
                && theirs < mine
            {
                ranks[case] += 1;
            }
            other += 1;
        }
        case += 1;
    }
    ranks
}

/// Squares in the order of their notation: a1, a2, … h8.
static NOTATION: Table<128> = Table({
    let mut order = [0; 128];
    let mut sq = 0;
    while sq < 128 {
        order[sq as usize] = file(sq) << 3 | (7 - row(sq));
        sq += 1;
    }
    order
});

/// d5, e5, d4 or e4.
#[inline(always)]
fn is_centre(sq: u8) -> bool {
    matches!(sq, 0x33 | 0x34 | 0x43 | 0x44)
}

fn case_of(from: u8, to: u8) -> u8 {
    let dest = destination(to);
    let attacker = kind(BOARD.get(from));
    let victim = kind(BOARD.get(dest)) << VICTIM_SHIFT;
    if is_promotion(from, to) {
        return PROMOTION | victim | promotion_kind(to);
    }
    if attacker == KING && is_castling(from, dest) {
        return CASTLING;
    }
    let centre = if is_centre(dest) { CENTRE } else { 0 };
    centre | victim | attacker
}

/// Scores the moves of the pool from `first` to its top.
pub fn rank_from(first: u8) {
    let last = TOP.get();
    let mut index = first;
    while index != last {
        SCORE.set(index, RANK.get(case_of(FROM.get(index), TO.get(index))));
        index = index.wrapping_add(1);
    }
}

/// Brings the next move in order among `index..last` to `index`.
pub fn pick(index: u8, last: u8) {
    let mut best = index;
    let mut best_score = SCORE.get(index);
    let mut best_from = NOTATION.get(FROM.get(index));
    let mut other = index.wrapping_add(1);
    while other != last {
        let score = SCORE.get(other);
        if score >= best_score {
            let from = NOTATION.get(FROM.get(other));
            if score > best_score
                || from < best_from
                || (from == best_from && arrives_before(other, best))
            {
                best = other;
                best_score = score;
                best_from = from;
            }
        }
        other = other.wrapping_add(1);
    }
    if best != index {
        swap(best, index);
    }
}

#[inline]
fn arrives_before(first: u8, second: u8) -> bool {
    NOTATION.get(destination(TO.get(first))) < NOTATION.get(destination(TO.get(second)))
}

#[inline]
fn swap(first: u8, second: u8) {
    swap_field(&FROM, first, second);
    swap_field(&TO, first, second);
    swap_field(&SCORE, first, second);
}

#[inline(always)]
fn swap_field(field: &Bytes<256>, first: u8, second: u8) {
    let kept = field.get(first);
    field.set(first, field.get(second));
    field.set(second, kept);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_order_all_cases_as_their_scores_do() {
        let cases: Vec<u8> = (0..=255).filter(|&case| score(case).is_some()).collect();
        assert_eq!(cases.len(), 93);
        for &a in &cases {
            for &b in &cases {
                assert_eq!(RANK.get(a).cmp(&RANK.get(b)), score(a).cmp(&score(b)));
            }
        }
    }

    #[test]
    fn scores_are_those_of_the_specification() {
        let queen_takes_pawn = QUEEN | PAWN << VICTIM_SHIFT;
        assert_eq!(score(queen_takes_pawn), Some(1000 - 900));
        assert_eq!(score(queen_takes_pawn | CENTRE), Some(1000 - 900 + 10));
        assert_eq!(score(KING | PAWN << VICTIM_SHIFT), Some(1000 - 20000));
        assert_eq!(score(PROMOTION | QUEEN), Some(9000));
        let takes_queen = PROMOTION | QUEEN | QUEEN << VICTIM_SHIFT;
        assert_eq!(score(takes_queen), Some(9000 - 100 + 9000));
        assert_eq!(score(CASTLING), Some(50));
        assert_eq!(score(PAWN), Some(0));
    }

    #[test]
    fn notation_orders_squares_as_their_names() {
        let mut squares: Vec<u8> = (0..128).filter(|sq| sq & 0x88 == 0).collect();
        squares.sort_by_key(|&sq| NOTATION.get(sq));
        let names: Vec<[u8; 2]> = squares
            .iter()
            .map(|&sq| [b'a' + file(sq), b'8' - row(sq)])
            .collect();
        assert!(names.is_sorted());
    }
}
