//! Save and load by the KERNAL, on any drive it knows.
//!
//! The KERNAL's variables in zero page belong to the program while it plays. `CODE` swaps them in, banks the ROM in,
//! calls, and swaps back; between calls the program is itself again. Files are sequential, written and read byte by
//! byte, and the drive's own status tells how it went.

use super::map::{self, DISK_BUFFER};
use super::screen;
use crate::cells::{ByModule, Byte, Bytes, Table, Word};

pub const DONE: u8 = 0;
pub const NO_DEVICE: u8 = 1;
/// Bytes were lost on the way, or there are too many of them.
pub const FAILED: u8 = 2;
/// The drive refuses; its words are in `CHANNEL`.
pub const REFUSED: u8 = 4;
/// It refuses because there is such a file already.
pub const EXISTS: u8 = 5;

/// Characters of a name.
pub const LONGEST_NAME: u8 = 16;
/// The name of the file, in the drive's letters.
// SAFETY: a name has `LONGEST_NAME` letters at most, see `ui::filing`.
#[unsafe(link_section = "TAPE")]
pub static NAME: Bytes<{ LONGEST_NAME as usize }, ByModule> = unsafe { Bytes::by_module(0) };
pub static NAME_LENGTH: Byte = Byte::new(0);
/// The drive's number on the bus.
pub static DEVICE: Byte = Byte::new(8);

/// What is sent when a channel is opened, a path or a command; and then what the drive answers, with a 0 behind it. The
/// longest are `R:` and two names.
// SAFETY: `ask` keeps to its length, and the longest command, two names to rename, is shorter.
#[unsafe(link_section = "UNUSED")]
pub static CHANNEL: Bytes<CHANNEL_LENGTH, ByModule> = unsafe { Bytes::by_module(0) };
const CHANNEL_LENGTH: usize = 2 + 2 * LONGEST_NAME as usize + 2;
/// Bytes to send.
static SENT: Byte = Byte::new(0);

// KERNAL entries, in page $FF.
const SETLFS: u8 = 0xba;
const SETNAM: u8 = 0xbd;
const OPEN: u8 = 0xc0;
const CLOSE: u8 = 0xc3;
const CHKIN: u8 = 0xc6;
const CHKOUT: u8 = 0xc9;
const CLRCHN: u8 = 0xcc;
const CHRIN: u8 = 0xcf;
const CHROUT: u8 = 0xd2;
const CLALL: u8 = 0xe7;

const FILE: u8 = 2;
const COMMAND: u8 = 15;
/// The channel on which a drive gives its directory as text.
const LISTING: u8 = 0;
const CARRY: u8 = 1;
const END_OF_FILE: u8 = 0x40;

/// Machine code for `map::STUB`; its parameters follow, and 64 bytes from its start the KERNAL's zero page.
// SAFETY: the copy ends at `CODE_LENGTH`.
#[unsafe(export_name = "KernalStub")]
#[unsafe(link_section = "INIT")]
#[rustfmt::skip]
static CODE: Table<CODE_LENGTH, ByModule> = unsafe { Table::by_module({
    const LOW: u8 = map::STUB as u8;
    const HIGH: u8 = (map::STUB >> 8) as u8;
    const SAVED: u8 = map::STUB_SAVED as u8;
    const SAVED_HIGH: u8 = (map::STUB_SAVED >> 8) as u8;
    const A: u8 = LOW + 0x39;
    const X: u8 = LOW + 0x3a;
    const Y: u8 = LOW + 0x3b;
    const STATUS: u8 = LOW + 0x3c;
    [
        0xa2, 0x6e,              // 00 swap:  ldx #$6e
        0xb5, 0x90,              // 02        lda $90,x
        0xbc, SAVED, SAVED_HIGH, // 04        ldy saved,x
        0x94, 0x90,              // 07        sty $90,x
        0x9d, SAVED, SAVED_HIGH, // 09        sta saved,x
        0xca,                    // 0c        dex
        0x10, 0xf3,              // 0d        bpl 02
        0x60,                    // 0f        rts
        0x20, LOW, HIGH,         // 10 call:  jsr swap
        0xa9, map::BANKS_KERNAL, // 13        lda #$36
        0x85, 0x01,              // 15        sta $01
        0xad, A, HIGH,           // 17        lda a
        0xae, X, HIGH,           // 1a        ldx x
        0xac, Y, HIGH,           // 1d        ldy y
        0x20, 0x00, 0xff,        // 20        jsr entry
        0x08,                    // 23        php
        0x78,                    // 24        sei
        0x8d, A, HIGH,           // 25        sta a
        0x8e, X, HIGH,           // 28        stx x
        0x8c, Y, HIGH,           // 2b        sty y
        0x68,                    // 2e        pla
        0x8d, STATUS, HIGH,      // 2f        sta status
        0xa9, map::BANKS_GAME,   // 32        lda #$35
        0x85, 0x01,              // 34        sta $01
        0x4c, LOW, HIGH,         // 36        jmp swap
    ]
}) };
const CODE_LENGTH: usize = 0x39;
/// The code and everything behind it.
const STUB_LENGTH: u8 = 0xaf;

