//! The C64 a program runs on: the emulated machine with a character set, a KERNAL's console and a drive. It needs no
//! ROM image; the routines of the KERNAL that it knows are answered from outside.

use crate::characters;
use crate::console::Console;
use c64::{Drive, Fault, Key, Machine, Model, Power, Roms};

/// Frames a typed key is held down, and frames without a key after it.
const HELD_FRAMES: u64 = 3;
const SEED: u64 = 64;

/// A C64 with a program that was loaded and started.
pub struct Computer {
    /// The machine itself.
    pub machine: Machine,
    /// The disk drive that KERNAL calls reach.
    pub drive: Drive,
    /// The keyboard and screen that KERNAL calls reach.
    pub console: Console,
}

impl Computer {
    /// Loads a program into a machine whose memory is noise, and types `RUN`.
    pub fn start(prg: &[u8], model: Model) -> Result<Computer, String> {
        let characters = characters::image();
        let roms = Roms {
            characters: Some(&characters),
            ..Roms::default()
        };
        let mut machine = Machine::with_roms(model, Power::Noise(SEED), roms);
        machine.load_prg(prg)?;
        machine.start()?;
        Console::set_up(&mut machine);
        Ok(Computer {
            machine,
            drive: Drive::default(),
            console: Console::default(),
        })
    }

    /// Runs for so many cycles; ends early where the program returns to BASIC.
    pub fn run(&mut self, cycles: u64) -> Result<(), String> {
        let end = self.machine.cycles() + cycles;
        while self.machine.cycles() < end && !self.has_ended() {
            self.machine
                .run_until(u64::MAX, |machine| {
                    machine.cycles() >= end || calls_kernal(machine) || machine.has_ended()
                })
                .map_err(explain)?;
            if calls_kernal(&self.machine) && !self.has_ended() {
                self.answer()?;
            }
        }
        Ok(())
    }

    /// Runs for so many frames.
    pub fn run_frames(&mut self, frames: u64) -> Result<(), String> {
        self.run(frames * self.machine.model().frame_cycles())
    }

    /// Whether the program gave the machine back.
    pub fn has_ended(&self) -> bool {
        self.machine.has_ended()
    }

    /// Types a text while the program runs; a line feed is RETURN.
    pub fn type_text(&mut self, text: &str) -> Result<(), String> {
        for character in text.chars() {
            let keys =
                Key::typing(character).ok_or_else(|| format!("no key types `{character}`"))?;
            self.console.typed.extend(petscii(character));
            keys.iter().for_each(|&key| self.machine.press(key));
            self.run_frames(HELD_FRAMES)?;
            keys.iter().for_each(|&key| self.machine.release(key));
            self.run_frames(HELD_FRAMES)?;
        }
        Ok(())
    }

    fn answer(&mut self) -> Result<(), String> {
        let at = self.machine.registers().pc;
        if self.console.answer(&mut self.machine) {
            return Ok(());
        }
        if !DRIVE_ROUTINES.contains(&at) {
            return Err(format!(
                "the program called the KERNAL at ${at:04X}, which this machine does not have; its routines are those of \
                 screen, keyboard and sequential files"
            ));
        }
        self.drive.answer(&mut self.machine);
        Ok(())
    }
}

/// SETLFS, SETNAM, OPEN, CLOSE, CHKIN, CHKOUT, CLRCHN, CHRIN, CHROUT, GETIN, CLALL.
const DRIVE_ROUTINES: [u16; 11] = [
    0xFFBA, 0xFFBD, 0xFFC0, 0xFFC3, 0xFFC6, 0xFFC9, 0xFFCC, 0xFFCF, 0xFFD2, 0xFFE4, 0xFFE7,
];

/// Whether the processor is about to enter the KERNAL's table of jumps, with the ROM banked in.
fn calls_kernal(machine: &Machine) -> bool {
    const KERNAL_IN: u8 = 2;
    matches!(machine.registers().pc, 0xFF81..=0xFFF3) && machine.peek(1) & KERNAL_IN != 0
}

/// The PETSCII of a typed character.
pub fn petscii(character: char) -> Option<u8> {
    match character {
        '\n' => Some(13),
        'a'..='z' => Some(character.to_ascii_uppercase() as u8),
        'A'..='Z' => Some(character as u8 | 0x80),
        ' '..='_' => Some(character as u8),
        _ => None,
    }
}

fn explain(fault: Fault) -> String {
    format!("the program stopped the processor: {fault}")
}
