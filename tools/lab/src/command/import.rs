//! `lab import`: games that fastchess, cutechess-cli or OpenBench's workers played, taken into the stored results.
//!
//! Games that are stored already, by their moves and colours, are passed over: the same file may be imported again.

use super::elo::file_name;
use crate::contestant::Contestant;
use crate::pgn_reader::{self, Game};
use crate::results::{Entry, Head, Results, tally};
use clap::Args;
use std::collections::HashSet;
use std::path::PathBuf;

#[derive(Args)]
pub struct Import {
    /// PGN files.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Part of the name that the player has in the White and Black tags.
    #[arg(long)]
    name: String,
    /// The player as the laboratory calls it, c64:LEVEL.
    #[arg(long, default_value = "c64:5")]
    player: String,
    /// The opponent as the laboratory calls it, stockfish:RATING and so on.
    #[arg(long)]
    opponent: String,
    /// A name for what was measured.
    #[arg(long)]
    version: String,
    /// Folder of the results files.
    #[arg(long, default_value = "tools/lab/results")]
    results: PathBuf,
}

pub fn run(import: &Import) -> Result<bool, String> {
    let player = Contestant::parse(&import.player)?;
    let opponent = Contestant::parse(&import.opponent)?;
    let head = Head {
        player: player.to_string(),
        opponent: opponent.to_string(),
        version: import.version.clone(),
        image: "imported".into(),
        player_limit: player.limit(),
        opponent_limit: opponent.limit(),
    };
    let path = import.results.join(file_name(&head));
    let mut results = Results::open(&path, &head)?;
    let mut known: HashSet<Played> = results.entries.iter().map(played).collect();
    let before = results.entries.len();
    let mut seen = 0;
    for file in &import.files {
        let named = |error: String| format!("{}: {error}", file.display());
        let text = std::fs::read_to_string(file).map_err(|error| named(error.to_string()))?;
        for game in pgn_reader::read(&text).map_err(named)? {
            seen += 1;
            let next = results.entries.iter().map(|entry| entry.game + 1).max();
            let entry = entry(&game, &import.name, next.unwrap_or(0)).map_err(named)?;
            if known.insert(played(&entry)) {
                results.add(entry)?;
            }
        }
    }
    let tally = tally(&results.entries);
    println!(
        "{}: {} of {seen} games are new, {} in all: +{} ={} -{}",
        path.display(),
        results.entries.len() - before,
        results.entries.len(),
        tally.wins,
        tally.draws,
        tally.losses
    );
    Ok(true)
}

/// What makes two games the same: colours and all moves.
type Played = (bool, String);

fn played(entry: &Entry) -> Played {
    let moves = entry.moves.iter().map(|thought| thought.mv.as_str());
    let moves: Vec<&str> = entry.line.split_whitespace().chain(moves).collect();
    (entry.white, moves.join(" "))
}

fn entry(game: &Game, name: &str, number: usize) -> Result<Entry, String> {
    let tag = |tag: &str| game.tags.get(tag).map_or("", String::as_str);
    let white = match (tag("White").contains(name), tag("Black").contains(name)) {
        (true, false) => true,
        (false, true) => false,
        _ => {
            let (white, black) = (tag("White"), tag("Black"));
            return Err(format!(
                "exactly one of `{white}` and `{black}` must be called `{name}`"
            ));
        }
    };
    Ok(Entry {
        game: number,
        opening: tag("Opening").to_string(),
        line: game.opening.join(" "),
        white,
        score: game.score,
        reason: tag("Termination").to_string(),
        fault: None,
        moves: game.moves.clone(),
    })
}
