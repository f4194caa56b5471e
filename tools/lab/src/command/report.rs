//! `lab report`: docs/strength.md and its plots from the stored results, the ledger and the hand-written parts.
//!
//! Nothing is measured here, so the same files give the same report. `--enter` first adds the present build to the ledger.

use super::elo::{interval_text, rating_text, short_text};
use super::suite::answers;
use crate::archive::{Match, Standing, matches};
use crate::contestant::{Contestant, Hall};
use crate::ledger::{self, Line};
use crate::svg::{self, Axes, Mark, Point};
use crate::version;
use clap::Args;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

const METHOD: &str = include_str!("../../parts/method.md");
const FIELD: &str = include_str!("../../parts/field.md");
const WEIGHTS: &str = include_str!("../../parts/weights.md");
const SELECTIVITY: &str = include_str!("../../parts/selectivity.md");
/// The best program of the field, for the plot.
const BEST_OF_FIELD: (f64, &str) = (1660.0, "best 6502 engine known, 25 s");
/// Functions in the plot of cycles.
const FUNCTIONS: usize = 16;

#[derive(Args)]
pub struct Report {
    /// Folder of the results files, the ledger and the stored profile.
    #[arg(long, default_value = "tools/lab/results")]
    pub results: PathBuf,
    /// Folder that strength.md is written to, its plots into img below it.
    #[arg(long, default_value = "docs")]
    pub docs: PathBuf,
    /// Enter the present build into the ledger first: what is new in it.
    #[arg(long)]
    pub enter: Option<String>,
    /// The version to report or to enter; the last in the ledger, or the revision.
    #[arg(long)]
    pub version: Option<String>,
    /// The program file.
    #[arg(long, default_value = "build/64squares.prg")]
    pub image: PathBuf,
    /// The UCI bridge, which measures it.
    #[arg(long, default_value = "build/uci64")]
    pub bridge: PathBuf,
    /// The positions it is measured on.
    #[arg(long, default_value = "tests/data/bench.epd")]
    pub positions: PathBuf,
}

pub fn run(report: &Report) -> Result<bool, String> {
    let ledger_path = report.results.join("ledger.ndjson");
    if let Some(what) = &report.enter {
        ledger::append(&ledger_path, &present(report, what)?)?;
    }
    let ledger = ledger::read(&ledger_path)?;
    let version = match (&report.version, ledger.last()) {
        (Some(version), _) => version.clone(),
        (None, Some(line)) => line.version.clone(),
        (None, None) => version::name(None)?,
    };
    let matches = matches(&report.results)?;
    let images = report.docs.join("img");
    let standings = Standing::of_version(&matches, &version)?;
    write(&images.join("strength-elo.svg"), &rating_plot(&standings))?;
    let profile = report.results.join("profile.txt");
    let has_profile = profile.exists();
    if has_profile {
        let plot = profile_plot(&read(&profile)?)?;
        write(&images.join("strength-cycles.svg"), &plot)?;
    }
    let text = page(&version, &standings, &matches, &ledger, has_profile)?;
    write(&report.docs.join("strength.md"), &text)?;
    Ok(true)
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let named = |error| format!("{}: {error}", path.display());
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(named)?;
    }
    std::fs::write(path, text).map_err(named)
}

/// The ledger's line of the build at hand, measured now.
fn present(report: &Report, what: &str) -> Result<Line, String> {
    let size = std::fs::metadata(&report.image)
        .map_err(|error| format!("{}: {error}", report.image.display()))?;
    let text = read(&report.positions)?;
    let lines = text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty());
    let positions: Vec<&str> = lines
        .map(|line| line.split(';').next().unwrap_or_default().trim())
        .collect();
    let seat = Contestant::C64 { level: 5 }.seat(&Hall {
        bridge: report.bridge.clone(),
        image: report.image.clone(),
        patience: Duration::from_secs(300),
    });
    let (depth, cycles_per_node) = ledger::speed(&answers(&seat, &positions, 1)?)?;
    Ok(Line {
        version: version::name(report.version.as_deref())?,
        what: what.to_string(),
        bytes: size.len(),
        cycles_per_node,
        depth,
    })
}

