//! Screens that wait for a key: the title and the list of keys.

use super::canvas::{self, CYAN, WHITE, YELLOW, at, ink};
use super::charset;
use super::machine::screen;
use super::text::Text;
use super::{app, canvas::row_start};

const HELP_LINES: u8 = 12;

pub fn title() {
    app::STATE.set(app::TITLE);
    canvas::clear_rows(0, 0, 25);
    at(15, 4);
    ink(YELLOW);
    canvas::text(Text::Title);
    draw_pieces();
    at(7, 15);
    ink(WHITE);
    canvas::text(Text::Subtitle);
    at(14, 20);
    ink(CYAN);
    canvas::text(Text::PressKey);
}

/// The six pieces in a row, on squares of both colours.
fn draw_pieces() {
    let mut kind = 1;
    while kind <= 6 {
        let mut cell = 0;
        while cell < 9 {
            let (line, column) = (cell / 3, cell % 3);
            let code = charset::piece(kind, kind & 1 != 0) + cell;
            let place = row_start(8 + line) + i16::from(8 + kind * 3 + column);
            screen::put(place, code, 8 | if kind > 3 { WHITE } else { 6 });
            cell += 1;
        }
        kind += 1;
    }
}

pub fn help() {
    app::STATE.set(app::HELP);
    canvas::clear_rows(0, 0, 25);
    let mut line = 0;
    while line < HELP_LINES {
        at(0, 2 + line);
        ink(if line == 0 { YELLOW } else { WHITE });
        canvas::nth_text(Text::Help1, line);
        line += 1;
    }
}
