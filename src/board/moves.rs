//! Moves in two bytes, and the pool that holds the move lists of all plies.
//!
//! The pool is one page per field, so an index is one byte. Lists stack up in it, one per ply, and a list is only read
//! again after the lists above it are gone. When a new list might not fit, the whole page is put aside and fetched
//! back when that node is done: see `reserve`.

use super::columns::{self, ASIDE, Column};
use super::piece::{BISHOP, KING, KNIGHT, Kind, PIECE_UNITS, QUEEN, ROOK, VICTIM_SCORES, by_kind};
use super::square::{A8, NONE, Square};
use crate::cells::{ByModule, Byte, Bytes, Cells};

/// The bits of `to` that are a square.
pub const SQUARE_BITS: u8 = 0x77;
/// The bits of `to` that name an under-promotion.
pub const PROMOTION_BITS: u8 = 0x88;

pub const TO_QUEEN: u8 = 0x00;
pub const TO_KNIGHT: u8 = 0x08;
pub const TO_ROOK: u8 = 0x80;
pub const TO_BISHOP: u8 = 0x88;

/// A `from` that no move has.
pub const NO_MOVE: Square = NONE;

/// A move. `from` is a square; `to` is a square plus two spare bits that name the promotion: none set means queen (or no
/// promotion at all). Castling is the king's step of two files, en passant the pawn's step onto the en passant square.
///
/// A pair of bytes travels in two registers, so it costs what two arguments cost. In memory its halves lie apart, each in
/// an array of its own, where one index reaches both.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    pub from: Square,
    pub to: Square,
}

impl Move {
    /// No move: what `is_none` is true of.
    pub const NONE: Move = Move::new(NO_MOVE, NO_MOVE);

    #[inline(always)]
    pub const fn new(from: Square, to: Square) -> Self {
        Self { from, to }
    }

    /// From the two bytes that `bytes` gives.
    #[inline(always)]
    pub const fn from_bytes([from, to]: [u8; 2]) -> Self {
        Self::new(Square::from_bits(from), Square::from_bits(to))
    }

    /// `from` and `to` as they lie in memory.
    #[inline(always)]
    pub const fn bytes(self) -> [u8; 2] {
        [self.from.bits(), self.to.bits()]
    }

    /// `==`, by value, see `Square`.
    #[inline(always)]
    pub const fn is(self, other: Move) -> bool {
        self.from.0 == other.from.0 && self.to.0 == other.to.0
    }

    /// Is it the absence of a move? Only `from` says so.
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.from.is_none()
    }

    /// The move, or `None` for the absence of one.
    #[inline(always)]
    pub const fn some(self) -> Option<Self> {
        if self.is_none() { None } else { Some(self) }
    }

    /// The square on which the piece arrives.
    #[inline(always)]
    pub const fn destination(self) -> Square {
        destination(self.to)
    }

    /// Does the move ask for a piece other than a queen?
    #[inline(always)]
    pub const fn under_promotes(self) -> bool {
        self.to.bits() & PROMOTION_BITS != 0
    }

    /// The kind a pawn becomes by this move, if it reaches the last row.
    #[inline]
    pub const fn promotion_kind(self) -> Kind {
        promotion_kind(self.to)
    }
}

/// The square in the `to` of a move.
#[inline(always)]
pub const fn destination(to: Square) -> Square {
    Square::from_bits(to.bits() & SQUARE_BITS)
}

/// The kind that the bits in the `to` of a move name.
#[inline]
pub const fn promotion_kind(to: Square) -> Kind {
    match to.bits() & PROMOTION_BITS {
        TO_QUEEN => QUEEN,
        TO_KNIGHT => KNIGHT,
        TO_ROOK => ROOK,
        _ => BISHOP,
    }
}

#[inline]
pub const fn promotion_bits(kind: Kind) -> u8 {
    match kind {
        KNIGHT => TO_KNIGHT,
        ROOK => TO_ROOK,
        BISHOP => TO_BISHOP,
        _ => TO_QUEEN,
    }
}

#[cfg_attr(target_vendor = "c64", unsafe(export_name = "MoveListFrom"))]
pub static LISTED_FROM: Cells<Square, 256> = Cells::new(A8);
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "MoveListTo"))]
pub static LISTED_TO: Cells<Square, 256> = Cells::new(A8);
pub static SCORE: Bytes<256> = Bytes::new(0);
/// The first free place of the pool.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "MoveCount"))]
pub static TOP: Byte = Byte::new(0);

