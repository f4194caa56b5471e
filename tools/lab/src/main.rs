//! The laboratory's command line; `lab help` lists what it does.

use clap::{Parser, Subcommand};
use lab::command::{
    blunders, elo, eval, import, label, neurons, openings, positions, report, soak, sprt, spsa,
    suite, take, train, tune,
};
use std::process::ExitCode;

#[derive(Parser)]
#[command(about = "Matches, tuning, test suites and the strength report of 64 Squares")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Have Stockfish find the mistakes in stored games
    Blunders(blunders::Blunders),
    /// Rate a level by matches against other engines
    Elo(elo::Elo),
    /// Print the terms of the evaluation for a position
    Eval(eval::Eval),
    /// Take games in that other tools played, as PGN
    Import(import::Import),
    /// Have Stockfish judge positions for training
    Label(label::Label),
    /// Draw the evaluation's network
    Neurons(neurons::Neurons),
    /// Have Stockfish judge the openings of the matches
    Openings(openings::Openings),
    /// Play games for positions to train with
    Positions(positions::Positions),
    /// Write docs/strength.md from the stored results
    Report(report::Report),
    /// Play games for the faults in them
    Soak(soak::Soak),
    /// Compare this build with an earlier revision
    Sprt(sprt::Sprt),
    /// Tune numbers of the search together by games
    Spsa(spsa::Tuning),
    /// Solve test positions at a level
    Suite(suite::Suite),
    /// Write the numbers that a run of `spsa` found into the source
    Take(take::Take),
    /// Train the evaluation's network
    Train(train::Train),
    /// Fit the evaluation's numbers to positions of stored games
    Tune(tune::Tune),
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Blunders(command) => blunders::run(&command),
        Command::Elo(command) => elo::run(&command),
        Command::Eval(command) => eval::run(&command),
        Command::Import(command) => import::run(&command),
        Command::Label(command) => label::run(&command),
        Command::Neurons(command) => neurons::run(&command),
        Command::Openings(command) => openings::run(&command),
        Command::Positions(command) => positions::run(&command),
        Command::Report(command) => report::run(&command),
        Command::Soak(command) => soak::run(&command),
        Command::Sprt(command) => sprt::run(&command),
        Command::Spsa(command) => spsa::run(&command),
        Command::Suite(command) => suite::run(&command),
        Command::Take(command) => take::run(&command),
        Command::Train(command) => train::run(&command),
        Command::Tune(command) => tune::run(&command),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("lab: {message}");
            ExitCode::FAILURE
        }
    }
}
