//! Quiet positions from stored games, each with Stockfish's opinion.
//!
//! A position is quiet when the side to move is not in check and Stockfish's move neither captures nor promotes. Opinions
//! are kept in a file between runs, so a second run asks only about what is new.

use crate::results::Entry;
use crate::uci::Uci;
use cozy_chess::Board;
use cozy_chess::util::parse_uci_move;
use indicatif::ProgressBar;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

/// Positions that are decided say little about the evaluation.
const MOST: i32 = 1000;
/// Moves of a game before its positions are used.
const OPENING_PLIES: usize = 12;

/// Positions of games, without check, by their FEN without counters.
pub fn positions(entries: &[Entry]) -> Result<BTreeSet<String>, String> {
    let mut found = BTreeSet::new();
    for entry in entries {
        let mut board = Board::default();
        let given = entry.line.split_whitespace();
        let chosen = entry.moves.iter().map(|thought| thought.mv.as_str());
        for (ply, text) in given.chain(chosen).enumerate() {
            let mv = parse_uci_move(&board, text)
                .ok()
                .filter(|mv| board.is_legal(*mv))
                .ok_or_else(|| format!("game {}: `{text}` is not legal", entry.game))?;
            board.play(mv);
            if ply >= OPENING_PLIES && board.checkers().is_empty() {
                found.insert(key(&board));
            }
        }
    }
    Ok(found)
}

fn key(board: &Board) -> String {
    let fen = board.to_string();
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// Centipawns for White by position; `None` when the position is not quiet or decided.
pub type Labels = BTreeMap<String, Option<i32>>;

/// Asks Stockfish on all cores about the positions that `known` lacks, and keeps the answers there.
pub fn label(positions: &[String], known: &Path, depth: u32) -> Result<Labels, String> {
    let mut labels = read(known)?;
    let new: Vec<&String> = positions
        .iter()
        .filter(|p| !labels.contains_key(*p))
        .collect();
    let bar = ProgressBar::new(new.len() as u64);
    let limit = format!("depth {depth}");
    let start = || {
        let options = [("Threads".to_string(), "1".to_string())];
        Uci::start(
            &["stockfish".to_string()],
            &options,
            &limit,
            Duration::from_secs(60),
        )
    };
    let found: Vec<(String, Option<i32>)> = new
        .par_iter()
        .map_init(start, |judge, position| {
            let judge = judge.as_mut().map_err(|error| error.clone())?;
            bar.inc(1);
            opinion(judge, position).map(|score| (position.to_string(), score))
        })
        .collect::<Result<_, String>>()?;
    bar.finish_and_clear();
    labels.extend(found);
    write(known, &labels)?;
    labels.retain(|position, _| positions.binary_search(position).is_ok());
    Ok(labels)
}

fn opinion(judge: &mut Uci, position: &str) -> Result<Option<i32>, String> {
    let board: Board = format!("{position} 0 1")
        .parse()
        .map_err(|error| format!("{position}: {error}"))?;
    if !board.generate_moves(|_| true) {
        return Ok(None);
    }
    let answer = judge.think(&format!("fen {position} 0 1"), &[])?;
    let mv = parse_uci_move(&board, &answer.mv).map_err(|error| error.to_string())?;
    let is_quiet = mv.promotion.is_none() && board.color_on(mv.to) != Some(!board.side_to_move());
    let white = match board.side_to_move() {
        cozy_chess::Color::White => answer.score,
        cozy_chess::Color::Black => answer.score.map(|score| -score),
    };
    Ok(white.filter(|score| is_quiet && score.abs() <= MOST))
}

/// Positions with their opinions, one a line; a file that is not there has none.
pub fn read(path: &Path) -> Result<Labels, String> {
    if !path.exists() {
        return Ok(Labels::new());
    }
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    text.lines()
        .enumerate()
        .map(|(index, line)| {
            let (position, score) = line
                .split_once(';')
                .ok_or_else(|| format!("{}:{}: `;` is missing", path.display(), index + 1))?;
            let fields: Vec<&str> = position.split(' ').take(4).collect();
            Ok((fields.join(" "), score.parse().ok()))
        })
        .collect()
}

fn write(path: &Path, labels: &Labels) -> Result<(), String> {
    let named = |error: std::io::Error| format!("{}: {error}", path.display());
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(named)?;
    }
    let line = |(position, score): (&String, &Option<i32>)| match score {
        Some(score) => format!("{position};{score}\n"),
        None => format!("{position};-\n"),
    };
    std::fs::write(path, labels.iter().map(line).collect::<String>()).map_err(named)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Score;
    use crate::thought::Thought;

    #[test]
    fn positions_are_taken_after_the_opening_once_each_and_without_checks() {
        let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let thought = |mv: &str| Thought {
            mv: mv.to_string(),
            ..Thought::default()
        };
        let entry = Entry {
            game: 0,
            opening: "none".into(),
            line: "e2e4 e7e5".into(),
            white: true,
            score: Score::Draw,
            reason: "repetition".into(),
            fault: None,
            moves: shuffle
                .iter()
                .cycle()
                .take(24)
                .map(|mv| thought(mv))
                .collect(),
        };
        assert_eq!(
            positions(std::slice::from_ref(&entry)).map(|p| p.len()),
            Ok(4)
        );
        let mut broken = entry;
        broken.moves[3] = thought("a1a8");
        assert!(positions(&[broken]).is_err_and(|error| error.contains("`a1a8`")));
    }

    #[test]
    fn labels_come_back_from_their_file_with_those_that_are_not_quiet() {
        let path = std::env::temp_dir().join(format!("lab-labels-{}", std::process::id()));
        let labels = Labels::from([("a w - -".into(), Some(-31)), ("b w - -".into(), None)]);
        write(&path, &labels).expect("a file of our own");
        assert_eq!(read(&path), Ok(labels));
        std::fs::remove_file(&path).expect("just written");
    }
}
