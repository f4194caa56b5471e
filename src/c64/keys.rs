//! The keyboard matrix, both joysticks and a mouse -> one key at a time.
//!
//! A key counts when two looks in a row see the same one; whether SHIFT is held decides at that moment what it means, and
//! letting SHIFT go before the key changes nothing. It repeats only if it moves something: the cursor, the game by a
//! move, a number by one; the button of a joystick becomes F1 when it is held. Joystick 1 shares its lines with the keyboard's rows, so while
//! it is used no key is read.

use super::map;
use crate::cells::{ByModule, Byte, Bytes, Table};
use crate::codes::key;

/// Looks at the matrix before a held key repeats, and between repeats.
const FIRST_REPEAT: u8 = 20;
const NEXT_REPEAT: u8 = 5;
/// So many frames the button is held until it opens the menu.
const LONG_PRESS: u8 = 45;

/// What the last look saw, and what counts as held: keys as they are without SHIFT.
static SEEN: Byte = Byte::new(0);
static ACCEPTED: Byte = Byte::new(0);
/// Did the last look see a shift key?
static SHIFTED: Byte = Byte::new(0);
/// What the held key meant when it was pressed.
static HELD: Byte = Byte::new(0);
/// Keys that wait to be taken, oldest first: while the board is drawn a fast hand presses several.
// SAFETY: places run to `LAST`.
static WAITING: Bytes<ROOM, ByModule> = unsafe { Bytes::by_module(0) };
const ROOM: usize = 8;
const LAST: u8 = ROOM as u8 - 1;
static COUNTDOWN: Byte = Byte::new(0);

const SHIFT: u8 = 0xff;

/// The matrix: eight rows of bits for each column line; `SHIFT` for both shift keys, 0 for keys without a use.
// SAFETY: eight columns of eight rows.
#[unsafe(link_section = "HIGH")]
#[rustfmt::skip]
static MATRIX: Table<64, ByModule> = unsafe { Table::by_module([
    key::DELETE, key::RETURN, key::RIGHT, key::F7, key::F1, key::F3, key::F5, key::DOWN,
    b'3', b'w', b'a', b'4', b'z', b's', b'e', SHIFT,
    b'5', b'r', b'd', b'6', b'c', b'f', b't', b'x',
    b'7', b'y', b'g', b'8', b'b', b'h', b'u', b'v',
    b'9', b'i', b'j', b'0', b'm', b'k', b'o', b'n',
    b'+', b'p', b'l', b'-', b'.', b':', b'@', b',',
    0, b'*', b';', key::HOME, SHIFT, b'=', 0, b'/',
    b'1', key::LEFT_ARROW, 0, b'2', b' ', 0, b'q', key::STOP,
]) };

/// Joystick lines: up, down, left, right, fire.
// SAFETY: a stick has five lines.
static STICK: Table<5, ByModule> =
    unsafe { Table::by_module([key::UP, key::DOWN, key::LEFT, key::RIGHT, key::FIRE]) };

/// The next key, or `key::NONE`: once a frame.
pub fn poll() -> u8 {
    watch();
    let key = WAITING.get(0);
    if key == key::NONE {
        let moved = mouse();
        return if moved == key::NONE { repeat() } else { moved };
    }
    let mut place = 0;
    while place < LAST {
        WAITING.set(place, WAITING.get(place + 1));
        place += 1;
    }
    WAITING.set(LAST, key::NONE);
    key
}

/// Was a key pressed that nobody has taken?
pub fn is_waiting() -> bool {
    WAITING.get(0) != key::NONE
}

/// The next key for someone who looks seldom and is in a hurry. A short press is seen but once, so a second look follows
/// at once.
#[inline(always)]
pub fn catch() -> u8 {
    if SEEN.get() | ACCEPTED.get() | WAITING.get(0) == key::NONE && is_untouched() {
        return key::NONE;
    }
    watch();
    poll()
}

/// Is no key down and no stick moved? Columns are let go again: the second stick pulls them down.
fn is_untouched() -> bool {
    map::KEY_COLUMNS.write(0);
    let rows = map::KEY_ROWS.read();
    map::KEY_COLUMNS.write(0xff);
    rows & (map::KEY_COLUMNS.read() | 0xe0) == 0xff
}

/// Notes a key that is pressed now. Called while a screen is drawn too, so that no short press is lost.
#[inline(never)]
pub fn watch() {
    let now = look();
    if now != SEEN.get() {
        SEEN.set(now);
    } else if now != ACCEPTED.get() {
        ACCEPTED.set(now);
        let meant = if SHIFTED.get() != 0 { shift(now) } else { now };
        HELD.set(meant);
        if meant != key::NONE {
            COUNTDOWN.set(if meant == key::FIRE {
                LONG_PRESS
            } else {
                FIRST_REPEAT
            });
            // Whoever presses STOP wants nothing that was typed before.
            if meant == key::STOP {
                WAITING.fill(key::NONE);
            }
            let mut place = 0;
            while place < LAST && WAITING.get(place) != key::NONE {
                place += 1;
            }
            WAITING.set(place, meant);
        }
    }
}

