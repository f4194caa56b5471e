//! A game as bytes in a file: settings, start position, moves, and two sums that tell a damaged file.
//!
//! | bytes | what |
//! |---|---|
//! | 4 | `64SQ` |
//! | 3 | players, level, clock |
//! | 67 | start as in `record`: 64 pieces, a8 first, side and en passant square, castling rights, first move's number |
//! | 2 | number of half moves, low byte first |
//! | 2 each | from and to |
//! | 1 | how the players ended the game and who lost it, see `outcome`; 0 if they did not |
//! | 10 | what the clocks show, see `clock` |
//! | 3 | minutes for a game, seconds that a move brings, which way the board is turned |
//! | 1 | the computer's style |
//! | 2 | sum and exclusive-or of all bytes before |
//!
//! Files of older versions lack the style, which stays as it is; or result and clocks, or have clocks that are not read, and are played on
//! by level.
//!
//! Reading looks at everything before it changes anything: a damaged file leaves the game as it was.

use crate::board::legal::is_legal;
use crate::board::make;
use crate::board::moves::Move;
use crate::board::piece::{EMPTY, KING, Piece, WHITE, kind};
use crate::board::square::Square;
use crate::board::validity;
use crate::cells::{ByModule, Byte, Table, Word};
use crate::game::record::{self, START, START_LENGTH, START_RIGHTS};
use crate::game::settings::{self, Setting};
use crate::game::{clock, outcome};
use crate::machine::disk;

// SAFETY: both loops end at its length.
static MAGIC: Table<4, ByModule> = unsafe { Table::by_module(*b"64SQ") };
const MAGIC_LENGTH: u8 = 4;
const SETTINGS_LENGTH: u8 = 3;
/// Bytes of a game without moves.
const SHORTEST: i16 = 4 + 3 + START_LENGTH as i16 + 2 + 2;
/// Bytes from the result on, and in older files.
const TRAILER: i16 = 15;
const WITHOUT_STYLE: i16 = 14;
const SHORT_TRAILER: i16 = 5;
/// The longest file.
pub const ROOM: i16 = SHORTEST + 2 * record::ROOM + TRAILER;

static SUM: Byte = Byte::new(0);
static PARITY: Byte = Byte::new(0);
/// Half moves in the file.
static COUNT: Word = Word::new(0);
/// How many bytes it has from the result on.
static TRAILING: Byte = Byte::new(0);

/// Writes the game into the disk's empty buffer.
pub fn write() {
    let mut index = 0;
    while index < MAGIC_LENGTH {
        disk::put(MAGIC.get(index));
        index += 1;
    }
    put_settings(settings::PLAYERS);
    index = 0;
    while index < START_LENGTH {
        disk::put(START.get(index));
        index += 1;
    }
    let known = record::known();
    put_word(known);
    let mut ply = 0;
    while ply != known {
        disk::put(record::at(ply).from.bits());
        disk::put(record::at(ply).to.bits());
        ply += 1;
    }
    disk::put(record::ENDED.get());
    index = 0;
    while index < clock::END {
        disk::put(clock::DIGITS.get(index));
        index += 1;
    }
    put_settings(settings::MINUTES);
    disk::put(settings::STYLE.get());
    add_up(disk::LENGTH.get());
    disk::put(SUM.get());
    disk::put(PARITY.get());
}

/// Three settings from this one on.
#[inline(never)]
fn put_settings(first: Setting) {
    let mut place = first.place();
    while place != first.place() + SETTINGS_LENGTH {
        disk::put(Setting::at(place).get());
        place += 1;
    }
}

/// The same from the file; a value that the setting has not changes nothing.
#[inline(never)]
fn take_settings(first: Setting) {
    let mut place = first.place();
    while place != first.place() + SETTINGS_LENGTH {
        Setting::at(place).take(disk::get());
        place += 1;
    }
}

#[inline(never)]
fn put_word(word: i16) {
    let [low, high] = word.to_le_bytes();
    disk::put(low);
    disk::put(high);
}

#[inline(never)]
fn get_word() -> i16 {
    let low = disk::get();
    i16::from_le_bytes([low, disk::get()])
}

