//! Saving, loading and exporting: asks for name and device, does it, and says how it went.

use super::canvas::{self, WHITE, YELLOW, at, ink};
use super::text::Text;
use super::{app, archive, computer, panel, pgn, screens};
use crate::cells::Byte;
use crate::codes::key;
use crate::engine;
use crate::game::record;
use crate::machine::disk;

/// What is done with the file.
const SAVE: u8 = 0;
const LOAD: u8 = 1;
const EXPORT: u8 = 2;

const LONGEST_NAME: u8 = 12;
const FIRST_DEVICE: u8 = 8;
const LAST_DEVICE: u8 = 11;

static TASK: Byte = Byte::new(0);
static DEVICE: Byte = Byte::new(FIRST_DEVICE);
static LENGTH: Byte = Byte::new(0);

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

fn draw() {
    ink(WHITE);
    at(2, 5);
    canvas::text(Text::FileName);
    let mut index = 0;
    while index < LENGTH.get() {
        canvas::ascii(disk::NAME.get(index));
        index += 1;
    }
    canvas::ascii(b'-');
    canvas::fill_to(canvas::COLUMNS);
    at(2, 7);
    canvas::text(Text::Device);
    canvas::small_number(DEVICE.get());
    canvas::fill_to(canvas::COLUMNS);
}

#[inline(never)]
pub fn key(key: u8) {
    let length = LENGTH.get();
    match key {
        key::STOP | key::F1 => {
            app::show_board();
            return;
        }
        key::RETURN | key::FIRE => {
            if length > 0 {
                execute();
            }
            return;
        }
        key::DELETE => LENGTH.set(length.saturating_sub(1)),
        b'+' => DEVICE.set((DEVICE.get() + 1).min(LAST_DEVICE)),
        b'-' => DEVICE.set((DEVICE.get() - 1).max(FIRST_DEVICE)),
        _ => {
            let small = key::lower(key);
            if length < LONGEST_NAME && (small.is_ascii_lowercase() || small.is_ascii_digit()) {
                disk::NAME.set(length, small);
                LENGTH.set(length + 1);
            }
        }
    }
    draw();
}

/// A file that the drive gave without complaint and that is no game.
const DAMAGED: u8 = disk::FAILED + 1;

/// The disk's buffer is the transposition table, which starts anew afterwards.
#[inline(never)]
fn execute() {
    let status = if TASK.get() == LOAD { fetch() } else { store() };
    engine::forget_table();
    app::show_board();
    if status == disk::DONE {
        panel::say_nth(Text::Saved, u8::from(TASK.get() == LOAD));
    } else {
        panel::say_nth(Text::NoDevice, status - 1);
    }
}

fn store() -> u8 {
    disk::clear();
    if TASK.get() == SAVE {
        archive::write();
    } else {
        pgn::write();
    }
    if disk::LENGTH.get() > disk::ROOM {
        return disk::FULL;
    }
    disk::save(LENGTH.get(), DEVICE.get())
}

fn fetch() -> u8 {
    let status = disk::load(LENGTH.get(), DEVICE.get(), archive::ROOM);
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
