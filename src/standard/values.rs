//! What the Standard player thinks a position is worth: material and one square table per kind, in centipawns.
//!
//! Positive is good for White. The kings' value of 20000 cancels, because there is always one of each, so the sum fits
//! 16 bits: nine queens and all the rest against a bare king are below 12000. Mate is 30000 inside, 100000 outside.
//! The tables are drawn as White sees the board, rank 8 on top; Black reads them mirrored.

use crate::board::make::{castling_rook, is_castling};
use crate::board::moves::{destination, promotion_kind};
use crate::board::notation::is_promotion;
use crate::board::piece::{EMPTY, KING, PAWN, ROOK, WHITE, colour, kind};
use crate::board::position::{BOARD, EN_PASSANT, PLY, SIDE};
use crate::board::square::from_index;
use crate::cells::Table;

/// By kind: none, pawn, knight, bishop, rook, queen, king. The king's counts only in the order of moves.
pub const PIECE_VALUES: [i16; 7] = [0, 100, 320, 330, 500, 900, 20000];

/// Checkmate, White giving it.
pub const MATE: i16 = 30000;
/// Beyond every score.
pub const INFINITY: i16 = 32767;

type Drawing = [i8; 64];

#[rustfmt::skip]
const PAWN_DRAWING: Drawing = [
      0,   0,   0,   0,   0,   0,   0,   0,
     50,  50,  50,  50,  50,  50,  50,  50,
     10,  10,  20,  30,  30,  20,  10,  10,
      5,   5,  10,  25,  25,  10,   5,   5,
      0,   0,   0,  20,  20,   0,   0,   0,
      5,  -5, -10,   0,   0, -10,  -5,   5,
      5,  10,  10, -20, -20,  10,  10,   5,
      0,   0,   0,   0,   0,   0,   0,   0,
];
#[rustfmt::skip]
const KNIGHT_DRAWING: Drawing = [
    -50, -40, -30, -30, -30, -30, -40, -50,
    -40, -20,   0,   0,   0,   0, -20, -40,
    -30,   0,  10,  15,  15,  10,   0, -30,
    -30,   5,  15,  20,  20,  15,   5, -30,
    -30,   0,  15,  20,  20,  15,   0, -30,
    -30,   5,  10,  15,  15,  10,   5, -30,
    -40, -20,   0,   5,   5,   0, -20, -40,
    -50, -40, -30, -30, -30, -30, -40, -50,
];
#[rustfmt::skip]
const BISHOP_DRAWING: Drawing = [
    -20, -10, -10, -10, -10, -10, -10, -20,
    -10,   0,   0,   0,   0,   0,   0, -10,
    -10,   0,   5,  10,  10,   5,   0, -10,
    -10,   5,   5,  10,  10,   5,   5, -10,
    -10,   0,  10,  10,  10,  10,   0, -10,
    -10,  10,  10,  10,  10,  10,  10, -10,
    -10,   5,   0,   0,   0,   0,   5, -10,
    -20, -10, -10, -10, -10, -10, -10, -20,
];
#[rustfmt::skip]
const ROOK_DRAWING: Drawing = [
      0,   0,   0,   0,   0,   0,   0,   0,
      5,  10,  10,  10,  10,  10,  10,   5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
      0,   0,   0,   5,   5,   0,   0,   0,
];
#[rustfmt::skip]
const QUEEN_DRAWING: Drawing = [
    -20, -10, -10,  -5,  -5, -10, -10, -20,
    -10,   0,   0,   0,   0,   0,   0, -10,
    -10,   0,   5,   5,   5,   5,   0, -10,
     -5,   0,   5,   5,   5,   5,   0,  -5,
      0,   0,   5,   5,   5,   5,   0,  -5,
    -10,   5,   5,   5,   5,   5,   0, -10,
    -10,   0,   5,   0,   0,   0,   0, -10,
    -20, -10, -10,  -5,  -5, -10, -10, -20,
];
#[rustfmt::skip]
const KING_DRAWING: Drawing = [
    -30, -40, -40, -50, -50, -40, -40, -30,
    -30, -40, -40, -50, -50, -40, -40, -30,
    -30, -40, -40, -50, -50, -40, -40, -30,
    -30, -40, -40, -50, -50, -40, -40, -30,
    -20, -30, -30, -40, -40, -30, -30, -20,
    -10, -20, -20, -20, -20, -20, -20, -10,
     20,  20,   0,   0,   0,   0,  20,  20,
     20,  30,  10,   0,   0,  10,  30,  20,
];

