//! Games from PGN, as fastchess and cutechess-cli write it: `{+0.31/5 24.9s}` behind a move is its score, depth and time.
//!
//! Moves are checked; what cannot be read is named by the number of its game. Variations, numeric glyphs and comments that
//! say nothing else are passed over.

use crate::game::Score;
use crate::thought::{MATE, Thought};
use cozy_chess::Board;
use cozy_chess::util::{display_uci_move, parse_san_move, parse_uci_move};
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    pub tags: BTreeMap<String, String>,
    /// Moves that both were given, in UCI notation.
    pub opening: Vec<String>,
    pub moves: Vec<Thought>,
    pub score: Score,
}

/// All finished games of a text; those still going on (`*`) are left out.
pub fn read(text: &str) -> Result<Vec<Game>, String> {
    let mut games = Vec::new();
    let mut lines = text.lines().peekable();
    let mut number = 0;
    loop {
        while lines.next_if(|line| line.trim().is_empty()).is_some() {}
        if lines.peek().is_none() {
            return Ok(games);
        }
        number += 1;
        let named = |error: String| format!("game {number}: {error}");
        let mut tags = BTreeMap::new();
        while let Some(line) = lines.next_if(|line| line.trim_start().starts_with('[')) {
            let (name, value) = tag(line).ok_or_else(|| named(format!("`{line}` is no tag")))?;
            tags.insert(name, value);
        }
        while lines.next_if(|line| line.trim().is_empty()).is_some() {}
        let mut text = String::new();
        while let Some(line) = lines.next_if(|line| !line.trim_start().starts_with('[')) {
            text += line;
            text.push('\n');
        }
        games.extend(game(tags, &text).map_err(named)?);
    }
}

/// `[Name "value"]`.
fn tag(line: &str) -> Option<(String, String)> {
    let inner = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = inner.split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    Some((
        name.to_string(),
        value.replace("\\\"", "\"").replace("\\\\", "\\"),
    ))
}

fn game(tags: BTreeMap<String, String>, text: &str) -> Result<Option<Game>, String> {
    if tags.contains_key("FEN") {
        return Err("it begins from a FEN; play from openings given as moves (format=pgn)".into());
    }
    let mut board = Board::default();
    let mut thoughts: Vec<(Thought, bool)> = Vec::new();
    let mut score = None;
    for token in tokens(text)? {
        match token {
            Token::Comment(comment) => {
                if let Some((thought, given)) = thoughts.last_mut() {
                    *given = !take_comment(comment, thought);
                }
            }
            Token::Word("1-0") => score = Some(Score::White),
            Token::Word("0-1") => score = Some(Score::Black),
            Token::Word("1/2-1/2") => score = Some(Score::Draw),
            Token::Word("*") => return Ok(None),
            Token::Word(word) => {
                let san = word.trim_end_matches(['!', '?']);
                let mv = parse_san_move(&board, san)
                    .or_else(|_| parse_uci_move(&board, san))
                    .ok()
                    .filter(|mv| board.is_legal(*mv))
                    .ok_or_else(|| {
                        format!("`{word}` is not legal after {} moves", thoughts.len())
                    })?;
                let thought = Thought {
                    mv: display_uci_move(&board, mv).to_string(),
                    ..Thought::default()
                };
                thoughts.push((thought, true));
                board.play(mv);
            }
        }
    }
    let score = score.ok_or("the result is missing")?;
    let given = thoughts.iter().take_while(|(_, given)| *given).count();
    let chosen = thoughts.split_off(given);
    Ok(Some(Game {
        tags,
        opening: thoughts
            .into_iter()
            .map(|(thought, _)| thought.mv)
            .collect(),
        moves: chosen.into_iter().map(|(thought, _)| thought).collect(),
        score,
    }))
}