/// Puts the code in its place. The KERNAL's zero page begins with zeros: no open files, no messages.
pub fn init() {
    let mut place = 0;
    while place < STUB_LENGTH {
        let code = usize::from(place) < CODE_LENGTH;
        let byte = if code { CODE.get(place) } else { 0 };
        map::STUB_START.at(u16::from(place)).write(byte);
        place += 1;
    }
}

/// Bytes that fit the buffer; what is put beyond them is dropped.
pub const ROOM: i16 = map::DISK_ROOM;

/// Bytes in the buffer.
pub static LENGTH: Word = Word::new(0);
/// The place that is read next.
static PLACE: Word = Word::new(0);

/// An empty buffer.
pub fn clear() {
    LENGTH.set(0);
}

/// Is everything read?
#[inline(never)]
pub fn at_end() -> bool {
    PLACE.get() == LENGTH.get()
}

/// Reading starts again.
pub fn rewind() {
    PLACE.set(0);
}

/// Appends a byte.
#[inline(never)]
pub fn put(byte: u8) {
    let place = LENGTH.get();
    LENGTH.set(place + 1);
    if place < ROOM {
        swap(place, byte);
    }
}

/// Reads the next byte.
#[inline(never)]
pub fn get() -> u8 {
    let byte = exchange(0);
    swap(PLACE.get() - 1, byte);
    byte
}

/// Reads the next byte and leaves another in its place.
#[inline(never)]
pub fn exchange(byte: u8) -> u8 {
    let place = PLACE.get();
    PLACE.set(place + 1);
    swap(place, byte)
}

#[inline(never)]
fn swap(place: i16, byte: u8) -> u8 {
    map::PROCESSOR_PORT.write(map::BANKS_RAM);
    let register = DISK_BUFFER.at(place as u16);
    let old = register.read();
    register.write(byte);
    map::PROCESSOR_PORT.write(map::BANKS_GAME);
    old
}

/// Calls the KERNAL; true when it reports an error by the carry. What Y is to hold is written before.
#[inline(never)]
fn call(entry: u8, a: u8, x: u8) -> bool {
    map::STUB_ENTRY.write(entry);
    map::STUB_A.write(a);
    map::STUB_X.write(x);
    map::call(map::STUB_CALL);
    map::STUB_STATUS.read() & CARRY != 0
}

/// A byte from the open channel.
#[inline(never)]
fn receive() -> u8 {
    call(CHRIN, 0, 0);
    map::STUB_A.read()
}

fn serial_status() -> u8 {
    map::SERIAL_STATUS.read()
}

/// Opens a channel of the drive with what `CHANNEL` holds.
#[inline(never)]
fn open(file: u8, channel: u8) -> bool {
    let [low, high] = ((&raw const CHANNEL).addr() as u16).to_le_bytes();
    map::STUB_Y.write(high);
    call(SETNAM, SENT.get(), low);
    SENT.set(0);
    map::STUB_Y.write(channel);
    call(SETLFS, file, DEVICE.get());
    call(OPEN, 0, 0)
}

#[inline(never)]
fn append(byte: u8) {
    let length = SENT.get();
    CHANNEL.set(length, byte);
    SENT.set(length + 1);
}

/// Appends `S:` and the like.
fn append_command(letter: u8) {
    append(letter);
    append(b':');
}

/// Which of the two files of a name.
const FINAL: u8 = 0;
const TEMPORARY: u8 = 1;

/// Appends the name. A temporary file has a dot instead of its first letter, which nobody can type.
#[inline(never)]
fn append_name(which: u8) {
    let mut index = 0;
    while index < NAME_LENGTH.get() {
        append(if index < which { b'.' } else { NAME.get(index) });
        index += 1;
    }
}

