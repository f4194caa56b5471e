//! What is known of a piece by its byte alone, in one table: each fact is a row of eight bytes within the gaps that the
//! piece codes leave.
//!
//! A piece byte is `$30..=$36` or `$B0..=$B6`, so a table indexed by it uses 14 of 184 bytes. Eleven such tables, each
//! moved by eight bytes, fit into one another; the move is part of the address and costs nothing, but for White's half of
//! the last one, which lies behind the end of the page.

use super::attack::{BLACK_BITS, WHITE_BITS};
use super::piece::{BLACK, EMPTY, KING, PIECE_UNITS, Piece, VICTIM_SCORES, WHITE};
use crate::cells::{ByModule, Bytes};

/// One value for each kind of piece (0 is the empty square), of Black and of White.
struct Row {
    black: [u8; 7],
    white: [u8; 7],
}

/// A row of the page.
#[derive(Clone, Copy)]
pub struct Fact(usize);

/// By `piece ^ side`: what `side` could capture there. The first row, because the border is looked up too: it finds a 0.
pub const PREY: Fact = Fact(0);
/// Bits that the piece adds to its square in tables by piece and square, see `pages`.
pub const INDEX_BITS: Fact = Fact(1);
/// The bit of a piece in `attack::REACH`.
pub const REACH_BIT: Fact = Fact(2);
/// The two bytes of a piece's value, positive for White; `eval::prepare` writes them before a search.
pub const VALUE: [Fact; 2] = [Fact(3), Fact(4)];
/// Where the piece's random numbers begin, one for each byte of the hash key, see `hash`.
pub const KEY_MIX: [Fact; 4] = [Fact(5), Fact(6), Fact(7), Fact(8)];
/// The piece's page in tables by piece and square, see `pages`.
pub const PAGE_NUMBER: Fact = Fact(9);
/// What the piece counts when it is asked how much material is left, see `position::MATERIAL`.
pub const UNITS: Fact = Fact(10);

const ROWS: [Row; 11] = [
    Row {
        black: [0; 7],
        white: VICTIM_SCORES,
    },
    Row {
        black: [0, 0, 0, 8, 0, 8, 8],
        white: [0, 0x80, 0x80, 0x88, 0x80, 0x88, 0x88],
    },
    Row {
        black: BLACK_BITS,
        white: WHITE_BITS,
    },
    VARIABLE,
    VARIABLE,
    Row {
        black: [0x5c, 0x13, 0xe8, 0x97, 0x2a, 0xcf, 0x74],
        white: [0, 0x8b, 0x36, 0xd1, 0x4d, 0xfa, 0xa2],
    },
    Row {
        black: [0xa7, 0xf4, 0x29, 0x5e, 0x93, 0x08, 0xcd],
        white: [0, 0x62, 0xbf, 0x11, 0xd8, 0x35, 0x7a],
    },
    Row {
        black: [0x39, 0x6d, 0x82, 0xc4, 0xf1, 0x1e, 0xab],
        white: [0, 0xd6, 0x57, 0x40, 0x9c, 0x73, 0xe5],
    },
    Row {
        black: [0xe2, 0x85, 0x5b, 0x30, 0x4c, 0xb9, 0x16],
        white: [0, 0x0f, 0xc1, 0xa8, 0xfd, 0x9a, 0x64],
    },
    Row {
        black: [0, 0, 1, 1, 2, 2, 0],
        white: [0, 0, 1, 1, 2, 2, 0],
    },
    Row {
        black: PIECE_UNITS,
        white: PIECE_UNITS,
    },
];

/// Written while the program runs.
const VARIABLE: Row = Row {
    black: [0; 7],
    white: [0; 7],
};

const ROW_BYTES: usize = 8;

/// The white king's place in the last row is the last one.
const BYTES: usize =
    (EMPTY.bits() | WHITE.bit() | KING.0) as usize + (ROWS.len() - 1) * ROW_BYTES + 1;

// SAFETY: a piece is at most `$B6`, the border 0, and the rows are those of `ROWS`. What `seen_by` makes of a piece is looked up in
// the first row only, where every byte is in bounds.
static PAGE: Bytes<BYTES, ByModule> = unsafe { Bytes::by_module_holding(page()) };

const fn page() -> [u8; BYTES] {
    let mut page = [0; BYTES];
    let mut row = 0;
    while row < ROWS.len() {
        let mut kind = 0;
        while kind < 7 {
            let place = EMPTY.bits() as usize + kind + row * ROW_BYTES;
            page[place + BLACK.bit() as usize] = ROWS[row].black[kind];
            page[place + WHITE.bit() as usize] = ROWS[row].white[kind];
            kind += 1;
        }
        row += 1;
    }
    page
}

impl Fact {
    /// The fact about a piece, or about the empty square.
    #[inline(always)]
    pub fn of(self, piece: Piece) -> u8 {
        PAGE.get_from(self.0 * ROW_BYTES, piece.bits())
    }

    /// For facts that change.
    #[inline(always)]
    pub fn set(self, piece: Piece, value: u8) {
        PAGE.set_from(self.0 * ROW_BYTES, piece.bits(), value);
    }
}
