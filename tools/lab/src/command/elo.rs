//! `lab elo`: the rating of a level by matches against opponents of known strength.

use crate::contest::{Contest, Then};
use crate::contestant::{Contestant, Hall};
use crate::opening::{self, BALANCED};
use crate::rating::{Interval, Tally, against};
use crate::results::{Entry, Head, Results, tally};
use crate::{anchor, pgn, version};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Args)]
pub struct Elo {
    /// Games against each opponent; a game and the next one exchange colours.
    #[arg(long, default_value_t = 60)]
    pub games: usize,
    /// Level of the program, 1 to 6.
    #[arg(long, default_value_t = 5)]
    pub level: u32,
    /// stockfish:RATING, gnuchess:DEPTH, fairymax:DEPTH, host:NODES or elo:RATING; several apart by commas.
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "stockfish:1500,stockfish:1700"
    )]
    pub opponent: Vec<String>,
    /// Another player instead of the program: to find out how strong an opponent is on this scale.
    #[arg(long)]
    pub player: Option<String>,
    #[command(flatten)]
    pub table: Table,
}

/// Where and how matches are played.
#[derive(Args)]
pub struct Table {
    /// Games at the same time [default: one for each core].
    #[arg(long, default_value_t = rayon::current_num_threads(), hide_default_value = true)]
    pub concurrency: usize,
    /// The UCI bridge.
    #[arg(long, default_value = "build/uci64")]
    pub bridge: PathBuf,
    /// The program that the bridge plays.
    #[arg(long, default_value = "build/64squares.prg")]
    pub image: PathBuf,
    /// A name for what is measured; the revision if not given.
    #[arg(long)]
    pub version: Option<String>,
    /// Folder of the results files.
    #[arg(long, default_value = "tools/lab/results")]
    pub results: PathBuf,
    /// Folder of the games as PGN.
    #[arg(long, default_value = "build/pgn")]
    pub pgn: PathBuf,
    /// Longest wall-clock seconds of an answer.
    #[arg(long, default_value_t = 300)]
    pub patience: u64,
}

impl Table {
    pub fn hall(&self) -> Hall {
        Hall {
            bridge: self.bridge.clone(),
            image: self.image.clone(),
            patience: Duration::from_secs(self.patience),
        }
    }
}

/// Were all games played by the rules?
pub fn run(elo: &Elo) -> Result<bool, String> {
    let player = match &elo.player {
        Some(name) => Contestant::parse(name)?,
        None => Contestant::parse(&format!("c64:{}", elo.level))?,
    };
    let opponents: Vec<Contestant> = elo
        .opponent
        .iter()
        .map(|name| Contestant::parse(name.trim()))
        .collect::<Result<_, _>>()?;
    let mut clean = true;
    let mut lines = Vec::new();
    let mut rated = Vec::new();
    for opponent in &opponents {
        let entries = play(elo, &player, opponent)?;
        let faults: Vec<_> = entries.iter().filter_map(|e| e.fault.as_deref()).collect();
        for fault in &faults {
            lines.push(format!("  fault against {opponent}: {fault}"));
        }
        clean &= faults.is_empty();
        let tally = tally(&entries);
        let rating = anchor::rating(opponent, &elo.table.results)?;
        lines.push(format!(
            "{player} v {opponent}: {}",
            tally_text(tally, rating)
        ));
        rated.extend(rating.map(|rating| (rating, tally)));
    }
    for line in lines {
        println!("{line}");
    }
    if rated.len() > 1 {
        println!("{player}: {} on all of them", rating_text(against(&rated)));
    }
    Ok(clean)
}

