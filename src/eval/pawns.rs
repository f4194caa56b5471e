//! Pawn structure: doubled, isolated and passed pawns, and which files are open; cached by the pawn key, together with
//! the safety of the kings behind them.
//!
//! A file is a byte with a bit for each of its pawns, drawn from the side the question is asked for: bit 0 is that
//! side's promotion row. Then a pawn is passed when no enemy bit below it is set on its file and the two beside it, and
//! `enemy ^ (enemy - 1)` masks exactly the bits up to the lowest enemy pawn.

use super::king;
use super::weights::{DOUBLED_PAWN, ISOLATED_PAWN, PASSED_PAWN};
use crate::board::hash::PAWN_KEY;
use crate::board::piece::{BLACK, EMPTY, PAWN, WHITE};
use crate::board::position::{BOARD, LIST, QUEENS, SLOTS, king_slot, king_square};
use crate::board::square::{NONE, file, row};
use crate::cells::{Byte, Bytes, Table, Word, Words};

// The cache, by the first byte of the pawn key.
static CACHED_KEY: [Bytes<256>; 2] = [const { Bytes::new(0) }; 2];
static CACHED_SCORE: Words<256> = Words::new();
static CACHED_OPEN: Bytes<256> = Bytes::new(0);
/// Kings for which `CACHED_WITH_KINGS` holds.
static CACHED_WHITE_KING: Bytes<256> = Bytes::new(NONE);
static CACHED_BLACK_KING: Bytes<256> = Bytes::new(NONE);
static CACHED_WITH_KINGS: Words<256> = Words::new();

/// Result of `compute`: the structure's score, positive for White.
pub static SCORE: Word = Word::new(0);
/// Result of `compute`: a bit for each file without pawns, bit 0 is the a-file.
pub static OPEN: Byte = Byte::new(0);

/// Pawns by file + 1 with an empty file at either end: of White and of Black as White sees them, then as Black does.
static WHITE_SEEN_BY_WHITE: Bytes<10> = Bytes::new(0);
static BLACK_SEEN_BY_WHITE: Bytes<10> = Bytes::new(0);
static WHITE_SEEN_BY_BLACK: Bytes<10> = Bytes::new(0);
static BLACK_SEEN_BY_BLACK: Bytes<10> = Bytes::new(0);

const BITS: [u8; 8] = [1, 2, 4, 8, 16, 32, 64, 128];
static BIT: Table<8> = Table(BITS);
/// Number of pawns on a file.
pub(super) static COUNT: Table<256> = Table(sums(&[1; 8]));
/// Bonus of the passed pawns on a file.
static PASSED: Table<256> = Table(sums(&PASSED_PAWN));

/// For every set of bits the sum of their weights.
const fn sums(weights: &[u8; 8]) -> [u8; 256] {
    let mut table = [0; 256];
    let mut set = 0;
    while set < 256 {
        let mut bit = 0;
        while bit < 8 {
            if set & BITS[bit] as usize != 0 {
                table[set] += weights[bit];
            }
            bit += 1;
        }
        set += 1;
    }
    table
}

/// Penalty by number of pawns on a file: one for each beyond the first.
static DOUBLED: Table<8> = Table(multiples(DOUBLED_PAWN, 1));
/// Penalty by number of pawns on a file without neighbours.
static ISOLATED: Table<8> = Table(multiples(ISOLATED_PAWN, 0));

const fn multiples(weight: u8, free: u8) -> [u8; 8] {
    let mut table = [0; 8];
    let mut count = free + 1;
    while count < 8 {
        table[count as usize] = weight * (count - free);
        count += 1;
    }
    table
}

/// Empties the cache: its entry for no pawns at all must be right, the rest must not match by accident.
pub fn clear() {
    for plane in &CACHED_KEY {
        plane.fill(0);
    }
    CACHED_OPEN.fill(0xff);
    CACHED_WHITE_KING.fill(NONE);
    let mut index = 0u8;
    loop {
        CACHED_SCORE.set(index, 0);
        index = index.wrapping_add(1);
        if index == 0 {
            break;
        }
    }
}

/// Brings the cache's entry for the pawns on the board up to date and returns its index.
#[inline]
fn entry() -> u8 {
    let index = PAWN_KEY[0].get();
    if CACHED_KEY[0].get(index) != PAWN_KEY[1].get()
        || CACHED_KEY[1].get(index) != PAWN_KEY[2].get()
    {
        compute();
        CACHED_KEY[0].set(index, PAWN_KEY[1].get());
        CACHED_KEY[1].set(index, PAWN_KEY[2].get());
        CACHED_SCORE.set(index, SCORE.get());
        CACHED_OPEN.set(index, OPEN.get());
        CACHED_WHITE_KING.set(index, NONE);
    }
    index
}

