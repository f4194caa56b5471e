//! What was tried: one line for each part and commit, in a file that is committed.
//!
//! Only whole batches are written down, by replacing the file, so a run that is stopped at any moment loses the batch it
//! was at and counts nothing twice. Cases are numbered through all commits: a later run tries new ones.

use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// All batches of one part on one commit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    pub part: String,
    pub commit: String,
    /// Cases tried.
    pub count: u64,
    /// The first case that was not tried yet.
    pub next: u64,
    /// Batches in which something was found.
    pub failed: u64,
    /// Processor seconds of all cores together.
    pub seconds: f64,
}

pub struct Journal {
    path: PathBuf,
    pub lines: Vec<Line>,
}

impl Journal {
    /// Reads the journal; a missing file is an empty one.
    pub fn open(path: &Path) -> Result<Journal, String> {
        let at = |number: usize| format!("{}:{}", path.display(), number + 1);
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(format!("{}: {error}", path.display())),
        };
        let lines = text.lines().enumerate().map(|(number, line)| {
            serde_json::from_str(line).map_err(|error| format!("{}: {error}", at(number)))
        });
        Ok(Journal {
            path: path.to_path_buf(),
            lines: lines.collect::<Result<_, _>>()?,
        })
    }

    /// The first case of a part that was never tried.
    pub fn next(&self, part: &str) -> u64 {
        let lines = self.lines.iter().filter(|line| line.part == part);
        lines.map(|line| line.next).max().unwrap_or(0)
    }

    /// Cases of a part on all commits.
    pub fn count(&self, part: &str) -> u64 {
        let lines = self.lines.iter().filter(|line| line.part == part);
        lines.map(|line| line.count).sum()
    }

    /// Writes a batch down.
    pub fn add(&mut self, batch: Line) -> Result<(), String> {
        let same = |line: &&mut Line| line.part == batch.part && line.commit == batch.commit;
        match self.lines.iter_mut().find(same) {
            Some(line) => {
                line.count += batch.count;
                line.next = line.next.max(batch.next);
                line.failed += batch.failed;
                line.seconds += batch.seconds;
            }
            None => self.lines.push(batch),
        }
        self.write()
    }

    fn write(&self) -> Result<(), String> {
        let named = |error: std::io::Error| format!("{}: {error}", self.path.display());
        let mut text = String::new();
        for line in &self.lines {
            text += &serde_json::to_string(line).expect("numbers and names");
            text.push('\n');
        }
        let beside = self.path.with_extension("new");
        std::fs::write(&beside, text).map_err(named)?;
        std::fs::rename(&beside, &self.path).map_err(named)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn batch(part: &str, commit: &str, first: u64) -> Line {
        Line {
            part: part.into(),
            commit: commit.into(),
            count: 10,
            next: first + 10,
            failed: 0,
            seconds: 1.5,
        }
    }

    #[test]
    fn a_run_goes_on_where_the_last_one_stopped() {
        let folder = std::env::temp_dir().join(format!("campaign-journal-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("journal.jsonl");
        let mut journal = Journal::open(&path).expect("an empty journal");
        for (part, commit, first) in [("a", "1", 0), ("a", "1", 10), ("b", "1", 0), ("a", "2", 20)]
        {
            journal.add(batch(part, commit, first)).expect("written");
        }
        let again = Journal::open(&path).expect("what was written");
        assert_eq!(again.lines, journal.lines);
        assert_eq!((again.next("a"), again.count("a")), (30, 30));
        assert_eq!((again.next("b"), again.next("c")), (10, 0));
        assert_eq!(again.lines.len(), 3);
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
