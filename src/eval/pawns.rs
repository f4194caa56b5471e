//! Pawn structure: doubled, isolated and passed pawns; cached by the pawn key, together with
//! the safety of the kings behind them.
//!
//! Everything is asked of whole rows: `board::pawns::PAWN_ROWS` has a bit for each pawn. Going from a side's promotion row
//! backwards, a row's passed pawns are those outside the files that an enemy pawn met so far guards.

use super::king;
use super::numbers::{DOUBLED_PAWN, ISOLATED_PAWN};
use super::prepare::PASSED;
use super::weights;
use crate::board::hash::PAWN_KEY;
use crate::board::pawns::{PAWN_ROWS, catch_up};
use crate::board::piece::{BLACK, Side, WHITE};
use crate::board::position::{PAWNS, QUEENS, king_square};
use crate::board::square::{FILE_BIT, NONE, Square, file, row};
use crate::cells::{ByModule, Bytes, Cells, Table, Word, Words};

/// Entries of the cache.
const ENTRIES: usize = 64;

// The cache, by the first byte of the pawn key. Most of it has no first value in the program: `clear` gives it one.
// SAFETY: an entry is taken modulo `ENTRIES`.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "LOW"))]
static CACHED_KEY: [Bytes<ENTRIES, ByModule>; 2] = [const { unsafe { Bytes::by_module(0) } }; 2];
// SAFETY: an entry is taken modulo `ENTRIES`.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "LOW"))]
static CACHED_SCORE: Words<ENTRIES, ByModule> = unsafe { Words::by_module() };
/// Kings for which `CACHED_WITH_KINGS` holds.
// SAFETY: an entry is taken modulo `ENTRIES`.
static CACHED_WHITE_KING: Cells<Square, ENTRIES, ByModule> = unsafe { Cells::by_module(NONE) };
// SAFETY: an entry is taken modulo `ENTRIES`.
static CACHED_BLACK_KING: Bytes<ENTRIES, ByModule> = unsafe { Bytes::by_module(NONE.bits()) };
// SAFETY: an entry is taken modulo `ENTRIES`.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "LOW"))]
static CACHED_WITH_KINGS: Words<ENTRIES, ByModule> = unsafe { Words::by_module() };

/// Files with pawns of each side.
// SAFETY: an entry is taken modulo `ENTRIES`.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "LOW"))]
static CACHED_FILES: [Bytes<ENTRIES, ByModule>; 2] = [const { unsafe { Bytes::by_module(0) } }; 2];

/// Result of `compute`: the structure's score, positive for White.
pub static SCORE: Word = Word::new(0);
/// A bit for each file with pawns of Black and of White, bit 0 is the a-file: result of `compute`, and what the safety of
/// the kings is judged by.
// SAFETY: sides are numbered 0 and 1.
pub static FILES: Bytes<2, ByModule> = unsafe { Bytes::by_module(0) };

/// Bits set in half a byte.
// SAFETY: it is asked for four bits.
static BITS: Table<16, ByModule> =
    unsafe { Table::by_module([0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4]) };

/// Both penalties of eight pawns fit in a byte: six of them can be doubled.
const _: () = assert!(6 * weights::DOUBLED_PAWN as u16 + 8 * weights::ISOLATED_PAWN as u16 <= 255);

/// How many bits are set?
pub(super) fn count(bits: u8) -> u8 {
    BITS.get(bits & 15) + BITS.get(bits >> 4)
}

/// The files beside those given.
#[inline(always)]
pub(super) fn beside(files: u8) -> u8 {
    files << 1 | files >> 1
}

/// Is no enemy pawn before this pawn, on its own file or beside it?
pub fn is_passed(sq: Square, side: Side) -> bool {
    let own_file = FILE_BIT.get(file(sq));
    let front = own_file | beside(own_file);
    let (enemy, last, step) = if side == WHITE {
        (0, 0, 0xff)
    } else {
        (8, 7, 1)
    };
    let mut row = row(sq);
    let mut met = 0;
    while row != last {
        row = row.wrapping_add(step);
        met |= PAWN_ROWS.get(enemy | row);
    }
    met & front == 0
}

