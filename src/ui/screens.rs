//! Screens that wait for a key: the title and the list of keys.

use super::canvas::{self, WHITE};
use super::text::Text;
use super::{app, view};

/// Row and column of the title's first piece.
const PIECES_ROW: u8 = 8;
const PIECES_COLUMN: u8 = 11;

#[inline(never)]
pub fn title() {
    show(app::TITLE, Text::TitleScreen);
    let mut kind = 1;
    while kind <= 6 {
        let colour = if kind > 3 { WHITE } else { view::BLUE };
        view::piece_at(PIECES_COLUMN + 3 * (kind - 1), PIECES_ROW, kind, colour);
        kind += 1;
    }
}

pub fn help() {
    show(app::HELP, Text::HelpScreen);
}

/// A screen of its own.
#[inline(never)]
pub fn show(state: u8, text: Text) {
    app::STATE.set(state);
    canvas::clear();
    canvas::text(text);
}
