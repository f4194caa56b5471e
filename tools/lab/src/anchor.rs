//! Ratings of opponents: Stockfish's limited strengths have theirs by name, the others from their stored games against
//! those (`lab elo --player gnuchess:3 --opponent stockfish:1500,stockfish:1700`).

use crate::contestant::Contestant;
use crate::rating::against;
use crate::results::{read, tally};
use std::path::{Path, PathBuf};

/// Nothing when the opponent has no rating by name and no stored games that give it one.
pub fn rating(opponent: &Contestant, results: &Path) -> Result<Option<f64>, String> {
    if let Some(nominal) = opponent.nominal() {
        return Ok(Some(nominal));
    }
    let name = opponent.to_string();
    let mut rated = Vec::new();
    for path in files(results)? {
        let (head, entries) = read(&path)?;
        if head.player == name && !entries.is_empty() {
            let met = Contestant::parse(&head.opponent)?;
            rated.extend(met.nominal().map(|rating| (rating, tally(&entries))));
        }
    }
    Ok(match against(&rated).middle {
        rating if !rated.is_empty() && rating.is_finite() => Some(rating),
        _ => None,
    })
}

/// The results files of a folder, in the order of their names.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let named = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .map_err(named)?
        .map(|entry| entry.map(|entry| entry.path()).map_err(named))
        .collect::<Result<_, _>>()?;
    files.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "jsonl")
    });
    files.sort();
    Ok(files)
}
