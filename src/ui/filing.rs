//! Saving, loading and exporting: asks for name and device, does it, and says how it went. What the drive refuses it says in
//! its own words, and name and device can be changed; a file that exists is replaced when the player says so.

use super::canvas::{self, WHITE, YELLOW, at, ink};
use super::text::Text;
use super::{app, archive, computer, panel, pgn, screens};
use crate::cells::Byte;
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
        canvas::ascii(disk::NAME.get(index));
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
    if ASKS.get() != 0 {
        ASKS.set(0);
        if key == b'y' {
            execute(true);
            return;
        }
    }
    match key {
        key::STOP | key::F1 => {
            app::show_board();
            return;
        }
        key::RETURN | key::FIRE => {
            if length > 0 {
                execute(false);
            }
            return;
        }
        key::DELETE => NAME_LENGTH.set(length.saturating_sub(1)),
        b'+' => DEVICE.set((DEVICE.get() + 1).min(LAST_DEVICE)),
        b'-' => DEVICE.set((DEVICE.get() - 1).max(FIRST_DEVICE)),
        _ => {
            let small = key::lower(key);
            if length < disk::LONGEST_NAME && (small.is_ascii_lowercase() || small.is_ascii_digit())
            {
                disk::NAME.set(length, small);
                NAME_LENGTH.set(length + 1);
            }
        }
    }
    draw();
}

/// A file that the drive gave without complaint and that is no game.
const DAMAGED: u8 = disk::FAILED + 1;

/// The disk's buffer is the transposition table, which starts anew afterwards.
#[inline(never)]
fn execute(replaces: bool) {
    let loads = TASK.get() == LOAD;
    let status = if loads { fetch() } else { store(replaces) };
    engine::forget_table();
    if status == disk::DONE {
        app::show_board();
        panel::say_nth(Text::Saved, u8::from(loads));
        return;
    }
    draw();
    at(2, ANSWER_ROW);
    ink(YELLOW);
    if status <= DAMAGED {
        canvas::nth_text(Text::NoDevice, status - 1);
        return;
    }
    let mut index = 0;
    while disk::CHANNEL.get(index) != 0 {
        canvas::ascii(disk::CHANNEL.get(index));
        index += 1;
    }
    if status == disk::EXISTS && !loads {
        ASKS.set(1);
        at(2, ANSWER_ROW + 2);
        canvas::text(Text::Replace);
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
    let status = disk::load(archive::ROOM);
    if status != disk::DONE {
        return status;
    }
    if !archive::read() {
        return DAMAGED;
    }
    computer::ENGAGED.set(0);
    let played = record::played();
    record::rewind();
    panel::forget_opening();
    app::walk_to(played);
    disk::DONE
}
