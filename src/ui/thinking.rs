//! The computer at work: what it shows, and what a key does meanwhile.
//!
//! The search calls `report` after every iteration and looks at `poll` every few nodes. Any key ends the search with the
//! best move so far; F1 and RUN/STOP end it without a move.

use super::canvas::{self, CYAN, GREEN, WHITE, at, fill_to, ink};
use super::machine;
use super::panel::{COLUMN, END, THINKING_ROW};
use super::text::Text;
use super::{key, timing};
use crate::board::make::{make, unmake};
use crate::board::moves::{NO_MOVE, destination};
use crate::board::notation::is_promotion;
use crate::board::piece::{EMPTY, LETTERS, PAWN, kind};
use crate::board::position::BOARD;
use crate::board::square::{file, row};
use crate::cells::Byte;
use crate::game::settings::SHOW_THINKING;
use crate::search::frame::NODES;
use crate::search::iterate::{BEST_SCORE, SEARCH_DEPTH, mate_in};
use crate::search::line::{LENGTH, LINE};

/// The key that ended the search, `key::NONE` if none did.
pub static PRESSED: Byte = Byte::new(0);
static TURN: Byte = Byte::new(0);

const SPINNER: [u8; 4] = *b".oOo";

/// Before a search.
pub fn begin() {
    PRESSED.set(key::NONE);
}

/// Was the search ended by a key that forbids the move?
pub fn was_halted() -> bool {
    matches!(PRESSED.get(), key::F1 | key::STOP)
}

/// Looks at clock and keyboard; true ends the search.
pub fn poll() -> bool {
    timing::pass();
    spin();
    if PRESSED.get() == key::NONE {
        PRESSED.set(machine::keys::poll());
    }
    PRESSED.get() != key::NONE
}

fn spin() {
    let turn = TURN.get().wrapping_add(1);
    TURN.set(turn);
    at(END - 1, THINKING_ROW);
    ink(GREEN);
    canvas::ascii(SPINNER[usize::from(turn >> 2 & 3)]);
}

/// After an iteration or a new best move.
pub fn report() {
    if SHOW_THINKING.get() == 0 {
        return;
    }
    at(COLUMN, THINKING_ROW);
    ink(CYAN);
    canvas::text(Text::Depth);
    canvas::number(u32::from(SEARCH_DEPTH.get()));
    canvas::ascii(b' ');
    match mate_in() {
        Some(moves) => {
            canvas::ascii(if moves < 0 { b'-' } else { b'+' });
            canvas::ascii(b'#');
            canvas::number(u32::from(moves.unsigned_abs()));
        }
        None => canvas::score(BEST_SCORE.get()),
    }
    fill_to(END - 1);
    draw_line();
    at(COLUMN, THINKING_ROW + 3);
    ink(CYAN);
    canvas::text(Text::Nodes);
    canvas::number(NODES.get());
    fill_to(END);
}

/// Room of one row of the line, and of one move.
const ROW_END: u8 = END - 4;

/// The best line: pieces and squares, without the marks that would cost a move list each.
#[inline(never)]
fn draw_line() {
    at(COLUMN, THINKING_ROW + 1);
    ink(WHITE);
    let mut made = 0;
    let mut row = THINKING_ROW + 1;
    while made < LENGTH && LINE.get(2 * made) != NO_MOVE {
        if canvas::column() > ROW_END {
            fill_to(END);
            if row == THINKING_ROW + 2 {
                break;
            }
            row += 1;
            at(COLUMN, row);
        }
        let (from, to) = (LINE.get(2 * made), LINE.get(2 * made + 1));
        draw_move(from, to);
        make(from, to);
        made += 1;
    }
    fill_to(END);
    if row == THINKING_ROW + 1 {
        at(COLUMN, THINKING_ROW + 2);
        fill_to(END);
    }
    while made > 0 {
        unmake();
        made -= 1;
    }
}

#[inline(never)]
fn draw_move(from: u8, to: u8) {
    let dest = destination(to);
    let kind = kind(BOARD.get(from));
    if kind != PAWN {
        canvas::ascii(LETTERS[usize::from(kind)]);
    } else if BOARD.get(dest) != EMPTY {
        canvas::ascii(b'a' + file(from));
    }
    canvas::ascii(b'a' + file(dest));
    canvas::ascii(b'8' - row(dest));
    if is_promotion(from, to) {
        canvas::ascii(b'=');
    }
    canvas::ascii(b' ');
}
