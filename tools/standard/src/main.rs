//! The console of the Standard player: reads commands from standard input and answers on standard output.

use clap::{Parser, ValueEnum};
use standard::{Console, Native, Player, Reply, Target, check};
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Clone, Copy, ValueEnum)]
enum Where {
    /// In this process.
    Native,
    /// On the emulated C64; times are C64 milliseconds.
    #[value(name = "6502")]
    C64,
}

/// Plays by the Standard AI specification. Commands: new, fen FEN, move e2e4, ai DEPTH, display, quit.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// Where the player runs.
    #[arg(long, value_enum, default_value = "native")]
    target: Where,
    /// What the emulated C64 runs: the program with its entry points for tests; the symbols are beside it.
    #[arg(long, default_value = "build/64squares-test.prg")]
    prg: PathBuf,
    /// Instead of a conversation, compare all searches of this file with the player's.
    #[arg(long, value_name = "REFERENCE.json")]
    check: Option<PathBuf>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let result = match arguments.target {
        Where::Native => run(Native, arguments.check),
        Where::C64 => Target::new(&arguments.prg).and_then(|target| run(target, arguments.check)),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("standard: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn run(mut player: impl Player, reference: Option<PathBuf>) -> Result<(), String> {
    let Some(file) = reference else {
        return converse(player);
    };
    let named = |problem: String| format!("{}: {problem}", file.display());
    let text = std::fs::read_to_string(&file).map_err(|error| named(error.to_string()))?;
    let outcome = check(&mut player, &text).map_err(named)?;
    print!("{outcome}");
    Ok(())
}

/// Answers each line as it comes, until `quit` or the end of the input.
fn converse(player: impl Player) -> Result<(), String> {
    let mut console = Console::new(player);
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line.map_err(|error| format!("standard input: {error}"))?;
        match console.execute(&line) {
            Reply::Answer(text) => {
                let written = writeln!(output, "{text}").and_then(|()| output.flush());
                written.map_err(|error| format!("standard output: {error}"))?;
            }
            Reply::Nothing => {}
            Reply::Quit => return Ok(()),
        }
    }
    Ok(())
}
