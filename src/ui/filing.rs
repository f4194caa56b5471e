//! Saving, loading and exporting: asks for name and device, does it, and says how it went.

use super::canvas::{self, CYAN, WHITE, YELLOW, at, ink};
use super::machine::disk;
use super::panel;
use super::text::Text;
use super::{app, computer, key};
use crate::cells::Byte;
use crate::game::{archive, pgn, record};
use crate::search::table;

pub const SAVE: u8 = b'w';
pub const LOAD: u8 = b'g';
pub const EXPORT: u8 = b'e';

const LONGEST_NAME: u8 = 12;
const FIRST_DEVICE: u8 = 8;
const LAST_DEVICE: u8 = 11;

static TASK: Byte = Byte::new(0);
static DEVICE: Byte = Byte::new(FIRST_DEVICE);
static LENGTH: Byte = Byte::new(0);

#[inline(never)]
pub fn open(task: u8) {
    app::STATE.set(app::FILING);
    TASK.set(task);
    canvas::clear_rows(0, 0, 25);
    at(2, 2);
    ink(YELLOW);
    canvas::text(match task {
        SAVE => Text::Save,
        LOAD => Text::Load,
        _ => Text::Export,
    });
    at(2, 10);
    ink(CYAN);
    canvas::text(Text::DiskHelp);
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
    canvas::fill_to(40);
    at(2, 7);
    canvas::text(Text::Device);
    canvas::number(u32::from(DEVICE.get()));
    canvas::fill_to(40);
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

/// The disk's buffer is the transposition table, which starts anew afterwards.
#[inline(never)]
fn execute() {
    let done = if TASK.get() == LOAD {
        Text::Loaded
    } else {
        Text::Saved
    };
    let status = match TASK.get() {
        SAVE => store(archive::write(disk::put)),
        LOAD => fetch(),
        _ => store(pgn::write(disk::put)),
    };
    table::clear();
    app::show_board();
    panel::begin_message();
    if status == disk::DONE {
        canvas::text(done);
    } else {
        canvas::nth_text(Text::NoDevice, status - 1);
    }
    canvas::fill_to(panel::END);
}

/// A file that the drive gave without complaint and that is no game.
const DAMAGED: u8 = disk::FAILED + 1;

#[inline(never)]
fn store(length: i16) -> u8 {
    if length > disk::ROOM {
        return disk::FULL;
    }
    disk::save(LENGTH.get(), DEVICE.get(), length)
}

fn fetch() -> u8 {
    let status = disk::load(LENGTH.get(), DEVICE.get(), archive::ROOM);
    if status != disk::DONE {
        return status;
    }
    if !archive::read(disk::get, disk::LENGTH.get()) {
        return DAMAGED;
    }
    computer::ENGAGED.set(0);
    let played = record::played();
    record::rewind();
    panel::forget_opening();
    app::walk_to(played);
    disk::DONE
}
