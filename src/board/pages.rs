//! One byte for every piece on every square, in three pages of 256.
//!
//! A real square leaves bits 3 and 7 free: bit 7 takes the colour, bit 3 tells the two kinds of a page apart. So the
//! tables by piece and square (square values, history) share one index byte and one choice of page, both facts of the
//! piece.

use super::facts::{INDEX_BITS, PAGE_NUMBER};
use super::piece::Piece;
use super::square::Square;
use crate::cells::{ByModule, Bytes};

#[inline(always)]
pub fn index(piece: Piece, sq: Square) -> u8 {
    INDEX_BITS.of(piece) | sq.bits()
}

/// Pages: pawn and king, knight and bishop, rook and queen.
pub const COUNT: u8 = 3;

pub type Pages = Bytes<0x300, ByModule>;

impl Pages {
    #[inline(always)]
    pub fn of(&self, piece: Piece, sq: Square) -> u8 {
        self.get_in_page(PAGE_NUMBER.of(piece), index(piece, sq))
    }

    #[inline(always)]
    pub fn signed_of(&self, piece: Piece, sq: Square) -> i8 {
        self.of(piece, sq) as i8
    }

    /// What the piece gains on the way from one square to another.
    #[inline(always)]
    pub fn gain(&self, piece: Piece, from: Square, to: Square) -> i8 {
        let bits = INDEX_BITS.of(piece);
        let page = PAGE_NUMBER.of(piece);
        let new = self.get_in_page(page, to.bits() | bits);
        new.wrapping_sub(self.get_in_page(page, from.bits() | bits)) as i8
    }
}
