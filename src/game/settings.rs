//! What the player has chosen: who plays, how well, and what is shown.
//!
//! The settings are bytes of one array, in the order of the menu, so that the menu can go through them.

use super::clock;
use crate::board::piece::{BLACK, Side, WHITE};
use crate::cells::{Bytes, Table};

/// Who moves the pieces.
pub const HUMAN_WHITE: u8 = 0;
pub const HUMAN_BLACK: u8 = 1;
pub const TWO_HUMANS: u8 = 2;
pub const DEMO: u8 = 3;

/// Levels 1 to 7 are the engine's; from 8 on the Standard player looks one, two and three half moves ahead.
pub const LEVELS: u8 = 10;
pub const LAST_ENGINE_LEVEL: u8 = 7;
pub const SCHEMES: u8 = 4;

/// A setting by its place in the array.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Setting(pub u8);

pub const PLAYERS: Setting = Setting(0);
pub const LEVEL: Setting = Setting(1);
/// One of the modes of `clock`.
pub const CLOCK: Setting = Setting(2);
pub const FLIPPED: Setting = Setting(3);
pub const SCHEME: Setting = Setting(4);
pub const SOUND: Setting = Setting(5);
pub const BOOK: Setting = Setting(6);
pub const SHOW_THINKING: Setting = Setting(7);
/// Think while the human thinks.
pub const PONDER: Setting = Setting(8);
/// Bit 0 hides the white pieces, bit 1 the black ones.
pub const HIDDEN: Setting = Setting(9);
pub const COUNT: u8 = 10;

#[cfg_attr(
    all(target_vendor = "c64", feature = "program"),
    unsafe(export_name = "Settings")
)]
static VALUES: Bytes<10> = Bytes::new(0);
/// What a setting has before anyone changes it.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "HIGH"))]
static DEFAULTS: Table<10> = Table([HUMAN_WHITE, 3, clock::BY_LEVEL, 0, 0, 1, 1, 1, 0, 0]);
/// How many values it has; levels count from 1.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "HIGH"))]
static CHOICES: Table<10> = Table([4, LEVELS + 1, clock::MODES, 2, SCHEMES, 2, 2, 2, 2, 4]);

impl Setting {
    #[inline(always)]
    pub fn get(self) -> u8 {
        VALUES.get(self.0)
    }

    #[inline(always)]
    pub fn set(self, value: u8) {
        VALUES.set(self.0, value);
    }

    /// The next of its values, the first one after the last.
    pub fn advance(self) {
        let value = self.get() + 1;
        self.set(if value == CHOICES.get(self.0) {
            u8::from(self == LEVEL)
        } else {
            value
        });
    }
}

/// All settings as they are when the program starts.
pub fn reset() {
    let mut place = 0;
    while place < COUNT {
        VALUES.set(place, DEFAULTS.get(place));
        place += 1;
    }
}

#[inline(never)]
pub fn computer_plays(side: Side) -> bool {
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
