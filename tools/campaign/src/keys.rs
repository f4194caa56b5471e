//! The program under random hands: keys, sticks, a mouse, RESTORE and a drive in trouble, from power-on noise.
//!
//! A session is one power-on and [`SESSION`] events. Now and then STOP must lead back to the board, and what is on it
//! must be a position that chess allows.

use crate::dice::Dice;
use c64::drive::{Failure, Trouble};
use c64::keyboard::KEYS;
use c64::{Joystick, Key, Model, Person, Power, Symbols};
use cozy_chess::Board;
use rayon::prelude::*;
use std::path::Path;

pub const SESSION: u64 = 1000;
/// Events between two looks at the position.
const LOOK: u64 = 250;

/// Tries `count` events from number `first` on; both are rounded to whole sessions. Was everything sound?
pub fn run(prg: &Path, first: u64, count: u64) -> Result<bool, String> {
    let program = Program::read(prg)?;
    let sessions = first / SESSION..(first + count).div_ceil(SESSION);
    let tried = sessions.end - sessions.start;
    let found: Vec<String> = sessions
        .into_par_iter()
        .filter_map(|session| {
            let outcome = program.session(session);
            outcome.err().map(|why| format!("session {session}: {why}"))
        })
        .collect();
    found.iter().for_each(|line| println!("{line}"));
    println!(
        "{} passed, {} failed",
        tried - found.len() as u64,
        found.len()
    );
    Ok(found.is_empty())
}

/// A program file and its labels.
pub struct Program {
    prg: Vec<u8>,
    symbols: Symbols,
}

impl Program {
    pub fn read(path: &Path) -> Result<Program, String> {
        let named =
            |path: &Path, error: std::io::Error| format!("{}: {error}; make prg", path.display());
        let prg = std::fs::read(path).map_err(|error| named(path, error))?;
        let labels = path.with_extension("sym");
        let text = std::fs::read_to_string(&labels).map_err(|error| named(&labels, error))?;
        let symbols = Symbols::parse(&text).map_err(|error| error.to_string())?;
        Ok(Program { prg, symbols })
    }

    /// Switched on, past the title, on the board.
    pub fn on_board(&self, seed: u64) -> Result<Person, String> {
        let model = if seed.is_multiple_of(4) {
            Model::Ntsc
        } else {
            Model::Pal
        };
        let mut person = Person::start(&self.prg, model, Power::Noise(seed))?;
        person.wait("Press a key")?;
        person.press(&[Key::Space])?;
        person.wait("Your move")?;
        Ok(person)
    }

    fn session(&self, session: u64) -> Result<(), String> {
        let mut dice = Dice::new(session);
        let mut person = self.on_board(session)?;
        // The computer answers in every third session only: it thinks longer than events last.
        if !session.is_multiple_of(3) {
            two_humans(&mut person)?;
        }
        for event in 0..SESSION {
            let at = |why: String| format!("event {event}: {why}");
            act(&mut person, &mut dice).map_err(at)?;
            // The menu and SHIFT with the comma can leave, and nothing else may end the program.
            if person.machine.has_ended() {
                person = self.on_board(session)?;
            }
            if event % LOOK == LOOK - 1 {
                person.drive.trouble = None;
                return_to_board(&mut person).map_err(at)?;
                self.check_position(&person).map_err(at)?;
            }
        }
        Ok(())
    }

    fn byte(&self, person: &Person, name: &str, offset: u16) -> Result<u8, String> {
        let address = self
            .symbols
            .address(name)
            .ok_or_else(|| format!("no symbol {name}"))?;
        Ok(person.machine.ram()[usize::from(address + offset)])
    }

