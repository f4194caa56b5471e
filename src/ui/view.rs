//! The board: position and marks -> cells on the screen.
//!
//! A square is three by three cells. Squares with a mark (cursor, chosen piece, last move) have characters of their own,
//! composed here from the piece's; every other square uses the fixed ones. Squares that a chosen piece can go to and the
//! king in check are told by the colour of dot or piece.

use super::canvas::{self, MULTICOLOUR, RED};
use crate::board::piece::{EMPTY, KING, Kind, Piece, has_colour, is_white, kind};
use crate::board::ply::ROOT;
use crate::board::position::{BOARD, PLY, SIDE, in_check};
use crate::board::square::{NONE, Square, file, from_index, row};
use crate::cells::{ByModule, Byte, Bytes, Cells, Table};
use crate::codes::charset::{self, FRAMED, MARKED, PLACES};
use crate::game::settings::{FLIPPED, HIDDEN, SCHEME};
use crate::machine::screen;

/// First column of the board; the ranks' digits stand left of it.
pub const LEFT: u8 = 1;
/// Row of the files' letters, below the board.
const FILES_ROW: u8 = 24;

/// The marked squares: cursor, chosen piece, from and to of the last move.
// SAFETY: the marks are the constants above, and a loop ends at `PLACES`.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "BoardMarks"))]
pub static MARKS: Cells<Square, 4, ByModule> = unsafe { Cells::by_module(NONE) };
pub const CURSOR: u8 = 0;
pub const CHOSEN: u8 = 1;
pub const LAST_FROM: u8 = 2;
pub const LAST_TO: u8 = 3;
/// Where the cursor appears.
pub const E2: Square = Square::from_bits(0x64);

/// The colours of squares that are lit, where a piece can go or who attacks; 0 for all others. Between the rows of squares lie
/// characters of the large digits.
// SAFETY: it is asked for squares of the board.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "BEHIND_CHARSET"))]
pub static LIT: Bytes<0x78, ByModule> = unsafe { Bytes::by_module(0) };
pub static ANY_LIT: Byte = Byte::new(0);

/// Black pieces; a red king is in check, so no scheme has red ones.
pub const BLUE: u8 = 6;
// By scheme; the first one tells squares and pieces apart best.
// SAFETY: a setting keeps to its number of values: four schemes.
static LIGHT_SQUARES: Table<4, ByModule> = unsafe { Table::by_module([13, 10, 15, 3]) };
// SAFETY: a setting keeps to its number of values: four schemes.
static DARK_SQUARES: Table<4, ByModule> = unsafe { Table::by_module([5, 8, 12, 14]) };

pub fn set_colours() {
    let scheme = SCHEME.get();
    screen::set_board_colours(LIGHT_SQUARES.get(scheme), DARK_SQUARES.get(scheme));
}

