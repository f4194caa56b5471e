//! `lab train`: weights for the evaluation's network, from positions with opinions.

use crate::network::drawing;
use crate::network::quantised::Quantised;
use crate::network::samples::{Sample, read};
use crate::network::source;
use crate::network::training::{Epoch, Training, mean_error};
use crate::tune::terms::{Files, TABLES, WEIGHTS};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct Train {
    /// Positions with opinions, `FEN;centipawns` for the side to move a line; several files may be given.
    #[arg(long, required = true)]
    given: Vec<PathBuf>,
    /// The same to be held out; the last twentieth of each file if not given.
    #[arg(long)]
    held_out: Option<PathBuf>,
    /// Positions of each file at most.
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true)]
    limit: usize,
    /// How often every position is learned from.
    #[arg(long, default_value_t = 16)]
    epochs: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Units of the program's weights for 1.0.
    #[arg(long, default_value_t = 24)]
    full: u8,
    /// Fit the numbers of the handcrafted evaluation together with the network.
    #[arg(long)]
    with_terms: bool,
    /// Folder where the program's weights are written.
    #[arg(long, default_value = "src/eval")]
    out: PathBuf,
    /// Where the picture of the curve and the neurons is written.
    #[arg(long, default_value = "build/training.svg")]
    picture: PathBuf,
}

pub fn run(train: &Train) -> Result<bool, String> {
    let mut sources = Files {
        weights: text(WEIGHTS)?,
        tables: text(TABLES)?,
    };
    let present = sources.numbers()?;
    let (samples, held_out) = load(train)?;
    println!("{} positions, {} held out", samples.len(), held_out.len());
    let bar = bar(train.epochs as u64);
    let training = Training {
        samples: &samples,
        held_out: &held_out,
        epochs: train.epochs,
        seed: train.seed,
        full: train.full,
        present: train.with_terms.then_some(&present),
    };
    let mut curve: Vec<Epoch> = Vec::new();
    let mut numbers = training.run(|epoch| {
        curve.push(epoch);
        let epoch = curve.last().expect("just pushed");
        bar.inc(1);
        bar.suspend(|| {
            println!(
                "epoch {}: error {:.5}, held out {:.5}, of level positions {:.5}",
                curve.len(),
                epoch.learned,
                epoch.held_out,
                epoch.level
            )
        });
    });
    bar.finish_and_clear();
    sources.put(&numbers.changed(&present))?;
    numbers.change_to(&present, &sources.numbers()?);
    let (network, taken_back) = Quantised::of(&numbers, train.full)?;
    let level = |error: &(dyn Fn(&Sample) -> f64 + Sync)| {
        mean_error(&held_out, |sample| sample.is_level, error)
    };
    let (least, most) = network.range(&held_out);
    println!(
        "in bytes: error of level positions {:.5} (handcrafted alone {:.5}); a full neuron counts {} centipawns of ours, \
         one of which is {:.3} of the opinion's; tempo left out {:.0}; accumulators {least} to {most}; \
         {taken_back} units taken back",
        level(&|sample| network.error(sample, &numbers)),
        level(&|sample| Quantised::silent().error(sample, &numbers)),
        network.peak,
        numbers.unit,
        numbers.tempo * crate::network::samples::SCALE / numbers.unit,
    );
    write(
        &train.out.join("neurons.rs"),
        &source::text(&network, samples.len()),
    )?;
    if train.with_terms {
        write(&train.out.join("weights.rs"), &sources.weights)?;
        write(&train.out.join("squares.rs"), &sources.tables)?;
    }
    write(&train.picture, &drawing::svg(&network, &curve))?;
    println!(
        "written: {} and {}",
        train.out.display(),
        train.picture.display()
    );
    Ok(true)
}

fn load(train: &Train) -> Result<(Vec<Sample>, Vec<Sample>), String> {
    let mut samples = Vec::new();
    let mut held_out = Vec::new();
    for path in &train.given {
        let mut found = read(path, train.limit)?;
        if train.held_out.is_none() {
            held_out.extend(found.split_off(found.len() - found.len() / 20));
        }
        samples.extend(found);
    }
    if let Some(path) = &train.held_out {
        held_out = read(path, usize::MAX)?;
    }
    if held_out.is_empty() {
        return Err(format!("{} positions are too few", samples.len()));
    }
    Ok((samples, held_out))
}

fn bar(epochs: u64) -> ProgressBar {
    let style =
        ProgressStyle::with_template("epoch {pos}/{len} {bar:30} {elapsed_precise} left {eta}");
    ProgressBar::new(epochs).with_style(style.expect("a sound template"))
}

fn text(path: &str) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
