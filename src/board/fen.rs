//! FEN text to the engine's position and back; host only.
//!
//! Reading is strict: a position that could not be played from is refused, and the message names the field. Nothing is
//! loaded before all of it is right, the check of the side not to move apart, which needs the board: then the engine
//! is left with an unplayable position and the caller must load another.

use core::fmt;

use super::piece::{
    BLACK, BORDER, EMPTY, KING, Kind, LETTERS, PAWN, Piece, Side, WHITE, colour, kind, piece,
};
use super::ply::ROOT;
use super::position::{
    self, BLACK_LONG, BLACK_SHORT, BOARD, CLOCK, EN_PASSANT, PLY, RIGHTS, SIDE, WHITE_LONG,
    WHITE_SHORT,
};
use super::square::{NONE, Square, file, from_index, is_last_row, is_on_board, row};
use super::validity;

/// Why a FEN was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenError {
    FieldCount(usize),
    RankCount(usize),
    RankWidth { rank: u8 },
    PieceLetter { letter: char, rank: u8 },
    KingCount { white: bool, count: u8 },
    TooManyPieces { white: bool },
    TooManyPawns { white: bool },
    PawnOnLastRank { file: char, rank: u8 },
    Side,
    Castling,
    CastlingPieces { right: char },
    EnPassant,
    EnPassantPawn,
    HalfmoveClock,
    MoveNumber,
    KingCapturable,
}

fn name(white: bool) -> &'static str {
    if white { "White" } else { "Black" }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match *self {
            Self::FieldCount(count) => write!(f, "FEN: 6 fields expected, {count} found"),
            Self::RankCount(count) => write!(f, "FEN placement: 8 ranks expected, {count} found"),
            Self::RankWidth { rank } => write!(f, "FEN placement: rank {rank} is not 8 files wide"),
            Self::PieceLetter { letter, rank } => {
                write!(f, "FEN placement: '{letter}' in rank {rank} is no piece")
            }
            Self::KingCount { white, count } => {
                write!(f, "FEN placement: {} has {count} kings", name(white))
            }
            Self::TooManyPieces { white } => {
                write!(
                    f,
                    "FEN placement: {} has more pieces than a game can give",
                    name(white)
                )
            }
            Self::TooManyPawns { white } => {
                write!(f, "FEN placement: {} has more than 8 pawns", name(white))
            }
            Self::PawnOnLastRank { file, rank } => {
                write!(f, "FEN placement: pawn on {file}{rank}")
            }
            Self::Side => write!(f, "FEN side to move: 'w' or 'b' expected"),
            Self::Castling => write!(
                f,
                "FEN castling: '-' or letters of 'KQkq' in order expected"
            ),
            Self::CastlingPieces { right } => {
                write!(f, "FEN castling: '{right}' but king or rook is not at home")
            }
            Self::EnPassant => {
                write!(
                    f,
                    "FEN en passant: '-' or a square behind a double step expected"
                )
            }
            Self::EnPassantPawn => {
                write!(f, "FEN en passant: no pawn can have made that double step")
            }
            Self::HalfmoveClock => write!(f, "FEN halfmove clock: 0 to 150 expected"),
            Self::MoveNumber => write!(f, "FEN move number: 1 to 65535 expected"),
            Self::KingCapturable => {
                write!(f, "FEN: the side not to move is in check")
            }
        }
    }
}

impl core::error::Error for FenError {}

/// What the fields say, before the engine sees it.
struct Parsed {
    board: [Piece; 64],
    side: Side,
    rights: u8,
    en_passant: Square,
    clock: u8,
    number: u16,
}

/// Loads the position and returns its move number.
pub fn load(text: &str) -> Result<u16, FenError> {
    let parsed = parse(text)?;
    position::clear();
    for (index, &piece) in parsed.board.iter().enumerate() {
        position::put(from_index(index as u8), piece);
    }
    SIDE.set(parsed.side);
    RIGHTS.set(ROOT, parsed.rights);
    CLOCK.set(ROOT, parsed.clock);
    EN_PASSANT.set(ROOT, parsed.en_passant);
    position::rebuild();
    if validity::is_other_in_check() {
        return Err(FenError::KingCapturable);
    }
    Ok(parsed.number)
}

fn parse(text: &str) -> Result<Parsed, FenError> {
    let count = text.split_ascii_whitespace().count();
    let mut fields = text.split_ascii_whitespace();
    let mut next = || fields.next().ok_or(FenError::FieldCount(count));
    let (placement, side, castling) = (next()?, next()?, next()?);
    let (en_passant, clock, number) = (next()?, next()?, next()?);
    if count != 6 {
        return Err(FenError::FieldCount(count));
    }
    let board = parse_placement(placement)?;
    check_placement(&board)?;
    let side = match side {
        "w" => WHITE,
        "b" => BLACK,
        _ => return Err(FenError::Side),
    };
    Ok(Parsed {
        board,
        side,
        rights: parse_castling(castling, &board)?,
        en_passant: parse_en_passant(en_passant, &board, side)?,
        clock: parse_number(clock, 0, 150).ok_or(FenError::HalfmoveClock)? as u8,
        number: parse_number(number, 1, 65535).ok_or(FenError::MoveNumber)?,
    })
}

fn parse_number(text: &str, least: u16, most: u16) -> Option<u16> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok()?;
    (digits && (least..=most).contains(&number)).then_some(number)
}

fn parse_placement(text: &str) -> Result<[Piece; 64], FenError> {
    let count = text.split('/').count();
    if count != 8 {
        return Err(FenError::RankCount(count));
    }
    let mut board = [EMPTY; 64];
    for (row, line) in text.split('/').enumerate() {
        parse_rank(line, row, &mut board)?;
    }
    Ok(board)
}

