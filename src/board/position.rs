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

use super::board88::Board88;
use super::by_square::SLOT;
use super::facts::UNITS;
use super::piece::{
    BLACK, BORDER, EMPTY, KING, Kind, NO_PIECE, PAWN, Piece, QUEEN, Side, WHITE, colour, kind,
    piece, side_index,
};
use super::ply::{PerPly, Ply, ROOT, WordPerPly};
use super::square::{A8, NONE, NORTH, SOUTH, Square, from_index, is_on_board};
use super::{attack, hash, make, pawns, values};
use crate::cells::{ByModule, Byte, Bytes, Cell, Cells, Table};

/// The board proper in `$00..$78`, border everywhere else, so that a walk of any step ends at the border. The label `Board88` is
/// that of square `$00`: a layout names it (`[labels]`).
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "BoardWithBorder"))]
pub static BOARD: Board88 = Board88::new();
/// Squares of the pieces: 16 of Black, then 16 of White, `NONE` where a piece is gone. The king is first of each.
// SAFETY: slots are 0 to 15 of Black and 16 to 31 of White, and `rebuild` lists no more pieces.
pub static LIST: Cells<Square, 32, ByModule> = unsafe { Cells::by_module(NONE) };

pub const SLOTS: u8 = 16;
/// The slot behind the last one in use, of Black and of White. Slots between may be dead: captures of the search leave
/// them so until they are taken back, captures of the game close the gap.
// SAFETY: sixteen slots belong to each side, so a slot has the side 0 or 1.
pub static LIST_END: Bytes<2, ByModule> = unsafe { Bytes::by_module(0) };

/// The side to move, `WHITE` or `BLACK`.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "SearchSide"))]
pub static SIDE: Cell<Side> = Cell::new(BLACK);
/// Moves made from the root of the current search; index of the arrays by ply.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "SearchPly"))]
pub static PLY: Cell<Ply> = Cell::new(ROOT);
/// Plies whose moves the evaluation's accumulators include (`eval::network`); taking a move back sets it back.
pub static ACCUMULATED: Cell<Ply> = Cell::new(ROOT);

/// Bits of the castling rights.
pub const WHITE_SHORT: u8 = 1;
pub const WHITE_LONG: u8 = 2;
pub const BLACK_SHORT: u8 = 4;
pub const BLACK_LONG: u8 = 8;

// By ply: the state before the move of that ply.
// SAFETY: of all arrays by ply in this file: plies stay within the limits at the head of `ply`.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "castlerights"))]
pub static RIGHTS: PerPly<u8> = unsafe { PerPly::by_limit(0) };
/// Square behind a pawn that just moved two steps, only when an enemy pawn stands ready to capture it.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "enpassantsq"))]
pub static EN_PASSANT: PerPly<Square> = unsafe { PerPly::by_limit(NONE) };
/// Plies since the last capture or pawn move.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "halfmoveclock"))]
pub static CLOCK: PerPly<u8> = unsafe { PerPly::by_limit(0) };
/// Square of the piece that gives check to the side to move; with `DOUBLE` set when there are two.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "checkersq"))]
pub static CHECKER: PerPly<Square> = unsafe { PerPly::by_limit(NONE) };
pub const DOUBLE: u8 = 0x08;
/// Material and piece-square sum, positive for White.
pub static SUM: WordPerPly = unsafe { WordPerPly::by_limit() };

// By ply: the move made there, for unmake.
pub static MOVE_FROM: PerPly<Square> = unsafe { PerPly::by_limit(A8) };
pub static MOVE_TO: PerPly<Square> = unsafe { PerPly::by_limit(A8) };
/// The piece that moved, before any promotion.
pub static MOVED: PerPly<Piece> = unsafe { PerPly::by_limit(EMPTY) };
/// The captured piece or `EMPTY`.
pub static CAPTURED: PerPly<Piece> = unsafe { PerPly::by_limit(EMPTY) };
pub static CAPTURED_SLOT: PerPly<u8> = unsafe { PerPly::by_limit(0) };