/// The move at a place of the pool.
#[inline(always)]
pub fn at(index: u8) -> Move {
    Move::new(LISTED_FROM.get(index), LISTED_TO.get(index))
}

/// Writes the move at a place of the pool.
#[inline(always)]
pub fn put(index: u8, mv: Move) {
    LISTED_FROM.set(index, mv.from);
    LISTED_TO.set(index, mv.to);
}

#[inline(always)]
pub fn push(mv: Move, score: u8) {
    let top = TOP.get();
    put(top, mv);
    SCORE.set(top, score);
    TOP.set(top.wrapping_add(1));
}

/// Worth of a captured piece, in tenths of a pawn, by kind.
static VICTIM: [u8; 8] = by_kind(VICTIM_SCORES);
/// Worth of the capturer in pawns, by kind; a king captures after everything else, like a queen.
static ATTACKER: [u8; 8] = {
    let mut worth = by_kind(PIECE_UNITS);
    worth[KING.0 as usize] = PIECE_UNITS[QUEEN.0 as usize];
    worth
};

/// What an attacker of this kind takes off the score of its victim.
#[inline(always)]
pub const fn attacker_cost(kind: Kind) -> u8 {
    ATTACKER[(kind.0 & 7) as usize]
}

/// Order of a capture, higher is tried first: `victim * 10 - attacker`.
#[inline(always)]
pub fn capture_score(victim_kind: Kind, attacker_kind: Kind) -> u8 {
    VICTIM[usize::from(victim_kind.0 & 7)] - attacker_cost(attacker_kind)
}

/// Moves a list may need before the page is put aside. No position has more than 218 moves, so a fresh page always
/// suffices; with this much room an ordinary position fits on top of the lists below.
const ROOM: u8 = 110;
/// A generator stops before a piece that may no longer fit (a queen has 27 moves at most).
pub const LAST_ROOM: u8 = 255 - 28;
/// No position has more than 74 captures.
pub const LAST_CAPTURE_ROOM: u8 = 255 - 74;

/// Pages that can be put aside: enough for every ply of a search that the ply arrays can hold in practice. The first goes
/// to the far end of the game's record. The C64 has no other; a perft of the position with most moves needs a second.
const SPILLS: usize = if cfg!(target_vendor = "c64") { 1 } else { 2 };
// SAFETY: as of `columns::FROM`.
static SECOND: [Column; 3] = [const { unsafe { Column::by_module(0) } }; 3];
// SAFETY: pages are counted from 0, `spill` refuses one more than `SPILLS`, and `release` only follows a `reserve` that
// put one aside.
static SPILLED_TOP: Bytes<SPILLS, ByModule> = unsafe { Bytes::by_module(0) };
static SPILL_COUNT: Byte = Byte::new(0);

/// Where the fields of the page with this number are put aside, from `ASIDE` on.
#[inline(always)]
fn aside(number: u8) -> [&'static Column; 3] {
    if SPILLS == 1 || number == 0 {
        [&columns::FROM, &columns::TO, &columns::FACTS]
    } else {
        [&SECOND[0], &SECOND[1], &SECOND[2]]
    }
}

/// Makes room for one more list. Returns whether the page was put aside, for `release`.
#[inline]
pub fn reserve() -> bool {
    TOP.get() > 255 - ROOM && spill()
}

#[inline(never)]
fn spill() -> bool {
    let count = SPILL_COUNT.get();
    if usize::from(count) == SPILLS || !columns::has_room_aside() {
        return false;
    }
    let [from, to, score] = aside(count);
    let top = TOP.get();
    let mut index = 0;
    while index != top {
        from.set_from(ASIDE, index, LISTED_FROM.get(index).bits());
        to.set_from(ASIDE, index, LISTED_TO.get(index).bits());
        score.set_from(ASIDE, index, SCORE.get(index));
        index += 1;
    }
    SPILLED_TOP.set(count, top);
    SPILL_COUNT.set(count + 1);
    TOP.set(0);
    true
}

