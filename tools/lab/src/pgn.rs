//! Games as PGN: what every chess program reads, with depth, score and time of each move in its comment.

use crate::results::{Entry, Head};
use crate::thought::{Thought, score_text};
use cozy_chess::util::{display_san_move, parse_uci_move};
use cozy_chess::{Board, Color};
use std::fmt::Write;

/// PGN's longest line.
const WIDTH: usize = 80;

/// One game. Moves of the opening have no comment.
pub fn game(head: &Head, entry: &Entry) -> Result<String, String> {
    let (white, black) = if entry.white {
        (&head.player, &head.opponent)
    } else {
        (&head.opponent, &head.player)
    };
    let mut text = String::new();
    let number = (entry.game + 1).to_string();
    let termination = entry.fault.as_ref().unwrap_or(&entry.reason);
    for (tag, value) in [
        (
            "Event",
            &format!("{} against {}", head.player, head.opponent),
        ),
        ("Site", &"64 Squares laboratory".to_string()),
        ("Date", &"????.??.??".to_string()),
        ("Round", &number),
        ("White", white),
        ("Black", black),
        ("Result", &entry.score.text().to_string()),
        ("Opening", &entry.opening),
        ("Termination", termination),
        ("Version", &head.version),
    ] {
        writeln!(text, "[{tag} \"{}\"]", escaped(value)).expect("writing to a string");
    }
    text.push('\n');
    text.push_str(&wrapped(&words(entry)?));
    text.push('\n');
    Ok(text)
}

fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"")
}

/// Move numbers, moves, comments and the result, each a word that a line break may follow.
fn words(entry: &Entry) -> Result<Vec<String>, String> {
    let mut board = Board::default();
    let mut words = Vec::new();
    let mut after_comment = false;
    let given = entry.line.split_whitespace().map(|mv| (mv, None));
    let chosen = entry
        .moves
        .iter()
        .map(|thought| (thought.mv.as_str(), Some(thought)));
    for (text, thought) in given.chain(chosen) {
        let mv = parse_uci_move(&board, text)
            .ok()
            .filter(|mv| board.is_legal(*mv))
            .ok_or_else(|| format!("game {}: `{text}` is not legal", entry.game))?;
        let number = board.fullmove_number();
        match board.side_to_move() {
            Color::White => words.push(format!("{number}.")),
            Color::Black if after_comment => words.push(format!("{number}...")),
            Color::Black => {}
        }
        words.push(display_san_move(&board, mv).to_string());
        after_comment = thought.is_some();
        words.extend(thought.map(comment));
        board.play(mv);
    }
    words.push(entry.score.text().to_string());
    Ok(words)
}

/// `{+0.31/5 24.9s}`: score for the mover, depth, seconds.
fn comment(thought: &Thought) -> String {
    let score = thought.score.map_or("?".to_string(), score_text);
    let seconds = thought.milliseconds as f64 / 1000.0;
    format!("{{{score}/{} {seconds:.1}s}}", thought.depth)
}

fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            text.push('\n');
            column = 0;
        }
        if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text.push('\n');
    text
}

/// A whole match.
pub fn games(head: &Head, entries: &[Entry]) -> Result<String, String> {
    let texts: Result<Vec<_>, _> = entries.iter().map(|entry| game(head, entry)).collect();
    Ok(texts?.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Score;

    fn thought(mv: &str, depth: u32, score: i32, milliseconds: u64) -> Thought {
        Thought {
            mv: mv.to_string(),
            depth,
            score: Some(score),
            milliseconds,
            nodes: 0,
        }
    }

    fn example() -> (Head, Entry) {
        let head = Head {
            player: "c64:5".into(),
            opponent: "stockfish:1500".into(),
            version: "1.0 \"final\"".into(),
            image: "0".into(),
            player_limit: "movetime 25000".into(),
            opponent_limit: "nodes 20000".into(),
        };
        let entry = Entry {
            game: 6,
            opening: "Bird".into(),
            line: "f2f3 e7e5".into(),
            white: false,
            score: Score::Black,
            reason: "checkmate".into(),
            fault: None,
            moves: vec![
                thought("g2g4", 3, -29_999, 10),
                thought("d8h4", 4, 29_999, 24_890),
            ],
        };
        (head, entry)
    }

    #[test]
    fn a_game_has_its_tags_moves_and_comments() {
        let (head, entry) = example();
        let text = game(&head, &entry).expect("legal moves");
        for part in [
            "[White \"stockfish:1500\"]",
            "[Black \"c64:5\"]",
            "[Result \"0-1\"]",
            "[Round \"7\"]",
            "[Version \"1.0 \\\"final\\\"\"]",
            "1. f3 e5 2. g4 {-M1/3 0.0s} 2... Qh4# {+M1/4 24.9s} 0-1",
        ] {
            assert!(text.contains(part), "{part} is missing in\n{text}");
        }
    }

    #[test]
    fn no_line_is_longer_than_eighty_characters() {
        let (head, mut entry) = example();
        let shuffle = ["g1h3", "b8c6", "h3g1", "c6b8"];
        entry.moves = (0..40)
            .map(|ply| thought(shuffle[ply % 4], 5, 12, 25_000))
            .collect();
        let text = game(&head, &entry).expect("legal moves");
        assert!(text.lines().count() > 20);
        assert!(text.lines().all(|line| line.len() <= WIDTH));
    }

    #[test]
    fn an_illegal_move_in_the_store_is_named() {
        let (head, mut entry) = example();
        entry.moves[0].mv = "e1e8".into();
        let error = game(&head, &entry).expect_err("illegal");
        assert!(error.contains("`e1e8`"));
    }
}
