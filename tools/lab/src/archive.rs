//! All stored matches of a folder, and what they say about each player.

use crate::anchor::{self, files};
use crate::contestant::Contestant;
use crate::rating::{Interval, Tally, against};
use crate::results::{Entry, Head, read, tally};
use std::path::Path;

pub struct Match {
    pub head: Head,
    pub entries: Vec<Entry>,
    pub tally: Tally,
    /// The opponent's, when it has one.
    pub rating: Option<f64>,
}

pub fn matches(folder: &Path) -> Result<Vec<Match>, String> {
    let mut matches = Vec::new();
    for path in files(folder)? {
        let (head, entries) = read(&path)?;
        if entries.is_empty() {
            continue;
        }
        let opponent = Contestant::parse(&head.opponent)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        matches.push(Match {
            rating: anchor::rating(&opponent, folder)?,
            tally: tally(&entries),
            head,
            entries,
        });
    }
    Ok(matches)
}

/// One player of one version, with all its matches.
pub struct Standing<'a> {
    pub player: Contestant,
    pub matches: Vec<&'a Match>,
}

impl<'a> Standing<'a> {
    /// Of every player of a version, weakest level first.
    pub fn of_version(matches: &'a [Match], version: &str) -> Result<Vec<Standing<'a>>, String> {
        let mut standings: Vec<Standing> = Vec::new();
        for found in matches.iter().filter(|m| m.head.version == version) {
            let player = Contestant::parse(&found.head.player)?;
            match standings.iter_mut().find(|s| s.player == player) {
                Some(standing) => standing.matches.push(found),
                None => standings.push(Standing {
                    player,
                    matches: vec![found],
                }),
            }
        }
        standings.sort_by(|a, b| a.player.cmp(&b.player));
        Ok(standings)
    }

    /// Against all opponents that have a rating.
    pub fn rating(&self) -> Option<Interval> {
        let rated: Vec<(f64, Tally)> = self
            .matches
            .iter()
            .filter_map(|m| m.rating.map(|rating| (rating, m.tally)))
            .collect();
        (!rated.is_empty()).then(|| against(&rated))
    }

    /// How the player used its time.
    pub fn usage(&self) -> Usage {
        let mut usage = Usage::default();
        let (mut depths, mut times) = (0.0, 0.0);
        for entry in self.matches.iter().flat_map(|m| &m.entries) {
            usage.faults += usize::from(entry.fault.is_some());
            for thought in entry.own() {
                usage.moves += 1;
                depths += f64::from(thought.depth);
                times += thought.milliseconds as f64;
                usage.longest = usage.longest.max(thought.milliseconds);
            }
        }
        let moves = usage.moves.max(1) as f64;
        usage.depth = depths / moves;
        usage.mean = times / moves;
        usage
    }
}

#[derive(Default)]
pub struct Usage {
    pub moves: usize,
    pub depth: f64,
    /// Milliseconds of a move.
    pub mean: f64,
    pub longest: u64,
    pub faults: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Score;
    use crate::thought::Thought;

    fn thought(depth: u32, milliseconds: u64) -> Thought {
        Thought {
            depth,
            milliseconds,
            ..Thought::default()
        }
    }

    fn drawn_match(version: &str, player: &str, opponent: &str) -> Match {
        let entry = Entry {
            game: 0,
            opening: "none".into(),
            line: String::new(),
            white: true,
            score: Score::Draw,
            reason: "stalemate".into(),
            fault: None,
            moves: vec![thought(5, 20_000), thought(99, 1), thought(6, 24_000)],
        };
        let entries = vec![entry];
        Match {
            head: Head {
                player: player.into(),
                opponent: opponent.into(),
                version: version.into(),
                image: String::new(),
                player_limit: String::new(),
                opponent_limit: String::new(),
            },
            tally: tally(&entries),
            rating: Contestant::parse(opponent).expect("known").nominal(),
            entries,
        }
    }

    #[test]
    fn standings_are_those_of_one_version_by_level() {
        let matches = [
            drawn_match("a", "c64:5", "stockfish:1500"),
            drawn_match("a", "c64:3", "stockfish:1400"),
            drawn_match("b", "c64:5", "stockfish:2000"),
            drawn_match("a", "c64:5", "stockfish:1700"),
        ];
        let standings = Standing::of_version(&matches, "a").expect("known players");
        let players: Vec<String> = standings.iter().map(|s| s.player.to_string()).collect();
        assert_eq!(players, ["c64:3", "c64:5"]);
        let rating = standings[1].rating().expect("rated opponents");
        assert!((rating.middle - 1600.0).abs() < 1e-6);
    }

    #[test]
    fn usage_counts_the_players_own_moves_only() {
        let matches = [drawn_match("a", "c64:5", "stockfish:1500")];
        let standings = Standing::of_version(&matches, "a").expect("known players");
        let usage = standings[0].usage();
        assert_eq!((usage.moves, usage.longest, usage.faults), (2, 24_000, 0));
        assert_eq!((usage.depth, usage.mean), (5.5, 22_000.0));
    }

    #[test]
    fn an_opponent_without_a_rating_gives_none() {
        let matches = [drawn_match("a", "c64:5", "gnuchess:3")];
        let standings = Standing::of_version(&matches, "a").expect("known players");
        assert!(standings[0].rating().is_none());
    }
}