/// Score of the pawns on the board.
#[inline]
pub fn score() -> i16 {
    CACHED_SCORE.get(entry())
}

/// Score of the pawns together with the safety of both kings, which depends on little else.
#[inline]
pub fn score_with_kings() -> i16 {
    let index = entry();
    let white_king = king_square(WHITE);
    let black_king = king_square(BLACK) | if QUEENS.get() != 0 { QUEENS_ON } else { 0 };
    if CACHED_WHITE_KING.get(index) != white_king || CACHED_BLACK_KING.get(index) != black_king {
        OPEN.set(CACHED_OPEN.get(index));
        let safety = king::safety(WHITE) - king::safety(BLACK);
        CACHED_WITH_KINGS.set(index, CACHED_SCORE.get(index) + safety);
        CACHED_WHITE_KING.set(index, white_king);
        CACHED_BLACK_KING.set(index, black_king);
    }
    CACHED_WITH_KINGS.get(index)
}

/// Marks a black king's square in the cache when there are queens on the board.
const QUEENS_ON: u8 = 0x08;

/// Leaves score and open files of the pawns on the board in `SCORE` and `OPEN`, without the cache.
#[inline(never)]
pub fn compute() {
    collect();
    let mut score = 0;
    let mut open = 0;
    let mut file = 1;
    while file <= 8 {
        if WHITE_SEEN_BY_WHITE.get(file) | BLACK_SEEN_BY_WHITE.get(file) == 0 {
            open |= BIT.get(file - 1);
        } else {
            score += file_score(file, &WHITE_SEEN_BY_WHITE, &BLACK_SEEN_BY_WHITE);
            score -= file_score(file, &BLACK_SEEN_BY_BLACK, &WHITE_SEEN_BY_BLACK);
        }
        file += 1;
    }
    SCORE.set(score);
    OPEN.set(open);
}

/// Structure of one side, positive is good for it; for printing the terms.
pub fn structure(side: u8) -> i16 {
    collect();
    let mut score = 0;
    let mut file = 1;
    while file <= 8 {
        score += if side == WHITE {
            file_score(file, &WHITE_SEEN_BY_WHITE, &BLACK_SEEN_BY_WHITE)
        } else {
            file_score(file, &BLACK_SEEN_BY_BLACK, &WHITE_SEEN_BY_BLACK)
        };
        file += 1;
    }
    score
}

/// One side's pawns on one file.
#[inline]
fn file_score(file: u8, own: &Bytes<10>, enemy: &Bytes<10>) -> i16 {
    let pawns = own.get(file);
    if pawns == 0 {
        return 0;
    }
    let count = COUNT.get(pawns);
    let mut penalty = DOUBLED.get(count);
    if own.get(file - 1) | own.get(file + 1) == 0 {
        penalty += ISOLATED.get(count);
    }
    let guards = enemy.get(file - 1) | enemy.get(file) | enemy.get(file + 1);
    let passed = pawns & (guards ^ guards.wrapping_sub(1));
    i16::from(PASSED.get(passed)) - i16::from(penalty)
}

/// Draws the pawns into the four file arrays.
fn collect() {
    let mut index = 0;
    while index < 10 {
        WHITE_SEEN_BY_WHITE.set(index, 0);
        BLACK_SEEN_BY_WHITE.set(index, 0);
        WHITE_SEEN_BY_BLACK.set(index, 0);
        BLACK_SEEN_BY_BLACK.set(index, 0);
        index += 1;
    }
    collect_side(WHITE, &WHITE_SEEN_BY_WHITE, &WHITE_SEEN_BY_BLACK);
    collect_side(BLACK, &BLACK_SEEN_BY_WHITE, &BLACK_SEEN_BY_BLACK);
}

#[inline]
fn collect_side(side: u8, seen_by_white: &Bytes<10>, seen_by_black: &Bytes<10>) {
    let pawn = EMPTY | side | PAWN;
    let king = king_slot(side);
    let mut slot = king + 1;
    while slot != king + SLOTS {
        let sq = LIST.get(slot);
        if BOARD.get(sq) == pawn {
            let place = file(sq) + 1;
            let row = row(sq);
            seen_by_white.set(place, seen_by_white.get(place) | BIT.get(row));
            seen_by_black.set(place, seen_by_black.get(place) | BIT.get(7 - row));
        }
        slot += 1;
    }
}
