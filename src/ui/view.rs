//! The board: position and marks -> cells on the screen.
//!
//! A square is three by three cells. Squares with a mark (cursor, chosen piece, last move) have characters of their own,
//! composed here from the piece's; every other square uses the fixed ones. Squares that a chosen piece can go to and the
//! king in check are told by the colour of dot or piece.

use super::canvas::{self, GREEN, RED, YELLOW, row_start};
use super::charset::{self, CELLS, DARK, LIGHT, MARKED, PLACES};
use super::machine::{keys, screen};
use crate::board::piece::{EMPTY, KING, WHITE, kind};
use crate::board::position::{BOARD, PLY, SIDE, in_check};
use crate::board::square::{NONE, file, from_index, row};
use crate::cells::{Byte, Bytes};
use crate::game::settings::{FLIPPED, HIDDEN, SCHEME};

/// First column of the board; the ranks' digits stand left of it.
pub const LEFT: u8 = 1;
/// Row of the files' letters, below the board.
const FILES_ROW: u8 = 24;

/// The marked squares: cursor, chosen piece, from and to of the last move.
pub static MARKS: Bytes<4> = Bytes::new(NONE);
pub const CURSOR: u8 = 0;
pub const CHOSEN: u8 = 1;
pub const LAST_FROM: u8 = 2;
pub const LAST_TO: u8 = 3;

/// Squares that are lit: where a piece can go, or who attacks.
pub static LIT: Bytes<128> = Bytes::new(0);
pub static ANY_LIT: Byte = Byte::new(0);

/// Colours of a scheme: light and dark squares, white and black pieces.
struct Scheme {
    light: u8,
    dark: u8,
    white: u8,
    black: u8,
}

pub const SCHEMES: u8 = 4;

#[rustfmt::skip]
static SCHEME_TABLE: [Scheme; SCHEMES as usize] = [
    Scheme { light: 10, dark: 8,  white: 1, black: 6 },
    Scheme { light: 13, dark: 5,  white: 1, black: 6 },
    Scheme { light: 15, dark: 12, white: 1, black: 2 },
    Scheme { light: 3,  dark: 14, white: 1, black: 6 },
];

fn scheme() -> &'static Scheme {
    &SCHEME_TABLE[usize::from(SCHEME.get() & (SCHEMES - 1))]
}

/// Everything: colours, labels, squares.
#[inline(never)]
pub fn draw() {
    screen::set_board_colours(scheme().light, scheme().dark);
    draw_labels();
    draw_squares();
}

pub fn draw_squares() {
    let mut index = 0;
    while index < 64 {
        square(from_index(index));
        index += 1;
    }
}

#[inline(never)]
fn draw_labels() {
    canvas::ink(canvas::CYAN);
    let mut step = 0;
    while step < 8 {
        let sq = seen(step << 4 | step);
        let place = step * 3;
        let mut line = 0;
        while line < 3 {
            canvas::at(0, place + line);
            canvas::ascii(if line == 1 { b'8' - row(sq) } else { b' ' });
            line += 1;
        }
        canvas::at(LEFT + place, FILES_ROW);
        canvas::ascii(b' ');
        canvas::ascii(b'a' + file(sq));
        canvas::ascii(b' ');
        step += 1;
    }
}

/// The square at a place of the screen, or the place of a square: turning the board twice changes nothing.
pub fn seen(sq: u8) -> u8 {
    if FLIPPED.get() != 0 { sq ^ 0x77 } else { sq }
}

#[inline(never)]
fn is_dark(sq: u8) -> bool {
    (row(sq) ^ file(sq)) & 1 != 0
}

/// The piece to show: blindfold players see none.
fn shown(sq: u8) -> u8 {
    let piece = BOARD.get(sq);
    let bit = if piece & WHITE != 0 { 1 } else { 2 };
    if HIDDEN.get() & bit != 0 {
        EMPTY
    } else {
        piece
    }
}

/// Draws one square.
#[inline(never)]
pub fn square(sq: u8) {
    keys::watch();
    let piece = shown(sq);
    let colour = 8 | ink(sq, piece);
    let mut place = 0;
    while place < PLACES {
        if MARKS.get(place) == sq {
            compose(place, sq, piece);
            block(top_left(sq), MARKED + place * CELLS, 1, colour);
            return;
        }
        place += 1;
    }
    if kind(piece) == 0 {
        block(top_left(sq), charset::empty(is_dark(sq)), 0, colour);
        if LIT.get(sq) != 0 {
            let code = charset::dot(is_dark(sq));
            screen::put(top_left(sq) + 41, code, colour);
        }
    } else {
        block(
            top_left(sq),
            charset::piece(kind(piece), is_dark(sq)),
            1,
            colour,
        );
    }
}

