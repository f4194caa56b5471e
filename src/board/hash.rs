//! Zobrist keys of 32 bits, kept as four planes of bytes; and the ring of keys that finds repetitions.
//!
//! `KEY` is the key of the position on the board wherever `push` and `pop` frame make and unmake. Quiescence neither probes
//! the transposition table nor looks for repetitions, so it leaves them out, and make itself does not touch the key.
//! `PAWN_KEY` covers the pawns alone, for the pawn structure cache. It is updated lazily: `pawns::catch_up` replays the moves
//! since it was last asked for.

use super::facts::KEY_MIX;
use super::make::{castling_rook, is_castling};
use super::moves::destination;
use super::piece::{EMPTY, KING, NO_PIECE, PAWN, Piece, ROOK, Side, WHITE, colour, kind, piece};
use super::position::{
    BOARD, CAPTURED, EN_PASSANT, LIST, MOVE_FROM, MOVE_TO, MOVED, PLY, RIGHTS, SIDE, SLOTS,
};
use super::square::{NONE, Square, file};
use crate::cells::{ByModule, Byte, Bytes};
use crate::opening::{TREE, TREE_BYTES};

/// A page of random bytes for each byte of the key: four pages of the packed opening book, from this one on. A piece's numbers
/// begin somewhere else in each of them, so two pieces that meet in one page part in the others, and four pages do for
/// what would take twelve.
const FIRST_PAGE: usize = 4;
const _: () = assert!((FIRST_PAGE + SIDE_KEY.len()) << 8 <= TREE_BYTES);
/// The empty square stands for what is no piece: castling rights from 0, files of en passant from here.
const FILES: u8 = 0x10;
/// Black to move.
const SIDE_KEY: [u8; 4] = [0x6d, 0xb2, 0x95, 0x4b];

/// The key of the position on the board.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "ZobristHash"))]
pub static KEY: [Byte; 4] = [const { Byte::new(0) }; 4];
/// Key of the pawns alone.
pub static PAWN_KEY: [Byte; 3] = [const { Byte::new(0) }; 3];

/// Keys of the game's and the search's positions: a ring by `TICK`.
// SAFETY: a tick is taken modulo `REMEMBERED` wherever it changes.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "LOW"))]
static RING: [Bytes<{ REMEMBERED as usize }, ByModule>; 4] =
    [const { unsafe { Bytes::by_module(0) } }; 4];
/// Positions that the ring holds, a power of two.
pub const REMEMBERED: u8 = 128;
const _: () = assert!(REMEMBERED.is_power_of_two());
/// Place of the current position in the ring. It goes on from the game into the search.
pub static TICK: Byte = Byte::new(0);

#[inline(always)]
fn flip(place: &Byte, bits: u8) {
    place.set(place.get() ^ bits);
}

#[inline(always)]
fn noise(byte: usize, index: u8) -> u8 {
    TREE.get_from((FIRST_PAGE + byte) << 8, index)
}

/// The random byte of a piece on a square for one byte of the key.
#[inline(always)]
fn random(byte: usize, piece: Piece, place: u8) -> u8 {
    noise(byte, KEY_MIX[byte].of(piece) ^ place)
}

/// Puts a piece on a square into the key or takes it out, or what the empty square stands for.
#[inline(never)]
fn toggle(piece: Piece, place: u8) {
    flip(&KEY[0], random(0, piece, place));
    flip(&KEY[1], random(1, piece, place));
    flip(&KEY[2], random(2, piece, place));
    flip(&KEY[3], random(3, piece, place));
}

/// The same for a pawn in the pawn key, whose random bytes need no start of their own.
#[inline(always)]
pub fn toggle_pawn(pawn: Piece, sq: Square) {
    let index = colour(pawn).bit() | sq.bits();
    flip(&PAWN_KEY[0], noise(0, index));
    flip(&PAWN_KEY[1], noise(1, index));
    flip(&PAWN_KEY[2], noise(2, index));
}

fn toggle_rights(rights: u8) {
    toggle(EMPTY, rights);
}

fn toggle_en_passant(sq: Square) {
    if sq != NONE {
        toggle(EMPTY, FILES | file(sq));
    }
}

