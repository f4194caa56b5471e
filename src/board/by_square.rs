//! Tables by square alone, one in the gaps of the other.
//!
//! A square leaves bit 3 of its number free, so a table indexed by it uses 64 of 120 bytes, eight and eight. A second one,
//! moved by eight bytes, fits between; the move is part of the address and costs nothing.

use super::position::{BLACK_LONG, BLACK_SHORT, WHITE_LONG, WHITE_SHORT};
use super::square::{E1, E8, Square};
use crate::cells::{ByModule, Bytes};

/// One of the tables, by where it begins.
#[derive(Clone, Copy)]
pub struct BySquare(usize);

/// Where the piece on a square stands in `position::LIST`.
pub const SLOT: BySquare = BySquare(0);
/// Castling rights that survive a move from or to a square; never written.
pub const RIGHTS_KEPT: BySquare = BySquare(8);

// SAFETY: a square on the board is at most `$77`, and the second table begins at 8.
static TABLES: Bytes<128, ByModule> = unsafe {
    Bytes::by_module_holding({
        let mut bytes = [0; 128];
        let mut sq = 0;
        while sq < 0x78 {
            if sq & 8 == 0 {
                bytes[RIGHTS_KEPT.0 + sq] = rights_kept(Square::from_bits(sq as u8));
            }
            sq += 1;
        }
        bytes
    })
};

const fn rights_kept(sq: Square) -> u8 {
    const A1: Square = E1.minus(4);
    const H1: Square = E1.plus(3);
    const A8: Square = E8.minus(4);
    const H8: Square = E8.plus(3);
    const ALL: u8 = WHITE_SHORT | WHITE_LONG | BLACK_SHORT | BLACK_LONG;
    let lost = match sq {
        E1 => WHITE_SHORT | WHITE_LONG,
        H1 => WHITE_SHORT,
        A1 => WHITE_LONG,
        E8 => BLACK_SHORT | BLACK_LONG,
        H8 => BLACK_SHORT,
        A8 => BLACK_LONG,
        _ => 0,
    };
    ALL & !lost
}

impl BySquare {
    #[inline(always)]
    pub fn get(self, sq: Square) -> u8 {
        TABLES.get_from(self.0, sq.bits())
    }

    #[inline(always)]
    pub fn set(self, sq: Square, value: u8) {
        TABLES.set_from(self.0, sq.bits(), value);
    }
}
