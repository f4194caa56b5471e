//! A game as bytes in a file: start position, settings, moves, and two sums that tell a damaged file.
//!
//! | bytes | what |
//! |---|---|
//! | 4 | `64SQ` |
//! | 4 | players, level, clock mode, minutes |
//! | 1 | 1 when the start is the initial position |
//! | 4 | side, castling rights, en passant square, clock of the fifty moves |
//! | 64 | pieces, a8 first |
//! | 2 | number of half moves, low byte first |
//! | 2 each | from and to |
//! | 2 | sum and exclusive-or of all bytes before |
//!
//! Reading looks at everything before it changes anything: a damaged file leaves the game as it was.

use super::{clock, record, settings, validity};
use crate::board::legal::is_legal;
use crate::board::make;
use crate::board::piece::EMPTY;
use crate::board::position::{self, BOARD, CLOCK, EN_PASSANT, RIGHTS, SIDE};
use crate::board::square::{NONE, from_index};
use crate::cells::{Byte, Word};

const MAGIC: [u8; 4] = *b"64SQ";
const SETTINGS: i16 = 4;
const START: i16 = 8;
const PIECES: i16 = 13;
const COUNT: i16 = 77;
const MOVES: i16 = 79;
/// The longest file.
pub const ROOM: i16 = MOVES + 2 * record::ROOM + 2;

// The file being written: its length and its two sums.
static LENGTH: Word = Word::new(0);
static SUM: Byte = Byte::new(0);
static PARITY: Byte = Byte::new(0);

/// Writes the game by `put(index, byte)`; returns the length.
pub fn write(put: fn(i16, u8)) -> i16 {
    LENGTH.set(0);
    SUM.set(0);
    PARITY.set(0);
    for byte in MAGIC {
        byte_to(put, byte);
    }
    for setting in [
        &settings::PLAYERS,
        &settings::LEVEL,
        &clock::MODE,
        &clock::MINUTES,
        &record::IS_STANDARD,
    ] {
        byte_to(put, setting.get());
    }
    for byte in record::start_state() {
        byte_to(put, byte);
    }
    let mut index = 0;
    while index < 64 {
        byte_to(put, record::start_piece(index));
        index += 1;
    }
    for byte in record::known().to_le_bytes() {
        byte_to(put, byte);
    }
    let mut ply = 0;
    while ply < record::known() {
        byte_to(put, record::from(ply));
        byte_to(put, record::to(ply));
        ply += 1;
    }
    let parity = PARITY.get();
    byte_to(put, SUM.get());
    byte_to(put, parity);
    LENGTH.get()
}

#[inline(never)]
fn byte_to(put: fn(i16, u8), byte: u8) {
    let length = LENGTH.get();
    put(length, byte);
    LENGTH.set(length + 1);
    SUM.set(SUM.get().wrapping_add(byte));
    PARITY.set(PARITY.get() ^ byte);
}

/// Takes over the game in a file of `length` bytes. False, and the old game on the board, when it is damaged.
#[inline(never)]
pub fn read(get: fn(i16) -> u8, length: i16) -> bool {
    if !has_right_sums(get, length) || !is_playable(get, length) {
        record::restore();
        return false;
    }
    put_start(get);
    record::begin_here();
    record::IS_STANDARD.set(get(START));
    let mut place = MOVES;
    while place < length - 2 {
        record::play(get(place), get(place + 1));
        place += 2;
    }
    settings::PLAYERS.set(get(SETTINGS) & 3);
    settings::LEVEL.set(get(SETTINGS + 1).clamp(1, 7));
    clock::MODE.set(get(SETTINGS + 2).min(clock::GAME));
    clock::MINUTES.set(get(SETTINGS + 3).clamp(5, 60));
    true
}

#[inline(never)]
fn has_right_sums(get: fn(i16) -> u8, length: i16) -> bool {
    if !(MOVES + 2..=ROOM).contains(&length) {
        return false;
    }
    let mut index = 0;
    for byte in MAGIC {
        if get(index) != byte {
            return false;
        }
        index += 1;
    }
    let count = i16::from_le_bytes([get(COUNT), get(COUNT + 1)]);
    if !(0..=record::ROOM).contains(&count) || MOVES + 2 * count + 2 != length {
        return false;
    }
    let (mut sum, mut parity) = (0u8, 0u8);
    index = 0;
    while index < length - 2 {
        sum = sum.wrapping_add(get(index));
        parity ^= get(index);
        index += 1;
    }
    get(length - 2) == sum && get(length - 1) == parity
}

/// Is the start a position and every move legal? The engine's board is used; the record is not touched.
#[inline(never)]
fn is_playable(get: fn(i16) -> u8, length: i16) -> bool {
    put_start(get);
    if validity::check() != validity::RIGHT {
        return false;
    }
    let mut place = MOVES;
    while place < length - 2 {
        let (from, to) = (get(place), get(place + 1));
        if !is_legal(from, to) {
            return false;
        }
        make::play(from, to);
        place += 2;
    }
    true
}

fn put_start(get: fn(i16) -> u8) {
    position::clear();
    let mut index = 0;
    while index < 64 {
        let piece = get(PIECES + i16::from(index));
        position::put(from_index(index), sound_piece(piece));
        index += 1;
    }
    SIDE.set(get(START + 1) & crate::board::piece::WHITE);
    RIGHTS.set(0, get(START + 2) & 0x0f);
    EN_PASSANT.set(0, sound_en_passant(get(START + 3)));
    CLOCK.set(0, get(START + 4));
    position::rebuild();
}

/// A square that no pawn has just stepped over becomes none at all.
fn sound_en_passant(sq: u8) -> u8 {
    use crate::board::piece::{PAWN, WHITE, piece};
    let side = SIDE.get();
    let row = if side == WHITE { 0x20 } else { 0x50 };
    let stepped = sq & 0xf8 == row
        && BOARD.get(sq) == EMPTY
        && BOARD.get(sq ^ 0x10) == piece(side ^ WHITE, PAWN);
    if stepped { sq } else { NONE }
}

/// A byte that is no piece becomes an empty square: the sums were right, so someone made such a file.
fn sound_piece(byte: u8) -> u8 {
    use crate::board::piece::{KING, WHITE, kind};
    if byte & !(WHITE | 7) == EMPTY && kind(byte) <= KING && byte != EMPTY | WHITE {
        byte
    } else {
        EMPTY
    }
}