/// Everything: colours, labels, squares.
#[inline(never)]
pub fn draw() {
    set_colours();
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

/// The screen around the squares is blank.
fn draw_labels() {
    canvas::ink(canvas::CYAN);
    let mut step = 0;
    let mut place = 1;
    while step < 8 {
        let sq = seen(Square::from_bits(step << 4 | step));
        canvas::at(0, place);
        canvas::ascii(b'8' - row(sq));
        canvas::at(LEFT + place, FILES_ROW);
        canvas::ascii(b'a' + file(sq));
        step += 1;
        place += 3;
    }
}

/// The square at a place of the screen, or the place of a square: turning the board twice changes nothing.
#[inline(never)]
pub fn seen(sq: Square) -> Square {
    if FLIPPED.get() != 0 {
        Square::from_bits(sq.bits() ^ 0x77)
    } else {
        sq
    }
}

/// The piece to show: blindfold players see none.
#[inline(never)]
pub fn shown(sq: Square) -> Piece {
    let piece = BOARD.get(sq);
    let bit = if is_white(piece) { 1 } else { 2 };
    if HIDDEN.get() & bit != 0 {
        EMPTY
    } else {
        piece
    }
}

/// Draws one square.
#[inline(never)]
pub fn square(sq: Square) {
    let piece = shown(sq);
    canvas::ink(MULTICOLOUR | ink(sq, piece));
    DARK_SQUARE.set((row(sq) ^ file(sq)) & 1);
    IS_LIT.set(LIT.get(sq.bits()));
    let mut mark = 0;
    while mark < PLACES && MARKS.get(mark) != sq {
        mark += 1;
    }
    MARK.set(mark);
    PATTERN.set(pattern(sq));
    let place = seen(sq);
    let (column, row) = (LEFT + file(place) * 3, row(place) * 3);
    // Its left edge tells everything about a square without a mark, because a light has a colour of its own, and most squares are as
    // they were.
    canvas::at(column, row + 1);
    if mark != PLACES || !canvas::holds(source(kind(piece), LEFT_EDGE)) {
        block(column, row, kind(piece));
    }
}

// The square being drawn.
static DARK_SQUARE: Byte = Byte::new(0);
static IS_LIT: Byte = Byte::new(0);
/// Its first mark, `PLACES` for none, and the pixels of its frame.
static MARK: Byte = Byte::new(PLACES);
static PATTERN: Byte = Byte::new(0);

/// A piece of the title, on squares of either colour by turns: three columns and three rows further is the other one.
#[inline(never)]
pub fn piece_at(column: u8, row: u8, kind: Kind, colour: u8) {
    canvas::ink(MULTICOLOUR | colour);
    DARK_SQUARE.set((column ^ row) & 1);
    IS_LIT.set(0);
    MARK.set(PLACES);
    block(column, row, kind);
}

/// What the frame of a marked square is made of: the cursor is black, the last move has the colour of the piece, and a
/// chosen piece has both by turns.
#[inline(never)]
fn pattern(sq: Square) -> u8 {
    if MARKS.get(CHOSEN) == sq {
        0b11_00_11_00
    } else if MARKS.get(CURSOR) == sq {
        0
    } else {
        0xff
    }
}

/// The colour of a piece's body, of the dot, or of the frame where the last move began: that of the piece that moved.
#[inline(never)]
pub fn ink(sq: Square, piece: Piece) -> u8 {
    let piece = if sq == MARKS.get(LAST_FROM) {
        BOARD.get(MARKS.get(LAST_TO))
    } else {
        piece
    };
    let light = LIT.get(sq.bits());
    if light != 0 {
        return light;
    }
    let checked = kind(piece) == KING && has_colour(piece, SIDE.get());
    if checked && PLY.get() == ROOT && in_check() {
        RED
    } else if is_white(piece) {
        canvas::WHITE
    } else {
        BLUE
    }
}

/// Three rows of three cells.
#[inline(never)]
fn block(column: u8, row: u8, kind: Kind) {
    let mut cell = 0;
    let mut line = 0;
    while line < 3 {
        canvas::at(column, row + line);
        let mut place = 0;
        while place < 3 {
            let mut code = source(kind, cell);
            if MARK.get() != PLACES && cell != MIDDLE {
                code = framed(code, cell, line, place);
            }
            canvas::code(code);
            cell += 1;
            place += 1;
        }
        line += 1;
    }
}

/// Of a square's cells the one at the left of the middle row, and the middle one.
const LEFT_EDGE: u8 = 3;
const MIDDLE: u8 = 4;

/// The character of a cell of a square without a mark.
#[inline(never)]
fn source(kind: Kind, cell: u8) -> u8 {
    let dark = DARK_SQUARE.get() != 0;
    if kind.bits() != 0 {
        charset::piece(kind.bits(), dark) + cell
    } else if cell == MIDDLE && IS_LIT.get() != 0 {
        charset::dot(dark)
    } else {
        charset::empty(dark)
    }
}

/// Left, middle and right part of a frame.
// SAFETY: a square is three columns wide.
static SIDES: Table<3, ByModule> = unsafe { Table::by_module([0b11_00_00_00, 0, 0b00_00_00_11]) };

/// Composes the character of a cell of a marked square: the frame's pixels over those of `code`.
#[inline(never)]
fn framed(code: u8, cell: u8, row: u8, column: u8) -> u8 {
    let mut own = MARKED + MARK.get() * FRAMED + cell;
    if cell > MIDDLE {
        own -= 1;
    }
    let pattern = PATTERN.get();
    let mut line = 0;
    while line < 8 {
        let edge = (row == 0 && line < 2) || (row == 2 && line >= 6);
        let frame = if edge { 0xff } else { SIDES.get(column) };
        let bits = screen::pattern(code, line);
        screen::set_pattern(own, line, bits ^ (bits ^ pattern) & frame);
        line += 1;
    }
    own
}

/// Moves a mark and draws both squares.
#[inline(never)]
pub fn mark(which: u8, sq: Square) {
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
        if LIT.get(sq.bits()) != 0 {
            LIT.set(sq.bits(), 0);
            square(sq);
        }
        index += 1;
    }
}

/// Lights a square in a colour.
#[inline(never)]
pub fn light(sq: Square, colour: u8) {
    LIT.set(sq.bits(), colour);
    ANY_LIT.set(1);
    square(sq);
}
