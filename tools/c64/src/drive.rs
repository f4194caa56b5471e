//! A disk drive that needs no ROM: the machine is stopped at the KERNAL's file routines, and files in memory answer.
//!
//! It serves sequential files, one at a time, as a program uses them that opens `NAME,S,W` or `NAME,S,R`; the directory as
//! `$` with secondary address 0; and the command channel with the drive's status, `S:NAME` (scratch) and `R:NEW=OLD`
//! (rename). It can be told to fail as a drive does, at any of its steps. What the routines would do to the screen or to
//! other devices is left out.

use crate::burst::Stops;
use crate::core::{Fault, RETURN_ADDRESS};
use crate::kernal::RESET;
use crate::machine::Machine;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Nothing answers when a file or the command channel is opened.
    NoDevice,
    /// The drive reports this number: a file is not opened, is not whole when it is closed, or a command is not done.
    Status(u8),
    /// The file that is opened falls silent after so many bytes: the KERNAL's serial status tells it.
    Silent(usize),
}

/// Something that goes wrong once. The drive takes a step when a file is opened, when one is closed, and for a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// So many steps go well before.
    pub after: usize,
    /// How that step fails.
    pub failure: Failure,
}

impl Trouble {
    /// Goes wrong at the next step.
    pub fn now(failure: Failure) -> Trouble {
        Trouble { after: 0, failure }
    }
}

/// Files by name, and the state of the one that is open.
#[derive(Default)]
pub struct Drive {
    /// The files of the disk.
    pub files: BTreeMap<String, Vec<u8>>,
    /// Which of them are programs (PRG); the others are sequential (SEQ).
    pub programs: BTreeSet<String>,
    /// What goes wrong, if anything; gone when it has happened.
    pub trouble: Option<Trouble>,
    name: String,
    logical: u8,
    secondary: u8,
    /// The file being written or read, and how far.
    open: Option<String>,
    writing: bool,
    place: usize,
    /// Bytes after which the open file falls silent.
    silent_from: Option<usize>,
    /// The directory as it was when it was opened.
    directory: Vec<u8>,
    /// What the command channel still says.
    report: Vec<u8>,
    input: u8,
    number: u8,
    /// Files that the last command scratched.
    scratched: u8,
}

const COMMAND: u8 = 15;
const CARRY: u8 = 1;
const DEVICE_NOT_PRESENT: u8 = 5;
const END_OF_FILE: u8 = 0x40;
/// The serial status of a drive that takes no byte, and of one that gives none.
const WRITE_TIMEOUT: u8 = 0x83;
const READ_TIMEOUT: u8 = 0x42;
/// The KERNAL's status of the serial bus.
const STATUS: u16 = 0x90;

/// The name under which the directory is read.
const DIRECTORY: &str = "$";
/// Bytes of a file in one block, and blocks of an empty disk.
const BLOCK_BYTES: usize = 254;
const DISK_BLOCKS: usize = 664;

/// The file routines in the KERNAL's table of jumps.
const ENTRIES: RangeInclusive<u16> = 0xFFB7..=0xFFE7;

const FILES_SCRATCHED: u8 = 1;
const SYNTAX_ERROR: u8 = 33;
const FILE_NOT_FOUND: u8 = 62;
const FILE_EXISTS: u8 = 63;
const FILE_TYPE_MISMATCH: u8 = 64;

/// What a 1541 says for each of its numbers.
#[rustfmt::skip]
pub const MESSAGES: [(u8, &str); 31] = [
    (0, " OK"), (1, " FILES SCRATCHED"),
    (20, "READ ERROR"), (21, "READ ERROR"), (22, "READ ERROR"), (23, "READ ERROR"), (24, "READ ERROR"),
    (25, "WRITE ERROR"), (26, "WRITE PROTECT ON"), (27, "READ ERROR"), (28, "WRITE ERROR"), (29, "DISK ID MISMATCH"),
    (30, "SYNTAX ERROR"), (31, "SYNTAX ERROR"), (32, "SYNTAX ERROR"), (33, "SYNTAX ERROR"), (34, "SYNTAX ERROR"),
    (39, "FILE NOT FOUND"), (52, "FILE TOO LARGE"), (60, "WRITE FILE OPEN"), (61, "FILE NOT OPEN"),
    (62, " FILE NOT FOUND"), (63, "FILE EXISTS"), (64, "FILE TYPE MISMATCH"), (65, "NO BLOCK"),
    (66, "ILLEGAL TRACK OR SECTOR"), (67, "ILLEGAL TRACK OR SECTOR"), (70, "NO CHANNEL"), (71, "DIR ERROR"),
    (72, "DISK FULL"), (74, "DRIVE NOT READY"),
];