/// Fetches the page back that `reserve` put aside.
#[inline(never)]
pub fn release() {
    let count = SPILL_COUNT.get() - 1;
    SPILL_COUNT.set(count);
    let [from, to, score] = aside(count);
    let top = SPILLED_TOP.get(count);
    let mut index = 0;
    while index != top {
        LISTED_FROM.set(index, Square::from_bits(from.get_from(ASIDE, index)));
        LISTED_TO.set(index, Square::from_bits(to.get_from(ASIDE, index)));
        SCORE.set(index, score.get_from(ASIDE, index));
        index += 1;
    }
    TOP.set(top);
}

/// Empties the pool: before the first list of a search or of a perft.
pub fn clear() {
    TOP.set(0);
    SPILL_COUNT.set(0);
}

/// Brings the best-scored move of `index..TOP` to `index`.
#[inline]
pub fn pick(index: u8) {
    let top = TOP.get();
    let mut best = index;
    let mut best_score = SCORE.get(index);
    let mut other = index.wrapping_add(1);
    while other != top {
        let score = SCORE.get(other);
        if score > best_score {
            best = other;
            best_score = score;
        }
        other = other.wrapping_add(1);
    }
    if best != index {
        swap(best, index);
    }
}

/// Takes the best-scored move of `first..TOP` off the list, which must not be empty, and returns where it stands now:
/// behind the end, until the next move is pushed.
pub fn take_best(first: u8) -> u8 {
    let last = TOP.get().wrapping_sub(1);
    let mut best = last;
    let mut best_score = SCORE.get(last);
    let mut other = last;
    while other != first {
        other = other.wrapping_sub(1);
        let score = SCORE.get(other);
        if score > best_score {
            best = other;
            best_score = score;
        }
    }
    if best != last {
        swap(best, last);
    }
    TOP.set(last);
    last
}

fn swap(first: u8, second: u8) {
    let (mv, score) = (at(first), SCORE.get(first));
    put(first, at(second));
    SCORE.set(first, SCORE.get(second));
    put(second, mv);
    SCORE.set(second, score);
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::board::facts::PREY;
    use crate::board::piece::{BLACK, BORDER, EMPTY, KINDS, Piece, Side, WHITE, is_prey, piece};

    /// Score of the piece as a victim of `side`, as the generators find it; 0 for what is none.
    fn prey(piece: Piece, side: Side) -> u8 {
        let seen = piece.seen_by(side);
        if is_prey(seen) { PREY.of(seen) } else { 0 }
    }

    #[test]
    fn prey_is_what_stands_on_the_board_and_is_an_enemy() {
        for kind in KINDS {
            assert_eq!(prey(piece(WHITE, kind), BLACK), VICTIM[usize::from(kind)]);
            assert_eq!(prey(piece(BLACK, kind), WHITE), VICTIM[usize::from(kind)]);
            for side in [WHITE, BLACK] {
                assert_eq!(prey(piece(side, kind), side), 0);
                assert_eq!(prey(piece(side, kind), Side::NOBODY), 0);
            }
        }
        for side in [WHITE, BLACK, Side::NOBODY] {
            assert_eq!(prey(EMPTY, side), 0);
            assert_eq!(prey(BORDER, side), 0);
        }
    }

    /// Fills the pool up to `top` and has it put aside; tells whether it was.
    fn fill_and_reserve(top: u8) -> bool {
        clear();
        for place in 0..top {
            push(Move::from_bytes([place, place ^ 0x77]), place / 2);
        }
        reserve()
    }

    #[test]
    fn lists_are_put_aside_where_the_record_does_not_reach() {
        let marked = ASIDE as u8 - 1;
        columns::FROM.set(marked, 0x34);
        columns::KNOWN.set(ASIDE as i16);
        assert!(!fill_and_reserve(255 - ROOM), "there is room yet");
        assert!(fill_and_reserve(200));
        assert_eq!(TOP.get(), 0);
        put(100, Move::NONE);
        assert_eq!(columns::FROM.get(marked), 0x34);
        release();
        assert_eq!(TOP.get(), 200);
        for place in 0..200 {
            assert_eq!(at(place), Move::from_bytes([place, place ^ 0x77]));
            assert_eq!(SCORE.get(place), place / 2);
        }
        columns::KNOWN.set(ASIDE as i16 + 1);
        assert!(!fill_and_reserve(200), "the record has come too far");
        columns::KNOWN.set(0);
        clear();
    }
}
