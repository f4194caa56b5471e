//! `uci64`: speaks UCI on standard input and output; `uci64 bench` counts nodes, `uci64 pack` makes one file of it all.

use clap::{Parser, Subcommand};
use std::io::{stdin, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use uci::bench;
use uci::image::Image;
use uci::packed;
use uci::session::Session;

/// The Commodore 64 program as a UCI engine.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// Program file, with its .sym file beside it [default: 64squares.prg beside this executable, or the one packed into it]
    #[arg(long, value_name = "FILE")]
    prg: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Search fixed positions; the last line is `N nodes N nps`
    Bench {
        #[arg(default_value_t = bench::DEPTH)]
        depth: u8,
        /// Print the cycles by function instead, a node
        #[arg(long)]
        profile: bool,
    },
    /// Write this executable and the program into one file that needs nothing beside it
    Pack { file: PathBuf },
}

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("uci64: {reason}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Arguments) -> Result<(), String> {
    let executable = std::env::current_exe().map_err(|error| error.to_string())?;
    let prg = arguments.prg.as_deref();
    match arguments.command {
        None => Session::new(image(&executable, prg)?, stdout())
            .serve(stdin().lock())
            .map_err(|error| format!("standard input: {error}")),
        Some(Command::Bench {
            depth,
            profile: true,
        }) => profile(image(&executable, prg)?, depth),
        Some(Command::Bench { depth, .. }) => count(image(&executable, prg)?, depth),
        Some(Command::Pack { file }) => {
            let beside = beside(&executable);
            packed::write(&executable, prg.unwrap_or(&beside), &file)
        }
    }
}

/// The program: the one named, the one packed into the executable, or the one beside it; a chess program starts its
/// engines from any directory.
fn image(executable: &Path, named: Option<&Path>) -> Result<Image, String> {
    if let Some(path) = named {
        return Image::read(path);
    }
    match packed::read(executable)? {
        Some(image) => Ok(image),
        None => Image::read(&beside(executable)),
    }
}

fn beside(executable: &Path) -> PathBuf {
    executable.with_file_name("64squares.prg")
}

fn count(image: Image, depth: u8) -> Result<(), String> {
    let sum = bench::run(Arc::new(image), depth, |fen, nodes| {
        println!("{nodes:>9} {fen}")
    })?;
    let (nodes, cycles) = (sum.nodes, sum.cycles);
    println!("{} cycles of the machine a node", cycles / nodes.max(1));
    println!("{nodes} nodes {:.0} nps", nodes as f64 / sum.seconds);
    Ok(())
}

fn profile(image: Image, depth: u8) -> Result<(), String> {
    let (sum, report) = bench::profile(Arc::new(image), depth)?;
    println!("  a node     calls  function");
    for row in &report.rows {
        let each = row.cycles as f64 / sum.nodes.max(1) as f64;
        println!("{each:>8.2}{:>10}  {}", row.calls, row.name);
    }
    Ok(())
}
