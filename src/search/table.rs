//! The transposition table: entries of 8 bytes, 1024 of them in the program, twice as many on the host.
//!
//! | byte | 0, 1   | 2     | 3                            | 4, 5  | 6    | 7  |
//! |------|--------|-------|------------------------------|-------|------|----|
//! |      | verify | depth | bits 0-1 bound, bits 2-7 age | score | from | to |
//!
//! The address comes from two bytes of the key without a shift, the verify word from the other two. Mate scores are
//! stored relative to the node. A move from the table is only ever played after `legal` has agreed to it.

use super::params::MATE_BOUND;
use super::region::{pages, with_entry};
use crate::board::hash::KEY;
use crate::board::moves::{Move, NO_MOVE};
use crate::board::ply::Ply;
use crate::board::square::Square;
use crate::cells::{Byte, Cell, Long, Word};

pub const EXACT: u8 = 0;
/// The true score is at most this.
pub const UPPER: u8 = 1;
/// The true score is at least this.
pub const LOWER: u8 = 2;
const BOUND_BITS: u8 = 3;
const AGE_STEP: u8 = 4;

/// Age of the current search, in the place where entries keep theirs.
static AGE: Byte = Byte::new(0);

// What `probe` found, and what `store` stores.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "TTHit"))]
pub static HIT: Byte = Byte::new(0);
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "TTDepth"))]
pub static DEPTH: Byte = Byte::new(0);
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "TTFlag"))]
pub static BOUND: Byte = Byte::new(0);
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "TTScore"))]
pub static SCORE: Word = Word::new(0);
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "TTMoveFrom"))]
pub static ENTRY_FROM: Cell<Square> = Cell::new(NO_MOVE);
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "TTMoveTo"))]
pub static ENTRY_TO: Cell<Square> = Cell::new(NO_MOVE);

/// The move of the entry: what `probe` found or `store` will write.
#[inline(always)]
pub fn entry_move() -> Move {
    Move::new(ENTRY_FROM.get(), ENTRY_TO.get())
}

#[inline(always)]
pub fn set_entry_move(mv: Move) {
    ENTRY_FROM.set(mv.from);
    ENTRY_TO.set(mv.to);
}

/// Successful probes of this search, counted on the host alone.
pub static HITS: Long = Long::new(0);

/// Off for the test that compares a search with and without the table.
#[cfg(not(target_vendor = "c64"))]
pub static ENABLED: Byte = Byte::new(1);

#[inline(always)]
fn is_enabled() -> bool {
    #[cfg(target_vendor = "c64")]
    return true;
    #[cfg(not(target_vendor = "c64"))]
    return ENABLED.get() != 0;
}

#[inline(always)]
fn page() -> u8 {
    KEY[0].get() & (pages() - 1)
}

#[inline(always)]
fn offset() -> u8 {
    KEY[1].get() & 0xf8
}

/// Looks the position on the board up; `ply` turns mate scores back to the root's view.
pub fn probe(ply: Ply) {
    HIT.set(0);
    if !is_enabled() {
        return;
    }
    with_entry(page(), offset(), |entry| {
        // SAFETY: `with_entry` gives eight bytes.
        unsafe {
            if *entry == KEY[2].get() && *entry.add(1) == KEY[3].get() && *entry.add(2) != 0 {
                HIT.set(1);
                DEPTH.set(*entry.add(2));
                BOUND.set(*entry.add(3) & BOUND_BITS);
                SCORE.set(i16::from_le_bytes([*entry.add(4), *entry.add(5)]));
                ENTRY_FROM.set(Square::from_bits(*entry.add(6)));
                ENTRY_TO.set(Square::from_bits(*entry.add(7)));
            }
        }
    });
    if HIT.get() != 0 {
        if cfg!(not(target_vendor = "c64")) {
            HITS.set(HITS.get().wrapping_add(1));
        }
        let score = SCORE.get();
        if score >= MATE_BOUND {
            SCORE.set(score - i16::from(ply.number()));
        } else if score <= -MATE_BOUND {
            SCORE.set(score + i16::from(ply.number()));
        }
    }
}

/// Stores `DEPTH`, `BOUND`, `SCORE`, `ENTRY_FROM`, `ENTRY_TO` for the position on the board. An entry of this search with more depth
/// stays, unless it is the same position.
pub fn store(ply: Ply) {
    if !is_enabled() {
        return;
    }
    let mut score = SCORE.get();
    if score >= MATE_BOUND {
        score += i16::from(ply.number());
    } else if score <= -MATE_BOUND {
        score -= i16::from(ply.number());
    }
    let [low, high] = score.to_le_bytes();
    let depth = DEPTH.get();
    let bound = BOUND.get() | AGE.get();
    with_entry(page(), offset(), |entry| {
        // SAFETY: as in `probe`.
        unsafe {
            let same = *entry == KEY[2].get() && *entry.add(1) == KEY[3].get();
            let stale = (*entry.add(3) ^ bound) & !BOUND_BITS != 0;
            if !same && !stale && *entry.add(2) > depth {
                return;
            }
            *entry = KEY[2].get();
            *entry.add(1) = KEY[3].get();
            *entry.add(2) = depth;
            *entry.add(3) = bound;
            *entry.add(4) = low;
            *entry.add(5) = high;
            *entry.add(6) = ENTRY_FROM.get().bits();
            *entry.add(7) = ENTRY_TO.get().bits();
        }
    });
}

/// A new search: entries of earlier ones give way.
pub fn age() {
    AGE.set(AGE.get().wrapping_add(AGE_STEP));
    HITS.set(0);
}

/// A new game: a depth of 0 marks an empty entry.
pub fn clear() {
    let mut page = 0;
    while page < pages() {
        let mut offset = 0u8;
        loop {
            with_entry(page, offset, |entry| {
                // SAFETY: as in `probe`.
                unsafe { *entry.add(2) = 0 }
            });
            offset = offset.wrapping_add(8);
            if offset == 0 {
                break;
            }
        }
        page += 1;
    }
}