    /// Is the position in memory one that chess allows, castling and en passant apart?
    pub fn check_position(&self, person: &Person) -> Result<(), String> {
        let mut rows = Vec::new();
        for row in 0..8 {
            let mut text = String::new();
            for file in 0..8 {
                let piece = self.byte(person, "Board88", row << 4 | file)?;
                let letter = char::from(b"1PNBRQK?"[usize::from(piece & 7)]);
                text.push(match piece & 0x80 {
                    0 => letter.to_ascii_lowercase(),
                    _ => letter,
                });
            }
            rows.push(text);
        }
        let white = self.byte(person, "SearchSide", 0)? == 0x80;
        let side = if white { 'w' } else { 'b' };
        let fen = format!("{} {side} - - 0 1", rows.join("/"));
        let board: Result<Board, _> = fen.parse();
        board
            .map(drop)
            .map_err(|error| format!("{fen}: {error}\n{}", person.machine.screen_text()))
    }
}

/// Two humans, so that nothing happens by itself.
pub fn two_humans(person: &mut Person) -> Result<(), String> {
    person.press(&[Key::F1])?;
    person.wait("Leave to BASIC")?;
    for shown in ["You are Black", "Two players"] {
        person.type_text("s")?;
        person.wait(shown)?;
    }
    person.press(&[Key::F1])?;
    wait_board(person)
}

/// The row of the panel with the program's name.
const PANEL_NAME: usize = 5;

fn wait_board(person: &mut Person) -> Result<(), String> {
    let is_board = |screen: &str| {
        screen
            .lines()
            .nth(PANEL_NAME)
            .is_some_and(|row| row.contains("64 Squares"))
    };
    person.wait_until("the board", is_board)?;
    person.run_frames(40)
}

fn act(person: &mut Person, dice: &mut Dice) -> Result<(), String> {
    match dice.below(40) {
        0 | 1 => person.machine.press_restore(),
        2 => person.drive.trouble = trouble(dice),
        3 | 4 => {
            let mut way = || dice.below(64) as i8 - 32;
            person.machine.move_mouse(way(), way());
        }
        5..12 => {
            let port = 1 + dice.below(2);
            person.machine.set_joystick(port, stick(dice));
            person.run_frames(2)?;
            person.machine.set_joystick(port, Joystick::default());
        }
        _ => {
            keys(dice)
                .into_iter()
                .for_each(|key| person.machine.press(key));
            person.run_frames(2)?;
            person.machine.release_all();
        }
    }
    person.run_frames(1 + dice.below(2) as u64)
}

/// What a drive may answer at one of its next steps; nothing wrong half of the time.
fn trouble(dice: &mut Dice) -> Option<Trouble> {
    let status = [21, 23, 25, 26, 62, 63, 67, 70, 72, 73, 74];
    let failure = match dice.below(6) {
        0 => Failure::NoDevice,
        1 => Failure::Status(*dice.pick(&status)),
        2 => Failure::Silent(dice.below(100)),
        _ => return None,
    };
    let after = dice.below(4);
    Some(Trouble { after, failure })
}

fn stick(dice: &mut Dice) -> Joystick {
    let bits = dice.below(32);
    Joystick {
        up: bits & 1 != 0,
        down: bits & 2 != 0,
        left: bits & 4 != 0,
        right: bits & 8 != 0,
        fire: bits & 16 != 0,
    }
}

/// One to three keys at once; leaving to BASIC is what its key is for, so that one is left out.
fn keys(dice: &mut Dice) -> Vec<Key> {
    let count = if dice.one_in(4) { 1 + dice.below(3) } else { 1 };
    let keys = (0..count).map(|_| *dice.pick(&KEYS));
    keys.filter(|&key| key != Key::LeftArrow).collect()
}

/// Presses of STOP, a third of a second each, that outlast a drive at work: meanwhile no key is seen.
const PRESSES: usize = 12;

/// STOP leads to the board from everywhere, and a step to the start leaves nobody thinking.
fn return_to_board(person: &mut Person) -> Result<(), String> {
    for _ in 0..PRESSES {
        person.press(&[Key::RunStop])?;
        person.run_frames(20)?;
    }
    person.press(&[Key::Home])?;
    person.run_frames(40)?;
    wait_board(person)
}
