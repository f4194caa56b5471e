//! What was tried: one line for each part, commit and code, in a file that is committed.
//!
//! Only whole batches are counted, and the file is replaced each time, so a run that is stopped at any moment loses the
//! batch it was at and counts nothing twice. Cases are numbered through all commits: a later run tries new ones. Several
//! campaigns may run at once: every change reads the file anew and writes it while a lock on its folder is held.

use crate::code::{Code, is_committed};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::path::{Path, PathBuf};

/// All batches of one part on one commit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    pub part: String,
    pub commit: String,
    /// The name of what the part tries there, see [`Code`].
    pub code: String,
    /// Cases tried.
    pub count: u64,
    /// The first case that nobody has taken yet.
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
        Ok(Journal {
            path: path.to_path_buf(),
            lines: read(path)?,
        })
    }

    /// The first case of a part that was never taken.
    fn next(&self, part: &str) -> u64 {
        let lines = self.lines.iter().filter(|line| line.part == part);
        lines.map(|line| line.next).max().unwrap_or(0)
    }

    /// Cases of a part on all commits.
    pub fn count(&self, part: &str) -> u64 {
        let lines = self.lines.iter().filter(|line| line.part == part);
        lines.map(|line| line.count).sum()
    }

    /// Lines of a part on one code, whatever the commits.
    pub fn on<'a>(&'a self, part: &'a str, code: &'a str) -> impl Iterator<Item = &'a Line> {
        let of = move |line: &&Line| line.part == part && line.code == code;
        self.lines.iter().filter(of)
    }

    /// Cases of a part on one code.
    pub fn count_on(&self, part: &str, code: &str) -> u64 {
        self.on(part, code).map(|line| line.count).sum()
    }

    /// The committed code that a part tried last.
    pub fn latest(&self, part: &str) -> Option<&str> {
        let of = |line: &&Line| line.part == part && is_committed(&line.code);
        let lines = self.lines.iter().filter(of);
        let last = lines.max_by_key(|line| line.next);
        last.map(|line| line.code.as_str())
    }

    /// Takes the next `count` cases of a part, which nobody else will try; returns the first.
    pub fn take(&mut self, part: &str, code: &Code, count: u64) -> Result<u64, String> {
        let _lock = self.renew()?;
        let first = self.next(part);
        self.line(part, code).next = first + count;
        self.write()?;
        Ok(first)
    }

    /// Writes down what came of cases that were taken.
    pub fn add(&mut self, batch: &Line) -> Result<(), String> {
        let _lock = self.renew()?;
        let code = Code {
            commit: batch.commit.clone(),
            name: batch.code.clone(),
        };
        let line = self.line(&batch.part, &code);
        line.count += batch.count;
        line.next = line.next.max(batch.next);
        line.failed += batch.failed;
        line.seconds += batch.seconds;
        self.write()
    }

    /// Reads what others wrote since; nobody else does while the lock is held.
    fn renew(&mut self) -> Result<File, String> {
        let named = |error: std::io::Error| format!("{}: {error}", self.path.display());
        let folder = self.path.parent().filter(|path| *path != Path::new(""));
        let lock = File::open(folder.unwrap_or(Path::new("."))).map_err(named)?;
        lock.lock().map_err(named)?;
        self.lines = read(&self.path)?;
        Ok(lock)
    }

    /// The line of a part on a commit and its code, a new one if there is none.
    fn line(&mut self, part: &str, code: &Code) -> &mut Line {
        let same =
            |line: &Line| line.part == part && line.commit == code.commit && line.code == code.name;
        let at = self.lines.iter().position(same).unwrap_or_else(|| {
            self.lines.push(Line {
                part: part.into(),
                commit: code.commit.clone(),
                code: code.name.clone(),
                count: 0,
                next: 0,
                failed: 0,
                seconds: 0.0,
            });
            self.lines.len() - 1
        });
        &mut self.lines[at]
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

fn read(path: &Path) -> Result<Vec<Line>, String> {
    let at = |number: usize| format!("{}:{}", path.display(), number + 1);
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(format!("{}: {error}", path.display())),
    };
    let lines = text.lines().enumerate().map(|(number, line)| {
        serde_json::from_str(line).map_err(|error| format!("{}: {error}", at(number)))
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(commit: &str, name: &str) -> Code {
        Code {
            commit: commit.into(),
            name: name.into(),
        }
    }

    fn batch(part: &str, code: &Code, first: u64) -> Line {
        Line {
            part: part.into(),
            commit: code.commit.clone(),
            code: code.name.clone(),
            count: 10,
            next: first + 10,
            failed: 0,
            seconds: 1.5,
        }
    }

    /// A journal in a folder of its own, which the test removes.
    fn folder(name: &str) -> PathBuf {
        let name = format!("campaign-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    #[test]
    fn a_run_goes_on_where_the_last_one_stopped() {
        let folder = folder("journal");
        let path = folder.join("journal.jsonl");
        let mut journal = Journal::open(&path).expect("an empty journal");
        let (one, two) = (code("1", "x"), code("2", "y"));
        for (part, code, first) in [
            ("a", &one, 0),
            ("a", &one, 10),
            ("b", &one, 0),
            ("a", &two, 20),
        ] {
            assert_eq!(journal.take(part, code, 10), Ok(first));
            journal.add(&batch(part, code, first)).expect("written");
        }
        let again = Journal::open(&path).expect("what was written");
        assert_eq!(again.lines, journal.lines);
        assert_eq!((again.next("a"), again.count("a")), (30, 30));
        assert_eq!((again.next("b"), again.next("c")), (10, 0));
        assert_eq!(again.lines.len(), 3);
        std::fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn commits_of_the_same_code_count_together() {
        let folder = folder("codes");
        let path = folder.join("journal.jsonl");
        let mut journal = Journal::open(&path).expect("an empty journal");
        let tried = [("1", "x"), ("2", "x"), ("3", "y"), ("4", "x"), ("5+", "z+")];
        for (commit, name) in tried {
            let code = code(commit, name);
            let first = journal.take("a", &code, 10).expect("cases");
            journal.add(&batch("a", &code, first)).expect("written");
        }
        let counts = ["x", "y", "z", "z+"].map(|name| journal.count_on("a", name));
        assert_eq!(counts, [30, 10, 0, 10]);
        assert_eq!(journal.lines.len(), 5);
        assert_eq!(
            (journal.latest("a"), journal.latest("b")),
            (Some("x"), None)
        );
        std::fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn campaigns_that_run_at_once_try_different_cases_and_lose_no_count() {
        let folder = folder("at-once");
        let path = folder.join("journal.jsonl");
        let run = |_| {
            let path = path.clone();
            std::thread::spawn(move || {
                let mut journal = Journal::open(&path).expect("a journal");
                let mut taken = Vec::new();
                for _ in 0..25 {
                    let first = journal.take("a", &code("1", "x"), 10).expect("cases");
                    let batch = batch("a", &code("1", "x"), first);
                    journal.add(&batch).expect("written");
                    taken.push(first);
                }
                taken
            })
        };
        let threads: Vec<_> = (0..4).map(run).collect();
        let taken = threads
            .into_iter()
            .map(|thread| thread.join().expect("a run"));
        let mut taken: Vec<u64> = taken.flatten().collect();
        taken.sort_unstable();
        assert_eq!(
            taken,
            (0..100).map(|number| number * 10).collect::<Vec<u64>>()
        );
        let journal = Journal::open(&path).expect("what was written");
        assert_eq!((journal.count("a"), journal.lines.len()), (1000, 1));
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
