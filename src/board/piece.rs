//! Sides, and pieces in one byte: `$30 | kind` for Black, `$B0 | kind` for White, `$30` alone for an empty square.
//! The border is a value that is neither empty nor a piece of either side.

use crate::cells::Place;

/// One of the two sides, as the bit that tells the colours of pieces apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(transparent)]
pub struct Side(u8);

pub const WHITE: Side = Side(0x80);
pub const BLACK: Side = Side(0x00);

impl Side {
    /// Neither side: turns every piece into something that is no prey, see `is_prey`.
    pub(super) const NOBODY: Side = Side(0x20);

    /// From the bit that `bit` gives.
    #[inline(always)]
    pub const fn from_bit(bit: u8) -> Self {
        Self(bit)
    }

    /// The bit in a piece of this side: `$80` for White, 0 for Black.
    #[inline(always)]
    pub const fn bit(self) -> u8 {
        self.0
    }

    /// The place in arrays of two: 0 for Black, 1 for White.
    #[inline(always)]
    pub const fn index(self) -> u8 {
        self.0 >> 7
    }

    /// The opponent.
    #[inline(always)]
    #[must_use]
    pub const fn other(self) -> Self {
        Self(self.0 ^ WHITE.0)
    }
}

// SAFETY: the index is one bit.
unsafe impl<By> Place<2, By> for Side {
    #[inline(always)]
    fn place(self) -> u8 {
        self.index()
    }
}

/// What stands on a square: a piece of either side, nothing, or the border.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(transparent)]
pub struct Piece(u8);

pub const EMPTY: Piece = Piece(0x30);
/// Below every piece whichever side sees it, so that `is_prey` is one comparison; and what cleared memory holds.
pub const BORDER: Piece = Piece(0x00);

impl Piece {
    /// From the byte that `bits` gives.
    #[inline(always)]
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// The byte: colour, `$30`, kind.
    #[inline(always)]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The piece of the same kind and the other colour.
    #[inline(always)]
    #[must_use]
    pub const fn of_other_side(self) -> Self {
        Self(self.0 ^ WHITE.0)
    }

    /// What a pawn becomes.
    #[inline(always)]
    #[must_use]
    pub const fn promoted_to(self, kind: Kind) -> Self {
        Self(self.0 ^ PAWN.0 ^ kind.0)
    }

    /// The piece as `side` sees it: its own pieces turn black, the opponent's white.
    #[inline(always)]
    #[must_use]
    pub const fn seen_by(self, side: Side) -> Self {
        Self(self.0 ^ side.0)
    }
}

/// Does a piece, as its opponent sees it (`Piece::seen_by`), stand there to be captured? One comparison: empty squares, own pieces
/// and the border are all seen as less.
#[inline(always)]
pub const fn is_prey(seen: Piece) -> bool {
    seen.0 > EMPTY.0 | WHITE.0
}

/// What kind of piece: three bits, so it is a place of every array of eight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(transparent)]
pub struct Kind(pub(super) u8);

/// The kind of an empty square.
pub const NO_PIECE: Kind = Kind(0);
pub const PAWN: Kind = Kind(1);
pub const KNIGHT: Kind = Kind(2);
pub const BISHOP: Kind = Kind(3);
pub const ROOK: Kind = Kind(4);
pub const QUEEN: Kind = Kind(5);
pub const KING: Kind = Kind(6);

/// All of them, by value.
pub const KINDS: [Kind; 6] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING];

impl Kind {
    /// From the number that `bits` gives, which is below 8: the host checks it.
    #[inline(always)]
    pub const fn from_bits(bits: u8) -> Self {
        if cfg!(not(target_vendor = "c64")) {
            assert!(bits < 8, "a kind has three bits");
        }
        Self(bits)
    }

    /// 1..=6, 0 for an empty square and the border.
    #[inline(always)]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The kind after this one, for loops over all of them. It stops there.
    #[inline(always)]
    #[must_use]
    pub const fn next(self) -> Self {
        Self::from_bits(self.0 + 1)
    }
}

// SAFETY: the place is three bits. Of what `kind` gives LLVM knows that there are no others.
unsafe impl<By> Place<8, By> for Kind {
    #[inline(always)]
    fn place(self) -> u8 {
        self.0 & 7
    }
}

impl From<Kind> for usize {
    #[inline(always)]
    fn from(kind: Kind) -> usize {
        usize::from(kind.0)
    }
}

#[inline(always)]
pub const fn piece(side: Side, kind: Kind) -> Piece {
    Piece(EMPTY.0 | side.0 | kind.0)
}

#[inline(always)]
pub const fn kind(piece: Piece) -> Kind {
    Kind(piece.0 & 7)
}

#[inline(always)]
pub const fn colour(piece: Piece) -> Side {
    Side(piece.0 & WHITE.0)
}

/// `colour(piece) == side` in one look at both: for a piece, since an empty square passes for Black's.
#[inline(always)]
pub const fn has_colour(piece: Piece, side: Side) -> bool {
    (piece.0 ^ side.0) & WHITE.0 == 0
}

/// `colour(piece).index()`.
#[inline(always)]
pub const fn side_index(piece: Piece) -> u8 {
    piece.0 >> 7
}

/// Is it a piece of White? Not for empty squares, which are nobody's, nor the border.
#[inline(always)]
pub const fn is_white(piece: Piece) -> bool {
    piece.0 & WHITE.0 != 0
}

/// Is it a piece of the side that is not `side`? One subtraction answers for empty, border and own pieces alike.
#[inline(always)]
pub const fn is_enemy(piece: Piece, side: Side) -> bool {
    (piece.0 ^ side.0).wrapping_sub(WHITE.0 | EMPTY.0 | PAWN.0) < 6
}

#[inline(always)]
pub const fn is_own(piece: Piece, side: Side) -> bool {
    (piece.0 ^ side.0).wrapping_sub(EMPTY.0 | PAWN.0) < 6
}

/// What a side has at the start, by kind.
pub const AT_START: [u8; 7] = [0, 8, 2, 2, 2, 1, 1];

/// By kind, in pawns: the classical values, and how much material is left in one byte for both sides together.
pub const PIECE_UNITS: [u8; 7] = [0, 1, 3, 3, 5, 9, 0];

/// By kind, in tenths of a pawn: what a piece counts as a victim when captures are put in order. A bishop goes before a
/// knight, a king before everything.
pub const VICTIM_SCORES: [u8; 7] = {
    let mut scores = PIECE_UNITS;
    let mut kind = 0;
    while kind < scores.len() {
        scores[kind] *= 10;
        kind += 1;
    }
    scores[BISHOP.0 as usize] += 3;
    scores[KING.0 as usize] = 99;
    scores
};

/// A list by kind in eight places, so that three bits of a piece are an index.
pub const fn by_kind(values: [u8; 7]) -> [u8; 8] {
    let [none, pawn, knight, bishop, rook, queen, king] = values;
    [none, pawn, knight, bishop, rook, queen, king, 0]
}

/// Letters of the kinds, for FEN and SAN.
pub const LETTERS: [u8; 7] = *b".PNBRQK";
