//! PGN as others write it: tags, comments, variations and all, reduced to a start and the moves of the main line.
//!
//! Moves are read as generously as they are unambiguous: `Nge2` where `Ne2` would do, `0-0`, `e8Q`, `e2e4`.

use crate::story::{Given, STANDARD};
use squares64::board::legal::for_each_legal;
use squares64::board::make::is_castling;
use squares64::board::notation::{is_promotion, parse_coordinates};
use squares64::board::piece::{KINDS, KING, Kind, LETTERS, PAWN, QUEEN, kind};
use squares64::board::position::BOARD;
use squares64::board::square::{Square, file, from_index, row};
use uci::game::Move;

/// Reads the first game of a text; the reason names what is wrong with it.
pub fn read(text: &str) -> Result<Given, String> {
    let mut given = Given {
        fen: STANDARD.to_string(),
        moves: Vec::new(),
    };
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    while let Some(tag) = rest.strip_prefix('[') {
        let (tag, after) = split_tag(tag)?;
        if let Some(value) = tag.strip_prefix("FEN ") {
            given.fen = value.trim().trim_matches('"').to_string();
        }
        rest = after.trim_start();
    }
    for word in main_line(rest)?.split_whitespace() {
        if is_result(word) {
            break;
        }
        let word = without_number(word);
        if !word.is_empty() && !word.starts_with('$') {
            given.moves.push(word.to_string());
        }
    }
    Ok(given)
}

/// A tag and what follows it; a bracket inside quotation marks does not end it.
fn split_tag(text: &str) -> Result<(&str, &str), String> {
    let mut quoted = false;
    for (at, character) in text.char_indices() {
        match character {
            '"' => quoted = !quoted,
            ']' if !quoted => return Ok((&text[..at], &text[at + 1..])),
            _ => {}
        }
    }
    let start: String = text.chars().take(30).collect();
    Err(format!("PGN: the tag `[{start}` has no end"))
}

/// The moves without comments and variations.
fn main_line(text: &str) -> Result<String, String> {
    let mut line = String::with_capacity(text.len());
    let mut depth = 0_u32;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '{' => {
                if !characters.any(|inside| inside == '}') {
                    return Err("PGN: a comment `{` has no end".to_string());
                }
                line.push(' ');
            }
            ';' => {
                characters.find(|&inside| inside == '\n');
                line.push(' ');
            }
            '(' => depth += 1,
            ')' => {
                depth = depth
                    .checked_sub(1)
                    .ok_or("PGN: a variation `)` has no beginning")?;
                line.push(' ');
            }
            _ if depth == 0 => line.push(character),
            _ => {}
        }
    }
    if depth > 0 {
        return Err("PGN: a variation `(` has no end".to_string());
    }
    Ok(line)
}

fn is_result(word: &str) -> bool {
    matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*")
}

/// `12.Nf3` is `Nf3`, `12...` is nothing, and so is `12`.
fn without_number(word: &str) -> &str {
    let after = word.trim_start_matches(|character: char| character.is_ascii_digit());
    if after.len() < word.len() && (after.is_empty() || after.starts_with('.')) {
        after.trim_start_matches('.')
    } else {
        word.trim_start_matches('.')
    }
}

/// What a move in notation says; what it leaves open is `None`.
struct Wanted {
    kind: Kind,
    file: Option<u8>,
    row: Option<u8>,
    dest: Square,
    promotion: Option<Kind>,
}

/// The legal move of the host's position that a text means.
pub fn find_move(text: &str) -> Result<Move, String> {
    let plain: String = text
        .chars()
        .filter(|character| !matches!(character, '+' | '#' | '!' | '?' | 'x' | '=' | '-' | ':'))
        .collect();
    let castling = plain.replace('0', "O");
    let fits: Box<dyn Fn(Move) -> bool> = if castling == "OO" || castling == "OOO" {
        let short = castling == "OO";
        Box::new(move |Move { from, to }| {
            let king = kind(BOARD.get(from)) == KING;
            king && is_castling(from, to) && (to > from) == short
        })
    } else if let Some(mv) = parse_coordinates(plain.to_ascii_lowercase().as_bytes()) {
        return Ok(mv);
    } else {
        let wanted = parse(&plain).ok_or("not a move")?;
        Box::new(move |mv| wanted.fits(mv))
    };
    let mut found = Vec::new();
    for_each_legal(|mv| {
        if fits(mv) {
            found.push(mv);
        }
    });
    match found.as_slice() {
        [] => Err("not legal here".to_string()),
        [mv] => Ok(*mv),
        _ => Err("two pieces can do that".to_string()),
    }
}

fn parse(text: &str) -> Option<Wanted> {
    let mut bytes = text.as_bytes();
    let kind_of = |letter: u8| {
        KINDS
            .into_iter()
            .find(|&kind| LETTERS[usize::from(kind)] == letter)
    };
    let (mut kind, mut promotion) = (PAWN, None);
    if let [first, rest @ ..] = bytes
        && let Some(piece) = kind_of(*first)
    {
        (kind, bytes) = (piece, rest);
    }
    if let [rest @ .., last] = bytes
        && let Some(piece) = kind_of(*last)
    {
        (promotion, bytes) = (Some(piece), rest);
    }
    let [before @ .., file @ b'a'..=b'h', rank @ b'1'..=b'8'] = bytes else {
        return None;
    };
    let mut wanted = Wanted {
        kind,
        file: None,
        row: None,
        dest: from_index((b'8' - rank) * 8 + (file - b'a')),
        promotion,
    };
    for byte in before {
        match byte {
            b'a'..=b'h' => wanted.file = Some(byte - b'a'),
            b'1'..=b'8' => wanted.row = Some(b'8' - byte),
            _ => return None,
        }
    }
    Some(wanted)
}

impl Wanted {
    fn fits(&self, mv: Move) -> bool {
        let promotes = is_promotion(mv);
        kind(BOARD.get(mv.from)) == self.kind
            && mv.destination() == self.dest
            && self.file.is_none_or(|wanted| wanted == file(mv.from))
            && self.row.is_none_or(|wanted| wanted == row(mv.from))
            && promotes == (promotes && mv.promotion_kind() == self.promotion.unwrap_or(QUEEN))
            && (promotes || self.promotion.is_none())
    }
}
