//! The game on record: where it started, the moves made, and the place in it that is on the board.
//!
//! Invariant: the engine's position is the start followed by the first `played()` moves. Moves beyond that place are
//! kept until another move is made there. Beside each move stands a byte of facts that lets its notation be
//! written again without the position.

use crate::board::columns::{Column, FACTS, FROM as GAME_FROM, KNOWN, TO as GAME_TO};
use crate::board::legal::{has_legal_move, is_legal};
use crate::board::make;
use crate::board::moves::Move;
use crate::board::piece::{self, EMPTY, KING, Kind, PAWN, Piece, Side, WHITE, kind};
use crate::board::ply::ROOT;
use crate::board::position::{
    self, BOARD, EN_PASSANT, LIST, LIST_END, PLY, RIGHTS, SIDE, in_check, king_slot,
};
use crate::board::square::{A8, NONE, Square, file, from_index, is_last_row, row};
use crate::cells::{ByModule, Byte, Bytes, Table, Word};

pub use crate::board::columns::ROOM;

#[cfg_attr(target_vendor = "c64", unsafe(export_name = "GamePlayed"))]
static PLAYED: Word = Word::new(0);
/// How the players ended the game after its last known move, with the loser's side, see `outcome`; 0 if they did not.
pub static ENDED: Byte = Byte::new(0);

/// The start: 64 pieces from a8 on, the side to move with the en passant square in the other bits (0 if there is none: no
/// pawn is captured on a8), the castling rights, and the number of the first move: 1 says that it is the initial position,
/// and 0 is the 1 of any other. A game begins with the clock of the fifty moves at 0.
// SAFETY: 64 squares, then the three constants below.
#[cfg_attr(
    target_vendor = "c64",
    unsafe(export_name = "GameStart"),
    unsafe(link_section = "INPUT")
)]
pub static START: Bytes<67, ByModule> = unsafe { Bytes::by_module(0) };
pub const START_LENGTH: u8 = 67;
pub const START_SIDE: u8 = 64;
pub const START_RIGHTS: u8 = 65;
pub const START_NUMBER: u8 = 66;

// Facts of a move: the kind of the piece in the low three bits, and what its notation shows.
const TAKES: u8 = 0x08;
const SHOWS_FILE: u8 = 0x10;
const SHOWS_RANK: u8 = 0x20;
const CHECK: u8 = 0x40;
const MATE: u8 = 0x80;

#[inline(never)]
fn get(column: &Column, ply: i16) -> u8 {
    let [low, high] = ply.to_le_bytes();
    column.get_in_page(high, low)
}

fn set(column: &Column, ply: i16, value: u8) {
    let [low, high] = ply.to_le_bytes();
    column.set_in_page(high, low, value);
}

/// Half moves on the board.
pub fn played() -> i16 {
    PLAYED.get()
}

/// Half moves on record.
pub fn known() -> i16 {
    KNOWN.get()
}

/// How the players ended the game, if the place on the board is the one where they did.
pub fn ended() -> u8 {
    if PLAYED.get() == KNOWN.get() {
        ENDED.get()
    } else {
        0
    }
}

/// The players end the game here; what was known beyond this place is forgotten.
pub fn end(how: u8) {
    forget_moves_after(PLAYED.get());
    ENDED.set(how);
}

/// The record has so many half moves, all of them on the board, and nobody has ended it.
#[inline(never)]
fn forget_moves_after(ply: i16) {
    PLAYED.set(ply);
    KNOWN.set(ply);
    ENDED.set(0);
}