fn message(number: u8) -> &'static str {
    let known = MESSAGES.iter().find(|(known, _)| *known == number);
    known.map_or("", |&(_, text)| text)
}

impl Drive {
    /// Runs the machine for so many cycles, answering calls on the way; ends early where the program returns to BASIC.
    pub fn run(&mut self, machine: &mut Machine, cycles: u64) -> Result<(), Fault> {
        let end = machine.cycles() + cycles;
        let stops = stops();
        while machine.cycles() < end && !machine.has_ended() {
            machine.run_to_stop(end, &stops)?;
            if is_entry(machine) {
                self.answer(machine);
            } else if machine.cycles() < end && !machine.has_ended() {
                // The program's own code, where the KERNAL is not banked in.
                machine.step()?;
            }
        }
        Ok(())
    }

    /// Does what the routine that is about to be entered would do, and returns from it.
    pub fn answer(&mut self, machine: &mut Machine) {
        let mut registers = machine.registers();
        let mut failed = false;
        match registers.pc {
            0xFFBA => (self.logical, self.secondary) = (registers.a, registers.y),
            0xFFBD => {
                let start = u16::from_le_bytes([registers.x, registers.y]);
                let name = (0..u16::from(registers.a)).map(|index| machine.peek(start + index));
                self.name = name.map(char::from).collect();
            }
            0xFFC0 => {
                machine.poke(STATUS, 0);
                failed = self.open();
                registers.a = DEVICE_NOT_PRESENT;
            }
            0xFFC3 if registers.a != COMMAND => self.close(),
            0xFFC6 => self.input = registers.x,
            0xFFCF => {
                let (byte, status) = self.receive();
                registers.a = byte;
                // As the real one: set here, cleared only when a file is opened.
                machine.poke(STATUS, machine.peek(STATUS) | status);
            }
            0xFFD2 => {
                let status = self.send(registers.a);
                machine.poke(STATUS, machine.peek(STATUS) | status);
            }
            _ => {}
        }
        registers.p = registers.p & !CARRY | u8::from(failed);
        let stack =
            |offset: u8| machine.ram()[0x100 + usize::from(registers.s.wrapping_add(offset))];
        registers.pc = u16::from_le_bytes([stack(1), stack(2)]).wrapping_add(1);
        registers.s = registers.s.wrapping_add(2);
        machine.set_registers(registers);
    }

    /// The failure that is due at a step.
    fn step(&mut self) -> Option<Failure> {
        let trouble = self.trouble.as_mut()?;
        if trouble.after > 0 {
            trouble.after -= 1;
            return None;
        }
        self.trouble.take().map(|trouble| trouble.failure)
    }

    /// Whether the device is missing.
    fn open(&mut self) -> bool {
        if self.trouble == Some(Trouble::now(Failure::NoDevice)) {
            self.trouble = None;
            return true;
        }
        if self.logical == COMMAND {
            if !self.name.is_empty() {
                self.number = self.command();
            }
            let (number, text, count) = (self.number, message(self.number), self.scratched);
            self.report = format!("{number:02},{text},{count:02},00\r").into_bytes();
            (self.number, self.scratched) = (0, 0);
        } else {
            let failure = self.step();
            self.number = match failure {
                Some(Failure::Status(number)) => number,
                _ => self.open_file(),
            };
            self.silent_from = match failure {
                Some(Failure::Silent(bytes)) => Some(bytes),
                _ => None,
            };
        }
        false
    }

    /// Opens the directory or the file that is named; returns the number that the drive reports.
    fn open_file(&mut self) -> u8 {
        self.place = 0;
        if self.name == DIRECTORY && self.secondary == 0 {
            self.directory = self.listing();
            self.writing = false;
            self.open = Some(self.name.clone());
            return 0;
        }
        let Some((name, direction)) = self.name.split_once(",S,") else {
            return SYNTAX_ERROR;
        };
        self.writing = direction == "W";
        match (self.writing, self.files.contains_key(name)) {
            (true, true) => return FILE_EXISTS,
            (false, false) => return FILE_NOT_FOUND,
            (false, true) if self.programs.contains(name) => return FILE_TYPE_MISMATCH,
            (true, false) => drop(self.files.insert(name.to_string(), Vec::new())),
            (false, true) => {}
        }
        self.open = Some(name.to_string());
        0
    }

