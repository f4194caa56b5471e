//! Save and load by the KERNAL, on any drive it knows.
//!
//! The KERNAL's variables in zero page belong to the program while it plays. `STUB` swaps them in, banks the ROM in,
//! calls, and swaps back; between calls the program is itself again. Files are sequential, written and read byte by
//! byte, and the drive's own status tells how it went.

use super::map::{self, DISK_BUFFER};
use super::screen;
use crate::cells::{Bytes, Word};

pub const DONE: u8 = 0;
pub const NO_DEVICE: u8 = 1;
pub const FULL: u8 = 2;
pub const EXISTS: u8 = 3;
pub const NOT_FOUND: u8 = 4;
pub const FAILED: u8 = 5;

/// The name of the file, in small letters.
pub static NAME: Bytes<12> = Bytes::new(0);
/// The same in the drive's characters, with type and direction behind it.
static PATH: Bytes<16> = Bytes::new(0);
/// Length of the file loaded last.
pub static LENGTH: Word = Word::new(0);

// KERNAL entries.
const SETLFS: u16 = 0xffba;
const SETNAM: u16 = 0xffbd;
const OPEN: u16 = 0xffc0;
const CLOSE: u16 = 0xffc3;
const CHKIN: u16 = 0xffc6;
const CHKOUT: u16 = 0xffc9;
const CLRCHN: u16 = 0xffcc;
const CHRIN: u16 = 0xffcf;
const CHROUT: u16 = 0xffd2;
const CLALL: u16 = 0xffe7;

const FILE: u8 = 2;
const COMMAND: u8 = 15;
const CARRY: u8 = 1;
const END_OF_FILE: u8 = 0x40;

/// Machine code at `$CF00`, its parameters at `$CF39`, the KERNAL's zero page from `$CF40` on.
#[unsafe(export_name = "KernalStub")]
#[unsafe(link_section = "STUB")]
#[rustfmt::skip]
static STUB: [u8; 0xaf] = {
    const CODE: [u8; 0x39] = [
        0xa2, 0x6e,             // cf00 swap:  ldx #$6e
        0xb5, 0x90,             // cf02        lda $90,x
        0xbc, 0x40, 0xcf,       // cf04        ldy $cf40,x
        0x94, 0x90,             // cf07        sty $90,x
        0x9d, 0x40, 0xcf,       // cf09        sta $cf40,x
        0xca,                   // cf0c        dex
        0x10, 0xf3,             // cf0d        bpl $cf02
        0x60,                   // cf0f        rts
        0x20, 0x00, 0xcf,       // cf10 call:  jsr swap
        0xa9, map::BANKS_KERNAL,// cf13        lda #$36
        0x85, 0x01,             // cf15        sta $01
        0xad, 0x39, 0xcf,       // cf17        lda $cf39
        0xae, 0x3a, 0xcf,       // cf1a        ldx $cf3a
        0xac, 0x3b, 0xcf,       // cf1d        ldy $cf3b
        0x20, 0x00, 0x00,       // cf20        jsr entry
        0x08,                   // cf23        php
        0x78,                   // cf24        sei
        0x8d, 0x39, 0xcf,       // cf25        sta $cf39
        0x8e, 0x3a, 0xcf,       // cf28        stx $cf3a
        0x8c, 0x3b, 0xcf,       // cf2b        sty $cf3b
        0x68,                   // cf2e        pla
        0x8d, 0x3c, 0xcf,       // cf2f        sta $cf3c
        0xa9, map::BANKS_GAME,  // cf32        lda #$35
        0x85, 0x01,             // cf34        sta $01
        0x4c, 0x00, 0xcf,       // cf36        jmp swap
    ];
    let mut stub = [0; 0xaf];
    let mut index = 0;
    while index < CODE.len() {
        stub[index] = CODE[index];
        index += 1;
    }
    stub
};

/// Bytes that fit the buffer; what is put beyond them is dropped.
pub const ROOM: i16 = map::DISK_ROOM;