/// The colour of a piece's body or of the dot.
#[inline(never)]
fn ink(sq: u8, piece: u8) -> u8 {
    if LIT.get(sq) != 0 {
        return if kind(piece) == 0 { YELLOW } else { GREEN };
    }
    let checked = kind(piece) == KING && (piece ^ SIDE.get()) & WHITE == 0;
    if checked && PLY.get() == 0 && in_check() {
        RED
    } else if piece & WHITE != 0 {
        scheme().white
    } else {
        scheme().black
    }
}

#[inline(never)]
fn top_left(sq: u8) -> i16 {
    let place = seen(sq);
    row_start(row(place) * 3) + i16::from(LEFT + file(place) * 3)
}

/// Three rows of three cells, from one code on upwards or all the same.
#[inline(never)]
pub fn block(first_cell: i16, first_code: u8, step: u8, colour: u8) {
    row_of_block(first_cell, first_code, step, colour);
    row_of_block(
        first_cell + 40,
        first_code + step + step + step,
        step,
        colour,
    );
    let below = if step == 0 { 0 } else { 6 };
    row_of_block(first_cell + 80, first_code + below, step, colour);
}

#[inline(never)]
fn row_of_block(cell: i16, code: u8, step: u8, colour: u8) {
    screen::put(cell, code, colour);
    screen::put(cell + 1, code + step, colour);
    screen::put(cell + 2, code + step + step, colour);
}

/// Characters of a marked square: the piece's, changed pixel by pixel.
#[inline(never)]
fn compose(place: u8, sq: u8, piece: u8) {
    let dark = is_dark(sq);
    let mut cell = 0;
    while cell < CELLS {
        let source = match kind(piece) {
            0 if cell == 4 && LIT.get(sq) != 0 => charset::dot(dark),
            0 => charset::empty(dark),
            kind => charset::piece(kind, dark) + cell,
        };
        let mut line = 0;
        while line < 8 {
            let bits = marked(screen::pattern(source, line), cell, line, sq);
            screen::set_pattern(MARKED + place * CELLS + cell, line, bits);
            line += 1;
        }
        cell += 1;
    }
}

/// The frame of a square: its part in one line of one cell.
fn frame(cell: u8, line: u8) -> u8 {
    let top = cell < 3 && line < 2;
    let bottom = cell >= 6 && line >= 6;
    if top || bottom {
        return 0xff;
    }
    match cell {
        0 | 3 | 6 => 0b11_00_00_00,
        2 | 5 | 8 => 0b00_00_00_11,
        _ => 0,
    }
}

/// One line of a cell with the marks of its square: a chosen piece stands on a chequered square, the last move has a
/// frame in the colour of the other squares, the cursor a black one.
fn marked(bits: u8, cell: u8, line: u8, sq: u8) -> u8 {
    let paper = if is_dark(sq) { DARK } else { LIGHT };
    let mut bits = bits;
    if MARKS.get(CHOSEN) == sq {
        let differs = bits ^ paper;
        let differs = (differs | differs >> 1) & LIGHT;
        let same = !(differs | differs << 1);
        let chequer = if line & 2 == 0 { 0xcc } else { 0x33 };
        bits ^= same & chequer;
    }
    let frame = frame(cell, line);
    if MARKS.get(CURSOR) == sq {
        bits & !frame
    } else if MARKS.get(LAST_FROM) == sq || MARKS.get(LAST_TO) == sq {
        bits & !frame | !paper & frame
    } else {
        bits
    }
}

/// Moves a mark and draws both squares.
#[inline(never)]
pub fn mark(which: u8, sq: u8) {
    let old = MARKS.get(which);
    if old != sq {
        MARKS.set(which, sq);
        if old != NONE {
            square(old);
        }
        if sq != NONE {
            square(sq);
        }
    }
}

/// Puts out all lights.
#[inline(never)]
pub fn unlight() {
    if ANY_LIT.get() == 0 {
        return;
    }
    ANY_LIT.set(0);
    let mut index = 0;
    while index < 64 {
        let sq = from_index(index);
        if LIT.get(sq) != 0 {
            LIT.set(sq, 0);
            square(sq);
        }
        index += 1;
    }
}

/// Lights a square.
#[inline(never)]
pub fn light(sq: u8) {
    LIT.set(sq, 1);
    ANY_LIT.set(1);
    square(sq);
}
