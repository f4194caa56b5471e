//! Tables by square alone, one in the gaps of the other.
//!
//! A square leaves bit 3 of its number free, so a table indexed by it uses 64 of 120 bytes, eight and eight. A second one,
//! moved by eight bytes, fits between; the move is part of the address and costs nothing.

use super::position::{BLACK_LONG, BLACK_SHORT, WHITE_LONG, WHITE_SHORT};
use super::square::{E1, E8};
use crate::cells::Bytes;

/// One of the tables, by where it begins.
#[derive(Clone, Copy)]
pub struct BySquare(usize);

/// Where the piece on a square stands in `position::LIST`.
pub const SLOT: BySquare = BySquare(0);
/// Castling rights that survive a move from or to a square; never written.
pub const RIGHTS_KEPT: BySquare = BySquare(8);

static TABLES: Bytes<128> = Bytes::holding({
    let mut bytes = [0; 128];
    let mut sq = 0;
    while sq < 0x78 {
        if sq & 8 == 0 {
            bytes[RIGHTS_KEPT.0 + sq] = rights_kept(sq as u8);
        }
        sq += 1;
    }
    bytes
});

const fn rights_kept(sq: u8) -> u8 {
    const ALL: u8 = WHITE_SHORT | WHITE_LONG | BLACK_SHORT | BLACK_LONG;
    let lost = if sq == E1 {
        WHITE_SHORT | WHITE_LONG
    } else if sq == E1 + 3 {
        WHITE_SHORT
    } else if sq == E1 - 4 {
        WHITE_LONG
    } else if sq == E8 {
        BLACK_SHORT | BLACK_LONG
    } else if sq == E8 + 3 {
        BLACK_SHORT
    } else if sq == E8 - 4 {
        BLACK_LONG
    } else {
        0
    };
    ALL & !lost
}

impl BySquare {
    #[inline(always)]
    pub fn get(self, sq: u8) -> u8 {
        TABLES.get_from(self.0, sq)
    }

    #[inline(always)]
    pub fn set(self, sq: u8, value: u8) {
        TABLES.set_from(self.0, sq, value);
    }
}
