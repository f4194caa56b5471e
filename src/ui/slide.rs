//! A piece on its way: it slides from its square to the next one as a sprite, in 24 frames, about half a second.
//!
//! A square is 24 pixels wide and high, so that a piece advances each frame by as many pixels as squares lie between. A key
//! ends the way at once. The clocks stand meanwhile: nobody pays for the picture.

use super::view::{self, LEFT};
use super::{thinking, timing};
use crate::board::moves::Move;
use crate::board::piece::{Piece, kind};
use crate::board::square::{A8, Square, file, row};
use crate::codes::charset::{self, LIGHT};
use crate::codes::key;
use crate::game::settings;
use crate::machine::{keys, screen};

/// Frames of the way, and pixels of a square.
pub const FRAMES: u8 = 24;
/// A sprite is three bytes wide and 21 rows high: all rows of a piece but its first and its last two, which are empty.
const BYTES: u8 = 63;
const FIRST_LINE: u8 = 1;
/// Where the upper left square's piece is, in coordinates of sprites.
pub const FIRST_X: u8 = 24 + 8 * LEFT;
pub const FIRST_Y: u8 = 50 + FIRST_LINE;

/// The piece that made a move arrives where it went. The board has the move already, the screen has not; the square is drawn
/// at the end, and nothing else of the move.
#[inline(never)]
pub fn show(piece: Piece, mv: Move) {
    if settings::SLIDES.get() == 0
        || thinking::PRESSED.get() != key::NONE
        || kind(piece).bits() == 0
    {
        return;
    }
    compose(kind(piece).bits());
    let (from, to) = (view::seen(mv.from), view::seen(mv.destination()));
    screen::place_sprite(FIRST_X, FIRST_Y);
    travel(A8, from);
    screen::show_sprite(view::ink(mv.from, piece));
    view::square(mv.from);
    travel(from, to);
    view::square(mv.destination());
    screen::hide_sprite();
    timing::start();
}

/// Leads the sprite over the squares between two places of the screen: at once while nobody sees it, otherwise frame by frame
/// until a key is pressed.
#[inline(never)]
fn travel(from: Square, to: Square) {
    let mut left = FRAMES;
    while left != 0 {
        screen::move_sprite(
            file(to).wrapping_sub(file(from)),
            row(to).wrapping_sub(row(from)),
        );
        left -= 1;
        if screen::is_sprite_shown() {
            screen::wait_frame();
            keys::watch();
            if keys::is_waiting() {
                return;
            }
        }
    }
}

/// Makes a sprite of a piece's characters. Pairs of bits: what is the square becomes transparent, the body has the sprite's
/// own colour, the outline the first of those that sprites share.
fn compose(kind: u8) {
    let mut code = charset::piece(kind, false);
    let mut line = FIRST_LINE;
    let mut column = 0;
    let mut place = 0;
    while place < BYTES {
        screen::set_sprite(place, screen::pattern(code + column, line) ^ LIGHT);
        place += 1;
        column += 1;
        if column == 3 {
            column = 0;
            line += 1;
            if line == 8 {
                line = 0;
                code += 3;
            }
        }
    }
}
