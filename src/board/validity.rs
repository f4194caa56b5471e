//! May a game be played from a position? For positions set up by hand, read from a file or from FEN text.
//!
//! Every question takes `at`, the piece on a square: FEN is judged before it reaches the board, everything else on it.

use super::attack::is_attacked;
use super::piece::{
    self, BLACK, EMPTY, KING, Kind, PAWN, Piece, ROOK, Side, WHITE, colour, kind, piece,
};
use super::ply::ROOT;
use super::position::{self, BOARD, EN_PASSANT, RIGHTS, SIDE, king_square};
use super::square::{E1, E8, EAST, Square, WEST, from_index, row};
use crate::cells::{ByModule, Bytes, Table};

/// What is wrong with a position; the order is that of the messages.
pub const RIGHT: u8 = 0;
pub const KING_COUNT: u8 = 1;
pub const PAWN_ROW: u8 = 2;
pub const TOO_MANY: u8 = 3;
pub const OTHER_IN_CHECK: u8 = 4;
pub const NOT_HOME: u8 = 5;
pub const NO_EN_PASSANT: u8 = 6;

/// Pieces by kind, Black's from 0 and White's from 8.
// SAFETY: a kind has three bits, the side the fourth.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "UNUSED"))]
static COUNTS: Bytes<16, ByModule> = unsafe { Bytes::by_module(0) };
// SAFETY: it is asked for kinds from the knight to the queen.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "HIGH"))]
static AT_START: Table<7, ByModule> = unsafe { Table::by_module(piece::AT_START) };

/// Looks at board, side, rights and en passant square. When they are right, lists, sums and keys are rebuilt and the game can begin.
pub fn check() -> u8 {
    let wrong = placement(on_board);
    if wrong != RIGHT {
        return wrong;
    }
    if !is_home(on_board, E1, WHITE, RIGHTS.get(ROOT))
        || !is_home(on_board, E8, BLACK, RIGHTS.get(ROOT) >> 2)
    {
        return NOT_HOME;
    }
    if !has_possible_en_passant() {
        return NO_EN_PASSANT;
    }
    position::rebuild();
    if is_other_in_check() {
        return OTHER_IN_CHECK;
    }
    RIGHT
}

#[inline(always)]
fn on_board(sq: Square) -> Piece {
    BOARD.get(sq)
}

/// One king each, no pawn on a last row, no more pieces than a game can give: one of the first four answers of `check`.
#[inline(always)]
pub(super) fn placement(at: impl Fn(Square) -> Piece + Copy) -> u8 {
    count_pieces(at);
    if count(BLACK, KING) != 1 || count(WHITE, KING) != 1 {
        KING_COUNT
    } else if has_pawn_on_edge(at) {
        PAWN_ROW
    } else if has_too_many(first(BLACK)) || has_too_many(first(WHITE)) {
        TOO_MANY
    } else {
        RIGHT
    }
}

/// Could the king of the side not to move be captured? Lists and board must agree.
#[inline(always)]
pub(super) fn is_other_in_check() -> bool {
    let side = SIDE.get();
    is_attacked(king_square(side.other()), side)
}

/// Where the counts of a side begin.
#[inline(always)]
pub(super) const fn first(side: Side) -> u8 {
    side.bit() >> 4
}

/// How many pieces of a kind a side had when `placement` was last asked.
#[inline(always)]
pub(super) fn count(side: Side, kind: Kind) -> u8 {
    COUNTS.get(first(side) | kind.0)
}

#[inline(always)]
fn count_pieces(at: impl Fn(Square) -> Piece) {
    COUNTS.fill(0);
    let mut index = 0;
    while index < 64 {
        let piece = at(from_index(index));
        let place = kind(piece).0 | first(colour(piece));
        COUNTS.set(place, COUNTS.get(place) + 1);
        index += 1;
    }
}

#[inline(always)]
fn has_pawn_on_edge(at: impl Fn(Square) -> Piece) -> bool {
    let mut file = 0;
    while file < 8 {
        if kind(at(Square::from_bits(file))) == PAWN
            || kind(at(Square::from_bits(0x70 + file))) == PAWN
        {
            return true;
        }
        file += 1;
    }
    false
}

/// Has the side whose counts begin at `first` more pieces than promotion explains?
pub(super) fn has_too_many(first: u8) -> bool {
    let mut pawns = COUNTS.get(first + PAWN.0);
    let mut kind = 2;
    while kind < KING.0 {
        pawns += COUNTS.get(first + kind).saturating_sub(AT_START.get(kind));
        kind += 1;
    }
    pawns > 8
}

/// Do king and rooks stand where the two bits of castling rights need them?
fn is_home(at: impl Fn(Square) -> Piece, home: Square, side: Side, rights: u8) -> bool {
    let rook = piece(side, ROOK);
    (rights & 3 == 0 || at(home) == piece(side, KING))
        && (rights & 1 == 0 || at(home.plus(3)) == rook)
        && (rights & 2 == 0 || at(home.minus(4)) == rook)
}

/// Do king and rook stand where this bit of the castling rights needs them?
#[inline(always)]
pub(super) fn is_possible_right(at: impl Fn(Square) -> Piece, bit: u8) -> bool {
    let (home, side, own) = if bit < 4 {
        (E1, WHITE, bit)
    } else {
        (E8, BLACK, bit >> 2)
    };
    is_home(at, home, side, own)
}

/// Is there no en passant square, or can the side to move capture on it?
#[inline(never)]
pub fn has_possible_en_passant() -> bool {
    let (target, side) = (EN_PASSANT.get(ROOT), SIDE.get());
    target.is_none()
        || is_behind_double_step(on_board, target, side) && is_pawn_ready(on_board, target, side)
}

/// From an en passant square to the one where the pawn stood before its double step: row 2 to 1, row 5 to 6.
const FROM_DOUBLE_STEP: u8 = 0x30;

/// May the pawn in front of `target` have come there by a double step that the side to move can answer en passant?
#[inline(always)]
pub(super) fn is_behind_double_step(
    at: impl Fn(Square) -> Piece,
    target: Square,
    side: Side,
) -> bool {
    is_en_passant_row(target, side)
        && at(target.en_passant_partner()) == piece(side, PAWN).of_other_side()
        && at(target) == EMPTY
        && at(Square(target.0 ^ FROM_DOUBLE_STEP)) == EMPTY
}

/// Does a pawn of `side` stand beside the one that made the double step?
#[inline(always)]
pub(super) fn is_pawn_ready(at: impl Fn(Square) -> Piece, target: Square, side: Side) -> bool {
    let stepped = target.en_passant_partner();
    let own = piece(side, PAWN);
    at(stepped.plus(WEST)) == own || at(stepped.plus(EAST)) == own
}

/// The row on which `side` captures en passant.
#[inline(always)]
pub(super) fn is_en_passant_row(sq: Square, side: Side) -> bool {
    row(sq) == if side == WHITE { 2 } else { 5 }
}

/// All rights that king and rooks at home allow.
pub fn possible_rights() -> u8 {
    let mut rights = 0;
    let mut bit = 1;
    while bit < 16 {
        if is_possible_right(on_board, bit) {
            rights |= bit;
        }
        bit <<= 1;
    }
    rights
}
