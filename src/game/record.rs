//! The game on record: where it started, the moves made, and the place in it that is on the board.
//!
//! Invariant: the engine's position is the start followed by the first `played()` moves. Moves beyond that place are
//! kept until another move is made there. Beside each move stands a byte of facts that lets its notation be
//! written again without the position.

use crate::board::make;
use crate::board::moves::{PROMOTION_BITS, destination};
use crate::board::notation;
use crate::board::piece::{KING, LETTERS, PAWN, WHITE, kind};
use crate::board::position::{self, BOARD, CLOCK, EN_PASSANT, RIGHTS, SIDE};
use crate::board::square::{file, from_index, row};
use crate::cells::{Byte, Bytes, Word};

/// Half moves a game has room for: the number of a move fits a byte.
pub const ROOM: i16 = 508;

static FROM: [Bytes<256>; 2] = [const { Bytes::new(0) }; 2];
static TO: [Bytes<256>; 2] = [const { Bytes::new(0) }; 2];
static FACTS: [Bytes<256>; 2] = [const { Bytes::new(0) }; 2];
static PLAYED: Word = Word::new(0);
static KNOWN: Word = Word::new(0);

// The start: 64 pieces, side, rights, en passant square and clock.
static START: Bytes<64> = Bytes::new(0);
static START_SIDE: Byte = Byte::new(0);
static START_RIGHTS: Byte = Byte::new(0);
static START_EN_PASSANT: Byte = Byte::new(0);
static START_CLOCK: Byte = Byte::new(0);
/// Is it the initial position?
pub static IS_STANDARD: Byte = Byte::new(1);

// Facts of a move: the kind of the piece, and what its notation shows.
const KIND_BITS: u8 = 0x07;
const TAKES: u8 = 0x08;
const SHOWS_FILE: u8 = 0x10;
const SHOWS_RANK: u8 = 0x20;
const CHECK: u8 = 0x40;
const MATE: u8 = 0x80;

#[inline(never)]
fn get(pages: &[Bytes<256>; 2], ply: i16) -> u8 {
    let [low, high] = ply.to_le_bytes();
    pages[usize::from(high & 1)].get(low)
}

fn set(pages: &[Bytes<256>; 2], ply: i16, value: u8) {
    let [low, high] = ply.to_le_bytes();
    pages[usize::from(high & 1)].set(low, value);
}

/// Half moves on the board.
pub fn played() -> i16 {
    PLAYED.get()
}

/// Half moves on record.
pub fn known() -> i16 {
    KNOWN.get()
}

pub fn from(ply: i16) -> u8 {
    get(&FROM, ply)
}

pub fn to(ply: i16) -> u8 {
    get(&TO, ply)
}

/// Was the move a capture, a check or a mate? For the sound of it.
pub fn takes(ply: i16) -> bool {
    get(&FACTS, ply) & TAKES != 0
}

pub fn checks(ply: i16) -> bool {
    get(&FACTS, ply) & (CHECK | MATE) != 0
}

/// The side that made, or will make, this half move.
#[inline(never)]
pub fn side(ply: i16) -> u8 {
    START_SIDE.get() ^ if ply & 1 == 0 { 0 } else { WHITE }
}

/// A game from the initial position.
pub fn begin() {
    position::start();
    take_start();
    IS_STANDARD.set(1);
}

/// A game from the position on the board.
pub fn begin_here() {
    take_start();
    IS_STANDARD.set(0);
}

fn take_start() {
    let mut index = 0;
    while index < 64 {
        START.set(index, BOARD.get(from_index(index)));
        index += 1;
    }
    START_SIDE.set(SIDE.get());
    START_RIGHTS.set(RIGHTS.get(0));
    START_EN_PASSANT.set(EN_PASSANT.get(0));
    START_CLOCK.set(CLOCK.get(0));
    PLAYED.set(0);
    KNOWN.set(0);
}

/// The piece on a square (0..64) at the start.
pub fn start_piece(index: u8) -> u8 {
    START.get(index)
}

/// Side, rights, en passant square and clock at the start.
pub fn start_state() -> [u8; 4] {
    [
        START_SIDE.get(),
        START_RIGHTS.get(),
        START_EN_PASSANT.get(),
        START_CLOCK.get(),
    ]
}