fn parse_rank(line: &str, row: usize, board: &mut [Piece; 64]) -> Result<(), FenError> {
    let rank = 8 - row as u8;
    let mut file = 0;
    for letter in line.chars() {
        if let Some(gap) = letter.to_digit(10).filter(|gap| (1..=8).contains(gap)) {
            file += gap as usize;
        } else {
            let kind = LETTERS
                .iter()
                .position(|&known| char::from(known) == letter.to_ascii_uppercase())
                .filter(|&kind| kind != 0)
                .ok_or(FenError::PieceLetter { letter, rank })?;
            let colour = if letter.is_ascii_uppercase() {
                WHITE
            } else {
                BLACK
            };
            if file < 8 {
                board[row * 8 + file] = piece(colour, Kind::from_bits(kind as u8));
            }
            file += 1;
        }
    }
    if file == 8 {
        Ok(())
    } else {
        Err(FenError::RankWidth { rank })
    }
}

/// The first fault of the placement, by name.
fn check_placement(board: &[Piece; 64]) -> Result<(), FenError> {
    let wrong = validity::placement(|sq| at(board, sq));
    let sides = [(WHITE, true), (BLACK, false)];
    let fault = match wrong {
        validity::KING_COUNT => sides.into_iter().find_map(|(side, white)| {
            let count = validity::count(side, KING);
            (count != 1).then_some(FenError::KingCount { white, count })
        }),
        validity::TOO_MANY => sides.into_iter().find_map(|(side, white)| {
            validity::has_too_many(validity::first(side)).then_some(
                if validity::count(side, PAWN) > 8 {
                    FenError::TooManyPawns { white }
                } else {
                    FenError::TooManyPieces { white }
                },
            )
        }),
        validity::PAWN_ROW => (0..64).map(from_index).find_map(|sq| {
            let pawn = is_last_row(sq) && kind(at(board, sq)) == PAWN;
            let (file, rank) = (char::from(b'a' + file(sq)), 8 - row(sq));
            pawn.then_some(FenError::PawnOnLastRank { file, rank })
        }),
        _ => None,
    };
    fault.map_or(Ok(()), Err)
}

const CASTLING: [(char, u8); 4] = [
    ('K', WHITE_SHORT),
    ('Q', WHITE_LONG),
    ('k', BLACK_SHORT),
    ('q', BLACK_LONG),
];

fn parse_castling(text: &str, board: &[Piece; 64]) -> Result<u8, FenError> {
    if text == "-" {
        return Ok(0);
    }
    let mut rights = 0;
    for letter in text.chars() {
        let &(_, bit) = CASTLING
            .iter()
            .find(|entry| entry.0 == letter)
            .ok_or(FenError::Castling)?;
        if rights >= bit {
            return Err(FenError::Castling);
        }
        if !validity::is_possible_right(|sq| at(board, sq), bit) {
            return Err(FenError::CastlingPieces { right: letter });
        }
        rights |= bit;
    }
    if rights == 0 {
        Err(FenError::Castling)
    } else {
        Ok(rights)
    }
}

fn at(board: &[Piece; 64], sq: Square) -> Piece {
    if is_on_board(sq) {
        board[usize::from(row(sq) * 8 + file(sq))]
    } else {
        BORDER
    }
}

/// The square is kept only when a pawn stands ready to capture on it.
fn parse_en_passant(text: &str, board: &[Piece; 64], side: Side) -> Result<Square, FenError> {
    if text == "-" {
        return Ok(NONE);
    }
    let target = match *text.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
            Square::from_bits((file - b'a') | ((b'8' - rank) << 4))
        }
        _ => return Err(FenError::EnPassant),
    };
    if !validity::is_en_passant_row(target, side) {
        return Err(FenError::EnPassant);
    }
    let at = |sq| at(board, sq);
    if !validity::is_behind_double_step(at, target, side) {
        return Err(FenError::EnPassantPawn);
    }
    let ready = validity::is_pawn_ready(at, target, side);
    Ok(if ready { target } else { NONE })
}

/// The position on the board as FEN text, with this move number.
pub struct Fen(pub u16);

impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for row in 0..8 {
            write_rank(f, row)?;
            f.write_str(if row < 7 { "/" } else { " " })?;
        }
        f.write_str(if SIDE.get() == WHITE { "w " } else { "b " })?;
        let ply = PLY.get();
        let rights = RIGHTS.get(ply);
        for (letter, bit) in CASTLING {
            if rights & bit != 0 {
                write!(f, "{letter}")?;
            }
        }
        f.write_str(if rights == 0 { "- " } else { " " })?;
        match EN_PASSANT.get(ply) {
            NONE => f.write_str("-")?,
            sq => write!(f, "{}{}", char::from(b'a' + file(sq)), 8 - row(sq))?,
        }
        write!(f, " {} {}", CLOCK.get(ply), self.0)
    }
}

fn write_rank(f: &mut fmt::Formatter, row: u8) -> fmt::Result {
    let mut gap = 0;
    for file in 0..8 {
        let piece = BOARD.get(from_index(row * 8 + file));
        if piece == EMPTY {
            gap += 1;
            continue;
        }
        if gap > 0 {
            write!(f, "{gap}")?;
            gap = 0;
        }
        let letter = char::from(LETTERS[usize::from(kind(piece))]);
        let letter = if colour(piece) == WHITE {
            letter
        } else {
            letter.to_ascii_lowercase()
        };
        write!(f, "{letter}")?;
    }
    if gap > 0 {
        write!(f, "{gap}")?;
    }
    Ok(())
}
