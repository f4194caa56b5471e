//! `lab label`: Stockfish's opinion of each position of a file.
//!
//! Opinions are written as they come, so a run that was ended goes on where it was: the positions up to the last one that
//! has an opinion are passed over. For that to hold, a position that is not quiet by Stockfish is written with `-`;
//! training leaves those out.

use crate::command::positions::style;
use crate::network::opinions::Judges;
use crate::network::samples::NOT_QUIET;
use clap::Args;
use indicatif::ProgressBar;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

/// Positions that are judged before the file grows.
const BLOCK: usize = 2000;

#[derive(Args)]
pub struct Label {
    /// Positions, a FEN a line.
    positions: PathBuf,
    /// Plies that Stockfish looks ahead.
    #[arg(long, default_value_t = 6)]
    depth: u32,
    /// Processes; as many as there are cores if not given.
    #[arg(long)]
    processes: Option<usize>,
    /// Where `FEN;centipawns` is written, for the side to move.
    #[arg(long, default_value = "build/labelled.txt")]
    out: PathBuf,
}

pub fn run(label: &Label) -> Result<bool, String> {
    let positions = lines(&label.positions)?;
    let mut out = open(&label.out)?;
    let done = resumed(&lines(&label.out)?, &positions, label)?;
    let processes = label.processes.unwrap_or_else(rayon::current_num_threads);
    let mut judges = Judges::start(processes.max(1), label.depth)?;
    let named = |error: std::io::Error| format!("{}: {error}", label.out.display());
    let bar = ProgressBar::new(positions.len() as u64).with_style(style("opinions"));
    bar.set_position(done as u64);
    bar.reset_eta();
    for block in positions[done..].chunks(BLOCK) {
        let mut text = String::new();
        for (position, score) in block.iter().zip(judges.judge(block)?) {
            let score = score.map_or(NOT_QUIET.to_string(), |score| score.to_string());
            text += &format!("{position};{score}\n");
        }
        out.write_all(text.as_bytes()).map_err(named)?;
        bar.inc(block.len() as u64);
    }
    bar.finish_and_clear();
    println!(
        "{} opinions, {} of them from earlier: {}",
        positions.len(),
        done,
        label.out.display()
    );
    Ok(true)
}

/// The file to append to. A line that was not finished is taken away.
fn open(path: &Path) -> Result<File, String> {
    let named = |error: std::io::Error| format!("{}: {error}", path.display());
    let mut options = File::options();
    let mut file = options
        .create(true)
        .read(true)
        .append(true)
        .open(path)
        .map_err(named)?;
    let mut text = Vec::new();
    file.read_to_end(&mut text).map_err(named)?;
    let whole = text.iter().rposition(|byte| *byte == b'\n');
    file.set_len(whole.map_or(0, |last| last as u64 + 1))
        .map_err(named)?;
    Ok(file)
}

fn lines(path: &Path) -> Result<Vec<String>, String> {
    let named = |error: std::io::Error| format!("{}: {error}", path.display());
    let file = File::open(path).map_err(named)?;
    BufReader::new(file)
        .lines()
        .collect::<Result<_, _>>()
        .map_err(named)
}

/// How many of the positions have opinions already; those must be the first ones.
fn resumed(judged: &[String], positions: &[String], label: &Label) -> Result<usize, String> {
    let is_of = |(line, position): (&String, &String)| {
        let judged = line.split_once(';').map(|(judged, _)| judged);
        judged == Some(position)
    };
    if judged.len() > positions.len() || !judged.iter().zip(positions).all(is_of) {
        return Err(format!(
            "{} has opinions of other positions than {}",
            label.out.display(),
            label.positions.display()
        ));
    }
    Ok(judged.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_was_not_finished_is_written_anew() {
        let path = std::env::temp_dir().join(format!("lab-labelled-{}", std::process::id()));
        std::fs::write(&path, "a w -;12\nb b").expect("a file of our own");
        let mut file = open(&path).expect("it is there");
        file.write_all(b"b b -;3\n").expect("appended");
        assert_eq!(lines(&path), Ok(vec!["a w -;12".into(), "b b -;3".into()]));
        std::fs::remove_file(&path).expect("just written");
    }

    #[test]
    fn a_run_goes_on_behind_the_last_opinion_and_refuses_those_of_other_positions() {
        let label = Label {
            positions: "positions".into(),
            depth: 1,
            processes: None,
            out: "labelled".into(),
        };
        let texts = |texts: &[&str]| texts.iter().map(|t| t.to_string()).collect::<Vec<_>>();
        let positions = texts(&["a w -", "b b -", "c w -"]);
        let done = |judged: &[&str]| resumed(&texts(judged), &positions, &label);
        assert_eq!(done(&[]), Ok(0));
        assert_eq!(done(&["a w -;12", "b b -;-"]), Ok(2));
        assert!(done(&["b b -;12"]).is_err_and(|error| error.contains("labelled")));
        assert!(done(&["a w -"]).is_err());
    }
}
