//! Piece values and square tables: the part of the evaluation that make and unmake keep up to date.
//! The tables are drawn as White sees the board, rank 8 on top; Black's are mirrored and negated once, at build time.

use super::weights::PIECE_VALUE;
use crate::board::facts::VALUE;
use crate::board::pages::{ConstPages, KNIGHT_BISHOP, PAWN_KING, ROOK_QUEEN};
use crate::board::square::{from_index, mirror};
use crate::cells::Table;

type Board = [i8; 64];

#[rustfmt::skip]
pub const PAWN_SQUARES: Board = [
      0,   0,   0,   0,   0,   0,   0,   0,
     60,  54,  57,  51,  51,  57,  54,  60,
     15,  17,  26,  32,  32,  26,  17,  15,
      5,  13,  18,  25,  25,  18,  13,   5,
    -10,   2,   2,  14,  14,   2,   2, -10,
     -9,   5,  -0, -12, -12,  -0,   5,  -9,
    -19,   2,   4, -34, -34,   4,   2, -19,
      0,   0,   0,   0,   0,   0,   0,   0,
];
#[rustfmt::skip]
pub const KNIGHT_SQUARES: Board = [
    -58, -42, -32, -33, -33, -32, -42, -58,
    -44, -23,  -0,  -1,  -1,  -0, -23, -44,
    -31,   0,   9,  20,  20,   9,   0, -31,
    -31,   2,  18,  31,  31,  18,   2, -31,
    -32,  -1,  15,  18,  18,  15,  -1, -32,
    -27,  -2,   8,  14,  14,   8,  -2, -27,
    -42, -20,   1,  -4,  -4,   1, -20, -42,
    -53, -32, -32, -33, -33, -32, -32, -53,
];
#[rustfmt::skip]
pub const BISHOP_SQUARES: Board = [
    -24, -14, -13, -13, -13, -13, -14, -24,
    -13,  -6,  -2,  -4,  -4,  -2,  -6, -13,
    -11,  -3,   2,   8,   8,   2,  -3, -11,
    -13,   4,   5,  15,  15,   5,   4, -13,
    -12,  -4,  16,  18,  18,  16,  -4, -12,
    -14,   6,  10,   8,   8,  10,   6, -14,
    -13,   6,  -3,  -0,  -0,  -3,   6, -13,
    -26, -16, -21, -19, -19, -21, -16, -26,
];
#[rustfmt::skip]
pub const ROOK_SQUARES: Board = [
      8,   8,   8,   9,   9,   8,   8,   8,
     19,  21,  22,  26,  26,  22,  21,  19,
      6,  10,   6,   8,   8,   6,  10,   6,
      2,   8,   8,   5,   5,   8,   8,   2,
     -0,   3,   6,   5,   5,   6,   3,  -0,
     -3,   4,   7,  -2,  -2,   7,   4,  -3,
    -17,   2,   7,  -2,  -2,   7,   2, -17,
    -19,  -7,   9,   8,   8,   9,  -7, -19,
];
#[rustfmt::skip]
pub const QUEEN_SQUARES: Board = [
    -22, -11, -11,  -5,  -5, -11, -11, -22,
    -13,  -1,   3,   1,   1,   3,  -1, -13,
     -9,   2,   7,   6,   6,   7,   2,  -9,
     -3,  -1,   6,  10,  10,   6,  -1,  -3,
     -6,  -3,   2,  12,  12,   2,  -3,  -6,
    -12,   1,   3,   1,   1,   3,   1, -12,
    -13,  -2,   7,   2,   2,   7,  -2, -13,
    -21, -14, -14,  -4,  -4, -14, -14, -21,
];
#[rustfmt::skip]
pub const KING_SQUARES: Board = [
    -31, -41, -41, -52, -52, -41, -41, -31,
    -31, -41, -41, -52, -52, -41, -41, -31,
    -31, -41, -41, -52, -51, -41, -41, -31,
    -31, -41, -41, -52, -52, -41, -41, -31,
    -21, -31, -31, -41, -42, -31, -31, -21,
    -10, -21, -21, -22, -21, -20, -21, -10,
     21,  19,   1,  -4,  -2,  -0,  22,  23,
     17,  19,   8,   3,  35,   3,  24,  20,
];
#[rustfmt::skip]
pub const KING_ENDGAME_SQUARES: Board = [
    -51, -40, -31, -21, -21, -31, -40, -51,
    -30, -19,  -8,  -1,  -1,  -8, -19, -30,
    -30,  -6,  21,  29,  29,  21,  -6, -30,
    -29,  -6,  28,  35,  35,  28,  -6, -29,
    -31,  -8,  27,  32,  32,  27,  -8, -31,
    -31,  -9,  16,  25,  25,  16,  -9, -31,
    -31, -27,   0,   0,   0,   0, -27, -31,
    -48, -28, -31, -31, -31, -31, -28, -48,
];

/// Square values of all pieces, positive for White.
pub static SQUARES: ConstPages = Table({
    let mut pages = [0; 0x300];
    put_page(&mut pages, PAWN_KING, &PAWN_SQUARES, &KING_SQUARES);
    put_page(&mut pages, KNIGHT_BISHOP, &KNIGHT_SQUARES, &BISHOP_SQUARES);
    put_page(&mut pages, ROOK_QUEEN, &ROOK_SQUARES, &QUEEN_SQUARES);
    pages
});

const fn put_page(pages: &mut [u8; 0x300], page: u8, first: &Board, second: &Board) {
    let bytes = page_of(first, second);
    let mut index = 0;
    while index < 256 {
        pages[page as usize * 256 + index] = bytes[index];
        index += 1;
    }
}

/// What a white king's square is worth more in the endgame than `SQUARES` says; a black king's is the mirrored one's.
pub static KING_ENDGAME_GAIN: Table<0x78> = Table({
    let mut gains = [0; 0x78];
    let mut index = 0;
    while index < 64 {
        let gain = KING_ENDGAME_SQUARES[index] - KING_SQUARES[index];
        gains[from_index(index as u8) as usize] = gain as u8;
        index += 1;
    }
    gains
});

const fn page_of(first: &Board, second: &Board) -> [u8; 256] {
    let mut page = [0; 256];
    let mut index = 0;
    while index < 64 {
        let sq = from_index(index as u8);
        let black = mirror(sq);
        page[(sq | 0x80) as usize] = first[index] as u8;
        page[(sq | 0x88) as usize] = second[index] as u8;
        page[black as usize] = -first[index] as u8;
        page[(black | 0x08) as usize] = -second[index] as u8;
        index += 1;
    }
    page
}

/// One byte of the value of each kind, for the table of facts.
pub const fn value_bytes(sign: i16, byte: usize) -> [u8; 7] {
    let mut bytes = [0; 7];
    let mut kind = 0;
    while kind < 7 {
        bytes[kind] = (sign * PIECE_VALUE[kind]).to_le_bytes()[byte];
        kind += 1;
    }
    bytes
}

/// Positive for White's pieces, negative for Black's.
#[inline(always)]
pub fn value(piece: u8) -> i16 {
    i16::from_le_bytes([VALUE[0].of(piece), VALUE[1].of(piece)])
}

/// Value and square together, positive for White.
#[inline]
pub fn worth(piece: u8, sq: u8) -> i16 {
    value(piece) + i16::from(SQUARES.signed_of(piece, sq))
}