/// Adds up the first `count` bytes; reading goes on behind them.
#[inline(never)]
fn add_up(count: i16) {
    SUM.set(0);
    PARITY.set(0);
    disk::rewind();
    let mut left = count;
    while left != 0 {
        let byte = disk::get();
        SUM.set(SUM.get().wrapping_add(byte));
        PARITY.set(PARITY.get() ^ byte);
        left -= 1;
    }
}

/// Takes over the game in the disk's buffer. False, and the old game on the board, when it is damaged.
#[inline(never)]
pub fn read() -> bool {
    if !has_right_sums() {
        return false;
    }
    exchange_start();
    if !is_playable() {
        exchange_start();
        record::restore();
        return false;
    }
    seek(MAGIC_LENGTH);
    take_settings(settings::PLAYERS);
    record::put_start();
    record::forget_moves();
    seek(MOVES);
    while record::played() != COUNT.get() {
        record::play(next_move());
    }
    let is_older = TRAILING.get() < WITHOUT_STYLE as u8;
    if is_older {
        settings::CLOCK.set(clock::BY_LEVEL);
    }
    clock::reset();
    if TRAILING.get() != 0 {
        let ended = disk::get();
        if ended & !WHITE.bit() <= outcome::FLAG {
            record::ENDED.set(ended);
        }
    }
    if !is_older {
        let mut index = 0;
        while index < clock::END {
            clock::DIGITS.set(index, disk::get().min(9));
            index += 1;
        }
        take_settings(settings::MINUTES);
    }
    if TRAILING.get() == TRAILER as u8 {
        settings::STYLE.take(disk::get());
    }
    true
}

const START_PLACE: u8 = MAGIC_LENGTH + SETTINGS_LENGTH;
const MOVES: u8 = START_PLACE + START_LENGTH + 2;

/// Reading goes on at this place.
#[inline(never)]
fn seek(place: u8) {
    disk::rewind();
    let mut left = place;
    while left != 0 {
        disk::get();
        left -= 1;
    }
}

#[inline(never)]
fn has_right_sums() -> bool {
    let length = disk::LENGTH.get();
    if !is_within(length - SHORTEST, ROOM - SHORTEST) {
        return false;
    }
    add_up(length - 2);
    if disk::get() != SUM.get() || disk::get() != PARITY.get() {
        return false;
    }
    seek(MOVES - 2);
    let count = get_word();
    COUNT.set(count);
    disk::rewind();
    let mut index = 0;
    while index < MAGIC_LENGTH {
        if disk::get() != MAGIC.get(index) {
            return false;
        }
        index += 1;
    }
    let rest = length - SHORTEST - 2 * count;
    TRAILING.set(rest as u8);
    is_within(count, record::ROOM) && matches!(rest, 0 | SHORT_TRAILER | WITHOUT_STYLE | TRAILER)
}

/// From 0 to `most`: one comparison without signs, where a range would bring a routine of its own.
fn is_within(number: i16, most: i16) -> bool {
    number as u16 <= most as u16
}

/// The start on record and the one in the file change places.
#[inline(never)]
fn exchange_start() {
    seek(START_PLACE);
    let mut index = 0;
    while index < START_LENGTH {
        START.set(index, disk::exchange(START.get(index)));
        index += 1;
    }
}

/// The two bytes of the next move in the buffer.
#[inline(always)]
fn next_move() -> Move {
    let from = Square::from_bits(disk::get());
    Move::new(from, Square::from_bits(disk::get()))
}

/// Is the start, which is on record now, a position and every move legal? The moves on record are not touched.
#[inline(never)]
fn is_playable() -> bool {
    if !has_sound_bytes() {
        return false;
    }
    record::put_start();
    if validity::check() != validity::RIGHT {
        return false;
    }
    seek(MOVES);
    let mut left = COUNT.get();
    while left != 0 {
        let mv = next_move();
        if !is_legal(mv) {
            return false;
        }
        make::play(mv);
        left -= 1;
    }
    true
}

/// Bytes that are no piece or no rights come from someone who made such a file: the sums were right.
fn has_sound_bytes() -> bool {
    let mut index = 0;
    while index < 64 {
        let piece = Piece::from_bits(START.get(index));
        if piece.bits() & !(WHITE.bit() | 7) != EMPTY.bits()
            || kind(piece) > KING
            || piece == EMPTY.of_other_side()
        {
            return false;
        }
        index += 1;
    }
    START.get(START_RIGHTS) < 16
}
