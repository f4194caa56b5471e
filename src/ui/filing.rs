//! Saving, loading and exporting: asks for name and device, does it, and says how it went. What the drive refuses it says in
//! its own words, and name and device can be changed; a file that exists is replaced when the player says so. The cursor reads
//! the disk's directory and goes through its sequential files; with a name for a file that has none, a joystick is enough.

use super::canvas::{self, WHITE, YELLOW, at, ink};
use super::text::Text;
use super::{app, archive, computer, panel, pgn, pgn_reader, screens};
use crate::cells::{ByModule, Byte, Table};
use crate::codes::charset::screen_code;
use crate::codes::key;
use crate::engine;
use crate::game::record;
use crate::machine::disk::{self, DEVICE, NAME_LENGTH};

/// What is done with the file.
const SAVE: u8 = 0;
const LOAD: u8 = 1;
const EXPORT: u8 = 2;

const FIRST_DEVICE: u8 = 8;
const LAST_DEVICE: u8 = 11;
const NAME_ROW: u8 = 5;
const ANSWER_ROW: u8 = 10;
/// Where `DiskScreen` says what the keys do.
const HELP_ROW: u8 = 15;

static TASK: Byte = Byte::new(0);
/// The file of the directory in the disk's buffer whose name was taken, from 1; 0 if there is none.
static CHOSEN: Byte = Byte::new(0);
/// What a file is called that nobody gave a name.
// SAFETY: letters are appended up to `DEFAULT_LENGTH`.
static DEFAULT_NAME: Table<4, ByModule> = unsafe { Table::by_module(*b"GAME") };
const DEFAULT_LENGTH: u8 = 4;
/// Is the question open whether a file may be replaced?
static ASKS: Byte = Byte::new(0);

pub fn open_save() {
    open(SAVE);
}

pub fn open_load() {
    open(LOAD);
}

pub fn open_export() {
    open(EXPORT);
}

#[inline(never)]
fn open(task: u8) {
    TASK.set(task);
    CHOSEN.set(0);
    screens::show(app::FILING, Text::DiskScreen);
    at(2, 2);
    ink(YELLOW);
    canvas::text(match task {
        SAVE => Text::Save,
        LOAD => Text::Load,
        _ => Text::Export,
    });
    draw();
}

#[inline(never)]
fn draw() {
    canvas::clear_rows(0, NAME_ROW, HELP_ROW);
    ink(WHITE);
    at(2, NAME_ROW);
    canvas::text(Text::FileName);
    let mut index = 0;
    while index < NAME_LENGTH.get() {
        // Names of a disk may have any byte.
        canvas::code(screen_code(key::lower(disk::NAME.get(index))));
        index += 1;
    }
    canvas::ascii(b'-');
    at(2, NAME_ROW + 2);
    canvas::text(Text::Device);
    canvas::small_number(DEVICE.get());
}

#[inline(never)]
pub fn key(key: u8) {
    let length = NAME_LENGTH.get();
    let replaces = ASKS.get() != 0 && matches!(key, b'y' | key::FIRE);
    ASKS.set(0);
    match key {
        _ if replaces => {
            execute(true);
            return;
        }
        key::STOP | key::F1 => {
            // The directory may lie there.
            engine::forget_table();
            app::show_board();
            return;
        }
        key::UP | key::DOWN => {
            browse(key);
            return;
        }
        key::RETURN | key::FIRE => {
            while length == 0 && NAME_LENGTH.get() != DEFAULT_LENGTH {
                append(DEFAULT_NAME.get(NAME_LENGTH.get()));
            }
            execute(false);
            return;
        }
        key::DELETE => NAME_LENGTH.set(length.saturating_sub(1)),
        b'+' | key::RIGHT => DEVICE.set((DEVICE.get() + 1).min(LAST_DEVICE)),
        b'-' | key::LEFT => DEVICE.set((DEVICE.get() - 1).max(FIRST_DEVICE)),
        _ => {
            let small = key::lower(key);
            if small.is_ascii_lowercase() || small.is_ascii_digit() {
                append(small.to_ascii_uppercase());
            }
        }
    }
    draw();
}

/// A letter more of the name, if there is room.
#[inline(never)]
fn append(letter: u8) {
    let length = NAME_LENGTH.get();
    if length != disk::LONGEST_NAME {
        disk::NAME.set(length, letter);
        NAME_LENGTH.set(length + 1);
    }
}

/// The next name of the directory, or the one before. Before the first and after the last the directory is read again.
fn browse(key: u8) {
    let chosen = CHOSEN.get();
    if chosen == 0 {
        let status = disk::directory();
        if status != disk::DONE {
            say(status);
            return;
        }
    }
    CHOSEN.set(if key == key::UP && chosen != 0 {
        chosen - 1
    } else {
        chosen + 1
    });
    find_name();
    draw();
}

/// Takes the name of the chosen sequential file. A line of the listing is an address, a size, the name in quotes, the type
/// and a 0; of the types only SEQ has a Q. The first line is the disk's own.
#[inline(never)]
fn find_name() {
    let mut left = CHOSEN.get();
    let mut quotes = 3u8;
    let mut skipped = 6u8;
    disk::rewind();
    while !disk::at_end() {
        let byte = disk::get();
        if skipped != 0 {
            skipped -= 1;
        } else if byte == 0 {
            NAME_LENGTH.set(0);
            quotes = 0;
            skipped = 4;
        } else if byte == b'"' {
            quotes += 1;
        } else if quotes == 1 {
            append(byte);
        } else if quotes == 2 && byte == b'Q' {
            left -= 1;
            if left == 0 {
                return;
            }
        }
    }
    CHOSEN.set(0);
}

/// A file that the drive gave without complaint and that is no game.
const DAMAGED: u8 = disk::FAILED + 1;

/// The disk's buffer is the transposition table, which starts anew afterwards.
#[inline(never)]
fn execute(replaces: bool) {
    let loads = TASK.get() == LOAD;
    let status = if loads { fetch() } else { store(replaces) };
    engine::forget_table();
    CHOSEN.set(0);
    if status == disk::DONE {
        app::show_board();
        panel::say_nth(Text::Saved, u8::from(loads));
        return;
    }
    say(status);
    if status == disk::EXISTS && !loads {
        ASKS.set(1);
        at(2, ANSWER_ROW + 2);
        canvas::text(Text::Replace);
    }
}

/// What went wrong.
#[inline(never)]
fn say(status: u8) {
    draw();
    at(2, ANSWER_ROW);
    ink(YELLOW);
    if status <= DAMAGED {
        canvas::nth_text(Text::NoDevice, status - 1);
        if status == DAMAGED {
            pgn_reader::say_where();
        }
        return;
    }
    let mut index = 0;
    while disk::CHANNEL.get(index) != 0 {
        canvas::ascii(disk::CHANNEL.get(index));
        index += 1;
    }
}

fn store(replaces: bool) -> u8 {
    disk::clear();
    if TASK.get() == SAVE {
        archive::write();
    } else {
        pgn::write();
    }
    if replaces {
        disk::replace()
    } else {
        disk::save()
    }
}

fn fetch() -> u8 {
    let status = disk::load(disk::ROOM);
    if status != disk::DONE {
        return status;
    }
    if !archive::read() && !pgn_reader::read() {
        return DAMAGED;
    }
    computer::ENGAGED.set(0);
    let played = record::played();
    record::rewind();
    panel::forget_opening();
    app::walk_to(played);
    disk::DONE
}