/// Puts the start on the board.
pub fn rewind() {
    position::clear();
    let mut index = 0;
    while index < 64 {
        position::put(from_index(index), START.get(index));
        index += 1;
    }
    SIDE.set(START_SIDE.get());
    RIGHTS.set(0, START_RIGHTS.get());
    EN_PASSANT.set(0, START_EN_PASSANT.get());
    CLOCK.set(0, START_CLOCK.get());
    position::rebuild();
    PLAYED.set(0);
}

/// Makes a legal move and writes it down. False when the record is full: nothing happened.
pub fn play(from: u8, to: u8) -> bool {
    let ply = PLAYED.get();
    if ply == ROOM {
        return false;
    }
    set(&FROM, ply, from);
    set(&TO, ply, to);
    set(&FACTS, ply, facts(from, to));
    make::play(from, to);
    PLAYED.set(ply + 1);
    KNOWN.set(ply + 1);
    true
}

/// One half move on along the record.
pub fn forward() -> bool {
    let ply = PLAYED.get();
    if ply == KNOWN.get() {
        return false;
    }
    make::play(from(ply), to(ply));
    PLAYED.set(ply + 1);
    true
}

/// To any place of the record.
pub fn go_to(ply: i16) {
    if ply < PLAYED.get() {
        rewind();
    }
    while PLAYED.get() < ply && forward() {}
}

/// Puts the place of the game on the board again, after something else was there.
pub fn restore() {
    let ply = PLAYED.get();
    rewind();
    go_to(ply);
}

/// What the notation of a move shows, found by looking at it.
fn facts(from: u8, to: u8) -> u8 {
    let text = notation::san(from, to);
    let kind = kind(BOARD.get(from));
    let mut facts = kind;
    let mut letters = 0u8;
    let mut digits = 0u8;
    for &character in text.as_bytes() {
        match character {
            b'a'..=b'h' => letters += 1,
            b'1'..=b'8' => digits += 1,
            b'x' => facts |= TAKES,
            b'+' => facts |= CHECK,
            b'#' => facts |= MATE,
            _ => {}
        }
    }
    if letters > 1 && kind != PAWN {
        facts |= SHOWS_FILE;
    }
    if digits > 1 {
        facts |= SHOWS_RANK;
    }
    facts
}

/// The notation of the last move asked for.
pub static SPELLED: Bytes<10> = Bytes::new(0);
pub static LENGTH: Byte = Byte::new(0);

#[inline(never)]
fn push(character: u8) {
    let length = LENGTH.get();
    SPELLED.set(length, character);
    LENGTH.set(length + 1);
}

#[inline(never)]
fn push_rank(sq: u8) {
    push(b'8' - row(sq));
}

#[inline(never)]
fn push_file(sq: u8) {
    push(b'a' + file(sq));
}

/// Writes the notation of a half move on record into `SPELLED`. Short: without `x` and `=`, for a narrow column.
pub fn spell(ply: i16, short: bool) {
    LENGTH.set(0);
    let (from, to, facts) = (from(ply), to(ply), get(&FACTS, ply));
    let dest = destination(to);
    let kind = facts & KIND_BITS;
    if kind == KING && from.wrapping_sub(dest) & 3 == 2 {
        spell_castling(dest > from);
    } else {
        if kind != PAWN {
            push(LETTERS[usize::from(kind)]);
        } else if facts & TAKES != 0 {
            push_file(from);
        }
        if facts & SHOWS_FILE != 0 {
            push_file(from);
        }
        if facts & SHOWS_RANK != 0 {
            push_rank(from);
        }
        if facts & TAKES != 0 && !short {
            push(b'x');
        }
        push_file(dest);
        push_rank(dest);
        if kind == PAWN && matches!(row(dest), 0 | 7) {
            spell_promotion(to & PROMOTION_BITS, short);
        }
    }
    if facts & CHECK != 0 {
        push(b'+');
    } else if facts & MATE != 0 {
        push(b'#');
    }
}

fn spell_castling(short_side: bool) {
    push(b'O');
    push(b'-');
    push(b'O');
    if !short_side {
        push(b'-');
        push(b'O');
    }
}

fn spell_promotion(bits: u8, short: bool) {
    if !short {
        push(b'=');
    }
    push(LETTERS[usize::from(crate::board::moves::promotion_kind(bits))]);
}
