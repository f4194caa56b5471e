//! Input that nobody should write: every text the project reads, cut, spliced and scrambled.
//!
//! An input is the number of a case: a kind of text, a sound example of it, and what happened to it. A reader may take it
//! or refuse it with a message; it must not panic, and must not take longer than `PATIENCE`.

use crate::dice::Dice;
use crate::saved;
use rayon::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use uci::command::{Command, Placement, Start};
use uci::game::Game;
use uci::options::Options;

const PATIENCE: Duration = Duration::from_secs(20);
/// One case in so many is a saved game, which the program itself loads: dearer than all others together.
const SAVED_GAMES: u64 = 50;

/// A kind of text: where examples are, and the reader.
struct Kind {
    name: &'static str,
    examples: Vec<String>,
    read: fn(&str) -> Result<(), String>,
}

/// Tries `count` inputs from number `first` on. Was each answered?
pub fn run(prg: &Path, first: u64, count: u64) -> Result<bool, String> {
    let kinds = kinds()?;
    let program = saved::Saved::read(prg)?;
    std::panic::set_hook(Box::new(|_| ()));
    let found: Vec<String> = (first..first + count)
        .into_par_iter()
        .filter_map(|number| {
            let outcome = match number % SAVED_GAMES {
                0 => guarded("saved game", || program.load_mutated(number)),
                _ => one(&kinds, number),
            };
            outcome.err().map(|why| format!("input {number}: {why}"))
        })
        .collect();
    found.iter().for_each(|line| println!("{line}"));
    println!(
        "{} passed, {} failed",
        count - found.len() as u64,
        found.len()
    );
    Ok(found.is_empty())
}

fn one(kinds: &[Kind], number: u64) -> Result<(), String> {
    let mut dice = Dice::new(number);
    let kind = &kinds[(number % kinds.len() as u64) as usize];
    let text = mutated(&kind.examples, &mut dice);
    let shown = || format!("{}: {text:?}", kind.name);
    // Whether it was taken or refused with a message does not matter here.
    guarded(kind.name, || {
        drop((kind.read)(&text));
        Ok(())
    })
    .map_err(|why| format!("{why}: {}", shown()))
}

fn guarded(name: &str, act: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    let began = Instant::now();
    let outcome = catch_unwind(AssertUnwindSafe(act));
    let outcome = outcome.map_err(|panic| format!("{name} panics: {}", message(&*panic)))?;
    if began.elapsed() > PATIENCE {
        return Err(format!("{name} takes {:?}", began.elapsed()));
    }
    outcome
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()));
    text.unwrap_or_else(|| "without a message".into())
}

