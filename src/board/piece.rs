//! Pieces in one byte: `$30 | kind` for Black, `$B0 | kind` for White, `$30` alone for an empty square.
//! The border is a value that is neither empty nor a piece of either side.

pub const EMPTY: u8 = 0x30;
pub const BORDER: u8 = 0x7f;

pub const WHITE: u8 = 0x80;
pub const BLACK: u8 = 0x00;

pub const PAWN: u8 = 1;
pub const KNIGHT: u8 = 2;
pub const BISHOP: u8 = 3;
pub const ROOK: u8 = 4;
pub const QUEEN: u8 = 5;
pub const KING: u8 = 6;

#[inline(always)]
pub const fn piece(colour: u8, kind: u8) -> u8 {
    EMPTY | colour | kind
}

/// 1..=6, 0 for an empty square, 7 for the border.
#[inline(always)]
pub const fn kind(piece: u8) -> u8 {
    piece & 7
}

#[inline(always)]
pub const fn colour(piece: u8) -> u8 {
    piece & WHITE
}

/// Is it a piece of the side that is not `side`? One subtraction answers for empty, border and own pieces alike.
#[inline(always)]
pub const fn is_enemy(piece: u8, side: u8) -> bool {
    (piece ^ side).wrapping_sub(WHITE | EMPTY | PAWN) < 6
}

#[inline(always)]
pub const fn is_own(piece: u8, side: u8) -> bool {
    (piece ^ side).wrapping_sub(EMPTY | PAWN) < 6
}

/// What a side has at the start, by kind.
pub const AT_START: [u8; 7] = [0, 8, 2, 2, 2, 1, 1];

/// By kind, in pawns: the classical values, and how much material is left in one byte for both sides together.
pub const PIECE_UNITS: [u8; 7] = [0, 1, 3, 3, 5, 9, 0];

/// By kind, in tenths of a pawn: what a piece counts as a victim when captures are put in order. A bishop goes before a
/// knight, a king before everything.
pub const VICTIM_SCORES: [u8; 7] = {
    let mut scores = PIECE_UNITS;
    let mut kind = 0;
    while kind < scores.len() {
        scores[kind] *= 10;
        kind += 1;
    }
    scores[BISHOP as usize] += 3;
    scores[KING as usize] = 99;
    scores
};

/// A list by kind in eight places, so that three bits of a piece are an index.
pub const fn by_kind(values: [u8; 7]) -> [u8; 8] {
    let [none, pawn, knight, bishop, rook, queen, king] = values;
    [none, pawn, knight, bishop, rook, queen, king, 0]
}

/// Letters of the kinds, for FEN and SAN.
pub const LETTERS: [u8; 7] = *b".PNBRQK";
