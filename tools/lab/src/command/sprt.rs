//! `lab sprt`: this build against an earlier revision at equal C64 time, until the sequential test is decided.
//!
//! With `--nodes` the host builds of both play with equal nodes, as libraries within this process: many times faster,
//! but blind to what a node costs the 6502; `--base-nodes` lets a change pay for its cycles. For changes of the evaluation
//! and of what is searched, not for those of speed.

use super::elo::{Table, bar, interval_text, short_text, write_pgn};
use crate::contest::{Contest, Then};
use crate::contestant::{Contestant, Seat};
use crate::opening::{self, BALANCED};
use crate::rating::{Pairs, Tally};
use crate::results::{Entry, Head, Results, pairs, tally};
use crate::sequential::{Test, Verdict};
use crate::{revision, version};
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
pub struct Sprt {
    /// The revision to compare with.
    #[arg(long)]
    base: String,
    /// Level of both, 1 to 6.
    #[arg(long, default_value_t = 4)]
    level: u32,
    /// The host builds instead, with so many nodes a move.
    #[arg(long)]
    nodes: Option<u32>,
    /// Nodes of the base build, when they are to be others: to let a change pay for the cycles that it costs.
    #[arg(long, requires = "nodes")]
    base_nodes: Option<u32>,
    /// Tunable numbers of this build that differ from its own, `NAME=VALUE` apart by commas (`lab spsa` lists them).
    #[arg(long, requires = "nodes", value_delimiter = ',', value_parser = number)]
    set: Vec<(String, i16)>,
    /// A change worth this many Elo is to be refused…
    #[arg(long, default_value_t = 0.0, allow_hyphen_values = true)]
    elo0: f64,
    /// …and one worth this many is to be taken.
    #[arg(long, default_value_t = 25.0, allow_hyphen_values = true)]
    elo1: f64,
    /// Chance of being wrong, either way.
    #[arg(long, default_value_t = 0.05)]
    error: f64,
    /// The test ends undecided after so many games.
    #[arg(long, default_value_t = 1000)]
    games: usize,
    /// Another seed gives other games: random moves behind every opening.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Where the base revision is built.
    #[arg(long, default_value = "target")]
    target: PathBuf,
    #[command(flatten)]
    table: Table,
}

/// Were all games played by the rules?
pub fn run(sprt: &Sprt) -> Result<bool, String> {
    let test = test(sprt)?;
    let meeting = match sprt.nodes {
        Some(nodes) => on_the_host(sprt, nodes)?,
        None => on_the_machine(sprt)?,
    };
    let head = &meeting.head;
    let seed = match sprt.seed {
        0 => String::new(),
        seed => format!("-seed-{seed}"),
    };
    let file = format!("{}-{}{seed}.jsonl", head.version, meeting.setting);
    let path = sprt.table.results.join("sprt").join(file);
    let mut results = Results::open(&path, head)?;
    let contest = Contest {
        player: &meeting.player,
        opponent: &meeting.opponent,
        openings: &opening::read(BALANCED)?,
        seed: sprt.seed,
        games: sprt.games,
        concurrency: sprt.table.concurrency,
    };
    let title = format!("{} v {}", head.version, head.opponent);
    let bar = bar(sprt.games, results.entries.len(), &title);
    if test.verdict(pairs(&results.entries).sample()) == Verdict::Open {
        contest.run(&results.entries.clone(), |entry| {
            results.add(entry)?;
            bar.set_position(results.entries.len() as u64);
            bar.set_message(state(&test, &results.entries));
            let verdict = test.verdict(pairs(&results.entries).sample());
            Ok(match verdict {
                Verdict::Open => Then::GoOn,
                _ => Then::Stop,
            })
        })?;
    }
    bar.abandon();
    write_pgn(&sprt.table.pgn, head, &results.entries)?;
    println!("{}", conclusion(&test, &results.entries));
    let faults = results
        .entries
        .iter()
        .filter_map(|entry| entry.fault.as_ref());
    let faults: Vec<_> = faults.collect();
    for fault in &faults {
        println!("  fault: {fault}");
    }
    Ok(faults.is_empty())
}

/// Who plays whom, and what their results are stored as.
struct Meeting {
    player: Seat,
    opponent: Seat,
    head: Head,
    /// The base and its limits, for the name of the file.
    setting: String,
}

/// The compiled programs in the emulated C64.
fn on_the_machine(sprt: &Sprt) -> Result<Meeting, String> {
    let who = Contestant::parse(&format!("c64:{}", sprt.level))?;
    let base = revision::name(&sprt.base)?;
    let hall = sprt.table.hall();
    let base_hall = revision::build(&base, &sprt.target, hall.patience)?;
    Ok(Meeting {
        player: who.seat(&hall),
        opponent: who.seat(&base_hall),
        head: Head {
            player: who.to_string(),
            opponent: format!("{who} of {base}"),
            version: version::name(sprt.table.version.as_deref())?,
            image: version::check_sum(&sprt.table.image)?,
            player_limit: who.limit(),
            opponent_limit: who.limit(),
        },
        setting: format!("{base}-level-{}", sprt.level),
    })
}