/// A key that someone took and could not use is the next one again, before those that came meanwhile.
#[inline(never)]
pub fn give_back(key: u8) {
    if key == key::NONE {
        return;
    }
    let mut place = LAST;
    while place != 0 {
        WAITING.set(place, WAITING.get(place - 1));
        place -= 1;
    }
    WAITING.set(0, key);
}

/// A key that moves something repeats while it is held.
fn repeat() -> u8 {
    let held = HELD.get();
    if !matches!(held, key::UP..=key::FIRE | key::DELETE | b'+'..=b'.') {
        return key::NONE;
    }
    let left = COUNTDOWN.get() - 1;
    COUNTDOWN.set(left);
    if left != 0 {
        return key::NONE;
    }
    if held == key::FIRE {
        HELD.set(key::NONE);
        return key::F1;
    }
    COUNTDOWN.set(NEXT_REPEAT);
    held
}

/// Where the mouse was when it was last looked at, sideways and upwards, and how far it has gone since the last step.
// SAFETY: two axes.
static MOUSE_WAS: Bytes<2, ByModule> = unsafe { Bytes::by_module(0) };
// SAFETY: two axes.
static MOUSE_WAY: Bytes<2, ByModule> = unsafe { Bytes::by_module(0) };

/// A 1351 mouse in port 1: a step of the cursor for every 16 counts, about two millimetres. Bits 1 to 6 of a potentiometer are its
/// place, bit 0 is noise; where no mouse is, they stay as they are.
#[inline(never)]
fn mouse() -> u8 {
    let mut axis = 0;
    while axis < 2 {
        let place = map::POTENTIOMETERS.at(u16::from(axis)).read();
        // In fourths of a count, with the sign in its place.
        let moved = place.wrapping_sub(MOUSE_WAS.get(axis)) << 1;
        MOUSE_WAS.set(axis, place);
        let way = MOUSE_WAY.get(axis).wrapping_add(moved);
        MOUSE_WAY.set(axis, way);
        if way.wrapping_add(0x40) >= 0x80 {
            // Sixteen counts less, whichever way.
            MOUSE_WAY.set(axis, way ^ 0x40);
            return MOUSE_STEPS.get(axis << 1 | moved >> 7);
        }
        axis += 1;
    }
    key::NONE
}

/// Forwards and back sideways, then upwards.
// SAFETY: two directions of two axes.
static MOUSE_STEPS: Table<4, ByModule> =
    unsafe { Table::by_module([key::RIGHT, key::LEFT, key::UP, key::DOWN]) };

fn look() -> u8 {
    SHIFTED.set(0);
    // No column driven: what is low comes from the sticks.
    map::KEY_COLUMNS.write(0xff);
    let stick1 = !map::KEY_ROWS.read() & 0x1f;
    let stick2 = !map::KEY_COLUMNS.read() & 0x1f;
    if stick1 | stick2 != 0 {
        return stick(stick1 | stick2);
    }
    if is_untouched() {
        return key::NONE;
    }
    scan()
}

fn stick(lines: u8) -> u8 {
    let mut line = 0;
    let mut lines = lines;
    while lines & 1 == 0 {
        lines >>= 1;
        line += 1;
    }
    STICK.get(line)
}

fn scan() -> u8 {
    let mut found = key::NONE;
    let mut column = 0xfe_u8;
    let mut place = 0;
    while place < 64 {
        map::KEY_COLUMNS.write(column);
        let mut rows = !map::KEY_ROWS.read();
        let mut next = place;
        while rows != 0 {
            if rows & 1 != 0 {
                match MATRIX.get(next) {
                    SHIFT => SHIFTED.set(1),
                    other => found = other,
                }
            }
            rows >>= 1;
            next += 1;
        }
        column = column << 1 | 1;
        place += 8;
    }
    map::KEY_COLUMNS.write(0xff);
    found
}

fn shift(plain: u8) -> u8 {
    match plain {
        b'a'..=b'z' => plain & !0x20,
        key::DOWN => key::UP,
        key::RIGHT => key::LEFT,
        b'/' => b'?',
        // The menu writes the key left of 1 as `<`.
        b',' => key::LEFT_ARROW,
        _ => plain,
    }
}

pub fn init() {
    map::KEY_COLUMNS_DIRECTION.write(0xff);
    map::KEY_ROWS_DIRECTION.write(0);
}