#[inline(always)]
fn toggle_side() {
    flip(&KEY[0], SIDE_KEY[0]);
    flip(&KEY[1], SIDE_KEY[1]);
    flip(&KEY[2], SIDE_KEY[2]);
    flip(&KEY[3], SIDE_KEY[3]);
}

/// Computes both keys from the board and puts the key into the ring.
pub fn rebuild() {
    for byte in &KEY {
        byte.set(0);
    }
    for byte in &PAWN_KEY {
        byte.set(0);
    }
    let mut slot = 0;
    while slot < 2 * SLOTS {
        let sq = LIST.get(slot);
        let piece = BOARD.get(sq);
        if sq != NONE && kind(piece) != NO_PIECE {
            toggle(piece, sq.bits());
            if kind(piece) == PAWN {
                toggle_pawn(piece, sq);
            }
        }
        slot += 1;
    }
    let ply = PLY.get();
    toggle_rights(RIGHTS.get(ply));
    toggle_en_passant(EN_PASSANT.get(ply));
    if SIDE.get() != WHITE {
        toggle_side();
    }
    remember();
}

/// Writes the key into the ring at the current tick.
#[inline(always)]
fn remember() {
    let tick = TICK.get();
    RING[0].set(tick, KEY[0].get());
    RING[1].set(tick, KEY[1].get());
    RING[2].set(tick, KEY[2].get());
    RING[3].set(tick, KEY[3].get());
}

/// A new game: no earlier positions, only keys that no position has.
pub fn forget_history() {
    for plane in &RING {
        plane.fill(0);
    }
}

/// After `make`: brings the key up to date for the move of the last ply.
pub fn push() {
    let now = PLY.get();
    let before = now.previous();
    let mover = MOVED.get(before);
    let from = MOVE_FROM.get(before);
    let to = destination(MOVE_TO.get(before));
    toggle(mover, from.bits());
    toggle(BOARD.get(to), to.bits());
    let captured = CAPTURED.get(before);
    let old_en_passant = EN_PASSANT.get(before);
    if captured != EMPTY {
        let behind = kind(mover) == PAWN && to == old_en_passant;
        let sq = if behind { to.en_passant_partner() } else { to };
        toggle(captured, sq.bits());
    } else if kind(mover) == KING && is_castling(from, to) {
        toggle_castled_rook(to, colour(mover));
    }
    let (old, new) = (RIGHTS.get(before), RIGHTS.get(now));
    if old != new {
        toggle_rights(old);
        toggle_rights(new);
    }
    toggle_en_passant(old_en_passant);
    toggle_en_passant(EN_PASSANT.get(now));
    advance();
}

/// After `make_null`.
pub fn push_null() {
    toggle_en_passant(EN_PASSANT.get(PLY.get().previous()));
    advance();
}

fn advance() {
    toggle_side();
    TICK.set((TICK.get() + 1) & (REMEMBERED - 1));
    remember();
}

fn toggle_castled_rook(king_to: Square, side: Side) {
    let rook = piece(side, ROOK);
    let (from, to) = castling_rook(king_to);
    toggle(rook, from.bits());
    toggle(rook, to.bits());
}

/// After `unmake` of a move that was pushed: the key of the position before it.
#[inline]
pub fn pop() {
    let tick = TICK.get().wrapping_sub(1) & (REMEMBERED - 1);
    TICK.set(tick);
    KEY[0].set(RING[0].get(tick));
    KEY[1].set(RING[1].get(tick));
    KEY[2].set(RING[2].get(tick));
    KEY[3].set(RING[3].get(tick));
}

/// Is the position `distance` plies ago the one on the board?
#[inline(always)]
pub fn equals_earlier(distance: u8) -> bool {
    let tick = TICK.get().wrapping_sub(distance) & (REMEMBERED - 1);
    RING[0].get(tick) == KEY[0].get()
        && RING[1].get(tick) == KEY[1].get()
        && RING[2].get(tick) == KEY[2].get()
        && RING[3].get(tick) == KEY[3].get()
}

/// The key as one number, for tests and tools.
pub fn key() -> u32 {
    u32::from_le_bytes([KEY[0].get(), KEY[1].get(), KEY[2].get(), KEY[3].get()])
}