/// The host builds, as libraries where the revision has one.
fn on_the_host(sprt: &Sprt, nodes: u32) -> Result<Meeting, String> {
    let base_nodes = sprt.base_nodes.unwrap_or(nodes);
    let base = revision::name(&sprt.base)?;
    let version = version::name(sprt.table.version.as_deref())?;
    let library = revision::own_library(&version, &sprt.target)?;
    let player = Seat::library(&library, nodes, &sprt.set);
    let opponent = match revision::library(&base, &sprt.target)? {
        Some(library) => Seat::library(&library, base_nodes, &[]),
        // An old revision plays the same moves through its bridge, only slower.
        None => {
            let hall = revision::build(&base, &sprt.target, sprt.table.hall().patience)?;
            Contestant::parse(&format!("host:{base_nodes}"))?.seat(&hall)
        }
    };
    Ok(Meeting {
        head: Head {
            player: format!("host:{nodes}"),
            opponent: format!("host:{base_nodes} of {base}"),
            version,
            image: version::check_sum(&library)?,
            player_limit: player.limit.clone(),
            opponent_limit: opponent.limit.clone(),
        },
        player,
        opponent,
        setting: host_setting(&base, nodes, sprt),
    })
}

/// Everything that tells one match of two host builds from another.
fn host_setting(base: &str, nodes: u32, sprt: &Sprt) -> String {
    let mut setting = format!("{base}-nodes-{nodes}");
    if let Some(base_nodes) = sprt.base_nodes {
        setting += &format!("-{base_nodes}");
    }
    setting + &numbers_text(&sprt.set)
}

/// The longest list of numbers that a file's name spells out.
const LONGEST_LIST: usize = 100;

/// The numbers that this build plays with, or their check sum when they are too many for a file's name.
fn numbers_text(set: &[(String, i16)]) -> String {
    let each = set.iter().map(|(name, value)| format!("-{name}={value}"));
    let text: String = each.collect();
    if text.len() > LONGEST_LIST {
        format!(
            "-{}-numbers-{:08x}",
            set.len(),
            crc32fast::hash(text.as_bytes())
        )
    } else {
        text
    }
}

/// `NAME=VALUE`.
fn number(text: &str) -> Result<(String, i16), String> {
    let (name, value) = text.split_once('=').ok_or("NAME=VALUE expected")?;
    let value = value
        .parse()
        .map_err(|_| format!("{value} is no whole number within 16 bits"))?;
    Ok((name.to_owned(), value))
}

fn test(sprt: &Sprt) -> Result<Test, String> {
    if sprt.elo0 >= sprt.elo1 {
        return Err(format!(
            "--elo0 {} is not below --elo1 {}",
            sprt.elo0, sprt.elo1
        ));
    }
    if !(sprt.error > 0.0 && sprt.error < 0.5) {
        return Err(format!(
            "--error {}: between 0 and 0.5 expected",
            sprt.error
        ));
    }
    Ok(Test {
        elo0: sprt.elo0,
        elo1: sprt.elo1,
        alpha: sprt.error,
        beta: sprt.error,
    })
}

fn state(test: &Test, entries: &[Entry]) -> String {
    state_text(test, tally(entries), pairs(entries))
}

fn state_text(test: &Test, tally: Tally, pairs: Pairs) -> String {
    let (low, high) = test.bounds();
    let ratio = test.ratio(pairs.sample());
    format!("{} LLR {ratio:.2} [{low:.2}, {high:.2}]", short_text(tally))
}

fn conclusion(test: &Test, entries: &[Entry]) -> String {
    conclusion_text(test, tally(entries), pairs(entries))
}

/// Verdict and interval are those of the pairs.
fn conclusion_text(test: &Test, tally: Tally, pairs: Pairs) -> String {
    let verdict = match test.verdict(pairs.sample()) {
        Verdict::Better => "better",
        Verdict::NotBetter => "not better",
        Verdict::Open => "undecided",
    };
    let elo = interval_text(pairs.difference(), true);
    let games = tally.games();
    let state = state_text(test, tally, pairs);
    format!(
        "{verdict} after {games} games: {state}, Elo {elo}, pairs {:?}",
        pairs.0
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_conclusion_names_verdict_games_and_ratio() {
        let test = Test {
            elo0: 0.0,
            elo1: 20.0,
            alpha: 0.05,
            beta: 0.05,
        };
        let tally = Tally {
            wins: 88,
            draws: 44,
            losses: 68,
        };
        let pairs = Pairs([14, 12, 36, 16, 22]);
        assert_eq!(
            conclusion_text(&test, tally, pairs),
            "undecided after 200 games: +88 =44 -68 LLR 0.98 [-2.94, 2.94], Elo +35 [-9, +80], pairs [14, 12, 36, 16, 22]"
        );
    }
}
