//! `book pack` turns the repertoire into the tables of the program, `book check` asks a chess engine about it, `book
//! target` compares the compiled program's lookups with the host's.

use book::games;
use book::judge::{Engine, judge};
use book::key::hold_engine;
use book::positions::Repertoire;
use book::repertoire::{pack, read};
use book::target::{MAX_LOOKUP_CYCLES, MEAN_LOOKUP_CYCLES, Tally, Target};
use clap::{Parser, Subcommand};
use indicatif::ProgressBar;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Parser)]
#[command(about = "Opening repertoire files to the packed book of the program")]
struct Arguments {
    /// Folder of the repertoire files (*.txt)
    #[arg(long, default_value = "book", global = true)]
    repertoire: PathBuf,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Write opening.bin and names.bin, and the famous games as games.bin
    Pack {
        /// Where the program includes them from
        #[arg(long, default_value = "src/game")]
        folder: PathBuf,
        /// Where the title includes its games from
        #[arg(long, default_value = "src/title")]
        title: PathBuf,
    },
    /// Judge every move the book would play
    Check {
        /// A UCI engine
        #[arg(long, default_value = "stockfish")]
        engine: PathBuf,
        #[arg(long, default_value_t = 14)]
        depth: u32,
        /// Lowest score in centipawns for the side that chose the move
        #[arg(long, default_value_t = -70, allow_hyphen_values = true)]
        limit: i32,
        /// Where known scores are kept
        #[arg(long, default_value = "build/book-scores.txt")]
        known: PathBuf,
    },
    /// Compare lookups of the compiled program on a simulated 6502 with the host's
    Target {
        /// The program with its entry points for tests; the symbols are beside it
        #[arg(long, default_value = "build/64squares-test.prg")]
        program: PathBuf,
        #[arg(long, default_value_t = 1000)]
        games: u16,
    },
}

/// Choices in the first position that the compiled program and the host must make alike.
const CHOICES: u32 = 3000;

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("book: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<ExitCode, Box<dyn Error>> {
    let repertoire = read(&arguments.repertoire)?;
    match &arguments.command {
        Command::Pack { folder, title } => {
            write_games(&arguments.repertoire.join("famous.games"), title)?;
            write(&repertoire, folder)
        }
        Command::Target { program, games } => compare(&repertoire, program, *games),
        Command::Check {
            engine,
            depth,
            limit,
            known,
        } => check(&repertoire, engine, *depth, *limit, known),
    }
}

fn write(repertoire: &Repertoire, folder: &Path) -> Result<ExitCode, Box<dyn Error>> {
    let packed = pack(repertoire)?;
    for (name, bytes) in [
        ("opening.bin", &packed.positions),
        ("names.bin", &packed.names),
    ] {
        let file = folder.join(name);
        std::fs::write(&file, bytes).map_err(|e| format!("{}: {e}", file.display()))?;
        println!("{}: {} bytes", file.display(), bytes.len());
    }
    let positions = repertoire
        .positions
        .values()
        .filter(|position| !position.choices.is_empty());
    println!(
        "{} openings, {} lines, {} positions, {} of them with moves, {} moves",
        repertoire.openings.len(),
        repertoire.paths.len(),
        repertoire.positions.len(),
        positions.count(),
        count_moves(repertoire),
    );
    Ok(ExitCode::SUCCESS)
}

fn write_games(source: &Path, folder: &Path) -> Result<(), Box<dyn Error>> {
    let unreadable = |error| format!("{}: {error}", source.display());
    let text = std::fs::read_to_string(source).map_err(unreadable)?;
    let games = games::parse(source, &text)?;
    let bytes = games::pack(&games)?;
    let file = folder.join("games.bin");
    std::fs::write(&file, &bytes).map_err(|error| format!("{}: {error}", file.display()))?;
    let (name, count) = (file.display(), games.len());
    println!("{name}: {} bytes, {count} games", bytes.len());
    Ok(())
}

fn count_moves(repertoire: &Repertoire) -> usize {
    repertoire
        .positions
        .values()
        .map(|position| position.choices.len())
        .sum()
}

fn check(
    repertoire: &Repertoire,
    program: &Path,
    depth: u32,
    limit: i32,
    known: &Path,
) -> Result<ExitCode, Box<dyn Error>> {
    let mut engine = Engine::start(program).map_err(|e| format!("{}: {e}", program.display()))?;
    let moves = count_moves(repertoire);
    let bar = ProgressBar::new(moves as u64);
    let verdicts = judge(repertoire, &mut engine, depth, known, || bar.inc(1))?;
    bar.finish_and_clear();
    let bad: Vec<_> = verdicts
        .iter()
        .take_while(|verdict| verdict.score < limit)
        .collect();
    for verdict in &bad {
        let choice = verdict.choice;
        println!(
            "{}: move {} {} scores {}",
            choice.place, choice.ply, verdict.san, verdict.score
        );
    }
    println!(
        "{moves} moves at depth {depth} by {}: {} below {limit}",
        engine.name,
        bad.len()
    );
    Ok(if bad.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn compare(
    repertoire: &Repertoire,
    program: &Path,
    games: u16,
) -> Result<ExitCode, Box<dyn Error>> {
    let _engine = hold_engine();
    let mut target = Target::new(program)?;
    let mut tally = Tally::default();
    target.compare_positions(repertoire, &mut tally)?;
    let mean = tally.mean_cycles();
    target.compare_choices(CHOICES, &mut tally)?;
    target.compare_games(games, &mut tally)?;
    println!(
        "{} lookups agree, in all positions, {CHOICES} times at the start and in {games} games; {mean} cycles on average over the positions, at most {}",
        tally.lookups, tally.most_cycles
    );
    let cheap = tally.most_cycles < MAX_LOOKUP_CYCLES && mean < MEAN_LOOKUP_CYCLES;
    if !cheap {
        println!("a lookup may take {MAX_LOOKUP_CYCLES}, and {MEAN_LOOKUP_CYCLES} on average");
    }
    Ok(if cheap {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
