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
each has tried a tenth of its goal on the present code. Several may run at once. A small share of each runs in `make test`, the
same cases each time. `programs` and `large` are the goal of a million random programs together.

What a case gives depends on some paths only, listed for each part in tools/campaign/src/part.rs. Their contents have a name, the
part's *code*; a commit that leaves them alone, such as one of a document, leaves the name too, and what was tried before it still
counts. The table counts what was tried on the code that each part tried last. `cargo run --release -p campaign -- code` names the
code of the files at hand: where it is the one of the table, nothing that could matter has changed since.

";

const SPEED: &str = "
The slowest were made faster: a random program took 0.17 seconds of a processor, most of it for starting LLVM and the assembler, and
takes 11 milliseconds with sixteen in a module (`mosaic-fuzz small --count 640`); the emulated machine, whose time is most of that of
the games, runs at 195 to 240 MHz instead of 74.5 with display and a sprite (`make bench-machine`).
";

pub fn write(journal: &Journal, findings: &str) -> String {
    let mut text = HEAD.to_string();
    text += "## Done\n\n| part | goal | code | tried on it | share | batches that failed | tried in all | a core-hour gives |\n";
    text += "|---|---|---|---|---|---|---|---|\n";
    for part in PARTS {
        text += &row(part, journal);
    }
    text += "\n";
    for part in PARTS {
        let command = part.command.join(" ");
        let _ = writeln!(text, "- **{}**: {} (`{command}`).", part.name, part.what);
    }
    text += SPEED;
    text += "\n## By commit\n\n| commit | part | code | tried | batches that failed |\n|---|---|---|---|---|\n";
    for line in &journal.lines {
        let count = grouped(line.count);
        let _ = writeln!(
            text,
            "| {} | {} | {} | {count} | {} |",
            line.commit, line.part, line.code, line.failed
        );
    }
    text + "\n" + findings
}

fn row(part: &Part, journal: &Journal) -> String {
    let code = journal.latest(part.name).unwrap_or("–");
    let count = journal.count_on(part.name, code);
    let failed: u64 = journal.on(part.name, code).map(|line| line.failed).sum();
    let seconds: f64 = journal.on(part.name, code).map(|line| line.seconds).sum();
    let hourly = match seconds {
        seconds if seconds > 0.0 => grouped((count as f64 * 3600.0 / seconds) as u64),
        _ => "–".to_string(),
    };
    format!(
        "| {} | {} {} | {code} | {} | {:.1} % | {failed} | {} | {hourly} |\n",
        part.name,
        grouped(part.goal),
        part.unit,
        grouped(count),
        100.0 * count as f64 / part.goal as f64,
        grouped(journal.count(part.name)),
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
