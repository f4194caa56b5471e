//! What the player has chosen: who plays, how well, and what is shown.

use crate::board::piece::{BLACK, WHITE};
use crate::cells::Byte;

/// Who moves the pieces.
pub const HUMAN_WHITE: u8 = 0;
pub const HUMAN_BLACK: u8 = 1;
pub const TWO_HUMANS: u8 = 2;
pub const DEMO: u8 = 3;

pub static PLAYERS: Byte = Byte::new(HUMAN_WHITE);
pub static LEVEL: Byte = Byte::new(3);
pub static SCHEME: Byte = Byte::new(0);
pub static SOUND: Byte = Byte::new(1);
pub static SHOW_THINKING: Byte = Byte::new(1);
pub static FLIPPED: Byte = Byte::new(0);
/// Think while the human thinks.
pub static PONDER: Byte = Byte::new(0);
/// Bit 0 hides the white pieces, bit 1 the black ones.
pub static HIDDEN: Byte = Byte::new(0);

pub fn computer_plays(side: u8) -> bool {
    match PLAYERS.get() {
        HUMAN_WHITE => side == BLACK,
        HUMAN_BLACK => side == WHITE,
        TWO_HUMANS => false,
        _ => true,
    }
}

/// The other side becomes the human's; two humans or none stay as they are.
pub fn swap_sides() {
    let players = PLAYERS.get();
    if players <= HUMAN_BLACK {
        PLAYERS.set(players ^ 1);
    }
}

pub fn toggle(setting: &Byte) {
    setting.set(setting.get() ^ 1);
}
