//! Two clocks, and how long the computer may think.
//!
//! A clock counts the time a side has used, or what it has left when there is a limit. Whoever runs it says how much time has passed;
//! where time comes from is left to the machine.

use super::settings::{self, CLOCK, INCREMENT};
use crate::board::piece::{BLACK, Side, WHITE};
use crate::cells::{ByModule, Bytes, Word};

/// What the clocks show, digit by digit: Black's and White's units of the seconds, tens of the seconds, units and tens of the minutes,
/// and the hour, of which there is one digit. What comes after ten hours nobody sees.
// SAFETY: an index is twice the place of a digit and the side, up to a carry from the last place.
pub static DIGITS: Bytes<12, ByModule> = unsafe { Bytes::by_module(0) };
/// The indices of Black's digits that others need, and of the end.
pub const SECONDS: u8 = 0;
pub const MINUTES: u8 = 4;
pub const HOUR: u8 = 8;
pub const END: u8 = 10;

/// Tenths of the second that runs.
// SAFETY: sides are numbered 0 and 1.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "UNUSED"))]
static TENTHS: Bytes<2, ByModule> = unsafe { Bytes::by_module(0) };
/// Tenths that the move being thought about has taken, and the last move of the human.
static THIS_MOVE: Word = Word::new(0);
static LAST_MOVE: Word = Word::new(0);

/// How the time of the computer is found: by its level; as long as the human takes; in a game both sides have so many minutes, or in
/// a match so many for forty moves, then as many again. From `GAME` on a move may bring some seconds besides.
pub const BY_LEVEL: u8 = 0;
pub const GAME: u8 = 2;
pub const MATCH: u8 = 3;
pub const MODES: u8 = 4;

pub const MOST_MINUTES: u8 = 120;
pub const MOST_INCREMENT: u8 = 60;
/// Both clocks as they are before a game.
pub fn reset() {
    DIGITS.fill(0);
    TENTHS.fill(0);
    THIS_MOVE.set(0);
    LAST_MOVE.set(0);
    if has_limit() {
        add_limit(BLACK);
        add_limit(WHITE);
    }
}

#[inline(never)]
fn add_limit(side: Side) {
    count_up(side.index() + MINUTES, settings::MINUTES.get());
}

/// Some tenths of a second, ten seconds at most, pass for a side. Returns the index of the last digit that changes, `END` if none does.
#[inline(never)]
pub fn run(side: Side, tenths: u8) -> u8 {
    THIS_MOVE.set(THIS_MOVE.get().wrapping_add(i16::from(tenths)));
    let mut left = TENTHS.get(side.index()) + tenths;
    let mut last = END;
    while left >= 10 {
        left -= 10;
        last = pass_second(side);
    }
    TENTHS.set(side.index(), left);
    last
}

#[inline(never)]
fn pass_second(side: Side) -> u8 {
    let index = side.index() + SECONDS;
    if !has_limit() {
        count_up(index, 1)
    } else if flag_fell(side) {
        END
    } else {
        count_down(index)
    }
}

/// The digit after 9 is 0, and after 5 where tens of seconds and minutes are counted.
fn after_last(index: u8) -> u8 {
    if index & 2 == 0 { 10 } else { 6 }
}

/// So many more in one of the places. Returns the index of the last digit that changes.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "HIGH"))]
#[inline(never)]
fn count_up(first: u8, more: u8) -> u8 {
    let mut left = more;
    let mut index = first;
    while left != 0 {
        index = first;
        loop {
            let digit = DIGITS.get(index) + 1;
            DIGITS.set(index, digit);
            if digit != after_last(index) {
                break;
            }
            DIGITS.set(index, 0);
            index += 2;
        }
        left -= 1;
    }
    index
}

/// One less, if the clock shows something.
fn count_down(first: u8) -> u8 {
    let mut index = first;
    while DIGITS.get(index) == 0 {
        DIGITS.set(index, after_last(index) - 1);
        index += 2;
    }
    DIGITS.set(index, DIGITS.get(index) - 1);
    index
}

/// The move that comes is a human's.
pub fn human_moves() {
    LAST_MOVE.set(THIS_MOVE.get());
}

/// A side has made this half move of the game.
#[inline(never)]
pub fn moved(side: Side, ply: i16) {
    THIS_MOVE.set(0);
    if !has_limit() {
        return;
    }
    count_up(side.index() + SECONDS, INCREMENT.get());
    if CLOCK.get() == MATCH && matches!((ply >> 1) as u8, 39 | 79 | 119 | 159 | 199 | 239) {
        add_limit(side);
    }
}

/// Tenths of a second since the last move.
pub fn this_move() -> i16 {
    THIS_MOVE.get()
}

fn has_limit() -> bool {
    CLOCK.get() >= GAME
}

#[inline(never)]
pub fn flag_fell(side: Side) -> bool {
    let mut index = side.index();
    while index < END {
        if DIGITS.get(index) != 0 {
            return false;
        }
        index += 2;
    }
    has_limit()
}

/// Sixtieths of a second for the next move when the level does not decide.
#[inline(never)]
pub fn jiffies(side: Side) -> u16 {
    let wanted = if has_limit() {
        // About a thirtieth of what is left, and never the last seconds. A minute is 128 sixtieths, ten minutes are 1280: the high
        // byte is their half and five. What the moves bring is left as well.
        let digit = |index: u8| DIGITS.get(side.index() + index);
        let (hours, tens, minutes) = (digit(HOUR) & 7, digit(MINUTES + 2), digit(MINUTES));
        let high = (hours << 5) + (tens << 2) + tens + (minutes >> 1);
        let low = (minutes << 7) + (digit(SECONDS + 2) << 4) + (digit(SECONDS) << 1);
        u16::from_be_bytes([high, low])
    } else {
        // As long as the human took: six sixtieths are a tenth.
        let tenths = (LAST_MOVE.get() as u16).min(1800);
        (tenths << 2) + (tenths << 1)
    };
    wanted.max(20)
}