/// A sound text with one to six things done to it.
pub fn mutated(examples: &[String], dice: &mut Dice) -> String {
    let mut bytes = dice.pick(examples).clone().into_bytes();
    for _ in 0..1 + dice.below(6) {
        mutate(&mut bytes, examples, dice);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn mutate(bytes: &mut Vec<u8>, examples: &[String], dice: &mut Dice) {
    const PIECES: [&str; 16] = [
        "",
        " ",
        "\n",
        "-1",
        "0",
        "99999999999999999999",
        "0x",
        "\"",
        "{",
        ")",
        ";",
        "/",
        "\u{0}",
        "é",
        "moves",
        "e1e9",
    ];
    let at = dice.below(bytes.len() + 1);
    let end = bytes.len().min(at + dice.below(20));
    match dice.below(7) {
        0 => drop(bytes.drain(at..end)),
        1 => bytes.truncate(at),
        2 => {
            let again = bytes[at..end].to_vec();
            bytes.splice(at..at, again);
        }
        3 if at < bytes.len() => bytes[at] = dice.roll() as u8,
        4 if at < bytes.len() => bytes[at] ^= 1 << dice.below(8),
        5 => {
            let other = dice.pick(examples).as_bytes();
            let from = dice.below(other.len() + 1);
            let to = other.len().min(from + dice.below(80));
            bytes.splice(at..end, other[from..to].iter().copied());
        }
        _ => drop(bytes.splice(at..end, dice.pick(&PIECES).bytes())),
    }
}

fn kinds() -> Result<Vec<Kind>, String> {
    let positions = lines("tests/data", "epd")?;
    let fens = positions.iter().map(|line| {
        let fen = line.split(';').next().unwrap_or_default();
        fen.trim().to_string()
    });
    let fens: Vec<String> = fens.collect();
    let words = |list: &[&str]| list.iter().map(|text| text.to_string()).collect();
    Ok(vec![
        Kind {
            name: "FEN",
            examples: fens,
            read: read_position,
        },
        Kind {
            name: "EPD",
            examples: positions,
            read: read_position,
        },
        Kind {
            name: "UCI",
            examples: words(&UCI),
            read: read_uci,
        },
        Kind {
            name: "PGN",
            examples: words(&PGN),
            read: |text| lab::pgn_reader::read(text).map(drop),
        },
        Kind {
            name: "IR",
            examples: files("tools/mosaic/tests/files", "ll")?,
            read: |text| {
                let module = mosaic::ir::parse(text).map_err(|error| error.to_string())?;
                mosaic::ir::verify(&module).map_err(|error| error.to_string())
            },
        },
        Kind {
            name: "layout",
            examples: [
                files("src/c64", "toml")?,
                files("tools/mosaic/layouts", "toml")?,
            ]
            .concat(),
            read: |text| {
                mosaic::link::Layout::parse(text)
                    .map(drop)
                    .map_err(|error| error.to_string())
            },
        },
        Kind {
            name: "suite",
            examples: files("tests/suites", "6502")?,
            read: read_suite,
        },
        Kind {
            name: "book",
            examples: files("book", "txt")?,
            read: read_book,
        },
        Kind {
            name: "openings",
            examples: files("tools/lab/openings", "txt")?,
            read: |text| lab::opening::read(text).map(drop),
        },
    ])
}

const UCI: [&str; 10] = [
    "position startpos moves e2e4 e7e5 g1f3 b8c6",
    "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1 e8c8",
    "position fen 8/P7/8/8/8/8/8/k1K5 w - - bm a8=Q; id \"promotion\";",
    "go wtime 60000 btime 59000 winc 1000 binc 900 movestogo 12",
    "go depth 4 searchmoves e2e4 d2d4 nodes 1000",
    "go infinite ponder mate 3 movetime 500",
    "setoption name Level value 3",
    "setoption name Clock value 2000",
    "setoption name UCI_Elo value 1500",
    "joho debug on",
];

const PGN: [&str; 2] = [
    "[Event \"a\"]\n[White \"c64\"]\n[Black \"b\"]\n[Result \"0-1\"]\n\n1. f3 {book} e5 {book} 2. g4 {-0.52/3 2.9s} Qh4# {+M1/9 0.05s} 0-1\n",
    "[White \"b\"]\n[Black \"c64\"]\n\n1. e4 $1 (1. d4 d5 {not this}) 1... e5 2.Nf3 Nc6 3. Bb5 a6 4. O-O {+0.10/2 1s} 1/2-1/2\n",
];

fn read_position(text: &str) -> Result<(), String> {
    Game::read(&Start::Fen(text.to_string()), &[""; 0]).map(drop)
}

fn read_uci(text: &str) -> Result<(), String> {
    match uci::command::parse(text).command {
        Some(Command::Position(placement)) => {
            let Placement { start, moves } = placement?;
            Game::read(&start, &moves).map(drop)
        }
        Some(Command::SetOption { name, value }) => Options::default().set(&name, &value).map(drop),
        _ => Ok(()),
    }
}

/// The suite runner reads files only.
fn read_suite(text: &str) -> Result<(), String> {
    let name = format!(
        "campaign-{}-{:?}.6502",
        std::process::id(),
        std::thread::current().id()
    );
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, text).map_err(|error| error.to_string())?;
    let outcome = sim6502::run_file(&path, &sim6502::Options::default());
    std::fs::remove_file(&path).map_err(|error| error.to_string())?;
    match outcome.exit_code {
        0 => Ok(()),
        _ => Err(outcome.messages),
    }
}

fn read_book(text: &str) -> Result<(), String> {
    book::lines::parse(Path::new("book"), text)
        .map(drop)
        .map_err(|faults| format!("{} faults", faults.len()))
}

/// The contents of all files of a folder with this ending, in the order of their names.
fn files(folder: &str, ending: &str) -> Result<Vec<String>, String> {
    let fault = |error: std::io::Error| format!("{folder}: {error}");
    let entries = std::fs::read_dir(folder).map_err(fault)?;
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in entries {
        let path = entry.map_err(fault)?.path();
        if path.extension().is_some_and(|found| found == ending) {
            paths.push(path);
        }
    }
    paths.sort();
    if paths.is_empty() {
        return Err(format!("{folder}: no .{ending} file"));
    }
    paths
        .iter()
        .map(|path| std::fs::read_to_string(path).map_err(fault))
        .collect()
}

/// Their lines, comments left out.
fn lines(folder: &str, ending: &str) -> Result<Vec<String>, String> {
    let texts = files(folder, ending)?;
    let lines = texts.iter().flat_map(|text| text.lines());
    let lines = lines.filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    Ok(lines.map(str::to_string).collect())
}
