//! The stored results of a match: one file, a head line that says who played, then one line for each game.
//!
//! Lines are only appended, each as soon as its game is over, so a match that was broken off goes on where it was. A last
//! line without its end belongs to a game that was broken off while it was written: it is cut off and the game is played
//! again. A head that is not the present match's is refused, so versions never mix in one file, and so is a file that
//! another match is writing.

use crate::game::Score;
use crate::rating::{Pairs, Tally};
use crate::thought::Thought;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// Whose result it is, as `c64:5`.
    pub player: String,
    pub opponent: String,
    /// A name for what was measured: the revision, unless the match was given another.
    pub version: String,
    /// Check sum of the player's program.
    pub image: String,
    pub player_limit: String,
    pub opponent_limit: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    pub game: usize,
    pub opening: String,
    /// The moves both were given, in UCI notation.
    pub line: String,
    /// Had the player White?
    pub white: bool,
    pub score: Score,
    pub reason: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    pub moves: Vec<Thought>,
}

impl Entry {
    /// The player's own moves.
    pub fn own(&self) -> impl Iterator<Item = &Thought> {
        let white_first = self.line.split_whitespace().count().is_multiple_of(2);
        let skip = usize::from(white_first != self.white);
        self.moves.iter().skip(skip).step_by(2)
    }
}

pub struct Results {
    path: PathBuf,
    file: File,
    pub entries: Vec<Entry>,
}

/// Locks the file of a match. A player that another thread is starting has copies of all open files, with their locks, until its own
/// program runs: a file that was closed a moment ago may still be locked for as long.
fn lock(file: &File) -> Result<(), TryLockError> {
    const TRIES: u32 = 50;
    for _ in 1..TRIES {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(20)),
            answer => return answer,
        }
    }
    file.try_lock()
}

impl Results {
    /// Opens the file of a match or begins it.
    pub fn open(path: &Path, head: &Head) -> Result<Results, String> {
        let named = |error: std::io::Error| format!("{}: {error}", path.display());
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(named)?;
        }
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.map_err(named)?;
        lock(&file).map_err(|error| match error {
            TryLockError::WouldBlock => format!("{}: another match writes it", path.display()),
            TryLockError::Error(error) => named(error),
        })?;
        cut_half_line(&file, path).map_err(named)?;
        let is_new = file.metadata().map_err(named)?.len() == 0;
        let mut entries = Vec::new();
        if !is_new {
            let (stored, games) = read(path)?;
            if stored != *head {
                return Err(format!(
                    "{}: holds another match ({} of version {}, image {}); give this one another VERSION",
                    path.display(),
                    stored.player,
                    stored.version,
                    stored.image
                ));
            }
            entries = games;
        }
        let mut results = Results {
            path: path.to_path_buf(),
            file,
            entries,
        };
        if is_new {
            results.write(&serde_json::to_string(head).expect("plain data"))?;
        }
        Ok(results)
    }

    pub fn add(&mut self, entry: Entry) -> Result<(), String> {
        self.write(&serde_json::to_string(&entry).expect("plain data"))?;
        self.entries.push(entry);
        Ok(())
    }

    fn write(&mut self, line: &str) -> Result<(), String> {
        // In one piece, so that a run that is ended here leaves no half line.
        self.file
            .write_all(format!("{line}\n").as_bytes())
            .map_err(|error| format!("{}: {error}", self.path.display()))
    }
}

/// Cuts off what follows the last line end.
fn cut_half_line(file: &File, path: &Path) -> std::io::Result<()> {
    let bytes = std::fs::read(path)?;
    let whole = bytes
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |end| end + 1);
    if whole < bytes.len() {
        file.set_len(whole as u64)?;
    }
    Ok(())
}

/// The head and the games of a file; a line that is not sound is named.
pub fn read(path: &Path) -> Result<(Head, Vec<Entry>), String> {
    let at = |line: usize| format!("{}:{line}", path.display());
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut lines = text.lines().enumerate();
    let (_, head) = lines.next().ok_or_else(|| format!("{}: empty", at(1)))?;
    let head = serde_json::from_str(head).map_err(|error| format!("{}: {error}", at(1)))?;
    let mut entries: Vec<Entry> = Vec::new();
    let mut known = HashSet::new();
    for (index, line) in lines {
        let entry: Entry =
            serde_json::from_str(line).map_err(|error| format!("{}: {error}", at(index + 1)))?;
        // A game that is there twice counts once.
        if known.insert(entry.game) {
            entries.push(entry);
        }
    }
    Ok((head, entries))
}

