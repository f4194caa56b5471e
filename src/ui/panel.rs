//! The panel right of the board: clocks, level, opening, captured pieces, moves, and messages.

use super::canvas::{self, CYAN, GREEN, WHITE, YELLOW, at, fill_to, ink};
use super::charset::{LINE, MARKER, SIGN};
use super::text::Text;
use crate::board::moves::NO_MOVE;
use crate::board::piece::{self, kind};
use crate::board::position::BOARD;
use crate::board::square::from_index;
use crate::cells::{Byte, Bytes};
use crate::game::{clock, opening_name, outcome, record, settings};

pub const COLUMN: u8 = 25;
pub const END: u8 = 40;

const TITLE_ROW: u8 = 0;
const CLOCK_ROW: u8 = 2;
const LEVEL_ROW: u8 = 4;
const OPENING_ROW: u8 = 5;
const CAPTURED_ROW: u8 = 7;
const MOVES_ROW: u8 = 10;
const MOVE_ROWS: i16 = 8;
/// Four rows for what the computer thinks.
pub const THINKING_ROW: u8 = 19;
pub const MESSAGE_ROW: u8 = 23;
pub const INPUT_ROW: u8 = 24;

/// Purple: moves that were taken back and can be replayed.
const UNDONE: u8 = 4;

/// Is the opening book, with the names of openings, part of the program?
pub const HAS_BOOK: bool = cfg!(any(not(target_vendor = "c64"), feature = "book"));

/// The opening reached last, or `opening_name::NONE`.
static OPENING: Byte = Byte::new(opening_name::NONE);

/// Everything but thinking and message.
#[inline(never)]
pub fn draw() {
    canvas::clear_rows(COLUMN, 0, 25);
    at(COLUMN + 2, TITLE_ROW);
    ink(YELLOW);
    canvas::text(Text::Title);
    rule(1);
    rule(9);
    rule(18);
    draw_level();
    draw_state();
}

/// What changes with every move.
#[inline(never)]
pub fn draw_state() {
    draw_clocks();
    draw_opening();
    draw_captured();
    draw_moves();
}

fn rule(row: u8) {
    at(COLUMN, row);
    ink(GREEN);
    let mut count = 0;
    while count < END - COLUMN {
        canvas::code(LINE);
        count += 1;
    }
}

pub fn draw_clocks() {
    let top = if settings::FLIPPED.get() != 0 {
        piece::WHITE
    } else {
        piece::BLACK
    };
    draw_clock(CLOCK_ROW, top);
    draw_clock(CLOCK_ROW + 1, top ^ piece::WHITE);
}

fn draw_clock(row: u8, side: u8) {
    at(COLUMN, row);
    let moves = side == record::side(record::played()) && !outcome::is_over();
    ink(if moves { YELLOW } else { WHITE });
    canvas::code(if moves { MARKER } else { b' ' });
    canvas::text(side_name(side));
    canvas::bytes(b"  ");
    draw_time(clock::shown(side));
}

pub fn side_name(side: u8) -> Text {
    if side == piece::WHITE {
        Text::White
    } else {
        Text::Black
    }
}

/// Seconds as `1:02:03`.
#[inline(never)]
fn draw_time(seconds: i16) {
    let (mut hours, mut minutes, mut seconds) = (b'0', 0u8, seconds);
    while seconds >= 60 {
        seconds -= 60;
        minutes += 1;
        if minutes == 60 {
            minutes = 0;
            hours += 1;
        }
    }
    canvas::ascii(hours);
    canvas::ascii(b':');
    canvas::two_digits(minutes);
    canvas::ascii(b':');
    canvas::two_digits(seconds as u8);
}

#[inline(never)]
pub fn draw_level() {
    at(COLUMN, LEVEL_ROW);
    ink(CYAN);
    match clock::MODE.get() {
        clock::BY_LEVEL => {
            let level = settings::LEVEL.get();
            canvas::text(Text::Level);
            canvas::ascii(b'0' + level);
            canvas::ascii(b' ');
            canvas::nth_text(Text::Beginner, level - 1);
        }
        clock::EQUALITY => canvas::text(Text::Equality),
        _ => {
            canvas::number(u32::from(clock::MINUTES.get()));
            canvas::text(Text::Minutes);
        }
    }
    fill_to(END);
}

/// Forgets the opening: a new game.
pub fn forget_opening() {
    OPENING.set(opening_name::NONE);
}

/// The position on the board may be the beginning of an opening.
pub fn note_opening() {
    if !HAS_BOOK {
        return;
    }
    let name = opening_name::here();
    if name != opening_name::NONE {
        OPENING.set(name);
    }
}