fn page(
    version: &str,
    standings: &[Standing],
    matches: &[Match],
    ledger: &[Line],
    has_profile: bool,
) -> Result<String, String> {
    let mut text = String::from("# How strong it is\n\n");
    text.push_str(
        "<!-- Written by `make report` from tools/lab/results and tools/lab/parts: change those. -->\n\n",
    );
    let _ = writeln!(text, "## Rating by level\n\nVersion {version}.\n");
    text.push_str(&rating_table(standings));
    text.push_str("\n![Elo against seconds per move](img/strength-elo.svg)\n\n");
    text.push_str(&usage_table(standings));
    let _ = writeln!(text, "\n{METHOD}\n{FIELD}");
    text.push_str(&opponent_table(matches)?);
    text.push_str(&ledger_table(ledger, matches)?);
    if has_profile {
        text.push_str(
            "## Where the cycles go\n\n![Cycles by function](img/strength-cycles.svg)\n\n\
             `cargo run --release -p bench --bin profile`, the bench positions.\n\n",
        );
    }
    text.push_str(WEIGHTS);
    text.push_str(SELECTIVITY);
    Ok(text)
}

fn level(player: &Contestant) -> String {
    match player {
        Contestant::C64 { level } => level.to_string(),
        other => other.to_string(),
    }
}

fn rating_table(standings: &[Standing]) -> String {
    let mut text = String::from(
        "| level | opponent | games | + = - | score | Elo difference, 95 % | rating |\n|---|---|---|---|---|---|---|\n",
    );
    if standings.is_empty() {
        return "No matches of this version are stored.\n".to_string();
    }
    for standing in standings {
        let name = level(&standing.player);
        for found in &standing.matches {
            let tally = found.tally;
            let rating = found.rating.map_or("?".to_string(), |rating| {
                rating_text(crate::rating::against(&[(rating, tally)]))
            });
            let _ = writeln!(
                text,
                "| {name} | {} | {} | {} | {:.1} % | {} | {rating} |",
                found.head.opponent,
                tally.games(),
                short_text(tally),
                100.0 * tally.mean(),
                interval_text(tally.difference(), true),
            );
        }
        if let Some(rating) = standing.rating() {
            let games: u32 = standing.matches.iter().map(|m| m.tally.games()).sum();
            let rating = rating_text(rating);
            let _ = writeln!(text, "| **{name}** | all | {games} | | | | **{rating}** |");
        }
    }
    text
}

fn usage_table(standings: &[Standing]) -> String {
    if standings.is_empty() {
        return String::new();
    }
    let mut text = String::from(
        "| level | moves | mean depth | mean seconds | longest | faults | command |\n|---|---|---|---|---|---|---|\n",
    );
    for standing in standings {
        let usage = standing.usage();
        let opponents: Vec<&str> = standing
            .matches
            .iter()
            .map(|m| m.head.opponent.as_str())
            .collect();
        let most = standing.matches.iter().map(|m| m.entries.len()).max();
        let name = level(&standing.player);
        let _ = writeln!(
            text,
            "| {name} | {} | {:.2} | {:.1} | {:.2} | {} | `make elo LEVEL={name} GAMES={} OPPONENT={}` |",
            usage.moves,
            usage.depth,
            usage.mean / 1000.0,
            usage.longest as f64 / 1000.0,
            usage.faults,
            most.unwrap_or(0),
            opponents.join(","),
        );
    }
    text
}

