//! Runs the corpus: `mosaic-corpus DIRECTORY CACHE [--only NAME,...] [--seconds N]` prints the table of works, cycles and bytes.
//! Without `--only` it also writes `checksums.txt` and `table.md` into the directory. Each crate is compiled in a process of
//! its own, so that a crash or an endless compilation is a line of the table.

use cargo_mosaic::corpus::{self, LEVELS, Measure, Outcome};
use cargo_mosaic::project::write;
use clap::Parser;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

#[derive(Parser)]
struct Arguments {
    /// The corpus: a workspace with a crate for each row, and `host`, which prints their checksums.
    directory: PathBuf,
    /// Where compiled libraries are kept.
    cache: PathBuf,
    /// Only these crates.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Time for one compilation and run.
    #[arg(long, default_value_t = 300)]
    seconds: u64,
    /// How many at a time.
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Compile and run one crate at this level and print its figures, as the others are run.
    #[arg(long, hide = true)]
    level: Option<String>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = match &arguments.level {
        Some(level) => one(&arguments, level),
        None => all(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// The child: one crate at one level.
fn one(arguments: &Arguments, level: &str) -> Result<(), String> {
    let name = arguments.only.first().ok_or("--level needs --only")?;
    let run = corpus::measure(&arguments.directory.join(name), level, &arguments.cache)?;
    println!("{:#x} {} {}", run.checksum, run.cycles, run.bytes);
    Ok(())
}

fn all(arguments: &Arguments) -> Result<(), String> {
    let text = host_checksums(&arguments.directory, &arguments.cache)?;
    let expected = corpus::checksums(&text)?;
    let wanted: Vec<(&String, &u32)> = expected
        .iter()
        .filter(|(name, _)| arguments.only.is_empty() || arguments.only.contains(name))
        .collect();
    let next = Mutex::new(wanted.iter().enumerate());
    let rows = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..arguments.jobs {
            scope.spawn(|| {
                loop {
                    let taken = next.lock().expect("no thread panics").next();
                    let Some((place, (name, checksum))) = taken else {
                        return;
                    };
                    let outcomes = LEVELS.map(|level| child(arguments, name, level)).to_vec();
                    eprintln!("{name}: {}", summary(**checksum, &outcomes));
                    let row = (place, ((*name).clone(), **checksum, outcomes));
                    rows.lock().expect("no thread panics").push(row);
                }
            });
        }
    });
    let mut rows = rows.into_inner().expect("no thread panics");
    rows.sort_by_key(|(place, _)| *place);
    let rows: Vec<_> = rows.into_iter().map(|(_, row)| row).collect();
    let table = corpus::table(&rows);
    print!("{table}");
    if arguments.only.is_empty() {
        write(&arguments.directory.join("checksums.txt"), text.as_bytes())?;
        write(
            &arguments.directory.join("table.md"),
            page(&table).as_bytes(),
        )?;
    }
    Ok(())
}

fn page(table: &str) -> String {
    format!(
        "# The corpus\n\nCrates that others wrote, compiled by mosaic with its checker on and run on a simulated 6502; written by `make \
         corpus`. Right is what this\ncomputer computes from the same source. Cycles of `kernel_main`; bytes of code and read-only \
         data, the crate's own test included.\n\n{table}"
    )
}

fn summary(checksum: u32, outcomes: &[Outcome]) -> String {
    let words = outcomes.iter().map(|outcome| match outcome {
        Ok(run) if run.checksum == checksum => "right".to_owned(),
        Ok(_) => "WRONG".to_owned(),
        Err(words) => words.lines().next().unwrap_or_default().to_owned(),
    });
    words.collect::<Vec<_>>().join(", ")
}

/// What this computer computes: the output of the crate `host`.
fn host_checksums(directory: &Path, cache: &Path) -> Result<String, String> {
    let output = Command::new("cargo")
        .args(["run", "--quiet", "--release", "--locked", "--manifest-path"])
        .arg(directory.join("host/Cargo.toml"))
        .arg("--target-dir")
        .arg(cache.join("corpus-host"))
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    if !output.status.success() {
        return Err("the host's checksums could not be computed".to_owned());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs this program for one crate and level, within the time.
fn child(arguments: &Arguments, name: &str, level: &str) -> Outcome {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut child = Command::new(program)
        .arg(&arguments.directory)
        .arg(&arguments.cache)
        .args(["--only", name, "--level", level])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let end = Instant::now() + Duration::from_secs(arguments.seconds);
    while child
        .try_wait()
        .map_err(|error| error.to_string())?
        .is_none()
    {
        if Instant::now() > end {
            // It may have ended in this moment: then there is nothing to kill.
            let _ = child.kill();
            let _ = child.wait();
            return Err(format!("not compiled within {} seconds", arguments.seconds));
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    let output = child
        .wait_with_output()
        .map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    figures(&text).ok_or_else(|| String::from_utf8_lossy(&output.stderr).trim().to_owned())
}

fn figures(text: &str) -> Option<Measure> {
    let mut words = text.split_whitespace();
    let checksum = words.next()?.strip_prefix("0x")?;
    Some(Measure {
        checksum: u32::from_str_radix(checksum, 16).ok()?,
        cycles: words.next()?.parse().ok()?,
        bytes: words.next()?.parse().ok()?,
    })
}
