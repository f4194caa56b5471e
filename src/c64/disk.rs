//! Save and load by the KERNAL, on any drive it knows.
//!
//! The KERNAL's variables in zero page belong to the program while it plays. `CODE` swaps them in, banks the ROM in,
//! calls, and swaps back; between calls the program is itself again. Files are sequential, written and read byte by
//! byte, and the drive's own status tells how it went.

use super::map::{self, DISK_BUFFER};
use super::screen;
use crate::cells::{Bytes, Table, Word};

pub const DONE: u8 = 0;
pub const NO_DEVICE: u8 = 1;
pub const FULL: u8 = 2;
pub const EXISTS: u8 = 3;
pub const NOT_FOUND: u8 = 4;
pub const FAILED: u8 = 5;

/// The name of the file, in small letters.
#[unsafe(link_section = "INPUT")]
pub static NAME: Bytes<12> = Bytes::new(0);
/// The same in the drive's characters, with type and direction behind it.
#[unsafe(link_section = "UNUSED")]
static PATH: Bytes<16> = Bytes::new(0);

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
const CARRY: u8 = 1;
const END_OF_FILE: u8 = 0x40;

/// Machine code for `map::STUB`; its parameters follow, and 64 bytes from its start the KERNAL's zero page.
#[unsafe(export_name = "KernalStub")]
#[unsafe(link_section = "INIT")]
#[rustfmt::skip]
static CODE: Table<CODE_LENGTH> = Table({
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
});
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

#[inline(never)]
fn open(file: u8, device: u8, name_length: u8) -> bool {
    let [low, high] = ((&raw const PATH).addr() as u16).to_le_bytes();
    map::STUB_Y.write(high);
    call(SETNAM, name_length, low);
    map::STUB_Y.write(file);
    call(SETLFS, file, device);
    call(OPEN, 0, 0)
}

/// Writes the path: the name in the drive's letters, `,S,` and the direction.
fn set_path(name_length: u8, direction: u8) -> u8 {
    let mut index = 0;
    while index < name_length {
        // Letters lose a bit, digits have it.
        let letter = NAME.get(index);
        PATH.set(
            index,
            if letter >= b'a' {
                letter - 0x20
            } else {
                letter
            },
        );
        index += 1;
    }
    PATH.set(index, b',');
    PATH.set(index + 1, b'S');
    PATH.set(index + 2, b',');
    PATH.set(index + 3, direction);
    index + 4
}

/// What the drive says about the last command.
#[inline(never)]
fn drive_status(device: u8) -> u8 {
    if open(COMMAND, device, 0) || call(CHKIN, 0, COMMAND) {
        return NO_DEVICE;
    }
    let tens = receive();
    let units = receive();
    while serial_status() == 0 && receive() != b'\r' {}
    call(CLRCHN, 0, 0);
    call(CLOSE, COMMAND, 0);
    // The end of the report is not the end of the file; the KERNAL would remember it.
    map::SERIAL_STATUS.write(0);
    match [tens, units] {
        [b'0', _] => DONE,
        [b'6', b'2'] => NOT_FOUND,
        [b'6', b'3'] => EXISTS,
        [b'7', b'2'] => FULL,
        _ => FAILED,
    }
}

/// Opens the file and asks the drive whether it could.
#[inline(never)]
fn begin(name_length: u8, device: u8, direction: u8) -> u8 {
    call(CLALL, 0, 0);
    let length = set_path(name_length, direction);
    if open(FILE, device, length) {
        return NO_DEVICE;
    }
    drive_status(device)
}

/// Closes everything and takes the screen back from the port.
#[inline(never)]
fn end(device: u8, status: u8) -> u8 {
    let mut status = status;
    if status != NO_DEVICE {
        call(CLRCHN, 0, 0);
        call(CLOSE, FILE, 0);
        if status == DONE {
            status = drive_status(device);
        }
    }
    call(CLALL, 0, 0);
    screen::select();
    status
}

/// Writes the buffer to a new file.
pub fn save(name_length: u8, device: u8) -> u8 {
    let mut status = begin(name_length, device, b'W');
    if status == DONE && call(CHKOUT, 0, FILE) {
        status = FAILED;
    }
    rewind();
    while status == DONE && PLACE.get() != LENGTH.get() {
        call(CHROUT, get(), 0);
        if serial_status() != 0 {
            status = FAILED;
        }
    }
    end(device, status)
}

/// Reads a file into the buffer; one that is longer than `room` fails.
pub fn load(name_length: u8, device: u8, room: i16) -> u8 {
    let mut status = begin(name_length, device, b'R');
    if status == DONE && call(CHKIN, 0, FILE) {
        status = FAILED;
    }
    clear();
    while status == DONE {
        put(receive());
        let serial = serial_status();
        if serial & END_OF_FILE != 0 {
            break;
        }
        if serial != 0 || LENGTH.get() > room {
            status = FAILED;
        }
    }
    end(device, status)
}
