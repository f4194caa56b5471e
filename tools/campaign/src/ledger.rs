//! `docs/reliability.md`: what the campaigns tried, how fast, and what they found.

use crate::journal::Journal;
use crate::part::{PARTS, Part};
use std::fmt::Write;

/// The page, and the two files that it is written from; all from the root of the project.
pub const LEDGER: &str = "docs/reliability.md";
pub const JOURNAL: &str = "tools/campaign/journal.jsonl";
pub const FINDINGS: &str = "tools/campaign/findings.md";

const HEAD: &str = "# What was tried at random, and what it found

<!-- Written by `make campaign` from tools/campaign/journal.jsonl and tools/campaign/findings.md: change those. -->

`make campaign HOURS=8` has every part below take its turns for so many hours, always the one that is furthest from its goal.
It may be stopped at any moment and goes on with new cases; `PART=games,keys` runs those parts alone, `SHARE=0.1` ends it when
each has tried a tenth of its goal on the present commit. Several may run at once. A small share of each runs in `make test`, the
same cases each time.

";

pub fn write(journal: &Journal, findings: &str) -> String {
    let mut text = HEAD.to_string();
    text += "## Done\n\n| part | tried | goal | share | a core-hour gives | batches that failed |\n|---|---|---|---|---|---|\n";
    for part in PARTS {
        text += &row(part, journal);
    }
    text += "\n";
    for part in PARTS {
        let command = part.command.join(" ");
        let _ = writeln!(text, "- **{}**: {} (`{command}`).", part.name, part.what);
    }
    text +=
        "\n## By commit\n\n| commit | part | tried | batches that failed |\n|---|---|---|---|\n";
    for line in &journal.lines {
        let count = grouped(line.count);
        let _ = writeln!(
            text,
            "| {} | {} | {count} | {} |",
            line.commit, line.part, line.failed
        );
    }
    text + "\n" + findings
}

fn row(part: &Part, journal: &Journal) -> String {
    let lines: Vec<_> = journal
        .lines
        .iter()
        .filter(|line| line.part == part.name)
        .collect();
    let count = journal.count(part.name);
    let seconds: f64 = lines.iter().map(|line| line.seconds).sum();
    let failed: u64 = lines.iter().map(|line| line.failed).sum();
    let hourly = match seconds {
        seconds if seconds > 0.0 => grouped((count as f64 * 3600.0 / seconds) as u64),
        _ => "–".to_string(),
    };
    format!(
        "| {} | {} {} | {} | {:.1} % | {hourly} | {failed} |\n",
        part.name,
        grouped(count),
        part.unit,
        grouped(part.goal),
        100.0 * count as f64 / part.goal as f64
    )
}

/// `1,234,567`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn numbers_are_grouped_by_thousands() {
        assert_eq!(
            [0, 999, 1000, 1_234_567].map(grouped),
            ["0", "999", "1,000", "1,234,567"]
        );
    }

    #[test]
    fn the_committed_page_is_not_older_than_its_sources() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let read = |path| std::fs::read_to_string(root.join(path)).expect(path);
        let journal = Journal::open(&root.join(JOURNAL)).expect("the journal");
        assert!(
            read(LEDGER) == write(&journal, &read(FINDINGS)),
            "{} is older than its sources: campaign ledger",
            LEDGER
        );
    }
}