#[inline(never)]
fn draw_opening() {
    if !HAS_BOOK {
        return;
    }
    let name = OPENING.get();
    at(COLUMN, OPENING_ROW);
    ink(WHITE);
    if name != opening_name::NONE {
        cut(opening_name::family(name));
    } else if record::played() > 1 {
        canvas::text(Text::OutOfBook);
    }
    fill_to(END);
    at(COLUMN, OPENING_ROW + 1);
    if name != opening_name::NONE {
        cut(opening_name::variation(name));
    }
    fill_to(END);
}

/// As much of a text as the panel is wide.
fn cut(text: &[u8]) {
    canvas::bytes(text.get(..usize::from(END - COLUMN)).unwrap_or(text));
}

/// Pieces that are missing from the board, by kind; Black's then White's.
static MISSING: Bytes<16> = Bytes::new(0);

#[inline(never)]
fn count_missing() {
    MISSING.fill(0);
    let mut index = 0;
    while index < 64 {
        let before = record::start_piece(index);
        let now = BOARD.get(from_index(index));
        let place = slot(before);
        MISSING.set(place, MISSING.get(place).wrapping_add(1));
        let place = slot(now);
        MISSING.set(place, MISSING.get(place).wrapping_sub(1));
        index += 1;
    }
}

fn slot(piece: u8) -> u8 {
    kind(piece) | (piece & piece::WHITE) >> 4
}

fn draw_captured() {
    count_missing();
    draw_missing(CAPTURED_ROW, piece::BLACK);
    draw_missing(CAPTURED_ROW + 1, piece::WHITE);
}

fn draw_missing(row: u8, side: u8) {
    at(COLUMN, row);
    ink(if side == piece::WHITE { WHITE } else { CYAN });
    let mut kind = piece::QUEEN;
    while kind != 0 {
        let mut count = MISSING.get(kind | side >> 4) as i8;
        while count > 0 {
            canvas::code(SIGN + kind);
            count -= 1;
        }
        kind -= 1;
    }
    fill_to(END);
}

/// The last eight moves around the place on the board.
#[inline(never)]
fn draw_moves() {
    let offset = i16::from(record::side(0) != piece::WHITE);
    let current = (record::played() - 1 + offset) >> 1;
    let mut number = (current - (MOVE_ROWS - 1)).max(0);
    let mut row = MOVES_ROW;
    let end = MOVES_ROW + MOVE_ROWS as u8;
    while row < end {
        at(COLUMN, row);
        let first = number * 2 - offset;
        if first < record::known() {
            ink(CYAN);
            canvas::number(number as u32 + 1);
            canvas::ascii(if number < 99 { b'.' } else { b' ' });
            if first >= 0 {
                draw_move(first);
            } else {
                canvas::bytes(b"...");
            }
            fill_to(COLUMN + 9);
            if first + 1 < record::known() {
                draw_move(first + 1);
            }
        }
        fill_to(END);
        number += 1;
        row += 1;
    }
}

/// Longer ones lose their `x` and `=`.
const MOVE_WIDTH: u8 = 5;

fn draw_move(ply: i16) {
    record::spell(ply, false);
    if record::LENGTH.get() > MOVE_WIDTH {
        record::spell(ply, true);
    }
    let last = record::played() - 1;
    ink(if ply == last {
        YELLOW
    } else if ply > last {
        UNDONE
    } else {
        WHITE
    });
    spelled();
}

/// Writes what `record::spell` left.
pub fn spelled() {
    let mut index = 0;
    while index < record::LENGTH.get() {
        canvas::ascii(record::SPELLED.get(index));
        index += 1;
    }
}

/// One line of message.
#[inline(never)]
pub fn say(message: Text) {
    begin_message();
    canvas::text(message);
    fill_to(END);
}

/// Starts a message whose end the caller writes.
#[inline(never)]
pub fn begin_message() {
    at(COLUMN, MESSAGE_ROW);
    ink(YELLOW);
}

/// A message about a move: `Try g1f3`.
pub fn say_move(message: Text, from: u8, to: u8) {
    begin_message();
    canvas::text(message);
    if from != NO_MOVE {
        canvas::bytes(crate::board::notation::san(from, to).as_bytes());
    }
    fill_to(END);
}

pub fn clear_thinking() {
    canvas::clear_rows(COLUMN, THINKING_ROW, MESSAGE_ROW);
}

pub fn clear_input() {
    canvas::clear_rows(COLUMN, INPUT_ROW, INPUT_ROW + 1);
}
