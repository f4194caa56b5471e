//! The campaign's command line; `campaign help` lists what it does.

use campaign::code::Code;
use campaign::journal::Journal;
use campaign::ledger::{FINDINGS, JOURNAL, LEDGER};
use campaign::part::{PARTS, find};
use campaign::run::Campaign;
use campaign::{input, keys, ledger};
use clap::{Args, Parser, Subcommand};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

#[derive(Parser)]
#[command(about = "Long runs of everything that can be tried at random")]
struct Arguments {
    #[command(subcommand)]
    command: Order,
}

#[derive(Subcommand)]
enum Order {
    /// Run all parts, or the one named, for some hours and write the ledger
    Run {
        #[arg(long, default_value_t = 1.0)]
        hours: f64,
        /// Only these, separated by commas
        #[arg(long, value_delimiter = ',')]
        part: Vec<String>,
        /// End when every part has tried this share of its goal on the present code
        #[arg(long)]
        share: Option<f64>,
    },
    /// Write docs/reliability.md from the journal
    Ledger,
    /// Name the code of each part in this work tree, and how much was tried on it
    Code,
    /// Random keys, sticks, mouse and disk faults
    Keys(Cases),
    /// Mutated input of every kind
    Input(Cases),
}

#[derive(Args)]
struct Cases {
    #[arg(long, default_value_t = 0)]
    first: u64,
    #[arg(long, default_value_t = 1000)]
    count: u64,
    /// The program, with its .sym file beside it
    #[arg(long, default_value = "build/64squares.prg")]
    prg: PathBuf,
}

const FAILURES: &str = "build/campaign";

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Order::Run { hours, part, share } => run(hours, &part, share),
        Order::Ledger => Journal::open(Path::new(JOURNAL))
            .and_then(|journal| write(&journal))
            .map(|()| true),
        Order::Code => code().map(|()| true),
        Order::Keys(cases) => keys::run(&cases.prg, cases.first, cases.count),
        Order::Input(cases) => input::run(&cases.prg, cases.first, cases.count),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("campaign: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(hours: f64, names: &[String], share: Option<f64>) -> Result<bool, String> {
    let parts = match names {
        [] => PARTS.iter().collect(),
        names => names
            .iter()
            .map(|name| find(name))
            .collect::<Result<_, _>>()?,
    };
    let time = Duration::try_from_secs_f64(hours * 3600.0)
        .map_err(|_| format!("--hours {hours}: a number of hours expected"))?;
    let mut journal = Journal::open(Path::new(JOURNAL))?;
    let campaign = Campaign {
        parts,
        time,
        share,
        failures: Path::new(FAILURES),
    };
    let sound = campaign.run(&mut journal)?;
    write(&journal)?;
    Ok(sound)
}

fn code() -> Result<(), String> {
    let journal = Journal::open(Path::new(JOURNAL))?;
    for part in PARTS {
        let name = Code::of(part, Path::new("."))?.name;
        let count = journal.count_on(part.name, &name);
        println!("{:10} {name:10} {count:8} of {}", part.name, part.goal);
    }
    Ok(())
}

fn write(journal: &Journal) -> Result<(), String> {
    let named = |path: &'static str| move |error: std::io::Error| format!("{path}: {error}");
    let findings = std::fs::read_to_string(FINDINGS).map_err(named(FINDINGS))?;
    std::fs::write(LEDGER, ledger::write(journal, &findings)).map_err(named(LEDGER))
}
