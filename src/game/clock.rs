//! Two clocks, and how long the computer may think.
//!
//! A clock counts the time a side has used. Whoever runs it says how much time has passed; where time comes from is
//! left to the machine.

use super::settings::CLOCK;
use crate::board::piece::Side;
use crate::cells::{ByModule, Bytes, Table, Word, Words};

/// Seconds and tenths used by Black and by White.
// SAFETY: sides are numbered 0 and 1.
static SECONDS: Words<2, ByModule> = unsafe { Words::by_module() };
// SAFETY: sides are numbered 0 and 1.
static TENTHS: Bytes<2, ByModule> = unsafe { Bytes::by_module(0) };
/// Tenths that the move being thought about has taken, and the last move of the human.
static THIS_MOVE: Word = Word::new(0);
static LAST_MOVE: Word = Word::new(0);

/// How the time of the computer is found: by its level, in the mode after that as much as the human takes, and from `GAME`
/// on both sides have so many minutes for the whole game.
pub const BY_LEVEL: u8 = 0;
pub const GAME: u8 = 2;
pub const MODES: u8 = GAME + 5;

/// Seconds a side for the whole game, in two planes of bytes.
const LIMITS: [i16; 5] = [5 * 60, 10 * 60, 15 * 60, 30 * 60, 60 * 60];
// SAFETY: the setting has `MODES` values, five of them from `GAME` on.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "HIGH"))]
static LIMIT_LOW: Table<5, ByModule> = unsafe { Table::by_module(plane(0)) };
// SAFETY: the setting has `MODES` values, five of them from `GAME` on.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "HIGH"))]
static LIMIT_HIGH: Table<5, ByModule> = unsafe { Table::by_module(plane(1)) };

const fn plane(byte: usize) -> [u8; 5] {
    let mut plane = [0; 5];
    let mut mode = 0;
    while mode < 5 {
        plane[mode] = LIMITS[mode].to_le_bytes()[byte];
        mode += 1;
    }
    plane
}

pub fn reset() {
    SECONDS.set(0, 0);
    SECONDS.set(1, 0);
    TENTHS.fill(0);
    THIS_MOVE.set(0);
    LAST_MOVE.set(0);
}

/// Some tenths of a second pass for a side. Returns whether its seconds changed.
#[inline(never)]
pub fn run(side: Side, tenths: u8) -> bool {
    let side = side.index();
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
    computer_moved();
}

#[inline(never)]
pub fn computer_moved() {
    THIS_MOVE.set(0);
}

/// Tenths of a second since the last move.
pub fn this_move() -> i16 {
    THIS_MOVE.get()
}

/// Seconds used by a side.
#[inline(never)]
pub fn used(side: Side) -> i16 {
    SECONDS.get(side.index())
}

/// A side has used so many seconds: a game that goes on.
#[inline(never)]
pub fn set_used(side: Side, seconds: i16) {
    SECONDS.set(side.index(), seconds & i16::MAX);
}

fn has_limit() -> bool {
    CLOCK.get() >= GAME
}

/// Seconds that a side has left in a game with a limit; 0 from the fall of the flag on.
#[inline(never)]
fn left(side: Side) -> i16 {
    let mode = CLOCK.get() - GAME;
    let limit = i16::from_le_bytes([LIMIT_LOW.get(mode), LIMIT_HIGH.get(mode)]);
    (limit - used(side)).max(0)
}

/// Seconds to show: used, or left when the game has a limit.
pub fn shown(side: Side) -> i16 {
    if has_limit() { left(side) } else { used(side) }
}

pub fn flag_fell(side: Side) -> bool {
    has_limit() && left(side) == 0
}

/// Sixtieths of a second for the next move when the level does not decide.
#[inline(never)]
pub fn jiffies(side: Side) -> u16 {
    let wanted = if has_limit() {
        // A thirtieth of what is left, and never the last seconds.
        (left(side) as u16) << 1
    } else {
        // As long as the human took: six sixtieths are a tenth.
        let tenths = (LAST_MOVE.get() as u16).min(1800);
        (tenths << 2) + (tenths << 1)
    };
    wanted.max(20)
}
