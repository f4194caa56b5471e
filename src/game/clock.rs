//! Two clocks, and how long the computer may think.
//!
//! A clock counts the time a side has used. Whoever runs it says how much time has passed; where time comes from is
//! left to the machine.

use crate::cells::{Byte, Bytes, Word, Words};

/// Seconds and tenths used by Black and by White.
static SECONDS: Words<2> = Words::new();
static TENTHS: Bytes<2> = Bytes::new(0);
/// Tenths that the move being thought about has taken, and the last move of the human.
static THIS_MOVE: Word = Word::new(0);
static LAST_MOVE: Word = Word::new(0);

/// How the time of the computer is found.
pub const BY_LEVEL: u8 = 0;
pub const EQUALITY: u8 = 1;
pub const GAME: u8 = 2;
pub static MODE: Byte = Byte::new(BY_LEVEL);
/// Minutes a side for the whole game.
pub static MINUTES: Byte = Byte::new(5);

pub fn reset() {
    SECONDS.set(0, 0);
    SECONDS.set(1, 0);
    TENTHS.fill(0);
    THIS_MOVE.set(0);
    LAST_MOVE.set(0);
}

/// Some tenths of a second pass for a side. Returns whether its seconds changed.
#[inline(never)]
pub fn run(side: u8, tenths: u8) -> bool {
    let side = side >> 7;
    THIS_MOVE.set(THIS_MOVE.get().wrapping_add(i16::from(tenths)));
    let mut left = TENTHS.get(side).saturating_add(tenths);
    let changed = left >= 10;
    while left >= 10 {
        left -= 10;
        SECONDS.set(side, SECONDS.get(side).wrapping_add(1));
    }
    TENTHS.set(side, left);
    changed
}

/// A human has moved.
pub fn human_moved() {
    LAST_MOVE.set(THIS_MOVE.get());
    THIS_MOVE.set(0);
}

pub fn computer_moved() {
    THIS_MOVE.set(0);
}

/// Seconds used by a side.
pub fn used(side: u8) -> i16 {
    SECONDS.get(side >> 7)
}

/// Seconds to show: used, or left when the game has a limit.
pub fn shown(side: u8) -> i16 {
    let used = used(side);
    if MODE.get() == GAME {
        (limit() - used).max(0)
    } else {
        used
    }
}

fn limit() -> i16 {
    i16::from(MINUTES.get()) * 60
}

pub fn flag_fell(side: u8) -> bool {
    MODE.get() == GAME && used(side) >= limit()
}

/// Sixtieths of a second for the next move when the level does not decide.
pub fn jiffies(side: u8) -> u16 {
    if MODE.get() == EQUALITY {
        (LAST_MOVE.get().clamp(10, 6000) as u16) * 6
    } else {
        // A twenty-fifth of what is left, and never the last seconds.
        let left = (limit() - used(side)).max(0) as u16;
        (left * 2 + left / 4).clamp(20, 10_800)
    }
}