pub fn put(place: i16, byte: u8) {
    if place < ROOM {
        map::PROCESSOR_PORT.write(map::BANKS_RAM);
        DISK_BUFFER.at(place as u16).write(byte);
        map::PROCESSOR_PORT.write(map::BANKS_GAME);
    }
}

pub fn get(place: i16) -> u8 {
    map::PROCESSOR_PORT.write(map::BANKS_RAM);
    let byte = DISK_BUFFER.at(place as u16).read();
    map::PROCESSOR_PORT.write(map::BANKS_GAME);
    byte
}

/// Calls the KERNAL; true when it reports an error by the carry.
fn call(entry: u16, a: u8, x: u8, y: u8) -> bool {
    let [low, high] = entry.to_le_bytes();
    map::STUB_ENTRY.write(low);
    map::STUB_ENTRY.at(1).write(high);
    map::STUB_A.write(a);
    map::STUB_X.write(x);
    map::STUB_Y.write(y);
    map::call(map::STUB_CALL);
    map::STUB_STATUS.read() & CARRY != 0
}

/// A byte from the open channel.
fn receive() -> u8 {
    call(CHRIN, 0, 0, 0);
    map::STUB_A.read()
}

fn serial_status() -> u8 {
    map::SERIAL_STATUS.read()
}

fn open(file: u8, device: u8, name_length: u8) -> bool {
    let [low, high] = ((&raw const PATH).addr() as u16).to_le_bytes();
    call(SETNAM, name_length, low, high);
    call(SETLFS, file, device, file);
    call(OPEN, 0, 0, 0)
}

/// Writes the path: the name in the drive's letters, `,S,` and the direction.
fn set_path(name_length: u8, direction: u8) -> u8 {
    let mut index = 0;
    while index < name_length {
        PATH.set(index, NAME.get(index).to_ascii_uppercase());
        index += 1;
    }
    for byte in [b',', b'S', b',', direction] {
        PATH.set(index, byte);
        index += 1;
    }
    index
}

/// What the drive says about the last command.
fn drive_status(device: u8) -> u8 {
    if open(COMMAND, device, 0) || call(CHKIN, 0, COMMAND, 0) {
        return NO_DEVICE;
    }
    let tens = receive();
    let units = receive();
    while serial_status() == 0 && receive() != b'\r' {}
    call(CLRCHN, 0, 0, 0);
    call(CLOSE, COMMAND, 0, 0);
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
fn begin(name_length: u8, device: u8, direction: u8) -> u8 {
    call(CLALL, 0, 0, 0);
    let length = set_path(name_length, direction);
    if open(FILE, device, length) {
        return NO_DEVICE;
    }
    drive_status(device)
}

/// Closes everything and takes the screen back from the port.
fn end(device: u8, status: u8) -> u8 {
    let mut status = status;
    if status != NO_DEVICE {
        call(CLRCHN, 0, 0, 0);
        call(CLOSE, FILE, 0, 0);
        if status == DONE {
            status = drive_status(device);
        }
    }
    call(CLALL, 0, 0, 0);
    screen::select();
    status
}

/// Writes `length` bytes of the buffer to a new file.
pub fn save(name_length: u8, device: u8, length: i16) -> u8 {
    let mut status = begin(name_length, device, b'W');
    if status == DONE && call(CHKOUT, 0, FILE, 0) {
        status = FAILED;
    }
    let mut index = 0;
    while status == DONE && index < length && serial_status() == 0 {
        call(CHROUT, get(index), 0, 0);
        index += 1;
    }
    let told = end(device, status);
    if told == DONE && index < length {
        FAILED
    } else {
        told
    }
}

/// Reads a file into the buffer; one that is longer than `room` fails.
pub fn load(name_length: u8, device: u8, room: i16) -> u8 {
    let mut status = begin(name_length, device, b'R');
    if status == DONE && call(CHKIN, 0, FILE, 0) {
        status = FAILED;
    }
    let mut length = 0;
    while status == DONE {
        put(length, receive());
        length += 1;
        let serial = serial_status();
        if serial & END_OF_FILE != 0 {
            break;
        }
        if serial != 0 || length > room {
            status = FAILED;
        }
    }
    LENGTH.set(length);
    end(device, status)
}
