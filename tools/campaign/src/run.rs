//! The campaign itself: the part that is furthest from its goal has the next batch, until the time is over or every part has
//! tried as much as was asked for.

use crate::code::Code;
use crate::journal::{Journal, Line};
use crate::part::Part;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

pub struct Campaign<'a> {
    pub parts: Vec<&'a Part>,
    pub time: Duration,
    /// A part is done when it has tried this share of its goal on the present code.
    pub share: Option<f64>,
    /// Where the failures are written.
    pub failures: &'a Path,
}

/// What came of one batch.
struct Batch {
    sound: bool,
    skipped: bool,
    output: String,
    /// Processor seconds.
    seconds: f64,
}

impl Campaign<'_> {
    /// Runs batches; was nothing found?
    pub fn run(&self, journal: &mut Journal) -> Result<bool, String> {
        // What is built now is tried to the end, even if somebody commits meanwhile.
        let mut left: Vec<(&Part, Code)> = Vec::new();
        for part in &self.parts {
            left.push((part, Code::of(part, Path::new("."))?));
        }
        let end = Instant::now() + self.time;
        let mut sound = true;
        while Instant::now() < end {
            left.retain(|(part, code)| !self.has_enough(part, journal, code));
            let Some((part, code)) = next_part(&left, journal) else {
                break;
            };
            let first = journal.take(part.name, code, part.batch)?;
            let batch = try_batch(part, first)?;
            if batch.skipped {
                println!("{}: {}", part.name, batch.output.trim());
                let name = part.name;
                left.retain(|(other, _)| other.name != name);
                continue;
            }
            journal.add(&Line {
                part: part.name.into(),
                commit: code.commit.clone(),
                code: code.name.clone(),
                count: part.batch,
                next: first + part.batch,
                failed: u64::from(!batch.sound),
                seconds: batch.seconds,
            })?;
            sound &= batch.sound;
            if !batch.sound {
                self.keep(part, first, &batch.output)?;
            }
            let verdict = if batch.sound { "sound" } else { "FAILED" };
            let end = first + part.batch - 1;
            println!(
                "{} {first} to {end}: {verdict}, {:.0} core seconds",
                part.name, batch.seconds
            );
        }
        Ok(sound)
    }

    fn has_enough(&self, part: &Part, journal: &Journal, code: &Code) -> bool {
        let done = share(part, journal, code);
        self.share.is_some_and(|wanted| done >= wanted)
    }

    fn keep(&self, part: &Part, first: u64, output: &str) -> Result<(), String> {
        let path = self.failures.join(format!("{}-{first}.txt", part.name));
        let named = |error| format!("{}: {error}", path.display());
        std::fs::create_dir_all(self.failures).map_err(named)?;
        std::fs::write(&path, output).map_err(named)?;
        println!("what {} found is in {}", part.name, path.display());
        Ok(())
    }
}

/// The part with the smallest share of its goal done on its present code.
fn next_part<'a>(parts: &'a [(&'a Part, Code)], journal: &Journal) -> Option<&'a (&'a Part, Code)> {
    let share = |(part, code): &(&Part, Code)| share(part, journal, code);
    parts.iter().min_by(|a, b| share(a).total_cmp(&share(b)))
}

fn share(part: &Part, journal: &Journal, code: &Code) -> f64 {
    journal.count_on(part.name, &code.name) as f64 / part.goal as f64
}

fn try_batch(part: &Part, first: u64) -> Result<Batch, String> {
    let before = children_seconds();
    let mut command = command(part)?;
    // What finds its cases by a seed has them numbered from 1.
    let (name, number) = match part.command[0] {
        "mosaic-fuzz" => ("--seed", first + 1),
        _ => ("--first", first),
    };
    command.args([name, &number.to_string()]);
    command.args(["--count", &part.batch.to_string()]);
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{}: {error}", part.command[0]))?;
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    Ok(Batch {
        sound: output.status.success(),
        skipped: text.contains("SKIPPED"),
        output: text,
        seconds: children_seconds() - before,
    })
}

/// The part's program, which was built beside this one.
fn command(part: &Part) -> Result<Command, String> {
    let here = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(here.with_file_name(part.command[0]));
    command.args(&part.command[1..]);
    Ok(command)
}

/// Clock ticks of a second in `/proc`, the same on every Linux.
const TICKS: f64 = 100.0;
/// Fields 16 and 17 of `/proc/self/stat`, counted behind the name, which may hold anything.
const CHILDREN_FIELD: usize = 13;

/// Processor seconds of all programs that were waited for; 0 where nobody counts them.
fn children_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default();
    let ticks = fields.split_whitespace().skip(CHILDREN_FIELD).take(2);
    let ticks: f64 = ticks.filter_map(|text| text.parse::<f64>().ok()).sum();
    ticks / TICKS
}
