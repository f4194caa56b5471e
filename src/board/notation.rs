//! Moves as coordinates (`e2e4`, `a7a8q`), both ways, in ASCII. Standard algebraic notation is written by `game::record`.

use super::legal::is_legal;
use super::moves::{Move, promotion_bits};
use super::piece::{BISHOP, KNIGHT, Kind, LETTERS, PAWN, QUEEN, ROOK, kind};
use super::position::BOARD;
use super::square::{Square, file, is_last_row, row};

/// Two squares and the letter of a promotion.
const LONGEST: usize = 5;

/// A short piece of text.
#[derive(Clone, Copy, Default)]
pub struct Text {
    bytes: [u8; LONGEST],
    length: u8,
}

impl Text {
    fn push(&mut self, byte: u8) {
        if let Some(place) = self.bytes.get_mut(usize::from(self.length)) {
            *place = byte;
            self.length += 1;
        }
    }

    fn push_square(&mut self, sq: Square) {
        self.push(b'a' + file(sq));
        self.push(b'8' - row(sq));
    }

    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..usize::from(self.length)).unwrap_or(&[])
    }
}

fn letter(kind: Kind) -> u8 {
    LETTERS.get(usize::from(kind)).copied().unwrap_or(b'?')
}

/// Does this move on the board promote a pawn?
pub fn is_promotion(mv: Move) -> bool {
    is_last_row(mv.destination()) && kind(BOARD.get(mv.from)) == PAWN
}

/// `e2e4`; the position before the move must be on the board.
pub fn coordinates(mv: Move) -> Text {
    let mut text = Text::default();
    text.push_square(mv.from);
    text.push_square(mv.destination());
    if is_promotion(mv) {
        text.push(letter(mv.promotion_kind()) | 0x20);
    }
    text
}

/// Reads `e2e4` or `e7e8q` in either case; the move must be legal in the position on the board.
pub fn parse_coordinates(text: &[u8]) -> Option<Move> {
    let (&[from_file, from_rank, to_file, to_rank], rest) = text.split_first_chunk::<4>()?;
    let from = parse_square(from_file, from_rank)?;
    let dest = parse_square(to_file, to_rank)?;
    let promotes = is_promotion(Move::new(from, dest));
    let to = match *rest {
        [] if !promotes => dest,
        [letter] if promotes => dest.promoting(promotion_bits(promotion_letter(letter)?)),
        _ => return None,
    };
    let mv = Move::new(from, to);
    is_legal(mv).then_some(mv)
}

fn parse_square(file: u8, rank: u8) -> Option<Square> {
    let file = (file | 0x20).wrapping_sub(b'a');
    let row = b'8'.wrapping_sub(rank);
    (file < 8 && row < 8).then_some(Square::from_bits(row << 4 | file))
}

fn promotion_letter(letter: u8) -> Option<Kind> {
    match letter | 0x20 {
        b'q' => Some(QUEEN),
        b'r' => Some(ROOK),
        b'b' => Some(BISHOP),
        b'n' => Some(KNIGHT),
        _ => None,
    }
}
