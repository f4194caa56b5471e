//! A build of the engine as a shared library (`lab-player`): a player within this process.
//!
//! Every player loads a copy of the file, because the loader gives one file out once only and the engine is one state in
//! statics. So a match can have two builds, or one build with two sets of numbers, at as many tables as there are cores.

use crate::thought::{MATE, MATE_BOUND, Thought};
use lab_player::{Answer, Interface, SYMBOL, VERSION};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

pub struct Library {
    /// As the file is called.
    pub name: String,
    /// Within `_file`.
    interface: &'static Interface,
    nodes: u32,
    /// Moves of this game that the engine has been told.
    told: usize,
    /// Keeps `interface`, which is given to nobody.
    _file: libloading::Library,
}

impl Library {
    /// Loads a copy of `path`, which will search `nodes` nodes for each move.
    pub fn load(path: &Path, nodes: u32) -> Result<Library, String> {
        let named = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let copy = copy_of(path).map_err(|error| named(&error))?;
        // SAFETY: the library is built from this project's `lab-player`; loading it runs no code of its own.
        let file = unsafe { libloading::Library::new(&copy) };
        // What is loaded stays when its name is gone.
        std::fs::remove_file(&copy).map_err(|error| named(&error))?;
        let file = file.map_err(|error| named(&error))?;
        // SAFETY: whatever has this symbol begins with a version, and the rest is used only when the version is ours.
        let interface: &'static Interface = unsafe {
            &**file
                .get::<*const Interface>(SYMBOL)
                .map_err(|error| named(&error))?
        };
        let library = Library {
            name: path.display().to_string(),
            interface,
            nodes,
            told: 0,
            _file: file,
        };
        let version = library.interface.version;
        if version != VERSION {
            return Err(named(&format!(
                "interface {version}, not {VERSION}: from a revision that this lab cannot play"
            )));
        }
        Ok(library)
    }

    /// Sets a tunable number of the engine.
    pub fn set(&mut self, name: &str, value: i16) -> Result<(), String> {
        // SAFETY: the slice is what it says.
        if unsafe { (self.interface.set)(name.as_ptr(), name.len(), value) } {
            Ok(())
        } else {
            Err(format!("{}: {name} cannot be {value}", self.name))
        }
    }

    pub fn new_game(&mut self) {
        (self.interface.new_game)();
        self.told = 0;
    }

    /// The move after `moves`, which continue the moves of the last call.
    pub fn think(&mut self, start: &str, moves: &[String]) -> Result<Thought, String> {
        if start != "startpos" {
            return Err(format!(
                "{} plays from the initial position only",
                self.name
            ));
        }
        for text in &moves[self.told..] {
            // SAFETY: the slice is what it says.
            if !unsafe { (self.interface.play)(text.as_ptr(), text.len()) } {
                return Err(format!("{} holds {text} for illegal", self.name));
            }
        }
        self.told = moves.len();
        let mut answer = Answer::default();
        // SAFETY: `answer` is writable.
        unsafe { (self.interface.think)(self.nodes, &mut answer) };
        let text = &answer.text[..usize::from(answer.length)];
        if text.is_empty() {
            return Err(format!("{} finds no move", self.name));
        }
        Ok(Thought {
            mv: String::from_utf8_lossy(text).into_owned(),
            depth: u32::from(answer.depth),
            score: Some(in_moves(i32::from(answer.score))),
            milliseconds: 0,
            nodes: u64::from(answer.nodes),
        })
    }
}

/// The engine counts plies to a mate, the lab moves.
fn in_moves(score: i32) -> i32 {
    if score.abs() < MATE_BOUND {
        return score;
    }
    score.signum() * (MATE - (MATE - score.abs() + 1) / 2)
}

fn copy_of(path: &Path) -> std::io::Result<std::path::PathBuf> {
    static COPIES: AtomicU32 = AtomicU32::new(0);
    let number = COPIES.fetch_add(1, Ordering::Relaxed);
    let name = format!("lab-player-{}-{number}.so", std::process::id());
    let copy = std::env::temp_dir().join(name);
    std::fs::copy(path, &copy)?;
    Ok(copy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_count_in_moves_and_other_scores_stay() {
        assert_eq!(in_moves(-123), -123);
        // Mate by the move to come, and by the one after the answer.
        assert_eq!(in_moves(MATE - 1), MATE - 1);
        assert_eq!(in_moves(MATE - 3), MATE - 2);
        assert_eq!(in_moves(-(MATE - 2)), -(MATE - 1));
    }

    #[test]
    fn a_file_that_is_no_player_is_refused_by_name() {
        let error = Library::load(Path::new("no-such.so"), 100).err();
        assert!(error.is_some_and(|error| error.contains("no-such.so")));
        let other = std::env::current_exe().expect("this test");
        let error = Library::load(&other, 100).err().expect("not a library");
        assert!(error.contains(&other.display().to_string()), "{error}");
    }
}