fn play(elo: &Elo, player: &Contestant, opponent: &Contestant) -> Result<Vec<Entry>, String> {
    let table = &elo.table;
    let hall = table.hall();
    let (seat, other) = (player.seat(&hall), opponent.seat(&hall));
    let head = head(table, player, opponent)?;
    let path = table.results.join(file_name(&head));
    let mut results = Results::open(&path, &head)?;
    let openings = opening::read(BALANCED)?;
    let title = format!("{player} v {opponent}");
    let bar = bar(elo.games, results.entries.len(), &title);
    let contest = Contest {
        player: &seat,
        opponent: &other,
        openings: &openings,
        seed: 0,
        games: elo.games,
        concurrency: table.concurrency,
    };
    contest.run(&results.entries.clone(), |entry| {
        results.add(entry)?;
        bar.set_position(results.entries.len() as u64);
        bar.set_message(short_text(tally(&results.entries)));
        Ok(Then::GoOn)
    })?;
    bar.finish();
    write_pgn(&table.pgn, &head, &results.entries)?;
    Ok(results.entries)
}

fn head(table: &Table, player: &Contestant, opponent: &Contestant) -> Result<Head, String> {
    let (version, image) = if player.is_ours() {
        (
            version::name(table.version.as_deref())?,
            version::check_sum(&table.image)?,
        )
    } else {
        ("calibration".to_string(), String::new())
    };
    Ok(Head {
        player: player.to_string(),
        opponent: opponent.to_string(),
        version,
        image,
        player_limit: player.limit(),
        opponent_limit: opponent.limit(),
    })
}

/// Of a match, as `1a2b3c-c64-5-stockfish-1500`.
pub fn stem(head: &Head) -> String {
    format!("{}-{}-{}", head.version, head.player, head.opponent).replace([':', '/', ' '], "-")
}

pub fn file_name(head: &Head) -> String {
    format!("{}.jsonl", stem(head))
}

pub fn write_pgn(folder: &Path, head: &Head, entries: &[Entry]) -> Result<(), String> {
    let path = folder.join(format!("{}.pgn", stem(head)));
    let named = |error| format!("{}: {error}", path.display());
    std::fs::create_dir_all(folder).map_err(named)?;
    std::fs::write(&path, pgn::games(head, entries)?).map_err(named)
}

/// Counts the games, `played` of which are stored from an earlier run and say nothing about the time that is left.
pub fn bar(games: usize, played: usize, title: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(
        "{prefix} {bar:30} {pos}/{len} {msg} {elapsed_precise} left {eta}",
    );
    let bar = ProgressBar::new(games as u64).with_style(style.expect("a sound template"));
    bar.set_prefix(title.to_string());
    bar.set_position(played as u64);
    bar.reset_eta();
    bar
}

pub fn short_text(tally: Tally) -> String {
    format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses)
}

fn tally_text(tally: Tally, rating: Option<f64>) -> String {
    let percent = 100.0 * tally.mean();
    let difference = interval_text(tally.difference(), true);
    let implied = rating.map_or(String::new(), |rating| {
        format!(", rating {}", rating_text(against(&[(rating, tally)])))
    });
    let games = tally.games();
    let short = short_text(tally);
    format!("{games} games {short}, {percent:.1} %, Elo {difference}{implied}")
}

pub fn rating_text(rating: Interval) -> String {
    interval_text(rating, false)
}

/// `+70 [+1, +143]`, or without signs for ratings; a bound that is not there is `…`.
pub fn interval_text(interval: Interval, signed: bool) -> String {
    let number = |elo: f64| match elo {
        elo if elo.is_infinite() => "…".to_string(),
        // Adding 0 keeps a rounded nothing from being written with a minus.
        elo if signed => format!("{:+.0}", elo.round() + 0.0),
        elo => format!("{elo:.0}"),
    };
    let [low, middle, high] = [interval.low, interval.middle, interval.high].map(number);
    format!("{middle} [{low}, {high}]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_reads_as_a_sentence() {
        let tally = Tally {
            wins: 60,
            draws: 0,
            losses: 40,
        };
        let text = tally_text(tally, Some(1500.0));
        let expected = "100 games +60 =0 -40, 60.0 %, Elo +70 [+3, +144], rating 1570 [1503, 1644]";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_bound_that_is_not_there_is_left_open() {
        let clean = Tally {
            wins: 3,
            ..Tally::default()
        };
        assert_eq!(interval_text(clean.difference(), true), "… […, …]");
    }
}
