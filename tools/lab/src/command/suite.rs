//! `lab suite`: test positions solved at a level on the 6502.

use crate::contestant::{Contestant, Hall, Seat};
use crate::epd::{self, Problem};
use crate::thought::{MATE, MATE_BOUND, Thought, score_text};
use clap::Args;
use indicatif::ProgressBar;
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Args)]
pub struct Suite {
    /// Level of the program, 1 to 6.
    #[arg(long, default_value_t = 5)]
    level: u32,
    /// Positions at the same time.
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// The UCI bridge.
    #[arg(long, default_value = "build/uci64")]
    bridge: PathBuf,
    /// The program that the bridge plays.
    #[arg(long, default_value = "build/64squares.prg")]
    image: PathBuf,
    /// EPD files.
    #[arg(default_value = "tests/data/suite.epd")]
    files: Vec<PathBuf>,
}

pub fn run(suite: &Suite) -> Result<bool, String> {
    let player = Contestant::parse(&format!("c64:{}", suite.level))?;
    let seat = player.seat(&Hall {
        bridge: suite.bridge.clone(),
        image: suite.image.clone(),
        patience: Duration::from_secs(600),
    });
    let mut problems = Vec::new();
    for path in &suite.files {
        problems.extend(read(path)?);
    }
    let positions: Vec<&str> = problems
        .iter()
        .map(|problem| problem.fen.as_str())
        .collect();
    let answers = answers(&seat, &positions, suite.concurrency)?;
    let mut solved = 0;
    let mut time = 0;
    for (problem, answer) in problems.iter().zip(&answers) {
        solved += usize::from(is_solved(problem, answer));
        time += answer.milliseconds;
        println!("{}", line(problem, answer));
    }
    let seconds = time as f64 / 1000.0;
    let total = problems.len();
    println!(
        "level {}: {solved} of {total} solved, {seconds:.1} C64 seconds",
        suite.level
    );
    Ok(true)
}

fn read(path: &Path) -> Result<Vec<Problem>, String> {
    let named = |error: String| format!("{}: {error}", path.display());
    let text = std::fs::read_to_string(path).map_err(|error| named(error.to_string()))?;
    epd::read(&text).map_err(named)
}

/// The player's answers, in the order of the positions.
pub fn answers(
    seat: &Seat,
    positions: &[&str],
    concurrency: usize,
) -> Result<Vec<Thought>, String> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(concurrency.max(1))
        .build()
        .map_err(|error| error.to_string())?;
    let bar = ProgressBar::new(positions.len() as u64);
    let answers = pool.install(|| {
        positions
            .par_iter()
            .map_init(
                || seat.start(),
                |player, fen| {
                    let player = player.as_mut().map_err(|error| error.clone())?;
                    seat.new_game(player, 1)?;
                    let answer = player.think(&format!("fen {fen}"), &[]);
                    bar.inc(1);
                    answer.map_err(|error| format!("{fen}: {error}"))
                },
            )
            .collect()
    });
    bar.finish_and_clear();
    answers
}

/// Does the answer do everything that is asked for?
pub fn is_solved(problem: &Problem, answer: &Thought) -> bool {
    let is_best = problem.best.is_empty() || problem.best.contains(&answer.mv);
    let is_avoided = !problem.avoid.contains(&answer.mv);
    let is_mate = problem.mate.is_none_or(|moves| {
        let score = answer.score.unwrap_or(0);
        score > MATE_BOUND && MATE - score <= moves as i32
    });
    is_best && is_avoided && is_mate
}

fn line(problem: &Problem, answer: &Thought) -> String {
    let mark = if is_solved(problem, answer) {
        "solved"
    } else {
        "missed"
    };
    let score = answer.score.map_or("?".to_string(), score_text);
    let seconds = answer.milliseconds as f64 / 1000.0;
    format!(
        "{mark}  {:<10} {:<6} {score:>7}  depth {:>2}  {seconds:>5.1} s  asked: {}",
        problem.id, answer.mv, answer.depth, problem.task
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(operations: &str) -> Problem {
        let line = format!("6k1/5ppp/8/8/8/8/8/R5K1 w - - {operations}");
        epd::read(&line).expect("sound").remove(0)
    }

    fn answer(mv: &str, score: i32) -> Thought {
        Thought {
            mv: mv.into(),
            score: Some(score),
            ..Thought::default()
        }
    }

    #[test]
    fn a_best_move_must_be_played_and_a_bad_one_must_not() {
        assert!(is_solved(&problem("bm Ra8+ Ra7;"), &answer("a1a7", 0)));
        assert!(!is_solved(&problem("bm Ra8+;"), &answer("a1a7", 0)));
        assert!(!is_solved(&problem("am Ra2;"), &answer("a1a2", 0)));
        assert!(is_solved(&problem("am Ra2;"), &answer("a1a8", 0)));
    }

    #[test]
    fn a_mate_must_be_announced_and_be_short_enough() {
        let mate = problem("dm 2;");
        assert!(is_solved(&mate, &answer("a1a8", MATE - 1)));
        assert!(is_solved(&mate, &answer("a1a8", MATE - 2)));
        assert!(!is_solved(&mate, &answer("a1a8", MATE - 3)));
        assert!(!is_solved(&mate, &answer("a1a8", 900)));
        assert!(!is_solved(&mate, &answer("a1a8", 1 - MATE)));
    }
}
