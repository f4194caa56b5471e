//! May a game be played from the position on the board? For positions set up by hand or read from a file.

use crate::board::attack::is_attacked;
use crate::board::piece::{self, BLACK, KING, PAWN, ROOK, Side, WHITE, colour, kind, piece};
use crate::board::position::{self, BOARD, RIGHTS, SIDE, king_square};
use crate::board::square::{E1, E8, from_index};
use crate::cells::{Bytes, Table};

/// What is wrong with a position; the order is that of the messages.
pub const RIGHT: u8 = 0;
pub const KING_COUNT: u8 = 1;
pub const PAWN_ROW: u8 = 2;
pub const TOO_MANY: u8 = 3;
pub const OTHER_IN_CHECK: u8 = 4;
pub const NOT_HOME: u8 = 5;

/// Pieces by kind, Black's from 0 and White's from 8.
#[cfg_attr(
    all(target_vendor = "c64", feature = "program"),
    unsafe(link_section = "UNUSED")
)]
static COUNTS: Bytes<16> = Bytes::new(0);
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "HIGH"))]
static AT_START: Table<7> = Table(piece::AT_START);

/// Looks at board, side and rights. When they are right, lists, sums and keys are rebuilt and the game can begin.
pub fn check() -> u8 {
    count();
    if COUNTS.get(KING) != 1 || COUNTS.get(8 | KING) != 1 {
        return KING_COUNT;
    }
    if has_pawn_on_edge() {
        return PAWN_ROW;
    }
    if has_too_many(0) || has_too_many(8) {
        return TOO_MANY;
    }
    if !is_home(E1, WHITE, RIGHTS.get(0)) || !is_home(E8, BLACK, RIGHTS.get(0) >> 2) {
        return NOT_HOME;
    }
    position::rebuild();
    let side = SIDE.get();
    if is_attacked(king_square(side.other()), side) {
        return OTHER_IN_CHECK;
    }
    RIGHT
}

fn count() {
    COUNTS.fill(0);
    let mut index = 0;
    while index < 64 {
        let piece = BOARD.get(from_index(index));
        let place = kind(piece) | colour(piece).bit() >> 4;
        COUNTS.set(place, COUNTS.get(place) + 1);
        index += 1;
    }
}

fn has_pawn_on_edge() -> bool {
    let mut file = 0;
    while file < 8 {
        if kind(BOARD.get(file)) == PAWN || kind(BOARD.get(0x70 + file)) == PAWN {
            return true;
        }
        file += 1;
    }
    false
}

/// No more pieces than promotion explains.
fn has_too_many(first: u8) -> bool {
    let mut pawns = COUNTS.get(first + PAWN);
    let mut kind = 2;
    while kind < KING {
        pawns += COUNTS.get(first + kind).saturating_sub(AT_START.get(kind));
        kind += 1;
    }
    pawns > 8
}

/// Do king and rooks stand where the two bits of castling rights need them?
fn is_home(home: u8, side: Side, rights: u8) -> bool {
    let rook = piece(side, ROOK);
    (rights & 3 == 0 || BOARD.get(home) == piece(side, KING))
        && (rights & 1 == 0 || BOARD.get(home + 3) == rook)
        && (rights & 2 == 0 || BOARD.get(home - 4) == rook)
}

/// All rights that king and rooks at home allow.
pub fn possible_rights() -> u8 {
    let mut rights = 0;
    let mut bit = 1;
    while bit < 16 {
        let (home, side, own) = if bit < 4 {
            (E1, WHITE, bit)
        } else {
            (E8, BLACK, bit >> 2)
        };
        if is_home(home, side, own) {
            rights |= bit;
        }
        bit <<= 1;
    }
    rights
}
