//! `lab blunders`: the player's mistakes in stored games, by Stockfish at full strength.
//!
//! A move is a blunder when the position after it is worse for the player by the limit than it could have been. Positions
//! that are lost or won beyond `DECIDED` before the move say nothing about a game and are passed over.

use crate::results::{Entry, read};
use crate::thought::score_text;
use crate::uci::Uci;
use clap::Args;
use cozy_chess::util::{display_san_move, parse_uci_move};
use cozy_chess::{Board, Color, Piece};
use indicatif::ProgressBar;
use std::path::PathBuf;
use std::time::Duration;

/// Centipawns beyond which a game is decided.
const DECIDED: i32 = 600;
/// Scores of mates count as this much.
const MOST: i32 = 1500;

#[derive(Args)]
pub struct Blunders {
    /// Results files.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Centipawns that a move must lose.
    #[arg(long, default_value_t = 150)]
    limit: i32,
    /// Nodes of Stockfish for each position.
    #[arg(long, default_value_t = 100_000)]
    nodes: u32,
}

/// A stage of the game, by the men on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Opening,
    Middlegame,
    Endgame,
}

#[derive(Default)]
struct Count {
    moves: u32,
    blunders: u32,
    depths: u32,
}

pub fn run(command: &Blunders) -> Result<bool, String> {
    let engine = ["stockfish".to_string()];
    let limit = format!("nodes {}", command.nodes);
    let mut judge = Uci::start(&engine, &[], &limit, Duration::from_secs(300))?;
    let mut counts = [Count::default(), Count::default(), Count::default()];
    for path in &command.files {
        let (head, entries) = read(path)?;
        let bar = ProgressBar::new(entries.len() as u64);
        for entry in &entries {
            let found = examine(&mut judge, entry, command.limit, &mut counts)?;
            bar.suspend(|| {
                for line in found {
                    println!("{} game {}: {line}", head.opponent, entry.game + 1);
                }
            });
            bar.inc(1);
        }
        bar.finish_and_clear();
    }
    for (stage, count) in [Stage::Opening, Stage::Middlegame, Stage::Endgame]
        .iter()
        .zip(&counts)
    {
        let share = 100.0 * f64::from(count.blunders) / f64::from(count.moves.max(1));
        let depth = f64::from(count.depths) / f64::from(count.moves.max(1));
        println!(
            "{stage:?}: {} blunders in {} moves ({share:.1} %), mean depth {depth:.1}",
            count.blunders, count.moves
        );
    }
    Ok(true)
}

/// Lines about the blunders of one game.
fn examine(
    judge: &mut Uci,
    entry: &Entry,
    limit: i32,
    counts: &mut [Count; 3],
) -> Result<Vec<String>, String> {
    let mut lines = Vec::new();
    let mut made: Vec<String> = entry.line.split_whitespace().map(str::to_string).collect();
    let mut board = Board::default();
    for mv in &made {
        let mv = parse_uci_move(&board, mv).map_err(|error| error.to_string())?;
        board.play(mv);
    }
    let own = if entry.white {
        Color::White
    } else {
        Color::Black
    };
    judge.new_game()?;
    for thought in &entry.moves {
        let mv = parse_uci_move(&board, &thought.mv).map_err(|error| error.to_string())?;
        let mut after = board.clone();
        after.play(mv);
        if board.side_to_move() == own {
            let best = judge.think("startpos", &made)?;
            let could = best.score.unwrap_or(0).clamp(-MOST, MOST);
            let count = &mut counts[stage(&board) as usize];
            if could.abs() < DECIDED {
                count.moves += 1;
                count.depths += thought.depth;
                made.push(thought.mv.clone());
                let reached = reached(judge, &made, &after)?;
                made.pop();
                if best.mv != thought.mv && could - reached >= limit {
                    count.blunders += 1;
                    lines.push(line(&board, thought, &best.mv, could, reached));
                }
            }
        }
        made.push(thought.mv.clone());
        board = after;
    }
    Ok(lines)
}

/// What the position after the move is worth to the one who made it.
fn reached(judge: &mut Uci, made: &[String], after: &Board) -> Result<i32, String> {
    if !after.generate_moves(|_| true) {
        return Ok(if after.checkers().is_empty() { 0 } else { MOST });
    }
    let answer = judge.think("startpos", made)?;
    Ok(-answer.score.unwrap_or(0).clamp(-MOST, MOST))
}

fn line(
    board: &Board,
    thought: &crate::thought::Thought,
    best: &str,
    could: i32,
    reached: i32,
) -> String {
    let san = |text: &str| match parse_uci_move(board, text) {
        Ok(mv) => display_san_move(board, mv).to_string(),
        Err(_) => text.to_string(),
    };
    let thought_score = thought.score.map_or("?".to_string(), score_text);
    format!(
        "{:?} move {} {} instead of {}, {} to {}, saw {thought_score} at depth {}: {board}",
        stage(board),
        board.fullmove_number(),
        san(&thought.mv),
        san(best),
        score_text(could),
        score_text(reached),
        thought.depth,
    )
}

fn stage(board: &Board) -> Stage {
    let count = |piece| board.pieces(piece).len();
    let pieces =
        count(Piece::Knight) + count(Piece::Bishop) + count(Piece::Rook) + 2 * count(Piece::Queen);
    if pieces <= 6 {
        Stage::Endgame
    } else if board.fullmove_number() <= 12 {
        Stage::Opening
    } else {
        Stage::Middlegame
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_follow_the_men_on_the_board() {
        assert_eq!(stage(&Board::default()), Stage::Opening);
        let later = "r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 20";
        assert_eq!(stage(&later.parse().expect("sound")), Stage::Middlegame);
        let rooks = "4k2r/8/8/8/8/8/8/R3K3 w - - 0 9";
        assert_eq!(stage(&rooks.parse().expect("sound")), Stage::Endgame);
    }
}
