//! `lab soak`: games that are played for the faults in them, not for the points.
//!
//! A game's number decides everything about it: levels, opponent, opening, colours, and the noise in the memory of each
//! machine when it is switched on. The program must play legal moves within its time and 2 % of it, and never fail. What
//! the other engine does wrong is shown and not counted.

use super::elo::Table;
use crate::contestant::{Contestant, Seat};
use crate::game::{Played, play};
use crate::opening::{self, BALANCED, Opening};
use clap::Args;
use rayon::prelude::*;
use std::path::Path;

#[derive(Args)]
pub struct Soak {
    /// Number of the first game.
    #[arg(long, default_value_t = 0)]
    first: u64,
    #[arg(long, default_value_t = 10)]
    count: u64,
    #[command(flatten)]
    table: Table,
}

/// The program's level by the game's number: the fast ones more often, they come to more positions in an hour.
const LEVELS: [u32; 20] = [1, 2, 3, 1, 2, 3, 4, 1, 2, 3, 3, 1, 2, 3, 4, 5, 1, 2, 3, 4];
/// Every fourth game is against one of these, if it is installed.
const OTHERS: [&str; 4] = [
    "stockfish:1350",
    "gnuchess:1",
    "fairymax:3",
    "stockfish:1700",
];

/// Was every game played by the rules?
pub fn run(soak: &Soak) -> Result<bool, String> {
    let openings = opening::read(BALANCED)?;
    let numbers = soak.first..soak.first + soak.count;
    let games: Vec<Result<(bool, Played), String>> = numbers
        .into_par_iter()
        .map(|number| {
            let named = |error| format!("game {number}: {error}");
            Pairing::of(number)?
                .play(number, &soak.table, &openings)
                .map_err(named)
        })
        .collect();
    let (mut moves, mut faults) = (0, 0);
    for (number, game) in (soak.first..).zip(games) {
        let (own, played) = game?;
        moves += played.thoughts.len();
        if let Some(fault) = &played.fault {
            let whose = if own { "" } else { " (the other engine)" };
            let line: Vec<&str> = played.thoughts.iter().map(|t| t.mv.as_str()).collect();
            println!("game {number}: {fault}{whose}; {}", line.join(" "));
            faults += u64::from(own);
        }
    }
    println!("{moves} moves");
    println!("{} passed, {faults} failed", soak.count - faults);
    Ok(faults == 0)
}

/// Who plays, White first.
struct Pairing {
    sides: [Contestant; 2],
}

impl Pairing {
    fn of(number: u64) -> Result<Pairing, String> {
        let index = number as usize;
        let own = Contestant::parse(&format!("c64:{}", LEVELS[index % LEVELS.len()]))?;
        let other = OTHERS[index / 4 % OTHERS.len()];
        let other = if index % 4 == 3 && is_installed(other) {
            Contestant::parse(other)?
        } else {
            let level = LEVELS[(index * 7 + 3) % LEVELS.len()];
            Contestant::parse(&format!("c64:{level}"))?
        };
        let sides = if index.is_multiple_of(2) {
            [own, other]
        } else {
            [other, own]
        };
        Ok(Pairing { sides })
    }

    /// The game, and whether a fault in it is the program's.
    fn play(
        &self,
        number: u64,
        table: &Table,
        openings: &[Opening],
    ) -> Result<(bool, Played), String> {
        let hall = table.hall();
        let opening = &openings[(number as usize * 31) % openings.len()];
        let [white, black] = [0, 1].map(|side| {
            let mut seat: Seat = self.sides[side].seat(&hall);
            if matches!(self.sides[side], Contestant::C64 { .. }) {
                let noise = (2 * number + side as u64) % 65_536;
                seat.options.push(("Noise".into(), noise.to_string()));
            }
            seat
        });
        let (mut first, mut second) = (white.start()?, black.start()?);
        let seed = (number % 65_535) as u32 + 1;
        let played = play(opening, seed, [(&white, &mut first), (&black, &mut second)])?;
        let whose = match &played.fault {
            Some(fault) if fault.starts_with("White") => &self.sides[0],
            _ => &self.sides[1],
        };
        Ok((matches!(whose, Contestant::C64 { .. }), played))
    }
}

fn is_installed(opponent: &str) -> bool {
    let name = opponent.split(':').next().unwrap_or_default();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = std::env::split_paths(&path);
    folders.any(|folder| folder.join(name).is_file())
        || Path::new("/usr/games").join(name).is_file()
}
