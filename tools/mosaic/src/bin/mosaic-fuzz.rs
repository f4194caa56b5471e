//! Random programs against the compiler: `mosaic-fuzz --count 1000 --seed 7`. A failing one is reduced and printed;
//! the exit code is 1.

use clap::{Parser, Subcommand};
use mosaic::error::{Error, Result};
use mosaic::front::Toolchain;
use mosaic::fuzz::reduce::reduce;
use mosaic::fuzz::{BUNDLE, Failure, Outcome, Shape, campaign, rust, small_campaign, try_program};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Parser)]
#[command(about = "Compares compiled random programs with the interpreter")]
struct Arguments {
    /// Programs to try.
    #[arg(long, default_value_t = 300)]
    count: u64,
    /// Seed of the first program.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Directory for failing programs; without it they are only printed.
    #[arg(long)]
    keep: Option<PathBuf>,
    /// Stop at about this many failures.
    #[arg(long, default_value_t = 1)]
    failures: u64,
    /// Leave failing programs as they are.
    #[arg(long)]
    no_reduction: bool,
    #[command(subcommand)]
    command: Option<Order>,
}

#[derive(Subcommand)]
enum Order {
    /// Succeeds if FILE fails as ORIGINAL does (the reducer's question).
    Check {
        seed: u64,
        original: PathBuf,
        file: PathBuf,
    },
    /// Tries one file and prints the verdict.
    Try { file: PathBuf },
    /// Prints the program of a seed.
    Print { seed: u64 },
    /// Compares small programs, several in a module: many more of them in an hour.
    Small {
        #[arg(long, default_value_t = 1)]
        seed: u64,
        #[arg(long, default_value_t = 2000)]
        count: u64,
    },
    /// Compares random Rust functions built for the host and for the 6502.
    Rust {
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Crates to build.
        #[arg(long, default_value_t = 1)]
        count: u64,
        /// Functions in each.
        #[arg(long, default_value_t = 30)]
        functions: usize,
    },
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    std::panic::set_hook(Box::new(|_| ()));
    let outcome = match &arguments.command {
        None => fuzz(&arguments, arguments.seed, arguments.count, campaign),
        Some(Order::Small { seed, count }) => fuzz(&arguments, *seed, *count, small_campaign),
        Some(Order::Check {
            seed,
            original,
            file,
        }) => check(*seed, original, file),
        Some(Order::Try { file }) => try_file(file),
        Some(Order::Print { seed }) => print(*seed),
        Some(Order::Rust {
            seed,
            count,
            functions,
        }) => compare_rust(*seed..*seed + *count, *functions),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("mosaic-fuzz: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Seeds tried between two looks at the failures.
const BATCH: u64 = 32 * BUNDLE;

type Campaign = fn(Range<u64>, &Toolchain) -> Result<Outcome>;

fn fuzz(arguments: &Arguments, seed: u64, count: u64, campaign: Campaign) -> Result<bool> {
    let toolchain = Toolchain::find(Path::new("."))?;
    let end = seed + count;
    let (mut failures, mut compared, mut next) = (0, 0, seed);
    while next < end && failures < arguments.failures {
        let batch = next..end.min(next + BATCH);
        next = batch.end;
        let outcome = campaign(batch, &toolchain)?;
        compared += outcome.compared;
        if next < end {
            eprintln!("{} of {count} programs", next - seed);
        }
        for failure in &outcome.failures {
            failures += 1;
            report(arguments, failure, &toolchain)?;
        }
    }
    let tried = next - seed;
    println!("{tried} programs from seed {seed}: {compared} runs agree, {failures} programs fail");
    Ok(failures == 0)
}

fn report(arguments: &Arguments, failure: &Failure, toolchain: &Toolchain) -> Result<()> {
    let (seed, text) = (failure.seed, failure.text.as_str());
    println!("seed {seed} ({:?}) {}", failure.shape, failure.verdict);
    let myself = std::env::current_exe().map_err(|error| Error::new(error.to_string()))?;
    let reduced = match arguments.no_reduction {
        true => text.to_owned(),
        false => reduce(text, seed, &myself, toolchain).unwrap_or_else(|_| text.to_owned()),
    };
    let verdict = try_program(&reduced, seed)?
        .to_string()
        .replace('\n', "\n; ");
    let case = format!("; seed {seed} {verdict}\n{reduced}");
    match &arguments.keep {
        None => println!("{case}"),
        Some(directory) => {
            let file = directory.join(format!("seed-{seed}.ll"));
            std::fs::write(&file, case)
                .map_err(|error| Error::new(format!("{}: {error}", file.display())))?;
        }
    }
    Ok(())
}

fn read(file: &Path) -> Result<String> {
    std::fs::read_to_string(file)
        .map_err(|error| Error::new(format!("{}: {error}", file.display())))
}

fn check(seed: u64, original: &Path, file: &Path) -> Result<bool> {
    let verdict = try_program(&read(file)?, seed)?;
    Ok(verdict.is_failure() && verdict.is_like(&try_program(&read(original)?, seed)?))
}

fn try_file(file: &Path) -> Result<bool> {
    let text = read(file)?;
    let seed = text
        .split_whitespace()
        .skip_while(|word| *word != "seed")
        .nth(1)
        .and_then(|seed| seed.parse().ok());
    let verdict = try_program(&text, seed.unwrap_or(1))?;
    println!("{verdict}");
    Ok(!verdict.is_failure())
}

fn print(seed: u64) -> Result<bool> {
    print!(
        "{}",
        Shape::of(seed).program(seed, &Toolchain::find(Path::new("."))?)?
    );
    Ok(true)
}

fn compare_rust(seeds: Range<u64>, functions: usize) -> Result<bool> {
    let host_cache = mosaic::front::Options::default().cache.join("host");
    let mut compared = 0;
    for seed in seeds {
        let program = rust::source(seed, functions);
        let differences = rust::compare(&program, &host_cache)
            .map_err(|error| Error::new(format!("seed {seed}: {error}")))?;
        if let Some(rust::Difference {
            index,
            host,
            target,
        }) = differences.first()
        {
            println!(
                "seed {seed}: result {index} is {host:#x} on the host and {target:#x} on the 6502"
            );
            println!("{}", program.functions);
            return Ok(false);
        }
        compared += program.results;
    }
    println!("{compared} results of random Rust functions agree");
    Ok(true)
}
