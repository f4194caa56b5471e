//! A player that speaks xboard's protocol (CECP), as Fairy-Max does.
//!
//! The engine follows the game move by move in force mode and is told `go` when it is its turn; a position that is not a
//! continuation of the last one starts the game again. Only games from the start position can be played.

use crate::process::Process;
use crate::thought::{MATE, Thought};
use std::time::Duration;

/// An hour, in hundredths of a second.
const PLENTY_OF_TIME: &str = "time 360000";

pub struct Cecp {
    process: Process,
    pub name: String,
    /// Sent after `new`: depth or time, as `sd 6`.
    limit: String,
    /// What the engine has on its board.
    known: Vec<String>,
    pings: u32,
}

impl Cecp {
    pub fn start(command: &[String], limit: &str, patience: Duration) -> Result<Cecp, String> {
        let mut process = Process::start(command, patience)?;
        process.send("xboard")?;
        process.send("protover 2")?;
        let lines = process.read_until("`feature done=1`", |line| line.contains("done=1"))?;
        let name = lines
            .iter()
            .find_map(|line| line.split_once("myname=\""))
            .and_then(|(_, rest)| rest.split('"').next())
            .unwrap_or("unknown")
            .to_string();
        let limit = limit.to_string();
        let mut player = Cecp {
            process,
            name,
            limit,
            known: Vec::new(),
            pings: 0,
        };
        player.new_game()?;
        Ok(player)
    }

    pub fn new_game(&mut self) -> Result<(), String> {
        self.known.clear();
        for line in ["new", "easy", "post", "force", &self.limit] {
            self.process.send(line)?;
        }
        self.settle()
    }

    /// Reads what is left of the last game: engines announce a result after the move that brings it.
    fn settle(&mut self) -> Result<(), String> {
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.process.send(&format!("ping {}", self.pings))?;
        let is_pong = |line: &str| line.trim_end() == pong;
        self.process.read_until("`pong`", is_pong).map(|_| ())
    }

    pub fn think(&mut self, start: &str, moves: &[String]) -> Result<Thought, String> {
        if start != "startpos" {
            return Err(format!("{} plays from the start only", self.name));
        }
        if !moves.starts_with(&self.known) {
            self.new_game()?;
        }
        for mv in &moves[self.known.len()..] {
            self.process.send(mv)?;
        }
        self.known = moves.to_vec();
        // Its clock runs on from game to game; depth alone is to end a thought.
        self.process.send(PLENTY_OF_TIME)?;
        self.process.send("go")?;
        let lines = self.process.read_until("move", ends_a_turn)?;
        self.process.send("force")?;
        let thought = thought(&lines);
        self.known.push(thought.mv.clone());
        Ok(thought)
    }
}

/// A move, or a claim instead of one.
fn ends_a_turn(line: &str) -> bool {
    ["move ", "resign", "1-0", "0-1", "1/2-1/2"]
        .iter()
        .any(|word| line.starts_with(word))
}

/// Thinking lines are `depth score centiseconds nodes line`.
fn thought(lines: &[String]) -> Thought {
    let mut thought = Thought::default();
    for line in lines {
        if let Some(mv) = line.strip_prefix("move ") {
            thought.mv = mv.trim().to_string();
            continue;
        }
        let numbers: Vec<i64> = line
            .split_whitespace()
            .map_while(|word| word.parse().ok())
            .collect();
        if let [depth, score, centiseconds, _, ..] = numbers[..] {
            thought.depth = u32::try_from(depth).unwrap_or(0);
            thought.score = i32::try_from(score).ok().map(with_mates);
            thought.milliseconds = u64::try_from(centiseconds).unwrap_or(0) * 10;
        }
    }
    thought
}

/// The protocol writes a mate in n as 100000 + n.
fn with_mates(score: i32) -> i32 {
    const MATE_IN_NONE: i32 = 100_000;
    if score.abs() < MATE_IN_NONE {
        score
    } else {
        score.signum() * (MATE - (score.abs() - MATE_IN_NONE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_told_from_scores() {
        assert_eq!(with_mates(-310), -310);
        assert_eq!(with_mates(100_003), MATE - 3);
        assert_eq!(with_mates(-100_001), 1 - MATE);
    }

    #[test]
    fn thinking_lines_and_the_move_are_told_apart() {
        let lines = [
            "# times @ 3802757655",
            " 4      6        2       5740 b1c3 b8c6 d2d3 d7d6",
            " 5    -25       15      34070 b1c3 b8c6 d2d3 d7d6 c1e3",
            "move b1c3",
        ]
        .map(str::to_string);
        let heard = thought(&lines);
        assert_eq!((heard.depth, heard.score), (5, Some(-25)));
        assert_eq!((heard.mv.as_str(), heard.milliseconds), ("b1c3", 150));
    }

    #[test]
    fn claims_end_the_turn_as_moves_do() {
        assert!(ends_a_turn("move e2e4") && ends_a_turn("1/2-1/2 {Draw by fifty move rule}"));
        assert!(!ends_a_turn(" 5    -25       15      34070 b1c3"));
    }
}
