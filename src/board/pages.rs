//! One byte for every piece on every square, in three pages of 256.
//!
//! A real square leaves bits 3 and 7 free: bit 7 takes the colour, bit 3 tells the two kinds of a page apart. So all
//! tables by piece and square (square values, hash keys, history) share one index byte and one choice of page.

use super::piece::{PieceTable, kind};
use crate::cells::{Bytes, Table};

/// Bits that the piece adds to its square.
static INDEX_BITS: PieceTable = PieceTable::new(
    [0, 0, 0, 8, 0, 8, 8],
    [0, 0x80, 0x80, 0x88, 0x80, 0x88, 0x88],
);

#[inline(always)]
pub fn index(piece: u8, sq: u8) -> u8 {
    INDEX_BITS.get(piece) | sq
}

/// Which page a piece is in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Page {
    PawnKing,
    KnightBishop,
    RookQueen,
}

#[inline(always)]
pub const fn page(piece: u8) -> Page {
    match kind(piece) >> 1 {
        1 => Page::KnightBishop,
        2 => Page::RookQueen,
        _ => Page::PawnKing,
    }
}

/// Variable pages.
pub struct Pages {
    pub pawn_king: Bytes<256>,
    pub knight_bishop: Bytes<256>,
    pub rook_queen: Bytes<256>,
}

impl Pages {
    pub const fn new() -> Self {
        Self {
            pawn_king: Bytes::new(0),
            knight_bishop: Bytes::new(0),
            rook_queen: Bytes::new(0),
        }
    }

    #[inline(always)]
    pub fn page(&self, page: Page) -> &Bytes<256> {
        match page {
            Page::PawnKing => &self.pawn_king,
            Page::KnightBishop => &self.knight_bishop,
            Page::RookQueen => &self.rook_queen,
        }
    }

    #[inline(always)]
    pub fn get(&self, piece: u8, sq: u8) -> u8 {
        let index = index(piece, sq);
        match page(piece) {
            Page::PawnKing => self.pawn_king.get(index),
            Page::KnightBishop => self.knight_bishop.get(index),
            Page::RookQueen => self.rook_queen.get(index),
        }
    }
}

impl Default for Pages {
    fn default() -> Self {
        Self::new()
    }
}

/// Constant pages.
pub struct ConstPages {
    pub pawn_king: Table<256>,
    pub knight_bishop: Table<256>,
    pub rook_queen: Table<256>,
}

impl ConstPages {
    #[inline(always)]
    pub fn signed(&self, piece: u8, sq: u8) -> i8 {
        let index = index(piece, sq);
        match page(piece) {
            Page::PawnKing => self.pawn_king.signed(index),
            Page::KnightBishop => self.knight_bishop.signed(index),
            Page::RookQueen => self.rook_queen.signed(index),
        }
    }

    /// What the piece gains on the way from one square to another.
    #[inline(always)]
    pub fn gain(&self, piece: u8, from: u8, to: u8) -> i8 {
        let bits = INDEX_BITS.get(piece);
        let (from, to) = (from | bits, to | bits);
        let (new, old) = match page(piece) {
            Page::PawnKing => (self.pawn_king.get(to), self.pawn_king.get(from)),
            Page::KnightBishop => (self.knight_bishop.get(to), self.knight_bishop.get(from)),
            Page::RookQueen => (self.rook_queen.get(to), self.rook_queen.get(from)),
        };
        new.wrapping_sub(old) as i8
    }
}
