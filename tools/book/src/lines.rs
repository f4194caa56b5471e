//! Repertoire text to openings and their lines: the grammar alone, without a chessboard.
//!
//! Invariant: in a parsed `Line` the moves follow one another ply by ply from `first`, and `first` is at most one ply
//! behind the end of the line it hangs under. Whether the moves are legal is for `positions` to say.
//! The format is described in `book/README.md`.

use crate::fault::{Fault, Place, Ply};
use crate::names::spell;
use cozy_chess::Color;
use std::path::Path;

/// Widest family or variation: the panel beside the board.
pub const NAME_WIDTH: usize = 14;
/// A weight is four bits of the packed move.
pub const MAX_WEIGHT: u8 = 15;
/// The program has 32 places by ply for finding a position in the book (`src/game/book.rs`), the root's among them.
pub const MAX_PLIES: usize = 31;

/// One paragraph.
#[derive(Debug)]
pub struct Opening {
    pub family: String,
    pub variation: String,
    pub eco: Eco,
    /// The side that the book plays here; both when absent.
    pub side: Option<Color>,
    pub place: Place,
    /// In the order of the text; the first is the stem.
    pub lines: Vec<Line>,
}

/// `B90`: a volume from A to E and two digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Eco {
    pub volume: char,
    pub number: u8,
}

#[derive(Debug)]
pub struct Line {
    pub place: Place,
    indent: usize,
    /// The line this one hangs under, an index into the opening's lines.
    pub parent: Option<usize>,
    /// Where its first move stands in the game.
    pub first: Ply,
    pub moves: Vec<WrittenMove>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenMove {
    pub san: String,
    pub weight: Option<u8>,
}

impl Line {
    /// The ply after its last move.
    fn end(&self) -> Ply {
        Ply(self.first.0 + self.moves.len())
    }
}

/// Where the reader is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Between,
    InOpening,
    /// Under a head that was refused: its lines are nobody's.
    InRefused,
}

/// Reads one file, or tells all that is wrong with it.
pub fn parse(file: &Path, text: &str) -> Result<Vec<Opening>, Vec<Fault>> {
    let mut openings: Vec<Opening> = Vec::new();
    let mut faults = Vec::new();
    let mut state = State::Between;
    for (index, raw) in text.lines().enumerate() {
        let place = Place::new(file, index + 1);
        let content = raw.split('#').next().unwrap_or_default().trim_end();
        if raw.contains('\t') {
            faults.push(Fault::new(&place, "has a tab: indent with spaces"));
        }
        if content.trim().is_empty() {
            // A line that is only a comment does not end the paragraph.
            if !raw.contains('#') {
                state = State::Between;
            }
            continue;
        }
        match (state, openings.last_mut()) {
            (State::InOpening, Some(opening)) => {
                match parse_line(&place, content, &opening.lines) {
                    Ok(line) => opening.lines.push(line),
                    Err(fault) => faults.push(fault),
                }
            }
            (State::InRefused, _) => {}
            _ => match parse_head(&place, content) {
                Ok(opening) => {
                    openings.push(opening);
                    state = State::InOpening;
                }
                Err(fault) => {
                    faults.push(fault);
                    state = State::InRefused;
                }
            },
        }
    }
    if faults.is_empty() {
        let empty = openings.iter().filter(|opening| opening.lines.is_empty());
        faults.extend(empty.map(|opening| Fault::new(&opening.place, "has no moves")));
    }
    if faults.is_empty() {
        Ok(openings)
    } else {
        Err(faults)
    }
}

/// `Family: Variation [B90] as White`
fn parse_head(place: &Place, text: &str) -> Result<Opening, Fault> {
    let fault = |reason: String| Fault::new(place, reason);
    let (name, rest) = text
        .split_once('[')
        .ok_or_else(|| fault(format!("`{text}` has no [ECO code]")))?;
    let (code, side) = rest
        .split_once(']')
        .ok_or_else(|| fault("the ECO code has no closing ]".to_string()))?;
    let (family, variation) = name.split_once(':').unwrap_or((name, ""));
    Ok(Opening {
        family: name_part(place, family)?,
        variation: if name.contains(':') {
            name_part(place, variation)?
        } else {
            String::new()
        },
        eco: parse_eco(code).ok_or_else(|| fault(format!("`{code}` is no ECO code")))?,
        side: match side.trim() {
            "" => None,
            "as White" => Some(Color::White),
            "as Black" => Some(Color::Black),
            other => {
                return Err(fault(format!(
                    "`{other}` is neither `as White` nor `as Black`"
                )));
            }
        },
        place: place.clone(),
        lines: Vec::new(),
    })
}