/// Empties the cache: its entry for no pawns at all must be right, the rest must not match by accident.
pub fn clear() {
    for plane in &CACHED_KEY {
        plane.fill(0);
    }
    for plane in &CACHED_FILES {
        plane.fill(0);
    }
    CACHED_WHITE_KING.fill(NONE);
    let mut index = 0u8;
    loop {
        CACHED_SCORE.set(index, 0);
        index = index.wrapping_add(1);
        if usize::from(index) == ENTRIES % 256 {
            break;
        }
    }
}

/// Brings the cache's entry for the pawns on the board up to date and returns its index.
#[inline]
fn entry() -> u8 {
    catch_up();
    let index = PAWN_KEY[0].get() & (ENTRIES - 1) as u8;
    if CACHED_KEY[0].get(index) != PAWN_KEY[1].get()
        || CACHED_KEY[1].get(index) != PAWN_KEY[2].get()
    {
        compute();
        CACHED_KEY[0].set(index, PAWN_KEY[1].get());
        CACHED_KEY[1].set(index, PAWN_KEY[2].get());
        CACHED_SCORE.set(index, SCORE.get());
        CACHED_FILES[0].set(index, FILES.get(BLACK));
        CACHED_FILES[1].set(index, FILES.get(WHITE));
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
    let black_king = king_square(BLACK).bits() | if QUEENS.get() != 0 { QUEENS_ON } else { 0 };
    if CACHED_WHITE_KING.get(index) != white_king || CACHED_BLACK_KING.get(index) != black_king {
        FILES.set(BLACK, CACHED_FILES[0].get(index));
        FILES.set(WHITE, CACHED_FILES[1].get(index));
        let safety = king::safety(WHITE) - king::safety(BLACK);
        CACHED_WITH_KINGS.set(index, CACHED_SCORE.get(index) + safety);
        CACHED_WHITE_KING.set(index, white_king);
        CACHED_BLACK_KING.set(index, black_king);
    }
    CACHED_WITH_KINGS.get(index)
}

/// Marks a black king's square in the cache when there are queens on the board.
const QUEENS_ON: u8 = 0x08;

/// Leaves score and files of the pawns on the board in `SCORE` and `FILES`, without the cache.
#[inline(never)]
pub fn compute() {
    SCORE.set(structure(WHITE) - structure(BLACK));
}

/// First row and last row but one of a side's pawns in `PAWN_ROWS`, seen from its promotion row.
const WHITE_FIRST: u8 = 8 + 1;
const BLACK_FIRST: u8 = 6;
const ROWS: u8 = 6;

/// Structure of one side, positive is good for it.
#[inline(never)]
pub fn structure(side: Side) -> i16 {
    let (first, step) = if side == WHITE {
        (WHITE_FIRST, 1)
    } else {
        (BLACK_FIRST, 0xff)
    };
    let mut score = 0;
    let mut files = 0;
    let mut guarded = 0;
    let mut row = first;
    let mut distance = 1;
    while distance <= ROWS {
        let own = PAWN_ROWS.get(row);
        // Half of the rows have no pawns of a side.
        if own != 0 {
            files |= own;
            let passed = own & !guarded;
            if passed != 0 {
                score += bonus(passed, distance);
            }
        }
        let enemy = PAWN_ROWS.get(row ^ 8);
        if enemy != 0 {
            guarded |= enemy | beside(enemy);
        }
        row = row.wrapping_add(step);
        distance += 1;
    }
    FILES.set(side, files);
    let doubled = PAWNS.get(side).wrapping_sub(count(files));
    let mut penalty = doubled.wrapping_mul(DOUBLED_PAWN.get());
    let lonely = files & !beside(files);
    if lonely != 0 {
        penalty = penalty.wrapping_add(isolated(side, lonely).wrapping_mul(ISOLATED_PAWN.get()));
    }
    score - i16::from(penalty)
}

/// Bonus of the passed pawns of one row.
fn bonus(passed: u8, distance: u8) -> i16 {
    let each = i16::from(PASSED.get(distance));
    let mut sum = 0;
    let mut left = count(passed);
    while left != 0 {
        sum += each;
        left -= 1;
    }
    sum
}

/// Pawns of a side on these files.
fn isolated(side: Side, files: u8) -> u8 {
    let first = (side.bit() >> 4) + 1;
    let mut pawns = 0;
    let mut row = first;
    while row != first + ROWS {
        let here = PAWN_ROWS.get(row) & files;
        if here != 0 {
            pawns += count(here);
        }
        row += 1;
    }
    pawns
}
