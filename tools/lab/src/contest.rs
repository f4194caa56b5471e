//! Many games of one pairing, several at a time.
//!
//! Game 2k and game 2k+1 have the same start (`opening::Starts`), with the colours exchanged. A game that is stored already is
//! not played again. After a fault both engines are started anew, so one broken game cannot spoil the next.

use crate::contestant::{Player, Seat};
use crate::game::{Played, play};
use crate::opening::{Opening, Starts};
use crate::results::Entry;
use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};

pub struct Contest<'a> {
    pub player: &'a Seat,
    pub opponent: &'a Seat,
    pub openings: &'a [Opening],
    /// Another seed gives other random moves behind the openings.
    pub seed: u64,
    pub games: usize,
    pub concurrency: usize,
}

/// Does the match go on after this game?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    GoOn,
    Stop,
}

impl Contest<'_> {
    /// Plays what `stored` lacks; `each` gets every game as it ends, in any order.
    pub fn run(
        &self,
        stored: &[Entry],
        mut each: impl FnMut(Entry) -> Result<Then, String>,
    ) -> Result<(), String> {
        let known: HashSet<usize> = stored.iter().map(|entry| entry.game).collect();
        let pairs = self.games.div_ceil(2);
        let starts: Vec<Opening> = Starts::new(self.openings, self.seed).take(pairs).collect();
        if starts.len() < pairs {
            return Err(format!(
                "{} openings are too few for {} games",
                self.openings.len(),
                self.games
            ));
        }
        let left = (0..self.games).filter(|game| !known.contains(game));
        let left = Mutex::new(left.collect::<Vec<_>>().into_iter());
        let stop = AtomicBool::new(false);
        let (sender, ended) = channel();
        std::thread::scope(|scope| {
            for _ in 0..self.concurrency.max(1) {
                let sender = sender.clone();
                scope.spawn(|| {
                    let next = || {
                        let stopped = stop.load(Ordering::Relaxed);
                        let mut left = left.lock().expect("no holder panics");
                        if stopped { None } else { left.next() }
                    };
                    self.work(&starts, next, sender);
                });
            }
            drop(sender);
            let mut outcome = Ok(());
            for entry in ended {
                let then = entry.and_then(&mut each);
                if !matches!(then, Ok(Then::GoOn)) {
                    stop.store(true, Ordering::Relaxed);
                }
                if let (Err(error), Ok(())) = (then, &outcome) {
                    outcome = Err(error);
                }
            }
            outcome
        })
    }

    /// One table: plays games until there are none left.
    fn work(
        &self,
        starts: &[Opening],
        next: impl Fn() -> Option<usize>,
        ended: Sender<Result<Entry, String>>,
    ) {
        let mut table = None;
        while let Some(game) = next() {
            let entry = self.game(&mut table, &starts[game / 2], game);
            let is_broken = !matches!(&entry, Ok(entry) if entry.fault.is_none());
            if is_broken {
                table = None;
            }
            if ended.send(entry).is_err() {
                return;
            }
        }
    }

    fn game(
        &self,
        table: &mut Option<[Player; 2]>,
        opening: &Opening,
        game: usize,
    ) -> Result<Entry, String> {
        let [player, opponent] = match table {
            Some(players) => players,
            None => table.insert([self.player.start()?, self.opponent.start()?]),
        };
        let white = game.is_multiple_of(2);
        let own = (self.player, player);
        let other = (self.opponent, opponent);
        let sides = if white { [own, other] } else { [other, own] };
        // A seed of 0 stands for chance.
        let played = play(opening, game as u32 + 1, sides)?;
        Ok(entry(game, opening, white, played))
    }
}

fn entry(game: usize, opening: &Opening, white: bool, played: Played) -> Entry {
    Entry {
        game,
        opening: opening.name.clone(),
        line: opening.moves.join(" "),
        white,
        score: played.score,
        reason: played.reason,
        fault: played.fault,
        moves: played.thoughts,
    }
}