/// The player's wins, draws and losses.
pub fn tally(entries: &[Entry]) -> Tally {
    let mut tally = Tally::default();
    for entry in entries {
        match (entry.score, entry.white) {
            (Score::Draw, _) => tally.draws += 1,
            (Score::White, true) | (Score::Black, false) => tally.wins += 1,
            _ => tally.losses += 1,
        }
    }
    tally
}

/// The pairs of games that are complete: game 2k and 2k+1 have one start.
pub fn pairs(entries: &[Entry]) -> Pairs {
    let half_points = |entry: &Entry| {
        let tally = tally(std::slice::from_ref(entry));
        (2 * tally.wins + tally.draws) as usize
    };
    let mut pairs = Pairs::default();
    let mut first: HashMap<usize, usize> = HashMap::new();
    for entry in entries {
        let own = half_points(entry);
        match first.remove(&(entry.game / 2)) {
            Some(other) => pairs.0[own + other] += 1,
            None => drop(first.insert(entry.game / 2, own)),
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(line: &str, white: bool) -> Entry {
        let mv = |mv: &str| Thought {
            mv: mv.to_string(),
            ..Thought::default()
        };
        Entry {
            game: 0,
            opening: "Open Game".into(),
            line: line.into(),
            white,
            score: Score::White,
            reason: "checkmate".into(),
            fault: None,
            moves: ["a", "b", "c"].map(mv).to_vec(),
        }
    }

    fn own(entry: &Entry) -> String {
        entry.own().map(|thought| thought.mv.as_str()).collect()
    }

    #[test]
    fn the_players_own_moves_are_every_second_one_from_its_first() {
        assert_eq!(own(&entry("e2e4 e7e5", true)), "ac");
        assert_eq!(own(&entry("e2e4 e7e5", false)), "b");
        assert_eq!(own(&entry("e2e4", false)), "ac");
    }

    fn head() -> Head {
        Head {
            player: "c64:5".into(),
            opponent: "stockfish:1500".into(),
            version: "test".into(),
            image: String::new(),
            player_limit: String::new(),
            opponent_limit: String::new(),
        }
    }

    #[test]
    fn a_match_stopped_at_any_byte_loses_at_most_the_game_it_wrote() {
        let folder = std::env::temp_dir().join(format!("lab-results-{}", std::process::id()));
        let path = folder.join("match.jsonl");
        let mut results = Results::open(&path, &head()).expect("a new file");
        for game in 0..3 {
            let entry = Entry {
                game,
                ..entry("e2e4 e7e5", true)
            };
            results.add(entry).expect("written");
        }
        drop(results);
        let whole = std::fs::read(&path).expect("the file");
        let ends: Vec<usize> = (0..whole.len()).filter(|&at| whole[at] == b'\n').collect();
        for length in 0..=whole.len() {
            std::fs::write(&path, &whole[..length]).expect("cut");
            let results = Results::open(&path, &head()).expect("it goes on");
            let written = ends.iter().filter(|&&end| end < length).count();
            assert_eq!(
                results.entries.len(),
                written.saturating_sub(1),
                "{length} bytes"
            );
        }
        std::fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn two_matches_cannot_write_one_file_and_a_game_counts_once() {
        let folder = std::env::temp_dir().join(format!("lab-twice-{}", std::process::id()));
        let path = folder.join("match.jsonl");
        let mut results = Results::open(&path, &head()).expect("a new file");
        let error = Results::open(&path, &head()).err().expect("locked");
        assert!(error.contains("another match"), "{error}");
        results.add(entry("", true)).expect("written");
        results.add(entry("", true)).expect("written");
        drop(results);
        assert_eq!(read(&path).expect("sound").1.len(), 1);
        std::fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn pairs_count_when_both_games_are_over() {
        let game = |game, white, score| Entry {
            game,
            score,
            ..entry("", white)
        };
        let entries = [
            game(0, true, Score::White),
            game(3, false, Score::White),
            game(1, false, Score::Black),
            game(4, true, Score::White),
            game(2, true, Score::Draw),
        ];
        // Two wins; a draw and a loss; one game without its other.
        assert_eq!(pairs(&entries), Pairs([0, 1, 0, 0, 1]));
    }

    #[test]
    fn a_tally_counts_from_the_players_side() {
        let mut drawn = entry("", true);
        drawn.score = Score::Draw;
        let tally = tally(&[entry("", true), entry("", false), drawn]);
        assert_eq!((tally.wins, tally.draws, tally.losses), (1, 1, 1));
    }
}
