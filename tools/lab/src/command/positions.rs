//! `lab positions`: games of the engine, and positions from them for the network to learn from.

use crate::network::games::Games;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::path::PathBuf;

#[derive(Args)]
pub struct Positions {
    /// Positions at least.
    #[arg(long, default_value_t = 5_000_000)]
    count: u64,
    /// Another seed gives other games. The engine is one state, so several of these commands use several cores.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Nodes a move.
    #[arg(long, default_value_t = 400)]
    nodes: u32,
    /// Where they are written, a FEN a line.
    #[arg(long, default_value = "build/positions.txt")]
    out: PathBuf,
}

pub fn run(positions: &Positions) -> Result<bool, String> {
    let named = |error: std::io::Error| format!("{}: {error}", positions.out.display());
    let file = std::fs::File::create(&positions.out).map_err(named)?;
    let mut out = std::io::BufWriter::new(file);
    let mut games = Games::new(positions.seed, positions.nodes);
    let bar = ProgressBar::new(positions.count).with_style(style("positions"));
    let mut played = 0;
    while bar.position() < positions.count {
        for position in games.play()? {
            writeln!(out, "{position}").map_err(named)?;
            bar.inc(1);
        }
        played += 1;
    }
    out.flush().map_err(named)?;
    bar.finish_and_clear();
    println!(
        "{} positions of {played} games: {}",
        bar.position(),
        positions.out.display()
    );
    Ok(true)
}

/// How far it has come, and how long it will take.
pub fn style(what: &str) -> ProgressStyle {
    let template = format!("{{pos}}/{{len}} {what} {{bar:30}} {{elapsed_precise}} left {{eta}}");
    ProgressStyle::with_template(&template).expect("a sound template")
}
