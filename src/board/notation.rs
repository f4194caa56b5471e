//! Moves as text: coordinates both ways (`e2e4`, `a7a8q`), and standard algebraic notation for the move list (`Nbd2+`).
//! Text is ASCII in fixed room; the screen translates it.

use super::legal::{for_each_legal, has_legal_move, is_legal};
use super::make::{is_castling, make, unmake};
use super::moves::{destination, promotion_bits, promotion_kind};
use super::piece::{BISHOP, EMPTY, KING, KNIGHT, LETTERS, PAWN, QUEEN, ROOK, kind};
use super::position::{BOARD, EN_PASSANT, PLY, in_check};
use super::square::{file, row};

/// The longest SAN is seven characters and a sign: `Qa1xb2+` or `exd8=Q#`.
pub const LONGEST: usize = 8;

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

    fn push_square(&mut self, sq: u8) {
        self.push(b'a' + file(sq));
        self.push(b'8' - row(sq));
    }

    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..usize::from(self.length)).unwrap_or(&[])
    }
}

fn letter(kind: u8) -> u8 {
    LETTERS.get(usize::from(kind)).copied().unwrap_or(b'?')
}

/// Does this move on the board promote a pawn?
pub fn is_promotion(from: u8, to: u8) -> bool {
    let last = matches!(destination(to) & 0x70, 0 | 0x70);
    last && kind(BOARD.get(from)) == PAWN
}

/// `e2e4`; the position before the move must be on the board.
pub fn coordinates(from: u8, to: u8) -> Text {
    let mut text = Text::default();
    text.push_square(from);
    text.push_square(destination(to));
    if is_promotion(from, to) {
        text.push(letter(promotion_kind(to)) | 0x20);
    }
    text
}

/// Reads `e2e4` or `e7e8q` in either case; the move must be legal in the position on the board.
pub fn parse_coordinates(text: &[u8]) -> Option<(u8, u8)> {
    let (&[from_file, from_rank, to_file, to_rank], rest) = text.split_first_chunk::<4>()?;
    let from = parse_square(from_file, from_rank)?;
    let dest = parse_square(to_file, to_rank)?;
    let promotes = is_promotion(from, dest);
    let to = match *rest {
        [] if !promotes => dest,
        [letter] if promotes => dest | promotion_bits(promotion_letter(letter)?),
        _ => return None,
    };
    is_legal(from, to).then_some((from, to))
}

fn parse_square(file: u8, rank: u8) -> Option<u8> {
    let file = (file | 0x20).wrapping_sub(b'a');
    let row = b'8'.wrapping_sub(rank);
    (file < 8 && row < 8).then_some(row << 4 | file)
}

fn promotion_letter(letter: u8) -> Option<u8> {
    match letter | 0x20 {
        b'q' => Some(QUEEN),
        b'r' => Some(ROOK),
        b'b' => Some(BISHOP),
        b'n' => Some(KNIGHT),
        _ => None,
    }
}

/// Standard algebraic notation of a legal move of the position on the board.
pub fn san(from: u8, to: u8) -> Text {
    let mut text = Text::default();
    let dest = destination(to);
    let kind = kind(BOARD.get(from));
    let takes = BOARD.get(dest) != EMPTY || (kind == PAWN && dest == EN_PASSANT.get(PLY.get()));
    if kind == KING && is_castling(from, dest) {
        for &byte in if dest > from {
            &b"O-O"[..]
        } else {
            &b"O-O-O"[..]
        } {
            text.push(byte);
        }
    } else {
        if kind != PAWN {
            text.push(letter(kind));
            distinguish(&mut text, from, dest, kind);
        } else if takes {
            text.push(b'a' + file(from));
        }
        if takes {
            text.push(b'x');
        }
        text.push_square(dest);
        if is_promotion(from, to) {
            text.push(b'=');
            text.push(letter(promotion_kind(to)));
        }
    }
    push_check(&mut text, from, to);
    text
}

/// Adds the file, the rank or both when another piece of that kind could go there too.
fn distinguish(text: &mut Text, from: u8, dest: u8, mover_kind: u8) {
    let (mut rival, mut same_file, mut same_row) = (false, false, false);
    for_each_legal(|other, to| {
        if other != from && to == dest && kind(BOARD.get(other)) == mover_kind {
            rival = true;
            same_file |= file(other) == file(from);
            same_row |= row(other) == row(from);
        }
    });
    if rival && (!same_file || same_row) {
        text.push(b'a' + file(from));
    }
    if same_file {
        text.push(b'8' - row(from));
    }
}

fn push_check(text: &mut Text, from: u8, to: u8) {
    make(from, to);
    if in_check() {
        text.push(if has_legal_move() { b'+' } else { b'#' });
    }
    unmake();
}
