//! `uci64`: speaks UCI on standard input and output.

use clap::Parser;
use std::io::{stdin, stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use uci::image::Image;
use uci::session::Session;

/// The Commodore 64 program as a UCI engine.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// Program file, with its .sym file beside it [default: 64squares.prg beside this executable]
    #[arg(long, value_name = "FILE")]
    prg: Option<PathBuf>,
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
    let program = match arguments.prg {
        Some(path) => path,
        None => beside_executable()?,
    };
    let image = Image::read(&program)?;
    Session::new(image, stdout())
        .serve(stdin().lock())
        .map_err(|error| format!("standard input: {error}"))
}

/// A chess program starts its engines from any directory.
fn beside_executable() -> Result<PathBuf, String> {
    let executable = std::env::current_exe().map_err(|error| error.to_string())?;
    Ok(executable.with_file_name("64squares.prg"))
}
