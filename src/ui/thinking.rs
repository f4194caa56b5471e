//! The computer at work: what it shows, and what a key does meanwhile.
//!
//! The search calls `report` after every iteration and looks at `poll` every few nodes. Any key ends the search with the
//! best move so far; F1 and RUN/STOP end it without a move, and after F1 the computer begins again when the board is back.

use super::canvas::{self, COLUMNS, CYAN, GREEN, WHITE, at, fill_to, ink};
use super::panel::{self, COLUMN, END, MESSAGE_ROW, THINKING_ROW};
use super::text::Text;
use super::timing;
use crate::board::make::unmake;
use crate::board::moves::{Move, NO_MOVE};
use crate::board::position::SIDE;
use crate::cells::{ByModule, Byte, Table, Word};
use crate::codes::charset::screen_code;
use crate::codes::key;
use crate::engine::{BEST_SCORE, LENGTH, LINE, NODES, SEARCH_DEPTH, mate_in};
use crate::game::settings::SHOW_THINKING;
use crate::game::{clock, record};
use crate::machine;
use crate::search::supervisor::Supervisor;

/// The key that ended the search, `key::NONE` if none did.
pub static PRESSED: Byte = Byte::new(0);
static TURN: Byte = Byte::new(0);
/// The fifth of a second that the spinner shows.
static BEAT: Byte = Byte::new(0);

// SAFETY: the turn is taken modulo four.
static SPINNER: Table<4, ByModule> = unsafe {
    Table::by_module([
        screen_code(b'.'),
        screen_code(b'o'),
        screen_code(b'O'),
        screen_code(b'o'),
    ])
};
/// At the end of the message, where nothing is as wide.
const SPINNER_CELL: i16 = MESSAGE_ROW as i16 * COLUMNS as i16 + END as i16 - 1;

/// Beats until a report is drawn, and whether one waits for the end of the search.
static REST: Byte = Byte::new(0);
static OWED: Byte = Byte::new(0);
/// Tenths of a second that the move had taken before the search.
static BEGUN: Word = Word::new(0);
/// Reports that follow each other faster cannot be read, and drawing one takes as long as three nodes.
const REPORT_BEATS: u8 = 5;

/// Before a search.
pub fn begin() {
    PRESSED.set(key::NONE);
    REST.set(REPORT_BEATS);
    BEGUN.set(clock::this_move());
}

/// What an earlier search found is not about the position any more.
#[inline(never)]
pub fn clear() {
    OWED.set(0);
    HAS_SECOND_ROW.set(0);
    canvas::clear_rows(COLUMN, THINKING_ROW, MESSAGE_ROW);
}

/// After a search: what it found last is shown.
pub fn end() {
    machine::screen::put(SPINNER_CELL, b' ', GREEN);
    if OWED.get() != 0 {
        show();
    }
}

/// Was the search ended by a key that forbids the move?
pub fn was_halted() -> bool {
    matches!(PRESSED.get(), key::F1 | key::STOP)
}

/// The player watches: a search shows that it is running, and a key ends it.
pub struct Display;

impl Supervisor for Display {
    #[inline(always)]
    fn cycles() -> u32 {
        machine::clock::cycles()
    }

    #[inline(always)]
    fn wants_move() -> bool {
        poll() || machine::stop::is_requested()
    }
}

/// Looks at the keyboard and, five times a second, at spinner and clock; true ends the search.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "MoveNow"))]
pub fn poll() -> bool {
    if BEAT.get() != machine::clock::beat() {
        beat();
    }
    if PRESSED.get() != key::NONE {
        return true;
    }
    let key = machine::keys::catch();
    if key == key::NONE {
        return false;
    }
    PRESSED.set(key);
    true
}

/// Another fifth of a second: the spinner, which is one cell, and once a second the clock.
#[inline(never)]
fn beat() {
    let beat = machine::clock::beat();
    BEAT.set(beat);
    if beat == 0 {
        timing::pass();
    }
    REST.set(REST.get().saturating_sub(1));
    let turn = TURN.get().wrapping_add(1);
    TURN.set(turn);
    machine::screen::put(SPINNER_CELL, SPINNER.get(turn & 3), GREEN);
}

/// After an iteration or a new best move: depth and seconds, score, best line, nodes.
pub fn report() {
    OWED.set(1);
    if REST.get() == 0 {
        show();
    }
}

#[inline(never)]
pub fn show() {
    OWED.set(0);
    REST.set(REPORT_BEATS);
    timing::pass();
    if SHOW_THINKING.get() == 0 {
        return;
    }
    at(COLUMN, THINKING_ROW);
    ink(CYAN);
    let score = BEST_SCORE.get();
    let size = score.unsigned_abs();
    let mover = SIDE.get();
    let better = if score < 0 { mover.other() } else { mover };
    let mate = mate_in();
    if let Some(moves) = mate {
        canvas::text(Text::MateIn);
        canvas::small_number(moves.unsigned_abs());
    } else {
        canvas::text(Text::Depth);
        canvas::small_number(SEARCH_DEPTH.get());
        canvas::ascii(b' ');
        let tenths = clock::this_move() - BEGUN.get();
        canvas::decimal(tenths as u16, 2, 1);
        canvas::ascii(b's');
    }
    fill_to(END);
    // Who stands better, whoever thinks: `White +0.34`.
    at(COLUMN, THINKING_ROW + 1);
    panel::side_name(better);
    if mate.is_some() {
        canvas::text(Text::Wins);
    } else {
        canvas::text(Text::Better);
        canvas::decimal(size, 3, 2);
    }
    fill_to(END);
    at(COLUMN, THINKING_ROW + 4);
    draw_nodes();
    fill_to(END);
    draw_line();
    panel::set_bar(better, size);
}

/// `1234 nodes`, and from 65,536 on `64K nodes`, which is enough for a day.
fn draw_nodes() {
    let [_, low, middle, _] = NODES.get().to_le_bytes();
    if middle == 0 {
        canvas::number(NODES.get() as u16);
    } else {
        canvas::number(u16::from_le_bytes([low, middle]) >> 2);
        canvas::ascii(b'K');
    }
    canvas::text(Text::Nodes);
}

/// Does the line on the screen go on in the second row? Blanking a row costs as much as half a node.
static HAS_SECOND_ROW: Byte = Byte::new(0);
/// Its first row.
const LINE_ROW: u8 = THINKING_ROW + 2;

/// The best line on two rows, as the list of moves has it.
#[inline(never)]
fn draw_line() {
    at(COLUMN, LINE_ROW);
    ink(WHITE);
    let mut made = 0;
    let mut second_row = false;
    while made < LENGTH && LINE.get(2 * made) != NO_MOVE {
        if canvas::column() > END - panel::MOVE_WIDTH {
            if second_row {
                break;
            }
            second_row = true;
            fill_to(END);
            at(COLUMN, LINE_ROW + 1);
        }
        let mv = Move::new(LINE.get(2 * made), LINE.get(2 * made + 1));
        record::make_and_spell(mv);
        panel::spelled_briefly();
        canvas::ascii(b' ');
        made += 1;
    }
    fill_to(END);
    if HAS_SECOND_ROW.get() > u8::from(second_row) {
        canvas::clear_rows(COLUMN, LINE_ROW + 1, LINE_ROW + 2);
    }
    HAS_SECOND_ROW.set(u8::from(second_row));
    while made > 0 {
        unmake();
        made -= 1;
    }
}