    /// Does what the command channel was told; returns the number that the drive reports.
    fn command(&mut self) -> u8 {
        if let Some(Failure::Status(number)) = self.step() {
            return number;
        }
        let name = self.name.clone();
        let name = name.trim_end_matches('\r');
        let number = if let Some(name) = name.strip_prefix("S:") {
            self.programs.remove(name);
            self.scratched = u8::from(self.files.remove(name).is_some());
            Ok(FILES_SCRATCHED)
        } else if let Some((new, old)) = name
            .strip_prefix("R:")
            .and_then(|names| names.split_once('='))
        {
            self.rename(new, old)
        } else {
            Err(SYNTAX_ERROR)
        };
        number.unwrap_or_else(|number| number)
    }

    fn rename(&mut self, new: &str, old: &str) -> Result<u8, u8> {
        if self.files.contains_key(new) {
            return Err(FILE_EXISTS);
        }
        let bytes = self.files.remove(old).ok_or(FILE_NOT_FOUND)?;
        self.files.insert(new.to_string(), bytes);
        if self.programs.remove(old) {
            self.programs.insert(new.to_string());
        }
        Ok(0)
    }

    fn close(&mut self) {
        if self.open.take().is_some()
            && let Some(Failure::Status(number)) = self.step()
        {
            self.number = number;
        }
    }

    /// Has the open file fallen silent?
    fn is_silent(&self) -> bool {
        self.silent_from.is_some_and(|bytes| self.place >= bytes)
    }

    /// The next byte, and the status of the serial bus after it.
    fn receive(&mut self) -> (u8, u8) {
        let end = |last: bool| if last { END_OF_FILE } else { 0 };
        if self.input == COMMAND {
            let byte = if self.report.is_empty() {
                b'\r'
            } else {
                self.report.remove(0)
            };
            return (byte, end(self.report.is_empty()));
        }
        if self.is_silent() {
            return (b'\r', READ_TIMEOUT);
        }
        let bytes = match self.open.as_deref() {
            Some(DIRECTORY) => Some(&self.directory),
            Some(name) => self.files.get(name),
            None => None,
        };
        let bytes = bytes.map_or(&[][..], Vec::as_slice);
        self.place += 1;
        let byte = bytes.get(self.place - 1).copied();
        (byte.unwrap_or(b'\r'), end(self.place >= bytes.len()))
    }

    /// The directory in the form of a BASIC program: the number of a line is the file's size in blocks.
    fn listing(&self) -> Vec<u8> {
        let blocks = |bytes: &Vec<u8>| bytes.len().div_ceil(BLOCK_BYTES).max(1);
        let mut lines = vec![(0, "\x12\"DISK            \" 64 2A".to_owned())];
        for (name, bytes) in &self.files {
            let blocks = blocks(bytes);
            let indent = 3usize.saturating_sub(blocks.to_string().len());
            let quoted = format!("\"{name}\"");
            let kind = if self.programs.contains(name) {
                "PRG"
            } else {
                "SEQ"
            };
            lines.push((blocks, format!("{:indent$}{quoted:18} {kind}", "")));
        }
        let used: usize = self.files.values().map(blocks).sum();
        let free = DISK_BLOCKS.saturating_sub(used);
        lines.push((free, "BLOCKS FREE.".to_owned()));
        let mut program = vec![0x01, 0x04];
        for (number, text) in lines {
            // The address of the next line: anything but zero, BASIC puts it right when it loads.
            program.extend([1, 1]);
            program.extend((number as u16).to_le_bytes());
            program.extend(text.bytes());
            program.push(0);
        }
        program.extend([0, 0]);
        program
    }

    /// Takes a byte; returns the status of the serial bus.
    fn send(&mut self, byte: u8) -> u8 {
        if self.is_silent() {
            return WRITE_TIMEOUT;
        }
        self.place += 1;
        if let Some(bytes) = self.open.as_ref().and_then(|name| self.files.get_mut(name)) {
            bytes.push(byte);
        }
        0
    }
}

/// Where a drive has something to do, if the KERNAL is banked in, or where the program gives the machine back.
pub fn stops() -> Stops {
    Stops::at(ENTRIES.chain([RESET, RETURN_ADDRESS]))
}

/// Is the processor about to enter the KERNAL's table of jumps, with the ROM banked in?
pub fn is_entry(machine: &Machine) -> bool {
    ENTRIES.contains(&machine.program_counter()) && machine.peek(1) & 7 == 6
}
