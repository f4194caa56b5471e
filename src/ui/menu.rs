//! The menu: every command with its letter and, for a setting, its value.

use super::canvas::{self, CYAN, WHITE, YELLOW, at, ink};
use super::text::Text;
use super::{app, key};
use crate::cells::Byte;
use crate::game::{book, clock, settings};

/// Letter and name of an item; the letter is its command.
struct Item {
    letter: u8,
    name: Text,
}

const fn item(letter: u8, name: Text) -> Item {
    Item { letter, name }
}

pub const ITEMS: u8 = 27;
/// Items of the left column.
const COLUMN_ITEMS: u8 = 14;
const FIRST_ROW: u8 = 4;

#[cfg_attr(target_vendor = "c64", unsafe(link_section = "HIGH"))]
#[rustfmt::skip]
static TABLE: [Item; ITEMS as usize] = [
    item(b'n', Text::NewGame),      item(b's', Text::Players),    item(b'l', Text::LevelItem),
    item(b'c', Text::ClockItem),    item(b'u', Text::TakeBack),   item(b'r', Text::Replay),
    item(b'i', Text::Hint),         item(b'x', Text::Exchange),   item(b'd', Text::DrawItem),
    item(b'q', Text::Resign),       item(b'j', Text::NextBest),   item(b'y', Text::Analyse),
    item(b'm', Text::MateSolver),   item(b'a', Text::WhoAttacks),
    item(b'p', Text::SetUp),        item(b'w', Text::Save),       item(b'g', Text::Load),
    item(b'e', Text::Export),       item(b'v', Text::Flip),       item(b'k', Text::Colours),
    item(b'z', Text::SoundItem),    item(b'o', Text::BookItem),   item(b't', Text::ThinkingItem),
    item(b'f', Text::PonderItem),   item(b'b', Text::BlindItem),  item(b'?', Text::HelpItem),
    item(key::LEFT_ARROW, Text::Leave),
];

static CHOSEN: Byte = Byte::new(0);

fn item_at(index: u8) -> &'static Item {
    &TABLE[usize::from(if index < ITEMS { index } else { 0 })]
}

#[inline(never)]
pub fn open() {
    app::STATE.set(app::MENU);
    canvas::clear_rows(0, 0, 25);
    at(2, 1);
    ink(YELLOW);
    canvas::text(Text::Title);
    canvas::bytes(b"  ");
    canvas::text(Text::MenuTitle);
    at(0, 23);
    ink(CYAN);
    canvas::text(Text::MenuHelp);
    draw_items();
}

fn draw_items() {
    let mut index = 0;
    while index < ITEMS {
        draw_item(index);
        index += 1;
    }
}

fn draw_item(index: u8) {
    let (column, row) = if index < COLUMN_ITEMS {
        (1, index)
    } else {
        (21, index - COLUMN_ITEMS)
    };
    let item = item_at(index);
    at(column, FIRST_ROW + row);
    ink(if index == CHOSEN.get() { YELLOW } else { WHITE });
    if item.letter == key::LEFT_ARROW {
        canvas::bytes(b"<-");
    } else {
        canvas::ascii(item.letter.to_ascii_uppercase());
        canvas::ascii(b' ');
    }
    canvas::text(item.name);
    draw_value(item.letter);
    canvas::fill_to(column + 19);
}

#[inline(never)]
fn draw_value(letter: u8) {
    match letter {
        b's' => canvas::nth_text(Text::HumanWhite, settings::PLAYERS.get()),
        b'l' => {
            let level = settings::LEVEL.get();
            canvas::ascii(b'0' + level);
            canvas::ascii(b' ');
            canvas::nth_text(Text::Beginner, level - 1);
        }
        b'c' => match clock::MODE.get() {
            clock::BY_LEVEL => canvas::text(Text::ByLevel),
            clock::EQUALITY => canvas::text(Text::Equality),
            _ => {
                canvas::number(u32::from(clock::MINUTES.get()));
                canvas::text(Text::Minutes);
            }
        },
        b'k' => canvas::nth_text(Text::Wood, settings::SCHEME.get()),
        b'z' => draw_switch(&settings::SOUND),
        b'o' => draw_switch(&book::ENABLED),
        b't' => draw_switch(&settings::SHOW_THINKING),
        b'f' => draw_switch(&settings::PONDER),
        b'b' => canvas::nth_text(Text::Off, settings::HIDDEN.get()),
        _ => {}
    }
}

fn draw_switch(setting: &Byte) {
    canvas::text(if setting.get() != 0 {
        Text::On
    } else {
        Text::Off
    });
}

/// A key in the menu.
#[inline(never)]
pub fn key(key: u8) {
    match key {
        key::UP => choose(CHOSEN.get().wrapping_sub(1)),
        key::DOWN => choose(CHOSEN.get() + 1),
        key::LEFT | key::RIGHT => {
            let chosen = CHOSEN.get();
            let other = if chosen < COLUMN_ITEMS {
                chosen + COLUMN_ITEMS
            } else {
                chosen - COLUMN_ITEMS
            };
            choose(other.min(ITEMS - 1));
        }
        key::F1 | key::STOP => app::show_board(),
        _ if key::chooses(key) => execute(item_at(CHOSEN.get()).letter),
        _ => execute(key::lower(key)),
    }
}

fn choose(index: u8) {
    let old = CHOSEN.get();
    let new = match index {
        ITEMS => 0,
        0..ITEMS => index,
        _ => ITEMS - 1,
    };
    CHOSEN.set(new);
    draw_item(old);
    draw_item(new);
}

/// Settings change in place; commands leave the menu first.
fn execute(letter: u8) {
    if change(letter) {
        draw_items();
    } else if TABLE.iter().any(|item| item.letter == letter) {
        app::show_board();
        app::command(letter);
    }
}

/// Changes the setting with this letter, if there is one.
pub fn change(letter: u8) -> bool {
    match letter {
        b's' => next(&settings::PLAYERS, 4),
        b'l' => {
            let level = settings::LEVEL.get();
            settings::LEVEL.set(if level == 7 { 1 } else { level + 1 });
        }
        b'1'..=b'7' => settings::LEVEL.set(letter - b'0'),
        b'c' => next_clock(),
        b'k' => next(&settings::SCHEME, super::view::SCHEMES),
        b'z' => settings::toggle(&settings::SOUND),
        b'o' => settings::toggle(&book::ENABLED),
        b't' => settings::toggle(&settings::SHOW_THINKING),
        b'f' => settings::toggle(&settings::PONDER),
        b'b' => next(&settings::HIDDEN, 4),
        b'v' => settings::toggle(&settings::FLIPPED),
        _ => return false,
    }
    true
}

#[inline(never)]
fn next(setting: &Byte, count: u8) {
    let value = setting.get() + 1;
    setting.set(if value == count { 0 } else { value });
}

/// By level, equal time, then whole games of 5, 10, 15, 30 and 60 minutes.
#[inline(never)]
fn next_clock() {
    let mode = clock::MODE.get();
    if mode < clock::GAME {
        clock::MODE.set(mode + 1);
        clock::MINUTES.set(5);
        return;
    }
    match clock::MINUTES.get() {
        5 => clock::MINUTES.set(10),
        10 => clock::MINUTES.set(15),
        15 => clock::MINUTES.set(30),
        30 => clock::MINUTES.set(60),
        _ => clock::MODE.set(clock::BY_LEVEL),
    }
}
