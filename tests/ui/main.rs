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
use squares64::codes::key;
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
