//! The 0x88 board with its border, before and behind it.
//!
//! A square and a step add up to a byte that wraps, so a step over the upper edge ends near `$FF`, where the border is as well.
//! A step that is known at compile time need not wrap: `beside` puts it into the address and leaves the index alone, which a
//! 6502 reads in four cycles. For steps to the north that takes a border before the first square, too.

use super::piece::{BORDER, Piece};
use super::square::{KNIGHT_STEPS, Square};
use crate::cells::{ByModule, Cells, Place};

/// The longest step to the north, two rows and a file.
const BEFORE: usize = 0x21;
const _: () = assert!(KNIGHT_STEPS[0] == 0u8.wrapping_sub(BEFORE as u8));

/// What stands on each square, and the border wherever there is none.
pub struct Board88(Cells<Piece, { BEFORE + 256 }, ByModule>);

impl Board88 {
    /// Nothing but border.
    pub(super) const fn new() -> Self {
        // SAFETY: squares are bytes, and `beside` is asked for squares on the board, which are less than `$78`.
        Self(unsafe { Cells::by_module(BORDER) })
    }

    #[inline(always)]
    pub fn get(&self, sq: impl Place<256>) -> Piece {
        self.0.get_from(BEFORE, sq.place())
    }

    #[inline(always)]
    pub fn set(&self, sq: impl Place<256>, piece: Piece) {
        self.0.set_from(BEFORE, sq.place(), piece);
    }

    /// What stands a constant step beside a square of the board: `get(sq.plus(step))`, but with the step in the address.
    #[inline(always)]
    pub(super) fn beside(&self, sq: Square, step: u8) -> Piece {
        let start = BEFORE.wrapping_add_signed(step as i8 as isize);
        self.0.get_from(start, sq.bits())
    }

    /// Puts the same on all squares, border included.
    pub(super) fn fill(&self, piece: Piece) {
        let mut sq = 0u8;
        loop {
            self.0.set_from(BEFORE, sq, piece);
            sq = sq.wrapping_add(1);
            if sq == 0 {
                break;
            }
        }
    }
}
