//! Searches a position on the host and prints one line per iteration.
//!
//! `cargo run --release -p bench --bin think -- [--depth N | --cycles N] [FEN]`. Without a FEN: the bench positions, one
//! line each, and their total. Cycles are charged per node at the host's fixed price.

use std::process::ExitCode;

use bench::host::move_name;
use bench::setup::BENCH;
use squares64::board::fen;
use squares64::engine::{
    BEST_SCORE, COMPLETED, Limits, NODES, SEARCH_DEPTH, best_move, hold, new_game, think,
};
use squares64::machine::Unwatched;
use squares64::search::alphabeta::CUTOFFS;
use squares64::search::params::MAX_DEPTH;
use squares64::search::table;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("think: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let mut limits = Limits::cycles(25_000_000);
    let mut words = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || {
            let text = arguments
                .next()
                .ok_or(format!("{argument} needs a number"))?;
            text.parse::<u32>()
                .map_err(|error| format!("{argument} {text}: {error}"))
        };
        match argument.as_str() {
            "--depth" => limits = Limits::depth(number()?.min(MAX_DEPTH.into()) as u8),
            "--cycles" => limits = Limits::cycles(number()?),
            _ => words.push(argument),
        }
    }
    let _engine = hold();
    if words.is_empty() {
        bench(limits)
    } else {
        let text = words.join(" ");
        fen::load(&text).map_err(|error| format!("{error}: \"{text}\""))?;
        think::<Unwatched>(limits, print_iteration);
        println!("bestmove {}", move_name(best_move()));
        Ok(())
    }
}

fn print_iteration() {
    println!(
        "depth {:>2}  {:<5}  score {:>6}  nodes {:>8}  table hits {:>7}  cutoffs {:>7}",
        SEARCH_DEPTH.get(),
        move_name(best_move()),
        BEST_SCORE.get(),
        NODES.get(),
        table::HITS.get(),
        CUTOFFS.get()
    );
}

fn bench(limits: Limits) -> Result<(), String> {
    let mut total = 0u64;
    let mut depths = 0u32;
    for entry in BENCH.lines().filter(|line| !line.starts_with('#')) {
        let text = entry.split(';').next().unwrap_or_default().trim();
        new_game();
        fen::load(text).map_err(|error| format!("{error}: \"{text}\""))?;
        think::<Unwatched>(limits, || {});
        println!(
            "{:<5} {:>6} depth {:>2} nodes {:>8}  {text}",
            move_name(best_move()),
            BEST_SCORE.get(),
            COMPLETED.get(),
            NODES.get()
        );
        total += u64::from(NODES.get());
        depths += u32::from(COMPLETED.get());
    }
    println!("Nodes: {total}  depths: {depths}");
    Ok(())
}
