//! The position: board, piece lists and the state that a move changes, all of it in cells.
//!
//! Invariant: piece lists, counts and everything by ply agree with the board. `rebuild` makes it so after anyone wrote the
//! board by hand; `make` and `unmake` keep it so move by move. Three things are looser: the Zobrist key follows only where
//! `hash::push` and `pop` are called, rows and key of the pawns only up to the last `pawns::catch_up`, and `SUM` adds up the
//! values of the last `eval::prepare`, whichever position they were made for. At ply 0, between two calls of `engine`, the
//! first two hold as well.
//!
//! What a move changes for good on the board is undone by `unmake`; everything else is an array by ply, and going
//! back a ply is enough.

use super::by_square::SLOT;
use super::facts::UNITS;
use super::piece::{
    BLACK, BORDER, EMPTY, KING, PAWN, Piece, QUEEN, Side, WHITE, colour, kind, piece, side_index,
};
use super::square::{NONE, NORTH, SOUTH, from_index, is_on_board};
use super::{attack, hash, make, pawns, values};
use crate::cells::{Byte, Bytes, Cell, Cells, Table, Words};

/// No walk through the tree may go deeper. The limit is the 6502's stack of 256 bytes: a ply of the search takes six of
/// them for its calls, a ply of quiescence two.
pub const MAX_PLY: u8 = 34;
/// Length of the arrays by ply.
pub const PLIES: usize = MAX_PLY as usize + 1;

/// The board proper in `$00..$78`, border everywhere else, so that a walk of any step ends at the border.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "Board88"))]
pub static BOARD: Cells<Piece, 256> = Cells::new(BORDER);
/// Squares of the pieces: 16 of Black, then 16 of White, `NONE` where a piece is gone. The king is first of each.
pub static LIST: Bytes<32> = Bytes::new(NONE);

pub const SLOTS: u8 = 16;
/// The slot behind the last one in use, of Black and of White. Slots between may be dead: captures of the search leave
/// them so until they are taken back, captures of the game close the gap.
pub static LIST_END: Bytes<2> = Bytes::new(0);

/// The side to move, `WHITE` or `BLACK`.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "SearchSide"))]
pub static SIDE: Cell<Side> = Cell::new(BLACK);
/// Moves made from the root of the current search; index of the arrays by ply.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "SearchPly"))]
pub static PLY: Byte = Byte::new(0);
/// Plies whose moves the evaluation's accumulators include (`eval::network`); taking a move back sets it back.
pub static ACCUMULATED: Byte = Byte::new(0);

/// Bits of the castling rights.
pub const WHITE_SHORT: u8 = 1;
pub const WHITE_LONG: u8 = 2;
pub const BLACK_SHORT: u8 = 4;
pub const BLACK_LONG: u8 = 8;

// By ply: the state before the move of that ply.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "castlerights"))]
pub static RIGHTS: Bytes<PLIES> = Bytes::new(0);
/// Square behind a pawn that just moved two steps, only when an enemy pawn stands ready to capture it.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "enpassantsq"))]
pub static EN_PASSANT: Bytes<PLIES> = Bytes::new(NONE);
/// Plies since the last capture or pawn move.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "halfmoveclock"))]
pub static CLOCK: Bytes<PLIES> = Bytes::new(0);
/// Square of the piece that gives check to the side to move, with `DOUBLE` set when there are two.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "checkersq"))]
pub static CHECKER: Bytes<PLIES> = Bytes::new(NONE);
pub const DOUBLE: u8 = 0x08;
/// Material and piece-square sum, positive for White.
pub static SUM: Words<PLIES> = Words::new();

// By ply: the move made there, for unmake.
pub static MOVE_FROM: Bytes<PLIES> = Bytes::new(0);
pub static MOVE_TO: Bytes<PLIES> = Bytes::new(0);
/// The piece that moved, before any promotion.
pub static MOVED: Cells<Piece, PLIES> = Cells::new(EMPTY);
/// The captured piece or `EMPTY`.
pub static CAPTURED: Cells<Piece, PLIES> = Cells::new(EMPTY);
pub static CAPTURED_SLOT: Bytes<PLIES> = Bytes::new(0);

/// Units of everything but the kings, both sides together.
pub static MATERIAL: Byte = Byte::new(0);
/// Queens of both sides.
pub static QUEENS: Byte = Byte::new(0);
/// Pawns of Black and of White.
pub static PAWNS: Bytes<2> = Bytes::new(0);
/// Knights, bishops, rooks and queens of Black and of White.
pub static NON_PAWNS: Bytes<2> = Bytes::new(0);

/// First slot of a side's pieces: its king.
#[inline(always)]
pub const fn king_slot(side: Side) -> u8 {
    side.bit() >> 3
}

#[inline(always)]
pub fn king_square(side: Side) -> u8 {
    LIST.get(king_slot(side))
}

#[inline(always)]
pub fn in_check() -> bool {
    CHECKER.get(PLY.get()) != NONE
}

