//! Saved games that were damaged: the program loads them, says so or takes them, and plays on from a legal position.

use crate::dice::Dice;
use crate::keys::{Program, two_humans};
use c64::{Key, Person};
use std::path::Path;

const NAME: &str = "GAME";

pub struct Saved {
    program: Program,
    /// A sound file that the program wrote.
    file: Vec<u8>,
}

impl Saved {
    /// Has the program save a game.
    pub fn read(prg: &Path) -> Result<Saved, String> {
        let program = Program::read(prg)?;
        let mut person = program.on_board(1)?;
        two_humans(&mut person)?;
        for mv in ["e2e4", "c7c5", "g1f3", "d7d6", "d2d4", "c5d4", "f3d4"] {
            person.type_text(mv)?;
            person.run_frames(25)?;
        }
        filing(&mut person, "w")?;
        person.wait("Saved")?;
        let file = person
            .drive
            .files
            .remove(NAME)
            .ok_or("the program saved nothing")?;
        Ok(Saved { program, file })
    }

    /// Loads a damaged copy; the program must come back to the board with a position that chess allows.
    pub fn load_mutated(&self, number: u64) -> Result<(), String> {
        let mut dice = Dice::new(number);
        let mut file = self.file.clone();
        for _ in 0..1 + dice.below(4) {
            let at = dice.below(file.len().max(1));
            match dice.below(5) {
                0 => file.truncate(at),
                1 => file.insert(at.min(file.len()), dice.roll() as u8),
                2 if at < file.len() => drop(file.remove(at)),
                3 if at < file.len() => file[at] ^= 1 << dice.below(8),
                _ if at < file.len() => file[at] = dice.roll() as u8,
                _ => {}
            }
        }
        let mut person = self.program.on_board(number)?;
        two_humans(&mut person)?;
        person.drive.files.insert(NAME.into(), file.clone());
        let shown = |why: String| format!("{why}; file {file:02x?}");
        filing(&mut person, "g").map_err(shown)?;
        self.program.check_position(&person).map_err(shown)?;
        // It goes on: the game's moves can be stepped through.
        person.press(&[Key::Home]).map_err(shown)?;
        person.run_frames(60).map_err(shown)?;
        self.program.check_position(&person).map_err(shown)
    }
}

/// Answers the screen of a file.
fn filing(person: &mut Person, letter: &str) -> Result<(), String> {
    person.press(&[Key::F1])?;
    person.wait("Leave to BASIC")?;
    person.type_text(letter)?;
    person.wait("Name:")?;
    person.type_text("game\n")?;
    person.run_frames(90)
}
