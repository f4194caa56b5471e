//! The computer at work: what it shows, and what a key does meanwhile.
//!
//! The search calls `report` after every iteration and looks at `poll` every few nodes. Any key ends the search with the
//! best move so far; F1 and RUN/STOP end it without a move.

use super::canvas::{self, CYAN, GREEN, WHITE, at, fill_to, ink};
use super::machine;
use super::panel::{self, COLUMN, END, THINKING_ROW};
use super::text::Text;
use super::{key, timing};
use crate::board::make::{make, unmake};
use crate::board::moves::NO_MOVE;
use crate::cells::Byte;
use crate::game::settings::SHOW_THINKING;
use crate::game::{clock, record};
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

/// After an iteration or a new best move: depth, score, best line, nodes and seconds.
#[inline(never)]
pub fn report() {
    if SHOW_THINKING.get() == 0 {
        return;
    }
    at(COLUMN, THINKING_ROW);
    ink(CYAN);
    canvas::text(Text::Depth);
    canvas::small_number(SEARCH_DEPTH.get());
    canvas::ascii(b' ');
    match mate_in() {
        Some(moves) => {
            canvas::ascii(if moves < 0 { b'-' } else { b'+' });
            canvas::ascii(b'#');
            canvas::small_number(moves.unsigned_abs());
        }
        None => canvas::score(BEST_SCORE.get()),
    }
    fill_to(END - 1);
    at(COLUMN, THINKING_ROW + 3);
    canvas::ascii(b'N');
    canvas::number(NODES.get());
    canvas::ascii(b' ');
    canvas::decimal(u32::from(clock::this_move()), 2, 1);
    canvas::ascii(b's');
    fill_to(END);
    draw_line();
}

/// One move needs no more columns than this.
const MOVE_WIDTH: u8 = 5;

/// The best line on two rows: pieces and squares, without the marks that would cost a move list each.
#[inline(never)]
fn draw_line() {
    canvas::clear_rows(COLUMN, THINKING_ROW + 1, THINKING_ROW + 3);
    at(COLUMN, THINKING_ROW + 1);
    ink(WHITE);
    let mut made = 0;
    let mut second_row = false;
    while made < LENGTH && LINE.get(2 * made) != NO_MOVE {
        if canvas::column() > END - MOVE_WIDTH {
            if second_row {
                break;
            }
            second_row = true;
            at(COLUMN, THINKING_ROW + 2);
        }
        let (from, to) = (LINE.get(2 * made), LINE.get(2 * made + 1));
        record::spell_plainly(from, to);
        panel::spelled();
        canvas::ascii(b' ');
        make(from, to);
        made += 1;
    }
    while made > 0 {
        unmake();
        made -= 1;
    }
}
