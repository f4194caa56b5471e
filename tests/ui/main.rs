//! The interface against the screen of arrays: keys in, cells and game state out.

mod by_hand;
mod chaos;
#[path = "../engine/mod.rs"]
mod engine;
mod files;
mod long_games;
mod menus;
mod picture;
mod problems;
mod results;
mod setting_up;
mod thinking;
mod typing;
mod words;

use squares64::board::piece::{BLACK, WHITE};
use squares64::board::position::SIDE;
use squares64::codes::{charset, key};
use squares64::eval::style;
use squares64::game::{clock, outcome, record, settings};
use squares64::machine::stop::STOP_REQUEST;
use squares64::machine::{self, disk, screen};
use squares64::ui::{app, computer, view};

/// A fresh program on its board with two human players, so that nothing moves by itself.
fn board() -> squares64::engine::Held {
    let guard = engine::lock();
    machine::clock::TENTHS.set(0);
    settings::reset();
    app::start();
    settings::PLAYERS.set(settings::TWO_HUMANS);
    settings::LEVEL.set(2);
    disk::STATUS.set(disk::DONE);
    // A search ends at its first look at the clock, as if someone kept a key down.
    STOP_REQUEST.set(1);
    app::show_board();
    guard
}

fn keys(text: &str) {
    for key in text.bytes() {
        app::turn(key);
    }
}

fn moves(text: &str) {
    for mv in text.split_whitespace() {
        keys(mv);
    }
}

/// The first row of the move list.
const MOVES: i16 = 11;

/// Row `row` of the panel, as text.
fn panel(row: i16) -> String {
    (25..40)
        .map(|column| match screen::code_at(row * 40 + column) {
            letter @ 1..=26 => char::from(letter + 0x60),
            code => char::from(code),
        })
        .collect::<String>()
        .trim()
        .to_string()
}

/// The time that the clock with its upper half in this row shows: `12:34`, or `1:02:03`. Its digits are two characters wide and high.
fn clock_shown(row: i16) -> String {
    let digit = |column: i16| {
        let cells = [(0, 0), (0, 1), (1, 0), (1, 1)];
        let codes = cells.map(|(down, right)| screen::code_at((row + down) * 40 + column + right));
        let mut digits = charset::LARGE_DIGITS.chunks(4);
        let place = digits.position(|quarters| quarters == codes);
        place.map_or_else(String::new, |digit| digit.to_string())
    };
    let number = |column: i16| digit(column) + &digit(column + 2);
    let hours = digit(28);
    let hours = if hours.is_empty() { hours } else { hours + ":" };
    format!("{hours}{}:{}", number(31), number(36))
}

/// Seconds that the clock of a side shows.
fn seconds(side: squares64::board::piece::Side) -> i32 {
    let digit = |index: u8| i32::from(clock::DIGITS.get(side.index() + index));
    let minutes = 10 * digit(clock::MINUTES + 2) + digit(clock::MINUTES);
    let seconds = 10 * digit(clock::SECONDS + 2) + digit(clock::SECONDS);
    (60 * digit(clock::HOUR) + minutes) * 60 + seconds
}

/// Sets the clock of a side to what it shows after so many seconds.
fn set_clock(side: squares64::board::piece::Side, seconds: i32) {
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    let digits = [
        seconds % 10,
        seconds / 10,
        minutes % 10,
        minutes / 10 % 6,
        minutes / 60,
    ];
    for (place, digit) in digits.into_iter().enumerate() {
        clock::DIGITS.set(side.index() + 2 * place as u8, digit as u8);
    }
}

fn message() -> String {
    panel(23)
}

fn whole_screen() -> String {
    (0..1000)
        .map(|cell| match screen::code_at(cell) {
            letter @ 1..=26 => char::from(letter + 0x60),
            code @ 32..=90 => char::from(code),
            _ => '#',
        })
        .collect()
}

/// The disk's buffer.
fn file_text() -> String {
    disk::rewind();
    (0..disk::LENGTH.get())
        .map(|_| char::from(disk::get()))
        .collect()
}

fn fen() -> String {
    squares64::board::fen::Fen(1).to_string()
}

fn menu_item(letter: u8) {
    app::turn(key::F1);
    app::turn(letter);
}
