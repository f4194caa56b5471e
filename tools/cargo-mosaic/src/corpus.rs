//! The corpus: crates that others wrote, each in a small crate that leaves a checksum in `RESULT`. What the 6502 computes is
//! compared with what this computer computes, at every level and with the compiler's checker on.

use crate::compile::{self, Choices};
use crate::project::Project;
use crate::test::{call, machine};
use mosaic::link::Layout;
use std::collections::BTreeMap;
use std::path::Path;

/// The levels at which every crate must be right.
pub const LEVELS: [&str; 4] = ["O1", "O2", "Os", "Oz"];

/// Far more than the slowest of them takes.
const CYCLE_LIMIT: u64 = 2_000_000_000;

/// Where a crate's code begins: the simulated machine has nothing but zero page and the stack below it, and `sha2` at O1 is larger
/// than what the layout of `cargo mosaic test` gives it.
const FIRST_ADDRESS: u16 = 0x0200;

/// A run that came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measure {
    /// What the crate computed; the host must compute the same.
    pub checksum: u32,
    /// Cycles of the run.
    pub cycles: u64,
    /// Code and read-only data.
    pub bytes: u32,
}

/// Compiles a crate of the corpus at a level and runs it.
pub fn measure(directory: &Path, level: &str, cache: &Path) -> Result<Measure, String> {
    let mut project = Project::open(directory)?;
    project.layout = Layout::bare();
    project.layout.regions[0].start = FIRST_ADDRESS;
    let choices = Choices {
        level: Some(level.to_owned()),
        check: true,
        cache: Some(cache.to_owned()),
        ..Choices::default()
    };
    let image = compile::compile(&project, &choices)?.image;
    let result = image
        .symbol("RESULT")
        .ok_or("the crate exports no `RESULT`")?;
    let mut flat = machine(&image)?;
    let cycles = call(&mut flat, &image, "kernel_main", CYCLE_LIMIT)
        .map_err(|failure| format!("{} in {}", failure.reason, failure.active.join(", ")))?;
    let bytes = [0, 1, 2, 3].map(|at| flat.peek(result + at));
    Ok(Measure {
        checksum: u32::from_le_bytes(bytes),
        cycles,
        bytes: image.sizes.code + image.sizes.rodata,
    })
}

/// The committed checksums, by crate: lines of a name and a number.
pub fn checksums(text: &str) -> Result<BTreeMap<String, u32>, String> {
    let line = |line: &str| {
        let (name, number) = line.split_once(" 0x")?;
        Some((name.to_owned(), u32::from_str_radix(number, 16).ok()?))
    };
    text.lines()
        .map(|text| line(text).ok_or_else(|| format!("`{text}` is no name and checksum")))
        .collect()
}

/// A run at one level: what came of it, or the words of whoever refused.
pub type Outcome = Result<Measure, String>;

/// The table as Markdown; what failed is listed below it in the compiler's words.
pub fn table(rows: &[(String, u32, Vec<Outcome>)]) -> String {
    let right =
        |expected: u32, outcome: &Outcome| matches!(outcome, Ok(run) if run.checksum == expected);
    let mut text = String::from("| crate | checksum |");
    for level in LEVELS {
        text += &format!(" {level} cycles | bytes |");
    }
    text += "\n|---|---|";
    text += &"---|---|".repeat(LEVELS.len());
    text.push('\n');
    let mut failures = String::new();
    let mut works = 0;
    for (name, checksum, outcomes) in rows {
        text += &format!("| {name} | {checksum:#010x} |");
        for (level, outcome) in LEVELS.iter().zip(outcomes) {
            match outcome {
                Ok(run) if run.checksum == *checksum => {
                    text += &format!(" {} | {} |", run.cycles, run.bytes);
                }
                Ok(run) => {
                    text += " **wrong** | |";
                    failures += &format!("- {name} at {level}: {:#010x}\n", run.checksum);
                }
                Err(words) => {
                    text += " **no** | |";
                    let words = words.lines().next().unwrap_or_default();
                    failures += &format!("- {name} at {level}: `{words}`\n");
                }
            }
        }
        text.push('\n');
        works += usize::from(outcomes.iter().all(|outcome| right(*checksum, outcome)));
    }
    text += &format!("\n{works} of {} right at every level.\n", rows.len());
    if !failures.is_empty() {
        text += &format!("\nWhat failed:\n\n{failures}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_checksum_and_a_refusal_stand_in_the_table() {
        let right = Measure {
            checksum: 7,
            cycles: 100,
            bytes: 20,
        };
        let wrong = Measure {
            checksum: 8,
            ..right
        };
        let outcomes = vec![
            Ok(right),
            Ok(wrong),
            Err("floats are refused".into()),
            Ok(right),
        ];
        let table = table(&[("fixed".into(), 7, outcomes)]);
        assert!(
            table.contains("| fixed | 0x00000007 | 100 | 20 | **wrong** | | **no** | | 100 | 20 |")
        );
        assert!(table.contains("0 of 1 right"), "{table}");
        assert!(table.contains("- fixed at O2: 0x00000008"), "{table}");
        assert!(
            table.contains("- fixed at Os: `floats are refused`"),
            "{table}"
        );
    }
}