/// Those whose rating was found by games of their own.
fn opponent_table(matches: &[Match]) -> Result<String, String> {
    let standings = Standing::of_version(matches, "calibration")?;
    if standings.is_empty() {
        return Ok(String::new());
    }
    let mut text = String::from("## Opponents rated by their own games\n\n");
    text.push_str(&rating_table(&standings).replace("| level |", "| player |"));
    text.push_str("\n`cargo run --release -p lab -- elo --player gnuchess:2 --opponent stockfish:1500,stockfish:1700`\n\n");
    Ok(text)
}

fn ledger_table(ledger: &[Line], matches: &[Match]) -> Result<String, String> {
    if ledger.is_empty() {
        return Ok(String::new());
    }
    let mut text = String::from(
        "## Ledger of versions\n\n\
         Bytes of the program file; cycles a node and mean depth of level 5 on the positions of `tests/data/bench.epd`, display \
         on; rating of level 5 by the stored matches of the version. `make report ENTER=\"what is new\"` adds a line.\n\n\
         | version | what is new | bytes | cycles a node | depth | level 5 |\n|---|---|---|---|---|---|\n",
    );
    for line in ledger {
        let standings = Standing::of_version(matches, &line.version)?;
        let rating = standings
            .iter()
            .find(|standing| standing.player == Contestant::C64 { level: 5 })
            .and_then(Standing::rating)
            .map_or("not played".to_string(), rating_text);
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {:.2} | {rating} |",
            line.version, line.what, line.bytes, line.cycles_per_node, line.depth
        );
    }
    text.push('\n');
    Ok(text)
}

fn rating_plot(standings: &[Standing]) -> String {
    let points: Vec<Point> = standings
        .iter()
        .filter_map(|standing| {
            let rating = standing.rating()?;
            let seconds = standing.player.budget()? as f64 / 1000.0;
            Some(Point {
                x: seconds,
                low: rating.low,
                middle: rating.middle,
                high: rating.high,
                label: format!("level {}: {:.0}", level(&standing.player), rating.middle),
            })
        })
        .filter(|point| point.middle.is_finite())
        .collect();
    let axes = Axes {
        title: "Elo against seconds per move",
        x: "seconds per move on a PAL C64",
        y: "Elo",
        ticks: &[1.0, 3.0, 10.0, 25.0, 60.0, 180.0],
    };
    let (y, label) = BEST_OF_FIELD;
    let label = label.to_string();
    svg::points(&axes, &points, &[Mark { y, label }])
}

/// Rows of the profile are `share% cycles runs each name`.
fn profile_plot(text: &str) -> Result<String, String> {
    let mut shares: Vec<(String, f64)> = Vec::new();
    for line in text.lines().skip(1) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let share = words.first().and_then(|word| word.strip_suffix('%'));
        let (Some(share), Some(name)) = (share.and_then(|s| s.parse().ok()), words.last()) else {
            return Err(format!("profile: `{line}` is no row"));
        };
        shares.push((name.replace("squares64::", ""), share));
    }
    let rest: f64 = shares.iter().skip(FUNCTIONS).map(|(_, share)| share).sum();
    shares.truncate(FUNCTIONS);
    shares.push(("all others".to_string(), rest));
    Ok(svg::bars("Cycles by function", &shares))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_profile_becomes_bars_with_the_rest_in_one() {
        let mut text = String::from(" share       cycles      runs   a run  function\n");
        for index in 0..20 {
            let _ = writeln!(text, "  5.0%   100   10   10  squares64::f{index}");
        }
        let plot = profile_plot(&text).expect("rows");
        assert!(plot.contains(">f15<") && !plot.contains(">f16<"));
        assert!(plot.contains("all others") && plot.contains("20.0 %"));
        assert!(profile_plot("head\nno row\n").is_err());
    }

    #[test]
    fn a_report_without_matches_says_so_and_keeps_the_hand_written_parts() {
        let text = page("abc", &[], &[], &[], false).expect("nothing to refuse");
        assert!(text.contains("No matches of this version"));
        assert!(text.contains(SELECTIVITY) && text.contains(METHOD));
    }
}
