//! What the player has chosen: who plays, how well, and what is shown.
//!
//! The settings are bytes of one array, in the order of the menu, so that the menu can go through them.

use super::clock;
use crate::board::piece::{BLACK, Side, WHITE};
use crate::cells::{ByModule, Bytes, Table};
use crate::eval::style;
use crate::search::level;

/// Who moves the pieces.
pub const HUMAN_WHITE: u8 = 0;
pub const HUMAN_BLACK: u8 = 1;
pub const TWO_HUMANS: u8 = 2;
pub const DEMO: u8 = 3;

/// Levels 1 to 7 are the engine's; from 8 on the Standard player looks one, two and three half moves ahead.
pub const LEVELS: u8 = 10;
pub const LAST_ENGINE_LEVEL: u8 = level::INFINITE_LEVEL;
pub const SCHEMES: u8 = 4;

/// A setting by its place in the array.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Setting(u8);

/// Declares the settings, a row each: name, value before anyone changes it, number of values.
macro_rules! settings {
    ($($(#[$about:meta])* $name:ident = $default:expr, of $values:expr;)*) => {
        /// The places, in the order of the rows.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Place {
            $($name,)*
        }
        $($(#[$about])* pub const $name: Setting = Setting(Place::$name as u8);)*
        pub const COUNT: u8 = [$(Place::$name),*].len() as u8;

        /// What a setting has before anyone changes it.
        // SAFETY: a `Setting` is one of `settings!` or `at` a place below `COUNT`.
        #[cfg_attr(target_vendor = "c64", unsafe(link_section = "HIGH"))]
        static DEFAULTS: Table<{ COUNT as usize }, ByModule> = unsafe { Table::by_module([$($default),*]) };
        /// How many values it has; those that count from 1 have one less.
        // SAFETY: a `Setting` is one of `settings!` or `at` a place below `COUNT`.
        #[cfg_attr(target_vendor = "c64", unsafe(link_section = "HIGH"))]
        static CHOICES: Table<{ COUNT as usize }, ByModule> = unsafe { Table::by_module([$($values),*]) };
    };
}

settings! {
    PLAYERS = HUMAN_WHITE, of 4;
    LEVEL = 3, of LEVELS + 1;
    /// One of the modes of `clock`.
    CLOCK = clock::BY_LEVEL, of clock::MODES;
    /// Minutes for a game or for forty moves, and seconds that a move brings.
    MINUTES = 5, of clock::MOST_MINUTES + 1;
    INCREMENT = 0, of clock::MOST_INCREMENT + 1;
    FLIPPED = 0, of 2;
    SCHEME = 0, of SCHEMES;
    SOUND = 1, of 2;
    BOOK = 1, of 2;
    SHOW_THINKING = 1, of 2;
    /// Think while the human thinks.
    PONDER = 0, of 2;
    /// May the computer resign?
    RESIGNS = 1, of 2;
    /// How it likes to play, see `eval::style`.
    STYLE = style::NORMAL, of style::STYLES;
    /// Do pieces slide to their squares?
    SLIDES = 1, of 2;
    /// Bit 0 hides the white pieces, bit 1 the black ones.
    HIDDEN = 0, of 4;
}

// SAFETY: a `Setting` is one of `settings!` or `at` a place below `COUNT`.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "Settings"))]
static VALUES: Bytes<{ COUNT as usize }, ByModule> = unsafe { Bytes::by_module(0) };

impl Setting {
    /// The setting of a place that is counted: below `COUNT`, which the host checks.
    #[inline(always)]
    pub fn at(place: u8) -> Setting {
        if cfg!(not(target_vendor = "c64")) {
            assert!(place < COUNT, "setting {place} of {COUNT}");
        }
        Setting(place)
    }

    #[inline(always)]
    pub const fn place(self) -> u8 {
        self.0
    }

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
        if !self.take(self.get() + 1) {
            self.set(self.first());
        }
    }

    /// Takes a value if it is one of those that the setting has.
    #[cfg_attr(target_vendor = "c64", unsafe(link_section = "HIGH"))]
    #[inline(never)]
    pub fn take(self, value: u8) -> bool {
        let exists = value >= self.first() && value < CHOICES.get(self.0);
        if exists {
            self.set(value);
        }
        exists
    }

    /// Levels and minutes count from 1.
    fn first(self) -> u8 {
        u8::from(self == LEVEL || self == MINUTES)
    }
}

/// All settings as they are when the program starts. Compiled where it is called, at the start and in the title: that memory
/// costs nothing.
#[inline(always)]
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
