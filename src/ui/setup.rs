//! Setting up a position: pieces by letter or by turning RETURN, side and castling; refused with the reason when no game
//! can be played from it.
//!
//! The engine's board is edited in place. Leaving with STOP puts the game back on it.

use super::canvas::{self, CYAN, at, ink};
use super::panel::{self, COLUMN, END};
use super::text::Text;
use super::view::{self, CURSOR, MARKS};
use super::{app, computer, play};
use crate::board::piece::{self, EMPTY, KING, Piece, is_white, kind};
use crate::board::position::{self, BOARD, CHECKER, CLOCK, EN_PASSANT, RIGHTS, SIDE};
use crate::board::square::{NONE, from_index};
use crate::board::validity;
use crate::codes::key;
use crate::game::record;

const STATE_ROW: u8 = 16;

#[inline(never)]
pub fn open() {
    app::STATE.set(app::SETUP);
    MARKS.fill(NONE);
    MARKS.set(CURSOR, 0x64);
    CHECKER.set(0, NONE);
    EN_PASSANT.set(0, NONE);
    canvas::clear_rows(panel::EDGE, 0, canvas::ROWS);
    at(COLUMN, 0);
    canvas::text(Text::SetUpScreen);
    view::draw_squares();
    draw_state();
}

/// Side to move and castling rights.
#[inline(never)]
fn draw_state() {
    at(COLUMN, STATE_ROW);
    ink(CYAN);
    panel::side_to_move();
    at(COLUMN, STATE_ROW + 1);
    panel::rights(RIGHTS.get(0));
    canvas::fill_to(END);
}

#[inline(never)]
pub fn key(key: u8) {
    match key {
        key::UP..=key::RIGHT => {
            play::key(key);
        }
        key::DELETE | b' ' => put(EMPTY),
        b'1'..=b'4' => {
            RIGHTS.set(0, RIGHTS.get(0) ^ 1 << (key - b'1'));
            draw_state();
        }
        key::F1 => finish(),
        key::STOP => cancel(),
        _ if key::chooses(key) => put(next_piece(BOARD.get(MARKS.get(CURSOR)))),
        _ => letter(key),
    }
}

fn letter(key: u8) {
    match key::lower(key) {
        b's' => SIDE.set(SIDE.get().other()),
        b'e' => {
            clear();
            view::draw_squares();
        }
        b'i' => {
            position::start();
            view::draw_squares();
        }
        small => {
            let mut kind = 1;
            while kind <= KING {
                if record::LETTERS.get(kind) | 0x20 == small {
                    let side = if key == small {
                        piece::WHITE
                    } else {
                        piece::BLACK
                    };
                    put(piece::piece(side, kind));
                }
                kind += 1;
            }
            return;
        }
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
    RIGHTS.set(0, 0);
}

/// Empty, the six white pieces, the six black ones.
#[inline(never)]
fn next_piece(piece: Piece) -> Piece {
    match (kind(piece), is_white(piece)) {
        (KING, true) => piece::piece(piece::BLACK, 1),
        (KING, false) => EMPTY,
        (0, _) => piece::piece(piece::WHITE, 1),
        _ => Piece::from_bits(piece.bits() + 1),
    }
}

fn put(piece: Piece) {
    let sq = MARKS.get(CURSOR);
    if sq != NONE {
        // What was wrong with the position before may be right now.
        panel::say(Text::Nothing);
        BOARD.set(sq, piece);
        RIGHTS.set(0, RIGHTS.get(0) & validity::possible_rights());
        view::square(sq);
        draw_state();
    }
}

/// Takes the position as a new game, or says what is wrong with it.
#[inline(never)]
fn finish() {
    let wrong = validity::check();
    if wrong != validity::RIGHT {
        CHECKER.set(0, NONE);
        panel::say_nth(Text::KingCount, wrong - 1);
        return;
    }
    CLOCK.set(0, 0);
    record::begin_here();
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
