//! The menu: every command with its letter and, for a setting, its value.
//!
//! The items are numbered as their names are in `text`; the settings stand together in the order of `settings`.

use super::canvas::{self, CYAN, WHITE, YELLOW, at, ink};
use super::text::Text;
use super::{app, panel, screens};
use crate::cells::{Byte, Table};
use crate::codes::key;
use crate::game::book;
use crate::game::settings::{self, Setting};

const ITEMS: u8 = 27;
/// Items of the left column; the right one begins with the settings.
const COLUMN_ITEMS: u8 = 14;
const FIRST_SETTING: u8 = COLUMN_ITEMS;
const FIRST_ROW: u8 = 4;
/// Columns of the two columns, and where their texts end.
const LEFT: u8 = 1;
const RIGHT: u8 = 21;
const WIDTH: u8 = 19;

/// The letter of each item is its command.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "HIGH"))]
static LETTERS: Table<27> = Table(*b"nurixdqjymapwgslcvkzotfbe?\x8c");

/// What the first value of each setting is called.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "HIGH"))]
#[rustfmt::skip]
static FIRST_VALUES: Table<10> = Table([
    Text::HumanWhite as u8, Text::Level as u8, Text::ByLevel as u8, Text::Off as u8, Text::Green as u8,
    Text::Off as u8, Text::Off as u8, Text::Off as u8, Text::Off as u8, Text::HideNone as u8,
]);

static CHOSEN: Byte = Byte::new(0);
/// The item of the setting that was changed last.
static CHANGED: Byte = Byte::new(0);

#[inline(never)]
pub fn open() {
    screens::show(app::MENU, Text::MenuScreen);
    draw_items();
}

#[inline(never)]
fn draw_items() {
    let mut index = 0;
    while index < ITEMS {
        draw_item(index);
        index += 1;
    }
}

#[inline(never)]
fn draw_item(index: u8) {
    let (column, row) = if index < COLUMN_ITEMS {
        (LEFT, index)
    } else {
        (RIGHT, index - COLUMN_ITEMS)
    };
    at(column, FIRST_ROW + row);
    let chosen = index == CHOSEN.get();
    ink(if chosen { YELLOW } else { CYAN });
    draw_letter(LETTERS.get(index));
    canvas::ascii(b' ');
    ink(if chosen { YELLOW } else { WHITE });
    canvas::nth_text(Text::NewGame, index);
    draw_value(index);
    canvas::fill_to(column + WIDTH);
}

/// The value of an item that is a setting.
#[inline(never)]
fn draw_value(index: u8) {
    let setting = index.wrapping_sub(FIRST_SETTING);
    if setting < settings::COUNT {
        canvas::nth_text_after(FIRST_VALUES.get(setting), Setting(setting).get());
    }
}

/// Says what the setting that was changed last is now.
#[inline(never)]
pub fn say_changed() {
    panel::say_nth(Text::NewGame, CHANGED.get());
    at(panel::COLUMN, panel::INPUT_ROW);
    draw_value(CHANGED.get());
}

/// The key of an item.
#[inline(never)]
pub fn draw_letter(letter: u8) {
    canvas::ascii(match letter {
        key::LEFT_ARROW => b'<',
        letter => letter.to_ascii_uppercase(),
    });
}

/// The item with this letter, or `ITEMS`.
#[inline(never)]
fn find(letter: u8) -> u8 {
    let mut index = 0;
    while index < ITEMS && LETTERS.get(index) != letter {
        index += 1;
    }
    index
}

/// A key in the menu.
#[inline(never)]
pub fn key(key: u8) {
    let chosen = CHOSEN.get();
    match key {
        key::UP => choose(chosen.wrapping_sub(1)),
        key::DOWN => choose(chosen + 1),
        key::LEFT | key::RIGHT => {
            let other = if chosen < COLUMN_ITEMS {
                chosen + COLUMN_ITEMS
            } else {
                chosen - COLUMN_ITEMS
            };
            choose(other.min(ITEMS - 1));
        }
        key::F1 | key::STOP => app::show_board(),
        _ if key::chooses(key) => execute(LETTERS.get(chosen)),
        _ => execute(key::lower(key)),
    }
}

#[inline(never)]
fn choose(index: u8) {
    let old = CHOSEN.get();
    CHOSEN.set(match index {
        ITEMS => 0,
        0..ITEMS => index,
        _ => ITEMS - 1,
    });
    draw_item(old);
    draw_item(CHOSEN.get());
}

/// Settings change in place; commands leave the menu first.
fn execute(letter: u8) {
    if change(letter) {
        draw_items();
    } else if find(letter) != ITEMS {
        app::show_board();
        app::command(letter);
    }
}

/// Changes the setting with this letter, if there is one.
#[inline(never)]
pub fn change(letter: u8) -> bool {
    let level = settings::LEVEL.get();
    let wanted = match letter {
        b'1'..=b'7' => letter - b'0',
        b'+' => level + 1,
        b'-' => level - 1,
        _ => 0,
    };
    if matches!(wanted, 1..=settings::LEVELS) {
        settings::LEVEL.set(wanted);
        CHANGED.set(FIRST_SETTING + settings::LEVEL.0);
        return true;
    }
    let item = find(letter);
    let setting = item.wrapping_sub(FIRST_SETTING);
    if setting >= settings::COUNT {
        return false;
    }
    CHANGED.set(item);
    Setting(setting).advance();
    if setting == settings::PLAYERS.0 {
        // Whoever plays Black alone sits on that side of the board.
        settings::FLIPPED.set(u8::from(settings::PLAYERS.get() == settings::HUMAN_BLACK));
    }
    book::ENABLED.set(settings::BOOK.get());
    true
}
