//! The menu: every command with its letter and, for a setting, its value.
//!
//! An item is one row of `MENU`. The build fails unless the rows are in the order of their names in `text`, and those of the
//! settings together and in the order of `settings`.

use super::canvas::{self, CYAN, WHITE, YELLOW, at, ink};
use super::text::Text;
use super::{app, panel, screens};
use crate::cells::{ByModule, Byte, Table};
use crate::codes::key;
use crate::game::settings::{self, Setting};
use crate::game::{book, clock};

/// An item: its name, the letter that is its command and, for a setting, what its first value is called.
struct Item {
    name: Text,
    letter: u8,
    setting: Option<(Setting, Text)>,
}

const fn command(name: Text, letter: u8) -> Item {
    Item {
        name,
        letter,
        setting: None,
    }
}

const fn setting(name: Text, letter: u8, setting: Setting, first_value: Text) -> Item {
    Item {
        name,
        letter,
        setting: Some((setting, first_value)),
    }
}

#[rustfmt::skip]
const MENU: [Item; 34] = [
    command(Text::NewGame,      b'n'),
    command(Text::Go,           b' '),
    command(Text::TakeBack,     b'u'),
    command(Text::Replay,       b'r'),
    command(Text::Hint,         b'i'),
    command(Text::Exchange,     b'x'),
    command(Text::DrawItem,     b'd'),
    command(Text::Resign,       b'q'),
    command(Text::NextBest,     b'j'),
    command(Text::Analyse,      b'y'),
    command(Text::MateSolver,   b'm'),
    command(Text::WhoAttacks,   b'a'),
    command(Text::SetUp,        b'p'),
    command(Text::Fen,          b'/'),
    command(Text::Save,         b'w'),
    command(Text::Load,         b'g'),
    command(Text::Export,       b'e'),
    setting(Text::Players,      b's', settings::PLAYERS,       Text::HumanWhite),
    setting(Text::LevelItem,    b'l', settings::LEVEL,         Text::Level),
    setting(Text::ClockItem,    b'c', settings::CLOCK,         Text::ByLevel),
    // Numbers have no names.
    setting(Text::MinutesItem,  b':', settings::MINUTES,       Text::Nothing),
    setting(Text::IncrementItem, b'=', settings::INCREMENT,    Text::Nothing),
    setting(Text::Flip,         b'v', settings::FLIPPED,       Text::Off),
    setting(Text::Colours,      b'k', settings::SCHEME,        Text::Green),
    setting(Text::SoundItem,    b'z', settings::SOUND,         Text::Off),
    setting(Text::BookItem,     b'o', settings::BOOK,          Text::Off),
    setting(Text::ThinkingItem, b't', settings::SHOW_THINKING, Text::Off),
    setting(Text::PonderItem,   b'f', settings::PONDER,        Text::Off),
    setting(Text::ResignItem,   b'h', settings::RESIGNS,       Text::Off),
    setting(Text::StyleItem,    b';', settings::STYLE,         Text::Normal),
    setting(Text::SlideItem,    b'*', settings::SLIDES,        Text::Off),
    setting(Text::BlindItem,    b'b', settings::HIDDEN,        Text::HideNone),
    command(Text::HelpItem,     b'?'),
    command(Text::Leave,        key::LEFT_ARROW),
];

const ITEMS: u8 = MENU.len() as u8;
/// The first setting begins the right column, so the items before it are the left one.
const FIRST_SETTING: u8 = first_setting();
const COLUMN_ITEMS: u8 = FIRST_SETTING;
const _: () = assert!(ITEMS == 2 * COLUMN_ITEMS);
const LEVEL: u8 = FIRST_SETTING + settings::LEVEL.place();
const FIRST_ROW: u8 = 4;
/// Columns of the two columns, and where their texts end.
const LEFT: u8 = 1;
const RIGHT: u8 = 21;
const WIDTH: u8 = 19;

const fn first_setting() -> u8 {
    let mut item = 0;
    while MENU[item].setting.is_none() {
        item += 1;
    }
    item as u8
}

/// The letter of each item is its command.
// SAFETY: items are counted to below `ITEMS`.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "HIGH"))]
static LETTERS: Table<{ ITEMS as usize }, ByModule> = unsafe {
    Table::by_module({
        let mut letters = [0; ITEMS as usize];
        let mut item = 0;
        while item < letters.len() {
            // Names are drawn by their number.
            assert!(MENU[item].name as usize == MENU[0].name as usize + item);
            letters[item] = MENU[item].letter;
            item += 1;
        }
        letters
    })
};

/// What the first value of each setting is called.
// SAFETY: a setting is below `settings::COUNT`.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "HIGH"))]
static FIRST_VALUES: Table<{ settings::COUNT as usize }, ByModule> = unsafe {
    Table::by_module({
        let mut values = [0; settings::COUNT as usize];
        let mut place = 0;
        while place < values.len() {
            let Some((setting, first_value)) = MENU[FIRST_SETTING as usize + place].setting else {
                panic!("the settings stand together");
            };
            assert!(
                setting.place() as usize == place,
                "in the order of `settings`"
            );
            values[place] = first_value as u8;
            place += 1;
        }
        values
    })
};

static CHOSEN: Byte = Byte::new(0);
/// The item of the setting that was changed last.
static CHANGED: Byte = Byte::new(0);

#[inline(never)]
pub fn open() {
    screens::show(app::MENU, Text::MenuScreen);
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
        let (first, value) = (FIRST_VALUES.get(setting), Setting::at(setting).get());
        if first == Text::Nothing as u8 {
            canvas::small_number(value);
        } else {
            canvas::nth_text_after(first, value);
        }
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
        // Beyond the settings there is no column: they go up, and with the button around, so that a stick is enough.
        key::RIGHT if chosen >= COLUMN_ITEMS => execute(b'+'),
        key::RIGHT => choose(chosen + COLUMN_ITEMS),
        key::LEFT if chosen >= COLUMN_ITEMS => choose(chosen - COLUMN_ITEMS),
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
        choose(CHANGED.get());
        // The board turns with the player.
        draw_item(FIRST_SETTING + settings::FLIPPED.place());
    } else if find(letter) != ITEMS {
        app::show_board();
        app::command(letter);
    }
}

/// Changes the setting with this letter, if there is one. A digit is a level; `+` and `-` change the setting under the cursor of the
/// menu and the level on the board.
#[inline(never)]
pub fn change(letter: u8) -> bool {
    if matches!(letter, b'1'..=b'7') {
        settings::LEVEL.set(letter - b'0');
        CHANGED.set(LEVEL);
        return true;
    }
    let steps = matches!(letter, b'+' | b'-');
    let item = if !steps {
        find(letter)
    } else if app::STATE.get() == app::MENU {
        CHOSEN.get()
    } else {
        LEVEL
    };
    let setting = item.wrapping_sub(FIRST_SETTING);
    if setting >= settings::COUNT {
        return false;
    }
    CHANGED.set(item);
    if steps {
        // The comma is between them.
        let by = b','.wrapping_sub(letter);
        Setting::at(setting).take(Setting::at(setting).get().wrapping_add(by));
    } else {
        Setting::at(setting).advance();
    }
    if setting == settings::PLAYERS.place() {
        // Whoever plays Black alone sits on that side of the board.
        settings::FLIPPED.set(u8::from(settings::PLAYERS.get() == settings::HUMAN_BLACK));
    }
    // What the clocks show is time used in some modes and time left in others.
    if setting == settings::CLOCK.place() || setting == settings::MINUTES.place() {
        clock::reset();
    }
    book::ENABLED.set(settings::BOOK.get());
    true
}
