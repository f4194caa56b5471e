//! Piece values and square tables: the part of the evaluation that make and unmake keep up to date.
//! The tables are drawn as White sees the board, rank 8 on top; Black's are mirrored and negated once, at build time.

use super::weights::PIECE_VALUE;
use crate::board::pages::ConstPages;
use crate::board::piece::{PieceTable, WHITE};
use crate::board::square::{from_index, mirror};
use crate::cells::Table;

type Board = [i8; 64];

#[rustfmt::skip]
pub const PAWN_SQUARES: Board = [
      0,   0,   0,   0,   0,   0,   0,   0,
     50,  50,  50,  50,  50,  50,  50,  50,
     10,  10,  20,  30,  30,  20,  10,  10,
      5,   5,  10,  25,  25,  10,   5,   5,
      0,   0,   0,  20,  20,   0,   0,   0,
      5,  -5, -10,   0,   0, -10,  -5,   5,
      5,  10,  10, -20, -20,  10,  10,   5,
      0,   0,   0,   0,   0,   0,   0,   0,
];
#[rustfmt::skip]
pub const KNIGHT_SQUARES: Board = [
    -50, -40, -30, -30, -30, -30, -40, -50,
    -40, -20,   0,   0,   0,   0, -20, -40,
    -30,   0,  10,  15,  15,  10,   0, -30,
    -30,   5,  15,  20,  20,  15,   5, -30,
    -30,   0,  15,  20,  20,  15,   0, -30,
    -30,   5,  10,  15,  15,  10,   5, -30,
    -40, -20,   0,   5,   5,   0, -20, -40,
    -50, -40, -30, -30, -30, -30, -40, -50,
];
#[rustfmt::skip]
pub const BISHOP_SQUARES: Board = [
    -20, -10, -10, -10, -10, -10, -10, -20,
    -10,   0,   0,   0,   0,   0,   0, -10,
    -10,   0,   5,  10,  10,   5,   0, -10,
    -10,   5,   5,  10,  10,   5,   5, -10,
    -10,   0,  10,  10,  10,  10,   0, -10,
    -10,  10,  10,  10,  10,  10,  10, -10,
    -10,   5,   0,   0,   0,   0,   5, -10,
    -20, -10, -10, -10, -10, -10, -10, -20,
];
#[rustfmt::skip]
pub const ROOK_SQUARES: Board = [
      0,   0,   0,   0,   0,   0,   0,   0,
      5,  10,  10,  10,  10,  10,  10,   5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
      0,   0,   0,   5,   5,   0,   0,   0,
];
#[rustfmt::skip]
pub const QUEEN_SQUARES: Board = [
    -20, -10, -10,  -5,  -5, -10, -10, -20,
    -10,   0,   0,   0,   0,   0,   0, -10,
    -10,   0,   5,   5,   5,   5,   0, -10,
     -5,   0,   5,   5,   5,   5,   0,  -5,
      0,   0,   5,   5,   5,   5,   0,  -5,
    -10,   5,   5,   5,   5,   5,   0, -10,
    -10,   0,   5,   0,   0,   0,   0, -10,
    -20, -10, -10,  -5,  -5, -10, -10, -20,
];
#[rustfmt::skip]
pub const KING_SQUARES: Board = [
    -30, -40, -40, -50, -50, -40, -40, -30,
    -30, -40, -40, -50, -50, -40, -40, -30,
    -30, -40, -40, -50, -50, -40, -40, -30,
    -30, -40, -40, -50, -50, -40, -40, -30,
    -20, -30, -30, -40, -40, -30, -30, -20,
    -10, -20, -20, -20, -20, -20, -20, -10,
     20,  20,   0,   0,   0,   0,  20,  20,
     20,  30,  10,   0,   0,  10,  30,  20,
];
#[rustfmt::skip]
pub const KING_ENDGAME_SQUARES: Board = [
    -50, -40, -30, -20, -20, -30, -40, -50,
    -30, -20, -10,   0,   0, -10, -20, -30,
    -30, -10,  20,  30,  30,  20, -10, -30,
    -30, -10,  30,  40,  40,  30, -10, -30,
    -30, -10,  30,  40,  40,  30, -10, -30,
    -30, -10,  20,  30,  30,  20, -10, -30,
    -30, -30,   0,   0,   0,   0, -30, -30,
    -50, -30, -30, -30, -30, -30, -30, -50,
];

/// Square values of all pieces, positive for White.
pub static SQUARES: ConstPages = ConstPages {
    pawn_king: Table(page_of(&PAWN_SQUARES, &KING_SQUARES)),
    knight_bishop: Table(page_of(&KNIGHT_SQUARES, &BISHOP_SQUARES)),
    rook_queen: Table(page_of(&ROOK_SQUARES, &QUEEN_SQUARES)),
};

/// What a king's square is worth more in the endgame than `SQUARES` says, by `pages::index`.
pub static KING_ENDGAME_GAIN: Table<256> = Table(page_of(
    &[0; 64],
    &difference(&KING_ENDGAME_SQUARES, &KING_SQUARES),
));

const fn difference(a: &Board, b: &Board) -> Board {
    let mut result = [0; 64];
    let mut index = 0;
    while index < 64 {
        result[index] = a[index] - b[index];
        index += 1;
    }
    result
}

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

static VALUE_LOW: PieceTable = PieceTable::new(value_bytes(-1, 0), value_bytes(1, 0));
static VALUE_HIGH: PieceTable = PieceTable::new(value_bytes(-1, 1), value_bytes(1, 1));

const fn value_bytes(sign: i16, byte: usize) -> [u8; 7] {
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
    i16::from_le_bytes([VALUE_LOW.get(piece), VALUE_HIGH.get(piece)])
}

/// The value without its sign.
#[inline(always)]
pub fn size(piece: u8) -> i16 {
    value(piece | WHITE)
}

/// Value and square together, positive for White.
#[inline]
pub fn worth(piece: u8, sq: u8) -> i16 {
    value(piece) + i16::from(SQUARES.signed(piece, sq))
}
