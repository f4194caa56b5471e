//! A player that speaks UCI.

use crate::process::Process;
use crate::thought::{MATE, Thought};
use std::time::Duration;

pub struct Uci {
    process: Process,
    pub name: String,
    /// What follows `go`.
    limit: String,
}

impl Uci {
    pub fn start(
        command: &[String],
        options: &[(String, String)],
        limit: &str,
        patience: Duration,
    ) -> Result<Uci, String> {
        let mut process = Process::start(command, patience)?;
        process.send("uci")?;
        let lines = process.read_until("`uciok`", |line| line.trim_end() == "uciok")?;
        let name = lines
            .iter()
            .find_map(|line| line.strip_prefix("id name "))
            .unwrap_or("unknown")
            .trim_end()
            .to_string();
        let mut player = Uci {
            process,
            name,
            limit: limit.to_string(),
        };
        for (option, value) in options {
            check_range(&lines, option, value)
                .map_err(|error| format!("{}: {error}", player.name))?;
            player.set_option(option, value)?;
        }
        player.wait_until_ready()?;
        Ok(player)
    }

    pub fn set_option(&mut self, option: &str, value: &str) -> Result<(), String> {
        let line = format!("setoption name {option} value {value}");
        self.process.send(&line)
    }

    pub fn new_game(&mut self) -> Result<(), String> {
        self.process.send("ucinewgame")?;
        self.wait_until_ready()
    }

    fn wait_until_ready(&mut self) -> Result<(), String> {
        self.process.send("isready")?;
        let ready = |line: &str| line.trim_end() == "readyok";
        self.process.read_until("`readyok`", ready).map(|_| ())
    }

    /// The answer to a position: `startpos` or `fen …`, and the moves made since.
    pub fn think(&mut self, start: &str, moves: &[String]) -> Result<Thought, String> {
        let made = if moves.is_empty() {
            String::new()
        } else {
            format!(" moves {}", moves.join(" "))
        };
        self.process.send(&format!("position {start}{made}"))?;
        let go = format!("go {}", self.limit);
        self.process.send(go.trim_end())?;
        let lines = self
            .process
            .read_until("`bestmove`", |line| line.starts_with("bestmove"))?;
        Ok(thought(&lines))
    }
}

/// An engine ignores a number outside of the range that it named, and would play as another player.
fn check_range(lines: &[String], option: &str, value: &str) -> Result<(), String> {
    let start = format!("option name {option} type spin ");
    let Some(rest) = lines.iter().find_map(|line| line.strip_prefix(&start)) else {
        return Ok(());
    };
    let words: Vec<&str> = rest.split_whitespace().collect();
    let bound = |key: &str| -> Option<i64> {
        let at = words.iter().position(|word| *word == key)?;
        words.get(at + 1)?.parse().ok()
    };
    match (bound("min"), bound("max"), value.parse::<i64>()) {
        (Some(min), Some(max), Ok(number)) if !(min..=max).contains(&number) => {
            Err(format!("{option} {number}: {min} to {max} expected"))
        }
        _ => Ok(()),
    }
}

/// The last word of an `info` line on each thing counts.
fn thought(lines: &[String]) -> Thought {
    let mut thought = Thought::default();
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first() {
            Some(&"info") if !is_aside(&words) => take_info(&words, &mut thought),
            Some(&"bestmove") => thought.mv = words.get(1).unwrap_or(&"").to_string(),
            _ => {}
        }
    }
    thought
}

/// Free text, or a line about a move that is not the best.
fn is_aside(words: &[&str]) -> bool {
    let is_other = |pair: &[&str]| pair[0] == "multipv" && pair[1] != "1";
    words.get(1) == Some(&"string") || words.windows(2).any(is_other)
}

fn take_info(words: &[&str], thought: &mut Thought) {
    let number = |key: &str| -> Option<i64> {
        let at = words.iter().position(|word| *word == key)?;
        words.get(at + 1)?.parse().ok()
    };
    let score = words
        .contains(&"score")
        .then(|| {
            let mate = number("mate").map(|moves| match i32::try_from(moves) {
                Ok(moves) if moves > 0 => MATE - moves,
                Ok(moves) => -MATE - moves,
                Err(_) => 0,
            });
            mate.or(number("cp").and_then(|cp| i32::try_from(cp).ok()))
        })
        .flatten();
    if score.is_some() {
        thought.score = score;
        if let Some(depth) = number("depth").and_then(|depth| u32::try_from(depth).ok()) {
            thought.depth = depth;
        }
    }
    if let Some(nodes) = number("nodes").and_then(|nodes| u64::try_from(nodes).ok()) {
        thought.nodes = thought.nodes.max(nodes);
    }
    if let Some(time) = number("time").and_then(|time| u64::try_from(time).ok()) {
        thought.milliseconds = thought.milliseconds.max(time);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_string).collect()
    }

    #[test]
    fn a_number_outside_of_the_options_range_is_refused() {
        let heard = lines(
            "id name uci64\n\
             option name UCI_Elo type spin default 1905 min 600 max 1905\n\
             option name Book type check default true\n",
        );
        let check = |option, value| check_range(&heard, option, value);
        assert_eq!(check("UCI_Elo", "600"), Ok(()));
        assert_eq!(check("Book", "false"), Ok(()));
        assert_eq!(check("Unknown", "1"), Ok(()));
        let error = check("UCI_Elo", "599").expect_err("too small");
        assert_eq!(error, "UCI_Elo 599: 600 to 1905 expected");
    }

    #[test]
    fn the_last_scored_info_line_gives_depth_and_score_and_the_latest_time() {
        let heard = thought(&lines(
            "info depth 4 score cp 20 nodes 900 time 9000 pv e2e4\n\
             info depth 5 score cp -31 nodes 2000 time 20000 pv d2d4 d7d5\n\
             info string score cp 999\n\
             info depth 5 multipv 2 score cp -90 nodes 2000 time 20000 pv a2a3\n\
             info depth 6 currmove d2d4 time 25010\n\
             bestmove d2d4 ponder d7d5",
        ));
        assert_eq!((heard.depth, heard.score), (5, Some(-31)));
        assert_eq!((heard.mv.as_str(), heard.milliseconds), ("d2d4", 25_010));
        assert_eq!(heard.nodes, 2000);
    }

    #[test]
    fn mates_are_scores_near_the_mate_value() {
        let heard = thought(&lines("info depth 3 score mate 2 time 1\nbestmove d8h4"));
        assert_eq!(heard.score, Some(MATE - 2));
        let heard = thought(&lines("info depth 3 score mate -1 time 1\nbestmove g2g4"));
        assert_eq!(heard.score, Some(1 - MATE));
    }
}