fn name_part(place: &Place, text: &str) -> Result<String, Fault> {
    let text = text.trim();
    if !spell(text).is_ascii() {
        return Err(Fault::new(
            place,
            format!("`{text}` has a letter that cannot be spelled out"),
        ));
    }
    let width = spell(text).len();
    if width == 0 {
        return Err(Fault::new(place, "the opening has an empty name"));
    }
    if width > NAME_WIDTH {
        let reason = format!("`{text}` has {width} characters, the panel has {NAME_WIDTH}");
        return Err(Fault::new(place, reason));
    }
    Ok(text.to_string())
}

fn parse_eco(code: &str) -> Option<Eco> {
    let mut chars = code.chars();
    let volume = chars.next().filter(|c| ('A'..='E').contains(c))?;
    let digits = chars.as_str();
    let all_digits = digits.len() == 2 && digits.bytes().all(|b| b.is_ascii_digit());
    let number = digits.parse().ok().filter(|_| all_digits)?;
    Some(Eco { volume, number })
}

/// `6. Be3:4 e5 7. Nb3`, or `6... e5 7. Nb3`
fn parse_line(place: &Place, text: &str, above: &[Line]) -> Result<Line, Fault> {
    let indent = text.len() - text.trim_start().len();
    let parent = above.iter().rposition(|line| line.indent < indent);
    if above.is_empty() && indent > 0 {
        return Err(Fault::new(place, "the stem must not be indented"));
    }
    let mut words = text.split_whitespace().peekable();
    let first = words
        .peek()
        .and_then(|word| move_number(word))
        .ok_or_else(|| Fault::new(place, "a line starts with a move number"))?;
    check_first(place, first, parent.map(|index| &above[index]))?;
    let mut moves = Vec::new();
    for word in words {
        let ply = Ply(first.0 + moves.len());
        match move_number(word) {
            Some(number) if number == ply => {}
            Some(number) => {
                return Err(Fault::at_move(
                    place,
                    ply,
                    format!("is written as move {number}"),
                ));
            }
            None => moves.push(parse_move(place, ply, word)?),
        }
    }
    if moves.is_empty() {
        return Err(Fault::new(place, "this line has no moves"));
    }
    let line = Line {
        place: place.clone(),
        indent,
        parent,
        first,
        moves,
    };
    if line.end().0 > MAX_PLIES {
        let reason = format!(
            "is behind the last that the program has room for, {}",
            Ply(MAX_PLIES - 1)
        );
        return Err(Fault::at_move(place, Ply(MAX_PLIES), reason));
    }
    Ok(line)
}

/// A line leaves its parent at one of the parent's moves or right after the last; a stem starts the game.
fn check_first(place: &Place, first: Ply, parent: Option<&Line>) -> Result<(), Fault> {
    match parent {
        None if first.0 != 0 => Err(Fault::at_move(place, first, "cannot start a game")),
        Some(parent) if first > parent.end() => {
            let end = parent.end();
            let reason = format!(
                "is beyond move {end}, where line {} ends",
                parent.place.line
            );
            Err(Fault::at_move(place, first, reason))
        }
        _ => Ok(()),
    }
}

/// `6.` is ply 10, `6...` ply 11.
fn move_number(word: &str) -> Option<Ply> {
    let digits = word.trim_end_matches('.');
    let number: usize = digits
        .parse()
        .ok()
        .filter(|&number| (1..=99).contains(&number))?;
    match word.len() - digits.len() {
        1 => Some(Ply(2 * number - 2)),
        3 => Some(Ply(2 * number - 1)),
        _ => None,
    }
}

fn parse_move(place: &Place, ply: Ply, word: &str) -> Result<WrittenMove, Fault> {
    let Some((san, weight)) = word.split_once(':') else {
        return Ok(WrittenMove {
            san: word.to_string(),
            weight: None,
        });
    };
    match weight.parse() {
        Ok(weight @ 0..=MAX_WEIGHT) => Ok(WrittenMove {
            san: san.to_string(),
            weight: Some(weight),
        }),
        _ => {
            let reason = format!("{san}: `{weight}` is no weight from 0 to {MAX_WEIGHT}");
            Err(Fault::at_move(place, ply, reason))
        }
    }
}
