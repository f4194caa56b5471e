//! The game as PGN text: seven tags, the start when it is not the initial position, the moves, the result; and a position as
//! FEN.
//!
//! Written by `canvas`, which sends everything to the disk's buffer meanwhile.

use super::canvas::{self, ascii, text};
use super::text::Text;
use super::{app, panel, screens};
use crate::board::piece::{BLACK, EMPTY, Side, WHITE, is_white, kind};
use crate::board::ply::ROOT;
use crate::board::position::{BOARD, CLOCK, SIDE};
use crate::board::square::from_index;
use crate::game::record::{self, LETTERS};
use crate::game::{outcome, settings};

/// Lines end before this column.
const WIDTH: u8 = 72;

/// Writes the text into the disk's empty buffer.
pub fn write() {
    canvas::write_to_file(true);
    text(Text::PgnHead);
    player(WHITE);
    text(Text::PgnBlack);
    player(BLACK);
    text(Text::PgnResult);
    result();
    if !record::is_standard() {
        text(Text::PgnStart);
        let played = record::played();
        record::rewind();
        fen();
        record::go_to(played);
    }
    text(Text::PgnTagEnd);
    moves();
    result();
    ascii(b'\n');
    canvas::write_to_file(false);
}

#[inline(never)]
fn player(side: Side) {
    if settings::computer_plays(side) {
        text(Text::PgnComputer);
        canvas::nth_text(Text::Level, settings::LEVEL.get());
    } else {
        text(Text::PgnHuman);
    }
}

/// The result belongs to the end of the record, not to a place in it.
#[inline(never)]
fn result() {
    let over = outcome::is_over() && record::played() == record::known();
    canvas::nth_text(
        Text::BlackWins,
        if over {
            outcome::winner()
        } else {
            outcome::UNDECIDED
        },
    );
}

/// A space, or a new line when the next word might not fit.
#[inline(never)]
fn gap() {
    ascii(if canvas::column() >= WIDTH {
        b'\n'
    } else {
        b' '
    });
}

fn moves() {
    let mut ply = 0;
    while ply != record::known() {
        let black = record::side(ply) != WHITE;
        if !black || ply == 0 {
            canvas::number(record::number(ply));
            ascii(b'.');
            if black {
                ascii(b'.');
                ascii(b'.');
            }
            gap();
        }
        record::spell(ply);
        panel::spelled();
        gap();
        ply += 1;
    }
}

/// The position on the board as FEN.
#[inline(never)]
fn fen() {
    let mut empty = b'0';
    let mut index = 0;
    while index < 64 {
        let piece = BOARD.get(from_index(index));
        let ends_row = index & 7 == 7;
        if piece == EMPTY {
            empty += 1;
        }
        if empty != b'0' && (piece != EMPTY || ends_row) {
            ascii(empty);
            empty = b'0';
        }
        if piece != EMPTY {
            let letter = LETTERS.get(kind(piece).bits());
            ascii(if is_white(piece) {
                letter
            } else {
                letter | 0x20
            });
        }
        if ends_row && index != 63 {
            ascii(b'/');
        }
        index += 1;
    }
    ascii(b' ');
    ascii(if SIDE.get() == WHITE { b'w' } else { b'b' });
    ascii(b' ');
    panel::rights_and_en_passant();
    ascii(b' ');
    canvas::small_number(CLOCK.get(ROOT));
    ascii(b' ');
    canvas::number(record::number(record::played()));
}

/// The position on the board as FEN, on a screen of its own.
pub fn show_fen() {
    screens::show(app::HELP, Text::FenScreen);
    canvas::run_over();
    fen();
}
