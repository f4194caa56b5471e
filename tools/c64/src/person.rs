//! Someone at the machine: types, moves the stick, waits for words on the screen; a drive stands beside it.
//!
//! Keys are held as long as a hurried hand holds them. Whoever waits gives up after two minutes of the machine's time.

use crate::drive::Drive;
use crate::keyboard::{Joystick, Key};
use crate::machine::Machine;
use crate::model::Model;
use crate::power::Power;

const HELD_FRAMES: u64 = 4;
const APART_FRAMES: u64 = 6;
const LOOKS_A_SECOND: u64 = 10;
const PATIENCE_SECONDS: u64 = 120;

/// Someone who sits at a machine with a disk drive: types, looks and waits.
pub struct Person {
    /// The computer.
    pub machine: Machine,
    /// The drive beside it.
    pub drive: Drive,
}

impl Person {
    /// Loads a program file into a machine that was just switched on, and types `RUN`.
    pub fn start(prg: &[u8], model: Model, power: Power) -> Result<Person, String> {
        let mut machine = Machine::new(model, power);
        machine.load_prg(prg)?;
        machine.start()?;
        let drive = Drive::default();
        Ok(Person { machine, drive })
    }

    /// Lets time pass.
    pub fn run(&mut self, cycles: u64) -> Result<(), String> {
        self.drive
            .run(&mut self.machine, cycles)
            .map_err(|fault| format!("{fault}\n{}", self.machine.screen_text()))
    }

    /// Lets so many frames pass.
    pub fn run_frames(&mut self, frames: u64) -> Result<(), String> {
        self.run(frames * self.machine.model().frame_cycles())
    }

    /// Lets so many seconds pass.
    pub fn run_seconds(&mut self, seconds: u64) -> Result<(), String> {
        self.run(seconds * self.second())
    }

    /// Cycles of a second.
    pub fn second(&self) -> u64 {
        self.machine.model().clock_hz()
    }

    /// Waits until the screen shows a text.
    pub fn wait(&mut self, text: &str) -> Result<(), String> {
        self.wait_until(text, |screen| screen.contains(text))
    }

    /// Waits until the screen is as it should be; `what` is for the message.
    pub fn wait_until(
        &mut self,
        what: &str,
        is_there: impl Fn(&str) -> bool,
    ) -> Result<(), String> {
        for _ in 0..PATIENCE_SECONDS * LOOKS_A_SECOND {
            if is_there(&self.machine.screen_text()) {
                return Ok(());
            }
            self.run(self.second() / LOOKS_A_SECOND)?;
        }
        let screen = self.machine.screen_text();
        Err(format!("`{what}` never came:\n{screen}"))
    }

    /// Presses keys together and lets them go.
    pub fn press(&mut self, keys: &[Key]) -> Result<(), String> {
        keys.iter().for_each(|&key| self.machine.press(key));
        self.run_frames(HELD_FRAMES)?;
        keys.iter().for_each(|&key| self.machine.release(key));
        self.run_frames(APART_FRAMES)
    }

    /// Types a text; a line feed is RETURN.
    pub fn type_text(&mut self, text: &str) -> Result<(), String> {
        for character in text.chars() {
            let keys =
                Key::typing(character).ok_or_else(|| format!("no key types `{character}`"))?;
            self.press(&keys)?;
        }
        Ok(())
    }

    /// Moves the stick in port 1 or 2 and lets it go.
    pub fn move_stick(&mut self, port: usize, stick: Joystick) -> Result<(), String> {
        self.machine.set_joystick(port, stick);
        self.run_frames(HELD_FRAMES)?;
        self.machine.set_joystick(port, Joystick::default());
        self.run_frames(HELD_FRAMES)
    }
}
