//! Every move the book would play, judged by a UCI engine at a fixed depth.
//!
//! A position that a move leads to is worth a score for the side that chose the move; the rule is that no score is below
//! the limit. One thread, and a new game before each position, so the same engine gives the same scores again.
//! Scores already known are kept in a text file between runs, with the engine's name and the depth at its head.

use crate::positions::{Choice, Placement, Repertoire, after, placement};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A score that stands for a forced mate.
const MATE: i32 = 10_000;

/// Where Debian puts chess engines; root's search path leaves it out.
const GAMES: &str = "/usr/games";

/// A chosen move and the score that the chooser gets for it.
pub struct Verdict<'a> {
    pub san: &'a str,
    pub choice: &'a Choice,
    /// Centipawns, positive is good for the side that moved.
    pub score: i32,
}

pub struct Engine {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    pub name: String,
}

impl Engine {
    pub fn start(program: &Path) -> io::Result<Self> {
        let mut process = spawn(program).or_else(|error| match error.kind() {
            io::ErrorKind::NotFound => spawn(&Path::new(GAMES).join(program)),
            _ => Err(error),
        })?;
        let input = process.stdin.take().expect("piped");
        let output = BufReader::new(process.stdout.take().expect("piped"));
        let mut engine = Self {
            process,
            input,
            output,
            name: String::new(),
        };
        engine.send("uci")?;
        engine.name = engine
            .read_until("uciok")?
            .iter()
            .find_map(|line| line.strip_prefix("id name ").map(str::to_string))
            .unwrap_or_default();
        engine.send("setoption name Threads value 1")?;
        Ok(engine)
    }

    fn send(&mut self, command: &str) -> io::Result<()> {
        writeln!(self.input, "{command}")?;
        self.input.flush()
    }

    fn read_until(&mut self, last: &str) -> io::Result<Vec<String>> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err(io::Error::other(format!(
                    "the engine ended before it said `{last}`"
                )));
            }
            let is_last = line.starts_with(last);
            lines.push(line.trim_end().to_string());
            if is_last {
                return Ok(lines);
            }
        }
    }

    /// Centipawns for the side to move.
    fn score(&mut self, position: &Placement, depth: u32) -> io::Result<i32> {
        self.send("ucinewgame")?;
        self.send(&format!("position fen {} 0 1", position.0))?;
        self.send(&format!("go depth {depth}"))?;
        let lines = self.read_until("bestmove")?;
        lines
            .iter()
            .rev()
            .find_map(|line| score_of(line))
            .ok_or_else(|| io::Error::other(format!("no score for {}", position.0)))
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // The engine ends by itself when its input closes; a failure here changes nothing.
        let _ = self.send("quit");
        let _ = self.process.wait();
    }
}

fn spawn(program: &Path) -> io::Result<Child> {
    Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
}

/// The score in `info depth 14 … score cp 31 …`.
fn score_of(line: &str) -> Option<i32> {
    let mut words = line
        .strip_prefix("info ")?
        .split(' ')
        .skip_while(|word| *word != "score")
        .skip(1);
    let unit = words.next()?;
    let number: i32 = words.next()?.parse().ok()?;
    match unit {
        "cp" => Some(number),
        "mate" if number > 0 => Some(MATE),
        "mate" => Some(-MATE),
        _ => None,
    }
}

/// Scores by position, for the side to move there.
struct Known {
    file: PathBuf,
    head: String,
    scores: BTreeMap<Placement, i32>,
}

impl Known {
    /// Scores of another engine or another depth are as good as none.
    fn read(file: &Path, head: String) -> io::Result<Self> {
        let text = if file.exists() {
            std::fs::read_to_string(file)?
        } else {
            String::new()
        };
        let mut lines = text.lines();
        let mut scores = BTreeMap::new();
        if lines.next() == Some(&head) {
            for (placement, score) in lines.filter_map(|line| line.split_once('=')) {
                if let Ok(score) = score.parse() {
                    scores.insert(Placement(placement.to_string()), score);
                }
            }
        }
        Ok(Self {
            file: file.to_path_buf(),
            head,
            scores,
        })
    }

    fn write(&self) -> io::Result<()> {
        let mut text = format!("{}\n", self.head);
        for (placement, score) in &self.scores {
            writeln!(text, "{}={score}", placement.0).expect("writing to a string");
        }
        if let Some(folder) = self.file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(&self.file, text)
    }
}

/// How often the known scores are written out while the engine works.
const WRITE_EVERY: usize = 50;

/// Judges every choice of the repertoire; `tick` is called once for each.
pub fn judge<'a>(
    repertoire: &'a Repertoire,
    engine: &mut Engine,
    depth: u32,
    known: &Path,
    mut tick: impl FnMut(),
) -> io::Result<Vec<Verdict<'a>>> {
    let mut known = Known::read(known, format!("{} depth {depth}", engine.name))?;
    let mut verdicts = Vec::new();
    for position in repertoire.positions.values() {
        for (san, choice) in &position.choices {
            let reached = placement(&after(&position.board, choice.mv));
            let score = match known.scores.get(&reached) {
                Some(score) => *score,
                None => engine.score(&reached, depth)?,
            };
            known.scores.insert(reached, score);
            verdicts.push(Verdict {
                san,
                choice,
                score: -score,
            });
            if verdicts.len() % WRITE_EVERY == 0 {
                known.write()?;
            }
            tick();
        }
    }
    known.write()?;
    verdicts.sort_by_key(|verdict| verdict.score);
    Ok(verdicts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_from_info_lines_only() {
        let line = "info depth 14 seldepth 19 multipv 1 score cp -31 nodes 5021 pv e2e4";
        assert_eq!(score_of(line), Some(-31));
        assert_eq!(score_of("info depth 3 score mate 2 pv d8h4"), Some(MATE));
        assert_eq!(score_of("info depth 3 score mate -1 pv g2g4"), Some(-MATE));
        assert_eq!(score_of("info string score of the day"), None);
        assert_eq!(score_of("bestmove e2e4 ponder e7e5"), None);
    }
}