/// Sends the command in `CHANNEL`, if there is one, and returns what the drive says of it or of the last file.
#[inline(never)]
fn ask() -> u8 {
    if open(COMMAND, COMMAND) || call(CHKIN, 0, COMMAND) {
        return NO_DEVICE;
    }
    let mut length = 0;
    loop {
        let byte = receive();
        CHANNEL.set(length, byte);
        if byte == b'\r' || serial_status() != 0 {
            break;
        }
        if length < CHANNEL_LENGTH as u8 - 1 {
            length += 1;
        }
    }
    CHANNEL.set(length, 0);
    call(CLRCHN, 0, 0);
    call(CLOSE, COMMAND, 0);
    // The end of the report is not the end of the file; the KERNAL would remember it.
    map::SERIAL_STATUS.write(0);
    match [CHANNEL.get(0), CHANNEL.get(1)] {
        [b'0', _] => DONE,
        [b'6', b'3'] => EXISTS,
        _ => REFUSED,
    }
}

/// Opens the file and asks the drive whether it could.
#[inline(never)]
fn begin(which: u8, direction: u8) -> u8 {
    append_name(which);
    append(b',');
    append(b'S');
    append(b',');
    append(direction);
    begin_channel(FILE)
}

#[inline(never)]
fn begin_channel(channel: u8) -> u8 {
    if open(FILE, channel) {
        NO_DEVICE
    } else {
        ask()
    }
}

/// Closes the file and asks the drive whether it is whole.
#[inline(never)]
fn end(status: u8) -> u8 {
    let mut status = status;
    if status != NO_DEVICE {
        call(CLRCHN, 0, 0);
        call(CLOSE, FILE, 0);
        if status == DONE {
            status = ask();
        }
    }
    leave(status)
}

/// Forgets all channels and takes the screen back from the port.
#[inline(never)]
fn leave(status: u8) -> u8 {
    call(CLALL, 0, 0);
    screen::select();
    status
}

/// Writes the buffer to a new file.
pub fn save() -> u8 {
    write(FINAL)
}

#[inline(never)]
fn write(which: u8) -> u8 {
    let mut status = begin(which, b'W');
    if status == DONE && call(CHKOUT, 0, FILE) {
        status = FAILED;
    }
    rewind();
    while status == DONE && !at_end() {
        call(CHROUT, get(), 0);
        if serial_status() != 0 {
            status = FAILED;
        }
    }
    end(status)
}

#[inline(never)]
fn scratch(which: u8) -> u8 {
    append_command(b'S');
    append_name(which);
    leave(ask())
}

/// Writes the buffer in place of a file that exists. The old one is scratched when the new one is whole on the disk under
/// another name, which it then loses.
#[inline(never)]
pub fn replace() -> u8 {
    // Only a file of the kind that is written: a program is no game, and reading it as one the drive refuses.
    let mut status = end(begin(FINAL, b'R'));
    // Left over if an earlier attempt failed.
    if status == DONE {
        status = scratch(TEMPORARY);
    }
    if status == DONE {
        status = write(TEMPORARY);
    }
    if status == DONE {
        status = scratch(FINAL);
    }
    if status == DONE {
        append_command(b'R');
        append_name(FINAL);
        append(b'=');
        append_name(TEMPORARY);
        status = leave(ask());
    }
    status
}

/// Reads a file into the buffer; one that is longer than `room` fails.
pub fn load(room: i16) -> u8 {
    read(begin(FINAL, b'R'), room)
}

/// Reads the directory into the buffer, in the form of a BASIC program.
pub fn directory() -> u8 {
    append(b'$');
    read(begin_channel(LISTING), ROOM)
}

#[unsafe(link_section = "HIGH")]
#[inline(never)]
fn read(begun: u8, room: i16) -> u8 {
    let mut status = begun;
    if status == DONE && call(CHKIN, 0, FILE) {
        status = FAILED;
    }
    clear();
    while status == DONE {
        put(receive());
        let serial = serial_status();
        if LENGTH.get() > room {
            status = FAILED;
        } else if serial == END_OF_FILE {
            // A drive that falls silent sets this bit and another.
            break;
        } else if serial != 0 {
            status = FAILED;
        }
    }
    end(status)
}