/// The move of a half move on record.
pub fn at(ply: i16) -> Move {
    Move::new(
        Square::from_bits(get(&GAME_FROM, ply)),
        Square::from_bits(get(&GAME_TO, ply)),
    )
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
pub fn side(ply: i16) -> Side {
    let first = Side::from_bit(START.get(START_SIDE) & WHITE.bit());
    if ply & 1 == 0 { first } else { first.other() }
}

/// The number of the move that a half move belongs to.
#[inline(never)]
pub fn number(ply: i16) -> u16 {
    let offset = i16::from(side(0) != WHITE);
    ((ply + offset) >> 1) as u16 + u16::from(START.get(START_NUMBER).max(1))
}

/// Did the game begin from the initial position?
pub fn is_standard() -> bool {
    START.get(START_NUMBER) == 1
}

/// A game from the initial position.
pub fn begin() {
    position::start();
    begin_here();
    START.set(START_NUMBER, 1);
}

/// A game from the position on the board, with move 1.
#[inline(never)]
pub fn begin_here() {
    let mut index = 0;
    while index < 64 {
        START.set(index, BOARD.get(from_index(index)).bits());
        index += 1;
    }
    let mut side = SIDE.get().bit();
    if EN_PASSANT.get(ROOT) != NONE {
        side |= EN_PASSANT.get(ROOT).bits();
    }
    START.set(START_SIDE, side);
    START.set(START_RIGHTS, RIGHTS.get(ROOT));
    START.set(START_NUMBER, 0);
    forget_moves();
}

/// Puts the start on the board.
#[inline(never)]
pub fn put_start() {
    position::clear();
    let mut index = 0;
    while index < 64 {
        position::put(from_index(index), Piece::from_bits(START.get(index)));
        index += 1;
    }
    let side = START.get(START_SIDE);
    let target = Square::from_bits(side & !WHITE.bit());
    if target != A8 {
        EN_PASSANT.set(ROOT, target);
    }
    SIDE.set(Side::from_bit(side & WHITE.bit()));
    RIGHTS.set(ROOT, START.get(START_RIGHTS));
    position::rebuild();
}

/// Back to the start; the moves are still known.
pub fn rewind() {
    put_start();
    PLAYED.set(0);
}

/// The moves on record are forgotten from here on.
pub fn forget_moves() {
    forget_moves_after(0);
}

/// Makes a legal move and writes it down. False when the record is full: nothing happened.
pub fn play(mv: Move) -> bool {
    let ply = PLAYED.get();
    if ply == ROOM {
        return false;
    }
    set(&GAME_FROM, ply, mv.from.bits());
    set(&GAME_TO, ply, mv.to.bits());
    set(&FACTS, ply, facts(mv));
    make::play(mv);
    forget_moves_after(ply + 1);
    true
}

/// One half move on along the record.
pub fn forward() -> bool {
    let ply = PLAYED.get();
    if ply == KNOWN.get() {
        return false;
    }
    make::play(at(ply));
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

/// What the notation of a legal move shows.
#[inline(never)]
fn facts(mv: Move) -> u8 {
    let facts = make_with_facts(mv);
    make::unmake();
    facts
}

/// The same, and the move is made.
#[inline(never)]
fn make_with_facts(mv: Move) -> u8 {
    let mut facts = plain_facts(mv) | rivals(mv.from, mv.destination());
    make::make(mv);
    if in_check() {
        facts |= if has_legal_move() { CHECK } else { MATE };
    }
    facts
}

/// The kind of the piece, and whether it takes something.
#[inline(never)]
fn plain_facts(mv: Move) -> u8 {
    let kind = kind(BOARD.get(mv.from));
    let dest = mv.destination();
    let en_passant = kind == PAWN && dest == EN_PASSANT.get(PLY.get());
    if en_passant || BOARD.get(dest) != EMPTY {
        kind.bits() | TAKES
    } else {
        kind.bits()
    }
}

/// File, rank or both when another piece of that kind, no pawn, could go there too.
fn rivals(from: Square, dest: Square) -> u8 {
    let piece = BOARD.get(from);
    let (mut facts, mut beside) = (0, 0);
    if kind(piece) == PAWN {
        return 0;
    }
    let king = king_slot(SIDE.get());
    let mut slot = LIST_END.get(SIDE.get());
    while slot != king {
        slot -= 1;
        let other = LIST.get(slot);
        if other != from && BOARD.get(other) == piece && is_legal(Move::new(other, dest)) {
            if file(other) == file(from) {
                facts |= SHOWS_RANK;
            } else {
                beside |= SHOWS_FILE;
                if row(other) == row(from) {
                    facts |= SHOWS_FILE;
                }
            }
        }
    }
    if facts == 0 { beside } else { facts }
}

/// The letter of each kind.
// SAFETY: it is asked for kinds up to the king.
pub static LETTERS: Table<7, ByModule> = unsafe { Table::by_module(piece::LETTERS) };

/// The notation of the last move asked for.
// SAFETY: no notation has more than `LONGEST` characters.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "UNUSED"))]
pub static SPELLED: Bytes<{ LONGEST as usize }, ByModule> = unsafe { Bytes::by_module(0) };
/// Characters that fit there.
pub const LONGEST: u8 = 10;
pub static LENGTH: Byte = Byte::new(0);

/// Its characters, one by one.
pub fn spelled() -> impl Iterator<Item = char> {
    (0..LENGTH.get()).map(|place| char::from(SPELLED.get(place)))
}

/// One more character of a notation; the caller knows that there is room.
#[inline(never)]
pub fn push(character: u8) {
    let length = LENGTH.get();
    SPELLED.set(length, character);
    LENGTH.set(length + 1);
}

#[inline(never)]
fn push_rank(sq: Square) {
    push(b'8' - row(sq));
}

#[inline(never)]
fn push_file(sq: Square) {
    push(b'a' + file(sq));
}

fn push_kind(kind: Kind) {
    push(LETTERS.get(kind.bits()));
}

/// Writes the notation of a half move on record into `SPELLED`.
pub fn spell(ply: i16) {
    spell_move(at(ply), get(&FACTS, ply));
}

/// The notation of a legal move of the position on the board.
pub fn spell_now(mv: Move) {
    spell_move(mv, facts(mv));
}

/// The same, and the move is made.
pub fn make_and_spell(mv: Move) {
    spell_move(mv, make_with_facts(mv));
}

#[inline(never)]
fn spell_move(mv: Move, facts: u8) {
    LENGTH.set(0);
    let (from, dest) = (mv.from, mv.destination());
    // The low bits are those of the piece.
    let kind = kind(Piece::from_bits(facts));
    if matches!(kind, KING) && make::is_castling(from, dest) {
        spell_castling(if dest > from { 3 } else { 5 });
    } else {
        if !matches!(kind, PAWN) {
            push_kind(kind);
        } else if facts & TAKES != 0 {
            push_file(from);
        }
        if facts & SHOWS_FILE != 0 {
            push_file(from);
        }
        if facts & SHOWS_RANK != 0 {
            push_rank(from);
        }
        if facts & TAKES != 0 {
            push(b'x');
        }
        push_file(dest);
        push_rank(dest);
        if matches!(kind, PAWN) && is_last_row(dest) {
            push(b'=');
            push_kind(mv.promotion_kind());
        }
    }
    if facts & CHECK != 0 {
        push(b'+');
    } else if facts & MATE != 0 {
        push(b'#');
    }
}

/// `O-O` or `O-O-O`.
fn spell_castling(length: u8) {
    while LENGTH.get() != length {
        push(if LENGTH.get() & 1 == 0 { b'O' } else { b'-' });
    }
}

/// Takes `x` and `=` out of `SPELLED`, for a narrow column.
#[inline(never)]
pub fn shorten() {
    let length = LENGTH.get();
    LENGTH.set(0);
    let mut index = 0;
    while index < length {
        let character = SPELLED.get(index);
        if !matches!(character, b'x' | b'=') {
            push(character);
        }
        index += 1;
    }
}
