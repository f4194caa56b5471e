//! Setting up a position: pieces by letter or by turning RETURN, side, castling, en passant and the move's number; refused with
//! the reason when no game can be played from it. The button of a joystick leads into the list of keys, so that it is enough.
//!
//! The engine's board is edited in place. Leaving with STOP puts the game back on it.

use super::canvas::{self, CYAN, at, ink};
use super::panel::{self, COLUMN, END};
use super::text::Text;
use super::view::{self, CURSOR, MARKS};
use super::{app, computer, play};
use crate::board::piece::{self, EMPTY, KING, Kind, NO_PIECE, PAWN, Piece, is_white, kind};
use crate::board::ply::ROOT;
use crate::board::position::{self, BOARD, CHECKER, CLOCK, EN_PASSANT, RIGHTS, SIDE};
use crate::board::square::{NONE, from_index};
use crate::board::validity;
use crate::cells::{ByModule, Byte, Table};
use crate::codes::charset::MARKER;
use crate::codes::key;
use crate::game::record::{self, START, START_NUMBER};

const STATE_ROW: u8 = 20;

/// The row before the list that `SetUpScreen` has, and the keys that the joystick's button means there: RETURN and DEL are the first two,
/// F1 and STOP the last.
const LIST_ROW: u8 = 4;
// SAFETY: `PLACE` is at most `LAST`.
static LIST: Table<LIST_LENGTH, ByModule> =
    unsafe { Table::by_module(*b"\0\r\x08s1234x+-ei\x88\x87") };
const LIST_LENGTH: usize = 15;
const LAST: u8 = LIST_LENGTH as u8 - 1;
/// Where the joystick is in the list; at 0 it leads the cursor over the board.
static PLACE: Byte = Byte::new(0);

/// The number of the move, from 1.
static NUMBER: Byte = Byte::new(1);

#[inline(never)]
pub fn open() {
    app::STATE.set(app::SETUP);
    MARKS.fill(NONE);
    MARKS.set(CURSOR, view::E2);
    CHECKER.set(ROOT, NONE);
    NUMBER.set(record::number(record::played()).min(255) as u8);
    canvas::clear_rows(panel::EDGE, 0, canvas::ROWS);
    at(COLUMN, 0);
    canvas::text(Text::SetUpScreen);
    go_to(0);
    view::draw_squares();
    draw_state();
}

/// Side to move, castling rights, en passant square, and the move's number.
#[inline(never)]
fn draw_state() {
    at(COLUMN, STATE_ROW);
    ink(CYAN);
    panel::side_to_move();
    at(COLUMN, STATE_ROW + 1);
    panel::rights_and_en_passant();
    canvas::fill_to(END);
    at(COLUMN, STATE_ROW + 2);
    canvas::text(Text::MoveInput);
    canvas::small_number(NUMBER.get());
    canvas::fill_to(END);
}

/// Leads the joystick to a place of the list.
#[inline(never)]
fn go_to(place: u8) {
    at(panel::EDGE, LIST_ROW + PLACE.get());
    canvas::ascii(b' ');
    PLACE.set(place);
    at(panel::EDGE, LIST_ROW + place);
    canvas::code(if place == 0 { b' ' } else { MARKER });
}

/// A key, or what the joystick chooses from the list.
#[inline(never)]
pub fn key(key: u8) {
    let place = PLACE.get();
    if place == 0 {
        if key == key::FIRE {
            go_to(1);
        } else {
            command(key);
        }
        return;
    }
    match key {
        key::UP => go_to(place - 1),
        key::DOWN => go_to((place + 1).min(LAST)),
        key::FIRE => command(LIST.get(place)),
        _ => command(key),
    }
}

fn command(key: u8) {
    match key {
        key::UP..=key::RIGHT => {
            play::key(key);
        }
        key::DELETE | b' ' => put(EMPTY),
        b'1'..=b'4' => {
            RIGHTS.set(ROOT, RIGHTS.get(ROOT) ^ 1 << (key - b'1'));
            draw_state();
        }
        // The comma is between them: one more or one less.
        b'+' | b'-' => count(b','.wrapping_sub(key)),
        key::F1 => finish(),
        key::STOP => cancel(),
        _ if key::chooses(key) => put(next_piece(BOARD.get(MARKS.get(CURSOR)))),
        _ => letter(key),
    }
}

fn letter(key: u8) {
    match key::lower(key) {
        b's' => SIDE.set(SIDE.get().other()),
        b'x' => {
            take_en_passant();
            return;
        }
        b'e' => {
            clear();
            view::draw_squares();
        }
        b'i' => {
            position::start();
            NUMBER.set(1);
            view::draw_squares();
        }
        small => {
            let mut kind = 1;
            while kind <= KING.bits() {
                if record::LETTERS.get(kind) | 0x20 == small {
                    let side = if key == small {
                        piece::WHITE
                    } else {
                        piece::BLACK
                    };
                    put(piece::piece(side, Kind::from_bits(kind)));
                }
                kind += 1;
            }
            return;
        }
    }
    EN_PASSANT.set(ROOT, NONE);
    draw_state();
}

/// The number of the move goes up or down, as far as a byte does; no move has number 0.
#[inline(never)]
fn count(by: u8) {
    let number = NUMBER.get().wrapping_add(by);
    if number != 0 {
        NUMBER.set(number);
    }
    draw_state();
}

/// A pawn may be captured on the square under the cursor, and on no other, if the position allows that.
fn take_en_passant() {
    panel::say(Text::Nothing);
    EN_PASSANT.set(ROOT, MARKS.get(CURSOR));
    if !validity::has_possible_en_passant() {
        EN_PASSANT.set(ROOT, NONE);
        panel::say(Text::NoEnPassant);
    }
    draw_state();
}

/// Only the board: `position::clear` would also lose the border.
fn clear() {
    let mut index = 0;
    while index < 64 {
        BOARD.set(from_index(index), EMPTY);
        index += 1;
    }
    RIGHTS.set(ROOT, 0);
}

/// Empty, the six white pieces, the six black ones.
#[inline(never)]
fn next_piece(piece: Piece) -> Piece {
    match (kind(piece), is_white(piece)) {
        (KING, true) => piece::piece(piece::BLACK, PAWN),
        (KING, false) => EMPTY,
        (NO_PIECE, _) => piece::piece(piece::WHITE, PAWN),
        _ => Piece::from_bits(piece.bits() + 1),
    }
}

fn put(piece: Piece) {
    let sq = MARKS.get(CURSOR);
    if sq != NONE {
        // What was wrong with the position before may be right now.
        panel::say(Text::Nothing);
        BOARD.set(sq, piece);
        RIGHTS.set(ROOT, RIGHTS.get(ROOT) & validity::possible_rights());
        EN_PASSANT.set(ROOT, NONE);
        view::square(sq);
        draw_state();
    }
}

/// Takes the position as a new game, or says what is wrong with it.
#[inline(never)]
fn finish() {
    let wrong = validity::check();
    if wrong != validity::RIGHT {
        CHECKER.set(ROOT, NONE);
        panel::say_nth(Text::KingCount, wrong - 1);
        return;
    }
    CLOCK.set(ROOT, 0);
    record::begin_here();
    if NUMBER.get() != 1 {
        START.set(START_NUMBER, NUMBER.get());
    }
    app::forget_game();
    computer::ENGAGED.set(0);
    app::show_board();
}

#[inline(never)]
fn cancel() {
    record::restore();
    play::show_last_move();
    app::show_board();
}
