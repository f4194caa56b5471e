//! The order in which the Standard player tries its moves: by the score of the specification, highest first, ties by
//! coordinate notation, lowest first.
//!
//! The scores of the specification run from -19000 (the king takes a pawn) to 17900 in steps of ten, but few of them
//! exist. They are ranked at build time, so that a move's place in the order is one byte of the pool. The centre adds
//! ten, the smallest step, and so it adds one to the rank.
//! Two moves between the same squares are promotions to different kinds and never tie, so notation needs no letter.

use super::values::PIECE_VALUES;
use crate::board::make::is_castling;
use crate::board::moves::{self, LISTED_FROM, LISTED_TO, Move, SCORE, TOP, destination};
use crate::board::notation::is_promotion;
use crate::board::piece::{KING, PAWN, QUEEN, kind};
use crate::board::position::BOARD;
use crate::board::square::Square;
use crate::cells::{ByModule, Cells, Table};

// The cases: `attacker | victim << 3`. A promotion has a bit and the new kind instead of the attacker, which is a pawn;
// castling takes the attacker that no piece has.
const VICTIM_SHIFT: u8 = 3;
const PROMOTION: u8 = 0x40;
const CASTLING: u8 = 7;
const CASES: usize = 0x80;

/// The specification's score of a case outside the centre, `None` where chess has no such move.
const fn score(case: u8) -> Option<i16> {
    let low = case & 7;
    let victim = case >> VICTIM_SHIFT & 7;
    if low == 0 || victim >= KING.bits() {
        return None;
    }
    if case & PROMOTION != 0 {
        if low <= PAWN.bits() || low > QUEEN.bits() || victim == PAWN.bits() {
            return None;
        }
        return Some(capture_score(victim, PAWN.bits()) + PIECE_VALUES[low as usize] * 10);
    }
    if low == CASTLING {
        return if victim == 0 { Some(50) } else { None };
    }
    Some(capture_score(victim, low))
}

const fn capture_score(victim: u8, attacker: u8) -> i16 {
    if victim == 0 {
        0
    } else {
        PIECE_VALUES[victim as usize] * 10 - PIECE_VALUES[attacker as usize]
    }
}

/// What an arrival in the centre adds to a score.
const CENTRE: i16 = 10;

/// The lowest score above `bound` that some move has, in the centre or not.
const fn lowest_above(bound: i16) -> Option<i16> {
    let mut lowest = None;
    let mut case = 0;
    while case < CASES {
        if let Some(outside) = score(case as u8) {
            let next = if outside > bound {
                outside
            } else {
                outside + CENTRE
            };
            let is_lower = match lowest {
                Some(lowest) => next < lowest,
                None => true,
            };
            if next > bound && is_lower {
                lowest = Some(next);
            }
        }
        case += 1;
    }
    lowest
}

/// By case: how many scores are lower. Equal scores have equal ranks.
// SAFETY: a case is made of the parts that `CASES` counts.
static RANK: Table<CASES, ByModule> = unsafe { Table::by_module(ranks()) };

/// From one score to the next: a walk over all numbers between them would take nine seconds of every compilation.
const fn ranks() -> [u8; CASES] {
    let mut ranks = [0; CASES];
    let mut rank = 0;
    let mut next = lowest_above(i16::MIN);
    while let Some(wanted) = next {
        let mut case = 0;
        while case < CASES {
            if let Some(score) = score(case as u8)
                && score == wanted
            {
                ranks[case] = rank;
            }
            case += 1;
        }
        rank += 1;
        next = lowest_above(wanted);
    }
    ranks
}

/// A number that grows with the notation of a square: a1, a2, … h8.
#[inline(never)]
fn notation(sq: Square) -> u8 {
    (sq.bits() ^ 0x70).rotate_left(4)
}

/// d5, e5, d4 or e4.
#[inline(always)]
fn is_centre(sq: Square) -> bool {
    matches!(sq.bits(), 0x33 | 0x34 | 0x43 | 0x44)
}

/// A move's place in the order: higher is tried first.
fn rank(mv: Move) -> u8 {
    let (from, dest) = (mv.from, mv.destination());
    let attacker = kind(BOARD.get(from)).bits();
    let victim = kind(BOARD.get(dest)).bits() << VICTIM_SHIFT;
    if is_promotion(mv) {
        return RANK.get(PROMOTION | victim | mv.promotion_kind().bits());
    }
    if attacker == KING.bits() && is_castling(from, dest) {
        return RANK.get(CASTLING);
    }
    RANK.get(victim | attacker) + u8::from(is_centre(dest))
}

/// Scores the moves of the pool from `first` to its top.
pub fn rank_from(first: u8) {
    let last = TOP.get();
    let mut index = first;
    while index != last {
        SCORE.set(index, rank(moves::at(index)));
        index = index.wrapping_add(1);
    }
}

/// Brings the next move in order among `index..last` to `index`.
pub fn pick(index: u8, last: u8) {
    let mut best = index;
    let mut best_score = SCORE.get(index);
    let mut best_from = notation(LISTED_FROM.get(index));
    let mut other = index.wrapping_add(1);
    while other != last {
        let score = SCORE.get(other);
        if score >= best_score {
            let from = notation(LISTED_FROM.get(other));
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
    notation(destination(LISTED_TO.get(first))) < notation(destination(LISTED_TO.get(second)))
}

#[inline]
fn swap(first: u8, second: u8) {
    swap_field(&LISTED_FROM, first, second);
    swap_field(&LISTED_TO, first, second);
    swap_field(&SCORE, first, second);
}

#[inline(always)]
fn swap_field<T: Copy>(field: &Cells<T, 256>, first: u8, second: u8) {
    let kept = field.get(first);
    field.set(first, field.get(second));
    field.set(second, kept);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::square::{file, from_index, row};

    /// Score and rank of every case, outside the centre and in it.
    fn all() -> Vec<(i16, u8)> {
        let outside = (0..CASES as u8).filter_map(|case| Some((score(case)?, RANK.get(case))));
        outside
            .flat_map(|(score, rank)| [(score, rank), (score + CENTRE, rank + 1)])
            .collect()
    }

    #[test]
    fn ranks_order_all_moves_as_their_scores_do() {
        let all = all();
        assert_eq!(all.len(), 2 * (36 + 20 + 1));
        for a in &all {
            for b in &all {
                assert_eq!(a.0.cmp(&b.0), a.1.cmp(&b.1), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn scores_are_those_of_the_specification() {
        assert_eq!(
            score(QUEEN.bits() | PAWN.bits() << VICTIM_SHIFT),
            Some(1000 - 900)
        );
        assert_eq!(
            score(KING.bits() | PAWN.bits() << VICTIM_SHIFT),
            Some(1000 - 20000)
        );
        assert_eq!(score(PROMOTION | QUEEN.bits()), Some(9000));
        let takes_queen = PROMOTION | QUEEN.bits() | QUEEN.bits() << VICTIM_SHIFT;
        assert_eq!(score(takes_queen), Some(9000 - 100 + 9000));
        assert_eq!(score(CASTLING), Some(50));
        assert_eq!(score(PAWN.bits()), Some(0));
    }

    #[test]
    fn notation_orders_squares_as_their_names() {
        let mut squares: Vec<Square> = (0..64).map(from_index).collect();
        squares.sort_by_key(|&sq| notation(sq));
        let names: Vec<[u8; 2]> = squares
            .iter()
            .map(|&sq| [b'a' + file(sq), b'8' - row(sq)])
            .collect();
        assert!(names.is_sorted());
    }
}