/// Units of everything but the kings, both sides together.
pub static MATERIAL: Byte = Byte::new(0);
/// Queens of both sides.
pub static QUEENS: Byte = Byte::new(0);
/// Pawns of Black and of White.
// SAFETY: the side of a piece is one bit.
pub static PAWNS: Bytes<2, ByModule> = unsafe { Bytes::by_module(0) };
/// Knights, bishops, rooks and queens of Black and of White.
// SAFETY: the side of a piece is one bit.
pub static NON_PAWNS: Bytes<2, ByModule> = unsafe { Bytes::by_module(0) };

/// First slot of a side's pieces: its king.
#[inline(always)]
pub const fn king_slot(side: Side) -> u8 {
    side.bit() >> 3
}

#[inline(always)]
pub fn king_square(side: Side) -> Square {
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
    PLY.set(ROOT);
    RIGHTS.set(ROOT, 0);
    EN_PASSANT.set(ROOT, NONE);
    CLOCK.set(ROOT, 0);
    hash::forget_history();
    make::LAST_CAPTURE.set(NONE);
}

/// Takes the board, the side and the state of ply 0 as someone wrote them for the start of a game.
pub fn begin() {
    PLY.set(ROOT);
    hash::forget_history();
    make::LAST_CAPTURE.set(NONE);
    rebuild();
}

#[inline(never)]
pub fn put(sq: Square, piece: Piece) {
    BOARD.set(sq, piece);
    if kind(piece) == KING {
        LIST.set(king_slot(colour(piece)), sq);
    }
}

/// Calls for every man of the initial position.
#[inline(always)]
pub fn for_each_initial(mut act: impl FnMut(Square, Piece)) {
    // SAFETY: the loop below ends at the eighth file.
    static BACK_ROW: Table<8, ByModule> = unsafe { Table::by_module([4, 2, 3, 5, 6, 3, 2, 4]) };
    let mut file = 8;
    while file != 0 {
        file -= 1;
        let back = Kind(BACK_ROW.get(file));
        let at = |row| Square::from_bits(file | row);
        act(at(0), piece(BLACK, back));
        act(at(0x10), piece(BLACK, PAWN));
        act(at(0x60), piece(WHITE, PAWN));
        act(at(0x70), piece(WHITE, back));
    }
}

/// The initial position.
pub fn start() {
    clear();
    for_each_initial(put);
    RIGHTS.set(ROOT, WHITE_SHORT | WHITE_LONG | BLACK_SHORT | BLACK_LONG);
    rebuild();
}

/// Derives lists, sums, keys and check from the board, the side, and the rights, en passant square and clock of this
/// ply. The king slots are kept when no king stands on the board, as long as no other piece took the square: an evaluation may ask
/// about a board without kings.
pub fn rebuild() {
    let ply = PLY.get();
    clear_derived();
    let mut next = [1, SLOTS + 1];
    let mut index = 0;
    while index < 64 {
        let sq = from_index(index);
        let piece = BOARD.get(sq);
        let kind = kind(piece);
        if kind.0 != 0 {
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
    LIST_END.set(BLACK, next[0]);
    LIST_END.set(WHITE, next[1]);
    forget_king(BLACK);
    forget_king(WHITE);
    SUM.set(ply, values::total());
    hash::rebuild();
    let king = king_square(SIDE.get());
    CHECKER.set(ply, attack::checkers(king, SIDE.get().other()));
}

/// A king's square where another piece stands now is no king's.
fn forget_king(side: Side) {
    let there = BOARD.get(king_square(side));
    if kind(there) != NO_PIECE && there != piece(side, KING) {
        LIST.set(king_slot(side), NONE);
    }
}

/// Border around the board, empty lists but for the kings, no material.
fn clear_derived() {
    let mut sq = A8;
    loop {
        if !is_on_board(sq) {
            BOARD.set(sq, BORDER);
        }
        sq = sq.plus(1);
        if sq == A8 {
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

fn occupy(slot: u8, sq: Square) {
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

/// One piece takes another's place in the counts, when a pawn is promoted or a promotion is taken back. Seldom, so there is one of it.
#[inline(never)]
pub fn recount(gone: Piece, come: Piece) {
    discount(gone);
    count(come);
}
