//! Writing on the screen: a place, a colour, then text and numbers from there on.
//!
//! Everything stays on its row when the caller ends it with `fill_to`. Text is ASCII; the character set has both cases.

use super::charset::screen_code;
use super::machine::{keys, screen};
use super::text::{self, Text};
use crate::cells::{Byte, Word};

pub const BLACK: u8 = 0;
pub const WHITE: u8 = 1;
pub const RED: u8 = 2;
pub const CYAN: u8 = 3;
pub const GREEN: u8 = 5;
pub const YELLOW: u8 = 7;

const COLUMNS: i16 = 40;

/// First cell of the row written to, next cell, and its colour.
static ROW: Word = Word::new(0);
static CELL: Word = Word::new(0);
static INK: Byte = Byte::new(WHITE);

/// First cell of a row.
pub fn row_start(row: u8) -> i16 {
    let row = i16::from(row);
    (row << 5) + (row << 3)
}

#[inline(never)]
pub fn at(column: u8, row: u8) {
    keys::watch();
    let start = row_start(row);
    ROW.set(start);
    CELL.set(start + i16::from(column));
}

/// The column that is written next.
pub fn column() -> u8 {
    (CELL.get() - ROW.get()) as u8
}

pub fn ink(colour: u8) {
    INK.set(colour);
}

/// One character by its screen code.
#[inline(never)]
pub fn code(code: u8) {
    let cell = CELL.get();
    screen::put(cell, code, INK.get());
    CELL.set(cell + 1);
}

#[inline(never)]
pub fn ascii(character: u8) {
    code(screen_code(character));
}

#[inline(never)]
pub fn bytes(text: &[u8]) {
    for &character in text {
        ascii(character);
    }
}

#[inline(never)]
pub fn text(text: Text) {
    bytes(text::bytes(text));
}

/// The text that stands `further` places after this one.
#[inline(never)]
pub fn nth_text(first: Text, further: u8) {
    bytes(text::nth(first, further));
}

/// Blanks up to a column, which is not written any more.
#[inline(never)]
pub fn fill_to(column: u8) {
    let end = ROW.get() + i16::from(column);
    while CELL.get() < end {
        ascii(b' ');
    }
}

/// Texts that stand one after another, one a row.
#[inline(never)]
pub fn lines(first: Text, count: u8, column: u8, row: u8) {
    let mut line = 0;
    while line < count {
        at(column, row + line);
        nth_text(first, line);
        line += 1;
    }
}

/// Blank rows, the last one not included.
#[inline(never)]
pub fn clear_rows(column: u8, first: u8, end: u8) {
    let mut row = first;
    while row < end {
        at(column, row);
        fill_to(COLUMNS as u8);
        row += 1;
    }
}

static POWERS: [u32; 7] = [1_000_000, 100_000, 10_000, 1_000, 100, 10, 1];

/// A number in decimal, up to 9,999,999, without leading zeros.
#[inline(never)]
pub fn number(value: u32) {
    let mut rest = value;
    let mut started = false;
    let mut place = 0;
    while place < POWERS.len() {
        let power = POWERS[place];
        let mut digit = b'0';
        while rest >= power {
            rest -= power;
            digit += 1;
            started = true;
        }
        place += 1;
        if started || place == POWERS.len() {
            ascii(digit);
        }
    }
}

/// A number below 100 in two digits.
#[inline(never)]
pub fn two_digits(value: u8) {
    let mut tens = b'0';
    let mut rest = value;
    while rest >= 10 {
        rest -= 10;
        tens += 1;
    }
    ascii(tens);
    ascii(b'0' + rest);
}

/// Centipawns as pawns: `+0.34`.
pub fn score(value: i16) {
    ascii(if value < 0 { b'-' } else { b'+' });
    let mut cents = value.unsigned_abs();
    let mut pawns = 0u8;
    while cents >= 100 {
        cents -= 100;
        pawns = pawns.wrapping_add(1);
    }
    number(u32::from(pawns));
    ascii(b'.');
    two_digits(cents as u8);
}
