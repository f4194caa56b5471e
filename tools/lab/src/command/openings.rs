//! `lab openings`: has Stockfish judge the openings of the matches.

use crate::opening::{BALANCED, read};
use crate::uci::Uci;
use clap::Args;
use std::time::Duration;

#[derive(Args)]
pub struct Openings {
    /// Plies that Stockfish looks ahead.
    #[arg(long, default_value_t = 18)]
    depth: u32,
    /// Centipawns that neither side may be ahead.
    #[arg(long, default_value_t = 60)]
    limit: i32,
}

/// Is every opening balanced?
pub fn run(arguments: &Openings) -> Result<bool, String> {
    let limit = format!("depth {}", arguments.depth);
    let command = ["stockfish".to_string()];
    let threads = [("Threads".to_string(), "1".to_string())];
    let mut judge = Uci::start(&command, &threads, &limit, Duration::from_secs(300))?;
    let mut balanced = true;
    for opening in read(BALANCED)? {
        judge.new_game()?;
        let score = judge.think("startpos", &opening.moves)?.score.unwrap_or(0);
        let mark = if score.abs() < arguments.limit {
            ""
        } else {
            balanced = false;
            "  not balanced"
        };
        println!("{:+.2}  {}{mark}", f64::from(score) / 100.0, opening.name);
    }
    Ok(balanced)
}