/// Bit 3 of a square is free: it tells the two kinds of a table apart.
const SECOND: u8 = 8;
/// By kind.
static KIND_BIT: Table<8> = Table([0, 0, 0, SECOND, 0, SECOND, SECOND, 0]);

static PAWN_KING: Table<128> = Table(pair(&PAWN_DRAWING, &KING_DRAWING));
static KNIGHT_BISHOP: Table<128> = Table(pair(&KNIGHT_DRAWING, &BISHOP_DRAWING));
static ROOK_QUEEN: Table<128> = Table(pair(&ROOK_DRAWING, &QUEEN_DRAWING));

const fn pair(first: &Drawing, second: &Drawing) -> [u8; 128] {
    let mut table = [0; 128];
    let mut index = 0;
    while index < 64 {
        let sq = from_index(index as u8);
        table[sq as usize] = first[index] as u8;
        table[(sq | SECOND) as usize] = second[index] as u8;
        index += 1;
    }
    table
}

static VALUE_LOW: Table<8> = Table(value_bytes(0));
static VALUE_HIGH: Table<8> = Table(value_bytes(1));

/// The king counts for nothing here: both sides have one.
const fn value_bytes(byte: usize) -> [u8; 8] {
    let mut bytes = [0; 8];
    let mut kind = 0;
    while kind < KING as usize {
        bytes[kind] = PIECE_VALUES[kind].to_le_bytes()[byte];
        kind += 1;
    }
    bytes
}

#[inline(always)]
fn value(kind: u8) -> i16 {
    i16::from_le_bytes([VALUE_LOW.get(kind), VALUE_HIGH.get(kind)])
}

/// The table of this kind on a square as its owner sees the board.
#[inline]
fn square_value(kind: u8, seen: u8) -> i16 {
    let index = seen | KIND_BIT.get(kind);
    i16::from(match kind >> 1 {
        1 => KNIGHT_BISHOP.signed(index),
        2 => ROOK_QUEEN.signed(index),
        _ => PAWN_KING.signed(index),
    })
}

/// What turns a square of the board into the square its owner sees.
#[inline(always)]
fn flip(side: u8) -> u8 {
    if side == WHITE { 0 } else { 0x70 }
}

/// The specification's `evaluate`: every piece with its value and square, kings' values cancelled.
pub fn evaluate() -> i16 {
    let mut sum = 0;
    let mut index = 0;
    while index < 64 {
        let sq = from_index(index);
        let piece = BOARD.get(sq);
        let kind = kind(piece);
        if kind != 0 {
            let side = colour(piece);
            let worth = value(kind) + square_value(kind, sq ^ flip(side));
            sum += if side == WHITE { worth } else { -worth };
        }
        index += 1;
    }
    sum
}

/// How a legal move of the position on the board changes `evaluate`.
pub fn gain(from: u8, to: u8) -> i16 {
    let side = SIDE.get();
    let dest = destination(to);
    let seen = flip(side);
    let mover = kind(BOARD.get(from));
    let arrived = if is_promotion(from, to) {
        promotion_kind(to)
    } else {
        mover
    };
    let mut gain = square_value(arrived, dest ^ seen) - square_value(mover, from ^ seen);
    if arrived != mover {
        gain += value(arrived) - value(mover);
    }
    let victim = BOARD.get(dest);
    if victim != EMPTY {
        gain += captured(kind(victim), dest, seen);
    } else if mover == PAWN && dest == EN_PASSANT.get(PLY.get()) {
        gain += captured(PAWN, dest ^ 0x10, seen);
    } else if mover == KING && is_castling(from, dest) {
        let (rook_from, rook_to) = castling_rook(dest);
        gain += square_value(ROOK, rook_to ^ seen) - square_value(ROOK, rook_from ^ seen);
    }
    if side == WHITE { gain } else { -gain }
}

/// What the victim was worth to its owner, who sees the board from the other side.
#[inline]
fn captured(kind: u8, sq: u8, seen: u8) -> i16 {
    value(kind) + square_value(kind, sq ^ seen ^ 0x70)
}

/// A score as the specification writes it.
pub fn centipawns(score: i16) -> i32 {
    match score {
        MATE => 100_000,
        score if score == -MATE => -100_000,
        score => i32::from(score),
    }
}
