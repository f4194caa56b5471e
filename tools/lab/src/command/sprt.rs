//! `lab sprt`: this build against an earlier revision at equal C64 time, until the sequential test is decided.
//!
//! With `--nodes` the host builds of both play with equal nodes: many times faster, but blind to what a node costs the
//! 6502. For changes of the evaluation and of what is searched, not for those of speed.

use super::elo::{Table, bar, interval_text, short_text, write_pgn};
use crate::contest::{Contest, Then};
use crate::contestant::Contestant;
use crate::opening::{self, BALANCED};
use crate::rating::Tally;
use crate::results::{Head, Results, tally};
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
    /// Where the base revision is built.
    #[arg(long, default_value = "target")]
    target: PathBuf,
    #[command(flatten)]
    table: Table,
}

/// Were all games played by the rules?
pub fn run(sprt: &Sprt) -> Result<bool, String> {
    let test = test(sprt)?;
    let who = match sprt.nodes {
        Some(nodes) => Contestant::parse(&format!("host:{nodes}"))?,
        None => Contestant::parse(&format!("c64:{}", sprt.level))?,
    };
    let other = match sprt.base_nodes {
        Some(nodes) => Contestant::parse(&format!("host:{nodes}"))?,
        None => who.clone(),
    };
    let base = revision::name(&sprt.base)?;
    let hall = sprt.table.hall();
    let base_hall = revision::build(&base, &sprt.target, hall.patience)?;
    let head = Head {
        player: who.to_string(),
        opponent: format!("{other} of {base}"),
        version: version::name(sprt.table.version.as_deref())?,
        image: version::check_sum(&sprt.table.image)?,
        player_limit: who.limit(),
        opponent_limit: other.limit(),
    };
    let setting = match sprt.nodes {
        Some(nodes) => match sprt.base_nodes {
            Some(base_nodes) => format!("nodes-{nodes}-{base_nodes}"),
            None => format!("nodes-{nodes}"),
        },
        None => format!("level-{}", sprt.level),
    };
    let file = format!("{}-{base}-{setting}.jsonl", head.version);
    let path = sprt.table.results.join("sprt").join(file);
    let mut results = Results::open(&path, &head)?;
    let contest = Contest {
        player: &who.seat(&hall),
        opponent: &other.seat(&base_hall),
        openings: &opening::read(BALANCED)?,
        games: sprt.games,
        concurrency: sprt.table.concurrency,
    };
    let title = format!("{} v {base}", head.version);
    let bar = bar(sprt.games, results.entries.len(), &title);
    if test.verdict(tally(&results.entries)) == Verdict::Open {
        contest.run(&results.entries.clone(), |entry| {
            results.add(entry)?;
            let tally = tally(&results.entries);
            bar.set_position(results.entries.len() as u64);
            bar.set_message(state(&test, tally));
            Ok(match test.verdict(tally) {
                Verdict::Open => Then::GoOn,
                _ => Then::Stop,
            })
        })?;
    }
    bar.abandon();
    write_pgn(&sprt.table.pgn, &head, &results.entries)?;
    println!("{}", conclusion(&test, tally(&results.entries)));
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

fn state(test: &Test, tally: Tally) -> String {
    let (low, high) = test.bounds();
    let ratio = test.ratio(tally);
    format!("{} LLR {ratio:.2} [{low:.2}, {high:.2}]", short_text(tally))
}

fn conclusion(test: &Test, tally: Tally) -> String {
    let verdict = match test.verdict(tally) {
        Verdict::Better => "better",
        Verdict::NotBetter => "not better",
        Verdict::Open => "undecided",
    };
    let elo = interval_text(tally.difference(), true);
    let games = tally.games();
    format!(
        "{verdict} after {games} games: {}, Elo {elo}",
        state(test, tally)
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
        assert_eq!(
            conclusion(&test, tally),
            "undecided after 200 games: +88 =44 -68 LLR 1.06 [-2.94, 2.94], Elo +35 [-8, +78]"
        );
    }
}