/// The step of a pawn of that side.
#[inline(always)]
pub fn forward(side: Side) -> u8 {
    if side == WHITE { NORTH } else { SOUTH }
}

/// An empty board, White to move, no rights: to be filled with `put` and finished with `rebuild`.
pub fn clear() {
    BOARD.fill(EMPTY);
    LIST.fill(NONE);
    SIDE.set(WHITE);
    PLY.set(0);
    RIGHTS.set(0, 0);
    EN_PASSANT.set(0, NONE);
    CLOCK.set(0, 0);
    hash::forget_history();
    make::LAST_CAPTURE.set(NONE);
}

/// Takes the board, the side and the state of ply 0 as someone wrote them for the start of a game.
pub fn begin() {
    PLY.set(0);
    hash::forget_history();
    make::LAST_CAPTURE.set(NONE);
    rebuild();
}

pub fn put(sq: u8, piece: Piece) {
    BOARD.set(sq, piece);
    if kind(piece) == KING {
        LIST.set(king_slot(colour(piece)), sq);
    }
}

/// Calls for every man of the initial position.
#[inline(always)]
pub fn for_each_initial(mut act: impl FnMut(u8, Piece)) {
    static BACK_ROW: Table<8> = Table([4, 2, 3, 5, 6, 3, 2, 4]);
    let mut file = 8;
    while file != 0 {
        file -= 1;
        let back = BACK_ROW.get(file);
        act(file, piece(BLACK, back));
        act(file | 0x10, piece(BLACK, PAWN));
        act(file | 0x60, piece(WHITE, PAWN));
        act(file | 0x70, piece(WHITE, back));
    }
}

/// The initial position.
pub fn start() {
    clear();
    for_each_initial(put);
    RIGHTS.set(0, WHITE_SHORT | WHITE_LONG | BLACK_SHORT | BLACK_LONG);
    rebuild();
}

/// Derives lists, sums, keys and check from the board, the side, and the rights, en passant square and clock of this
/// ply. The king slots are kept when no king stands on the board: an evaluation may ask about a board without kings.
pub fn rebuild() {
    let ply = PLY.get();
    clear_derived();
    let mut next = [1, SLOTS + 1];
    let mut index = 0;
    while index < 64 {
        let sq = from_index(index);
        let piece = BOARD.get(sq);
        let kind = kind(piece);
        if kind != 0 {
            let side = usize::from(side_index(piece));
            if kind == KING {
                occupy(king_slot(colour(piece)), sq);
            } else if next[side] != SLOTS && next[side] != 2 * SLOTS {
                occupy(next[side], sq);
                next[side] += 1;
            }
            if kind != KING {
                count(piece);
            }
            if kind == PAWN {
                pawns::flip_in_row(piece, sq);
            }
        }
        index += 1;
    }
    LIST_END.set(0, next[0]);
    LIST_END.set(1, next[1]);
    SUM.set(ply, values::total());
    hash::rebuild();
    let king = king_square(SIDE.get());
    CHECKER.set(ply, attack::checkers(king, SIDE.get().other()));
}

/// Border around the board, empty lists but for the kings, no material.
fn clear_derived() {
    let mut sq = 0u8;
    loop {
        if !is_on_board(sq) {
            BOARD.set(sq, BORDER);
        }
        sq = sq.wrapping_add(1);
        if sq == 0 {
            break;
        }
    }
    let mut slot = 0;
    while slot < 2 * SLOTS {
        if slot & (SLOTS - 1) != 0 {
            LIST.set(slot, NONE);
        }
        slot += 1;
    }
    MATERIAL.set(0);
    QUEENS.set(0);
    PAWNS.fill(0);
    NON_PAWNS.fill(0);
    pawns::clear();
}

fn occupy(slot: u8, sq: u8) {
    LIST.set(slot, sq);
    SLOT.set(sq, slot);
}

/// A piece other than a king joins the counts: at the start, by promotion, or by taking back a capture.
#[inline]
pub fn count(piece: Piece) {
    MATERIAL.set(MATERIAL.get().wrapping_add(UNITS.of(piece)));
    let side = side_index(piece);
    if kind(piece) == PAWN {
        PAWNS.set(side, PAWNS.get(side).wrapping_add(1));
    } else {
        NON_PAWNS.set(side, NON_PAWNS.get(side).wrapping_add(1));
        if kind(piece) == QUEEN {
            QUEENS.set(QUEENS.get().wrapping_add(1));
        }
    }
}

/// A piece leaves the counts. Kings are never captured in a legal game; a suite's position may try.
#[inline]
pub fn discount(piece: Piece) {
    MATERIAL.set(MATERIAL.get().wrapping_sub(UNITS.of(piece)));
    let side = side_index(piece);
    if kind(piece) == PAWN {
        PAWNS.set(side, PAWNS.get(side).wrapping_sub(1));
    } else {
        NON_PAWNS.set(side, NON_PAWNS.get(side).wrapping_sub(1));
        if kind(piece) == QUEEN {
            QUEENS.set(QUEENS.get().wrapping_sub(1));
        }
    }
}