enum Token<'a> {
    Word(&'a str),
    Comment(&'a str),
}

/// Moves, results and comments of the main line.
fn tokens(text: &str) -> Result<Vec<Token<'_>>, String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    let mut depth = 0_usize;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '{' => {
                let end = rest.find('}').ok_or("a comment has no end")?;
                if depth == 0 {
                    tokens.push(Token::Comment(&rest[1..end]));
                }
                end + 1
            }
            ';' => rest.find('\n').unwrap_or(rest.len()),
            '(' => {
                depth += 1;
                1
            }
            ')' => {
                depth = depth
                    .checked_sub(1)
                    .ok_or("a variation ends that never began")?;
                1
            }
            _ => {
                let is_end = |c: char| c.is_whitespace() || "{}();".contains(c);
                let end = rest.find(is_end).unwrap_or(rest.len());
                if end == 0 {
                    return Err(format!("`{first}` does not belong here"));
                }
                let word = move_in(&rest[..end]);
                if depth == 0 && !word.is_empty() {
                    tokens.push(Token::Word(word));
                }
                end
            }
        };
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

/// A word without its move number; nothing is left of a number alone or of a glyph.
fn move_in(word: &str) -> &str {
    if word.starts_with('$') {
        return "";
    }
    if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*") {
        return word;
    }
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    match digits.strip_prefix('.') {
        Some(after) => after.trim_start_matches('.'),
        None if digits.is_empty() => "",
        None => word,
    }
}

/// `+0.31/5 24.9s`, `-M4/12 0.1s, reason`, `book`: whether it is a thought of the player's own.
fn take_comment(comment: &str, thought: &mut Thought) -> bool {
    let Some((score, rest)) = comment.trim().split_once('/') else {
        return false;
    };
    let depth: String = rest.chars().take_while(char::is_ascii_digit).collect();
    let Ok(depth) = depth.parse() else {
        return false;
    };
    thought.depth = depth;
    thought.score = centipawns(score);
    let seconds = rest.split([' ', ',', '\n']).find_map(|word| {
        let number = word.strip_suffix('s')?;
        number
            .parse::<f64>()
            .ok()
            .filter(|time| time.is_finite() && *time >= 0.0)
    });
    thought.milliseconds = (seconds.unwrap_or(0.0) * 1000.0).round() as u64;
    true
}

fn centipawns(text: &str) -> Option<i32> {
    let (sign, value) = match text.strip_prefix('-') {
        Some(value) => (-1, value),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    if let Some(moves) = value.strip_prefix('M') {
        let moves: i32 = moves.parse().ok()?;
        return Some(sign * MATE.checked_sub(moves)?);
    }
    let pawns: f64 = value.parse().ok()?;
    (pawns.abs() < 1000.0).then(|| sign * (pawns * 100.0).round() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FASTCHESS: &str = "[Event \"Fastchess Tournament\"]
[White \"c64\"]
[Black \"stockfish 1500\"]
[Result \"0-1\"]

1. f3 {book} e5 {book} 2. g4 {-0.52/3 2.951s} Qh4# {+M1/9 0.050s, Black mates}
0-1

[White \"stockfish 1500\"]
[Black \"c64\"]
[Result \"1/2-1/2\"]

1. e4 $1 (1. d4 d5 {not this}) 1... e5 2.Nf3 {+0.10/2 1s} 1/2-1/2
";

    #[test]
    fn games_have_tags_openings_and_thoughts() {
        let games = read(FASTCHESS).expect("sound");
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].tags["White"], "c64");
        assert_eq!(games[0].opening, ["f2f3", "e7e5"]);
        let mate = &games[0].moves[1];
        assert_eq!(
            (mate.mv.as_str(), mate.score, mate.depth),
            ("d8h4", Some(MATE - 1), 9)
        );
        assert_eq!(games[0].moves[0].milliseconds, 2951);
        assert_eq!(
            (games[0].score, games[1].score),
            (Score::Black, Score::Draw)
        );
        assert_eq!(games[1].opening, ["e2e4", "e7e5"]);
        assert_eq!(games[1].moves[0].mv, "g1f3");
    }

    #[test]
    fn what_cannot_be_read_is_named_with_its_game() {
        for (text, part) in [
            ("[White \"a\"]\n\n1. e5 1-0\n", "game 1: `e5` is not legal"),
            ("1. e4 {no end\n", "a comment has no end"),
            ("1. e4 e5\n", "the result is missing"),
            (
                "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n*\n",
                "begins from a FEN",
            ),
            ("[White]\n", "is no tag"),
            ("1. e4 ) e5 *\n", "never began"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains(part), "{text}: {error}");
        }
        assert_eq!(read("1. e4 e5 *\n"), Ok(Vec::new()));
        assert_eq!(read(""), Ok(Vec::new()));
    }
}
