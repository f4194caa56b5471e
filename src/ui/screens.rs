//! Screens that wait for a key: the title and the list of keys.

use super::canvas::{self, WHITE};
use super::text::Text;
use super::{app, view};
use crate::board::piece::{BISHOP, KING, KNIGHT, QUEEN, ROOK};
use crate::cells::Table;

/// Row and column of the title's first piece.
const PIECES_ROW: u8 = 8;
const PIECES_COLUMN: u8 = 8;

/// Both sides' pieces as they stand at the start.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "HIGH"))]
static PIECES: Table<8> = Table([ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK]);

#[inline(never)]
pub fn title() {
    show(app::TITLE, Text::TitleScreen);
    view::set_colours();
    let mut file = 0;
    while file < 8 {
        let column = PIECES_COLUMN + 3 * file;
        let kind = PIECES.get(file);
        view::piece_at(column, PIECES_ROW, kind, view::BLUE);
        view::piece_at(column, PIECES_ROW + 3, kind, WHITE);
        file += 1;
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
