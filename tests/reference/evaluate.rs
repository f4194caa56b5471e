//! The specification's `evaluate`, from scratch and with its tables as printed: what the engine's sum is compared with.

use squares64::board::piece::{Piece, WHITE, colour, kind};
use squares64::board::position::BOARD;
use squares64::board::square::{Square, file, from_index, mirror, row};

const PIECE_VALUES: [i32; 7] = [0, 100, 320, 330, 500, 900, 20000];

type Drawing = [i8; 64];

#[rustfmt::skip]
const PAWN_DRAWING: Drawing = [
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
const KNIGHT_DRAWING: Drawing = [
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
const BISHOP_DRAWING: Drawing = [
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
const ROOK_DRAWING: Drawing = [
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
const QUEEN_DRAWING: Drawing = [
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
const KING_DRAWING: Drawing = [
    -30, -40, -40, -50, -50, -40, -40, -30,
    -30, -40, -40, -50, -50, -40, -40, -30,
    -30, -40, -40, -50, -50, -40, -40, -30,
    -30, -40, -40, -50, -50, -40, -40, -30,
    -20, -30, -30, -40, -40, -30, -30, -20,
    -10, -20, -20, -20, -20, -20, -20, -10,
     20,  20,   0,   0,   0,   0,  20,  20,
     20,  30,  10,   0,   0,  10,  30,  20,
];

/// By kind, pawn first.
const DRAWINGS: [&Drawing; 6] = [
    &PAWN_DRAWING,
    &KNIGHT_DRAWING,
    &BISHOP_DRAWING,
    &ROOK_DRAWING,
    &QUEEN_DRAWING,
    &KING_DRAWING,
];

/// Of the position on the board, positive for White.
pub fn evaluate() -> i32 {
    (0..64)
        .map(|index| {
            let sq = from_index(index);
            worth(BOARD.get(sq), sq)
        })
        .sum()
}

fn worth(piece: Piece, sq: Square) -> i32 {
    let kind = usize::from(kind(piece));
    if kind == 0 {
        return 0;
    }
    let is_white = colour(piece) == WHITE;
    let seen = if is_white { sq } else { mirror(sq) };
    let index = usize::from(row(seen) * 8 + file(seen));
    let worth = PIECE_VALUES[kind] + i32::from(DRAWINGS[kind - 1][index]);
    if is_white { worth } else { -worth }
}
