//! Famous games for whoever waits at the title, played on the board of the program with notes beside it.
//!
//! `tools/book/src/games.rs` describes the bytes and `make book` writes them from `book/famous.games`. A move is a number in
//! the list of legal moves, so that whatever is played here is legal.

use super::tune;
use crate::board::legal::for_each_legal;
use crate::board::moves::Move;
use crate::c64::{keys, screen};
use crate::cells::{ByModule, Table, Word};
use crate::codes::key;
use crate::game::{outcome, record, settings};
use crate::ui::{app, canvas, panel, play};

const PACKED: &[u8] = include_bytes!("games.bin");
// SAFETY: a reader stops at the marks of its end.
static GAMES: Table<{ PACKED.len() }, ByModule> =
    unsafe { Table::by_module(*PACKED.first_chunk().unwrap()) };

/// Bytes that are no moves.
const NOTE: u8 = 0xfe;
const END: u8 = 0xff;

/// Frames after a move, after a note and after a game.
const PACE: u8 = 50;
const READING: u8 = 75;
const LAST_LOOK: u8 = 200;

/// The next byte of the games, and the head of the one that is played.
#[unsafe(link_section = "ONCE")]
static PLACE: Word = Word::new(0);
#[unsafe(link_section = "ONCE")]
static HEAD: Word = Word::new(0);

#[inline(never)]
fn next() -> u8 {
    let place = PLACE.get();
    PLACE.set(place + 1);
    GAMES.get_from(place as usize, 0)
}

/// Plays all games, or until a key is pressed; the settings are their defaults afterwards.
pub fn play_all() {
    settings::PLAYERS.set(settings::TWO_HUMANS);
    settings::SOUND.set(tune::IS_OFF.get() ^ 1);
    PLACE.set(0);
    while !is_game_interrupted() && GAMES.get_from(PLACE.get() as usize, 0) != 0 {}
    settings::reset();
}

/// Plays one game; true if a key was pressed.
fn is_game_interrupted() -> bool {
    begin();
    loop {
        let pause = match next() {
            END => return is_interrupted(LAST_LOOK),
            NOTE => {
                canvas::clear_rows(panel::COLUMN, panel::MESSAGE_ROW, canvas::ROWS);
                panel::begin_message();
                write_words();
                READING
            }
            number => {
                make(number);
                PACE
            }
        };
        if is_interrupted(pause) {
            return true;
        }
    }
}

/// The board at the start of a game, and who played it.
fn begin() {
    screen::hide();
    record::begin();
    outcome::judge();
    play::show_last_move();
    panel::forget_opening();
    app::show_board();
    app::STATE.set(app::TITLE);
    HEAD.set(PLACE.get());
    write_head();
    screen::show();
}

fn write_head() {
    canvas::clear_rows(panel::COLUMN, panel::THINKING_ROW, panel::MESSAGE_ROW);
    canvas::at(panel::COLUMN, panel::THINKING_ROW);
    write_words();
}

/// Writes what follows, up to a 0.
#[inline(never)]
fn write_words() {
    loop {
        match next() {
            0 => return,
            b'/' => canvas::at(panel::COLUMN, panel::INPUT_ROW),
            character => canvas::ascii(character),
        }
    }
}

/// The legal move of a number.
fn make(number: u8) {
    let mut left = number;
    let mut chosen = Move::NONE;
    for_each_legal(|mv| {
        if left == 0 {
            chosen = mv;
        }
        left = left.wrapping_sub(1);
    });
    play::make_move(chosen);
    // What can be done after a game is not for whoever watches this one.
    if outcome::is_over() {
        let place = PLACE.get();
        PLACE.set(HEAD.get());
        write_head();
        PLACE.set(place);
    }
}

/// Lets frames pass; true as soon as a key is pressed.
#[inline(never)]
fn is_interrupted(frames: u8) -> bool {
    let mut left = frames;
    while left != 0 {
        screen::wait_frame();
        if keys::poll() != key::NONE {
            return true;
        }
        left -= 1;
    }
    false
}
