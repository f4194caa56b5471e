//! Screens that wait for a key: the title and the list of keys.

use super::canvas::{self, CYAN, WHITE, YELLOW, at, ink};
use super::charset;
use super::text::Text;
use super::{app, view};

const HELP_LINES: u8 = 12;
/// Three columns before the first piece of the title.
const TITLE_CELL: i16 = 8 * 40 + 8;

#[inline(never)]
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
#[inline(never)]
fn draw_pieces() {
    let mut kind = 1;
    while kind <= 6 {
        let colour = 8 | if kind > 3 { WHITE } else { 6 };
        view::block(
            TITLE_CELL + i16::from(kind * 3),
            charset::piece(kind, kind & 1 != 0),
            1,
            colour,
        );
        kind += 1;
    }
}

#[inline(never)]
pub fn help() {
    app::STATE.set(app::HELP);
    canvas::clear_rows(0, 0, 25);
    ink(WHITE);
    canvas::lines(Text::Help1, HELP_LINES, 0, 2);
}
