//! Writing: a place, a colour, then text and numbers from there on; to the screen, or to the disk's buffer when a file is
//! made.
//!
//! What is too long for its row is cut off at the right edge. Text is ASCII; the character set has both cases.

use super::text::{self, FIRST, NESTING, PAIRS, SECOND, Text};
use crate::cells::{ByModule, Byte, Bytes, Word};
use crate::codes::charset::screen_code;
use crate::machine::{disk, keys, screen};
use core::convert::Infallible;
use ufmt::{uWrite, uwrite};

pub const BLACK: u8 = 0;
pub const WHITE: u8 = 1;
pub const RED: u8 = 2;
pub const CYAN: u8 = 3;
pub const GREEN: u8 = 5;
pub const YELLOW: u8 = 7;
/// The colour bit of cells in the colours of the board.
pub const MULTICOLOUR: u8 = 8;

pub const COLUMNS: u8 = 40;
pub const ROWS: u8 = 25;

/// The codes of `text` that are no characters: colours, then rows.
const FIRST_ROW_CODE: u8 = 8;
const FIRST_CHARACTER: u8 = b' ';

/// Next cell, its column, the column where a text's rows begin, and the colour.
static CELL: Word = Word::new(0);
static COLUMN: Byte = Byte::new(0);
static MARGIN: Byte = Byte::new(0);
static INK: Byte = Byte::new(WHITE);
/// Does everything go to the disk's buffer?
static TO_FILE: Byte = Byte::new(0);

#[inline(never)]
pub fn at(column: u8, row: u8) {
    keys::watch();
    COLUMN.set(column);
    MARGIN.set(column);
    let row = i16::from(row << 3);
    CELL.set(row + (row << 2) + i16::from(column));
}

/// What follows goes on in the next row at the right edge.
pub fn run_over() {
    COLUMN.set(COLUMNS + 1);
}

/// The column that is written next.
pub fn column() -> u8 {
    COLUMN.get()
}

pub fn ink(colour: u8) {
    INK.set(colour);
}

/// From now on into a file, or again to the screen.
pub fn write_to_file(file: bool) {
    TO_FILE.set(u8::from(file));
    COLUMN.set(0);
}

/// One character by its screen code.
#[inline(never)]
pub fn code(code: u8) {
    if COLUMN.get() == COLUMNS {
        return;
    }
    // Before the cell is written: counted in place, nothing is kept meanwhile.
    COLUMN.set(COLUMN.get() + 1);
    let cell = CELL.get();
    CELL.set(cell + 1);
    screen::put(cell, code, INK.get());
}

/// Is this character, in this colour, what would be written over?
pub fn holds(code: u8) -> bool {
    screen::holds(CELL.get(), code, INK.get())
}

/// One character, or what a code of `text` asks for.
#[inline(never)]
pub fn ascii(character: u8) {
    if TO_FILE.get() != 0 {
        disk::put(character);
        COLUMN.set(COLUMN.get() + 1);
        if character == b'\n' {
            COLUMN.set(0);
        }
    } else if character >= FIRST_CHARACTER {
        code(screen_code(character));
    } else if character >= FIRST_ROW_CODE {
        at(MARGIN.get(), character - FIRST_ROW_CODE);
    } else {
        ink(character);
    }
}

pub fn text(text: Text) {
    numbered_text(text as u8);
}

/// Second halves of the pairs that are being taken apart.
// SAFETY: `NESTING` is how deep the pairs of `text` go.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "INPUT"))]
static LATER: Bytes<NESTING, ByModule> = unsafe { Bytes::by_module(0) };

/// The text that stands `further` places after this one.
pub fn nth_text(first: Text, further: u8) {
    nth_text_after(first as u8, further);
}

/// The same for a text whose number stands in a table.
#[inline(always)]
pub fn nth_text_after(first: u8, further: u8) {
    numbered_text(first + further);
}

#[inline(never)]
fn numbered_text(number: u8) {
    text_from(0, number);
}

/// A part of an opening's name, by the number that `opening_name` gives it.
pub fn opening_text(number: u8) {
    text_from(text::FIRST_NAME, number);
}

/// The text that stands `number` places after the one at `place`.
#[inline(never)]
fn text_from(place: usize, number: u8) {
    let mut place = text::place(place, number);
    let mut left = text::byte(place);
    while left != 0 {
        place += 1;
        unpack(text::byte(place));
        left -= 1;
    }
}

/// Writes what a byte of the packed words stands for.
fn unpack(packed: u8) {
    let mut byte = packed;
    let mut waiting = 0;
    loop {
        while byte >= PAIRS {
            LATER.set(waiting, SECOND.get(byte - PAIRS));
            waiting += 1;
            byte = FIRST.get(byte - PAIRS);
        }
        ascii(byte);
        if waiting == 0 {
            return;
        }
        waiting -= 1;
        byte = LATER.get(waiting);
    }
}

/// Blanks up to a column, which is not written any more.
#[inline(never)]
pub fn fill_to(column: u8) {
    while COLUMN.get() < column {
        code(b' ');
    }
}

/// Blank rows to the right edge, the last one not included.
#[inline(never)]
pub fn clear_rows(column: u8, first: u8, end: u8) {
    let mut row = first;
    while row < end {
        at(column, row);
        fill_to(COLUMNS);
        row += 1;
    }
}

/// All rows.
#[inline(never)]
pub fn clear() {
    clear_rows(0, 0, ROWS);
}

/// Where `ufmt` writes the digits of a number: with zeros before them, and a point before the last ones.
struct Digits {
    least: u8,
    decimals: u8,
}

impl uWrite for Digits {
    type Error = Infallible;

    fn write_str(&mut self, digits: &str) -> Result<(), Infallible> {
        let mut left = digits.len() as u8;
        let mut zeros = self.least;
        while zeros > left {
            digit(b'0', zeros == self.decimals);
            zeros -= 1;
        }
        for &byte in digits.as_bytes() {
            digit(byte, left == self.decimals);
            left -= 1;
        }
        Ok(())
    }
}

fn digit(digit: u8, behind_point: bool) {
    if behind_point {
        ascii(b'.');
    }
    ascii(digit);
}

/// A number with at least so many digits, the last `decimals` of them behind a point.
#[inline(never)]
pub fn decimal(value: u16, least: u8, decimals: u8) {
    let Ok(()) = uwrite!(Digits { least, decimals }, "{}", value);
}

/// A number without leading zeros.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "HIGH"))]
#[inline(never)]
pub fn number(value: u16) {
    decimal(value, 1, 0);
}

pub fn small_number(value: u8) {
    number(u16::from(value));
}
