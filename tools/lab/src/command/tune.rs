//! `lab tune`: new numbers for the evaluation, from positions of stored games and Stockfish's opinion of them.
//!
//! The engine's files are not touched: the new ones are written beside the build and are taken over by hand, with a match.

use crate::anchor::files;
use crate::results::read;
use crate::tune::fit::{Sample, fit, steps};
use crate::tune::labels::{label, positions, read as read_labels};
use crate::tune::terms::{Files, PAWN_VALUE, Stage, TABLES, WEIGHTS, counts};
use clap::Args;
use cozy_chess::Board;
use indicatif::ProgressBar;
use squares64::board::fen;
use squares64::eval::{evaluate, pawns, prepare};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct Tune {
    /// Positions at most; they are taken evenly from all games.
    #[arg(long, default_value_t = 20_000)]
    positions: usize,
    /// Plies that Stockfish looks ahead.
    #[arg(long, default_value_t = 8)]
    depth: u32,
    /// Folder of the results files.
    #[arg(long, default_value = "tools/lab/results")]
    results: PathBuf,
    /// Where opinions are kept between runs.
    #[arg(long, default_value = "build/labels.txt")]
    labels: PathBuf,
    /// Positions with their opinions from elsewhere, `FEN;centipawns` for White a line, beside those of stored games.
    #[arg(long)]
    given: Option<PathBuf>,
    /// Folder for the new files.
    #[arg(long, default_value = "build/tuned")]
    out: PathBuf,
}

pub fn run(tune: &Tune) -> Result<bool, String> {
    let positions = choose(tune)?;
    let mut labels = label(&positions, &tune.labels, tune.depth)?;
    if let Some(given) = &tune.given {
        labels.extend(read_labels(given)?);
    }
    let mut sources = Files {
        weights: text(WEIGHTS)?,
        tables: text(TABLES)?,
    };
    let present = sources.numbers()?;
    let quiet = labels
        .iter()
        .filter_map(|(p, label)| label.map(|label| (p, label)));
    let samples: Vec<Sample> = quiet
        .map(|(position, label)| sample(position, label))
        .collect::<Result<_, _>>()?;
    if samples.len() < 100 {
        return Err(format!("{} quiet positions are too few", samples.len()));
    }
    let bar = ProgressBar::new(steps());
    let fit = fit(&samples, &present, PAWN_VALUE, || bar.inc(1));
    bar.finish_and_clear();
    sources.put(&fit.numbers)?;
    write(&tune.out, WEIGHTS, &sources.weights)?;
    write(&tune.out, TABLES, &sources.tables)?;
    println!(
        "{} positions, {} of them quiet; error of those kept out {:.5}, before {:.5}",
        labels.len(),
        samples.len(),
        fit.error_after,
        fit.error_before
    );
    println!(
        "written: {}; take them over with a match: make sprt",
        tune.out.display()
    );
    Ok(true)
}

/// Every n-th position of all games, sorted.
fn choose(tune: &Tune) -> Result<Vec<String>, String> {
    let mut all = BTreeSet::new();
    for path in files(&tune.results)? {
        let (_, entries) = read(&path)?;
        all.extend(positions(&entries).map_err(|e| format!("{}: {e}", path.display()))?);
    }
    if all.is_empty() {
        return Err(format!(
            "{}: no stored games; `make elo` plays some",
            tune.results.display()
        ));
    }
    let stride = all.len().div_ceil(tune.positions.max(1));
    Ok(all.into_iter().step_by(stride).collect())
}

fn sample(position: &str, label: i32) -> Result<Sample, String> {
    let _engine = squares64::engine::hold();
    let text = format!("{position} 0 1");
    pawns::clear();
    fen::load(&text).map_err(|error| format!("{error}: \"{text}\""))?;
    let board: Board = text
        .parse()
        .map_err(|error| format!("{error}: \"{text}\""))?;
    let value = f64::from(evaluate::of_root());
    let stage = Stage {
        middle: f32::from(prepare::PHASE.get()) / f32::from(prepare::ALL_OF_IT),
        is_endgame: evaluate::is_endgame(),
    };
    Ok(Sample {
        value,
        counts: counts(&board, stage),
        label: f64::from(label),
    })
}

fn text(path: &str) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))
}

fn write(folder: &Path, source: &str, text: &str) -> Result<(), String> {
    let name = Path::new(source).file_name().unwrap_or_default();
    let path = folder.join(name);
    let named = |error: std::io::Error| format!("{}: {error}", path.display());
    std::fs::create_dir_all(folder).map_err(named)?;
    std::fs::write(&path, text).map_err(named)
}
