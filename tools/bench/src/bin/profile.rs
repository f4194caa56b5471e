//! Where the cycles of a search go on the 6502: by function, over the bench positions.
//!
//! `profile build/64squares-test.prg [--seconds N | --depth N] [--function NAME]`. With a function's name, every instruction address in it
//! that was executed is printed with its runs and cycles. A function that was inlined counts for its caller.

use bench::image::{Image, Profile};
use bench::setup::{BENCH, Setup, positions};
use clap::Parser;
use rayon::prelude::*;
use squares64::engine::PAL_HERTZ;
use squares64::search::params::MAX_DEPTH;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

/// Prints cycles of the compiled engine by function.
#[derive(Parser)]
struct Arguments {
    /// The program with its entry points for tests; the symbols are beside it.
    #[arg(default_value = "build/64squares-test.prg")]
    image: PathBuf,
    /// Seconds of a PAL machine for each search.
    #[arg(long, default_value_t = 5)]
    seconds: u32,
    /// Plies of each search instead, as `uci64 bench` searches.
    #[arg(long)]
    depth: Option<u8>,
    /// The end of the name of a function whose instructions are to be printed.
    #[arg(long)]
    function: Option<String>,
    /// Count leaves three plies below the start instead of searching.
    #[arg(long)]
    perft: bool,
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("profile: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let image = Image::read(&arguments.image)?;
    let total = if arguments.perft {
        let mut engine = image.engine();
        engine.profile_perft(&Setup::parse(START)?, 3)?
    } else {
        profile_searches(&image, arguments)?
    };
    match &arguments.function {
        Some(name) => print_instructions(&image, &total, name),
        None => print_functions(&image, &total),
    }
    Ok(())
}

fn profile_searches(image: &Image, arguments: &Arguments) -> Result<Profile, String> {
    let seconds = arguments.seconds;
    let within = seconds
        .checked_mul(PAL_HERTZ)
        .filter(|&budget| budget != 0)
        .ok_or(format!("--seconds {seconds}: 1 to 4359 expected"))?;
    let (depth, budget) = match arguments.depth {
        Some(depth) => (depth, 0),
        None => (MAX_DEPTH, within),
    };
    let profiles: Vec<Profile> = positions(BENCH)?
        .par_iter()
        .map(|setup| image.engine().profile_search(setup, depth, budget))
        .collect::<Result<_, _>>()?;
    let mut total = Profile::new();
    for (address, (runs, cycles)) in profiles.into_iter().flatten() {
        let place = total.entry(address).or_default();
        place.0 += runs;
        place.1 += cycles;
    }
    Ok(total)
}

fn print_functions(image: &Image, profile: &Profile) {
    let mut by_name: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for (&address, &(runs, cycles)) in profile {
        let (name, offset) = image.nearest(address).unwrap_or(("?", 0));
        let place = by_name.entry(name).or_default();
        place.0 += cycles;
        if offset == 0 {
            place.1 += runs;
        }
    }
    let all: u64 = by_name.values().map(|&(cycles, _)| cycles).sum();
    let mut rows: Vec<_> = by_name.into_iter().collect();
    rows.sort_by_key(|&(_, (cycles, _))| std::cmp::Reverse(cycles));
    println!(" share       cycles      runs   a run  function");
    for (name, (cycles, runs)) in rows {
        let share = cycles as f64 * 100.0 / all as f64;
        let each = cycles / runs.max(1);
        println!("{share:>5.1}%{cycles:>13}{runs:>10}{each:>8}  {name}");
    }
}

fn print_instructions(image: &Image, profile: &Profile, wanted: &str) {
    for (&address, &(runs, cycles)) in profile {
        if let Some((name, _)) = image.nearest(address)
            && name.ends_with(wanted)
        {
            println!("{address:04x}{runs:>10}{cycles:>13}");
        }
    }
}
