//! A disk drive that needs no ROM: the machine is stopped at the KERNAL's file routines, and files in memory answer.
//!
//! It serves sequential files, one at a time, and the command channel, as a program uses them that opens `NAME,S,W` or
//! `NAME,S,R` and asks for the drive's status, and the directory as `$`. It can be told to fail as a drive does. What the
//! routines would do to the screen or to other devices is left out.

use crate::burst::Stops;
use crate::core::{Fault, RETURN_ADDRESS};
use crate::kernal::RESET;
use crate::machine::Machine;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// What goes wrong with the next file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// Nothing answers.
    NoDevice,
    /// The drive reports this number when the file is opened.
    Status(u8),
    /// The drive reports this number after the last byte: the file is not whole.
    AtTheEnd(u8),
}

/// Files by name, and the state of the one that is open.
#[derive(Default)]
pub struct Drive {
    /// The files of the disk.
    pub files: BTreeMap<String, Vec<u8>>,
    /// What goes wrong with the next file, if anything.
    pub trouble: Option<Trouble>,
    name: String,
    logical: u8,
    /// The file being written or read, and how far.
    open: Option<String>,
    writing: bool,
    place: usize,
    /// The directory as it was when it was opened.
    directory: Vec<u8>,
    /// What the command channel still says.
    report: Vec<u8>,
    input: u8,
    number: u8,
    number_at_the_end: u8,
}

const COMMAND: u8 = 15;
const CARRY: u8 = 1;
const DEVICE_NOT_PRESENT: u8 = 5;
const END_OF_FILE: u8 = 0x40;
/// The KERNAL's status of the serial bus.
const STATUS: u16 = 0x90;

/// The name under which the directory is read.
const DIRECTORY: &str = "$";
/// Bytes of a file in one block, and blocks of an empty disk.
const BLOCK_BYTES: usize = 254;
const DISK_BLOCKS: usize = 664;

/// The file routines in the KERNAL's table of jumps.
const ENTRIES: RangeInclusive<u16> = 0xFFB7..=0xFFE7;

const FILE_EXISTS: u8 = 63;
const FILE_NOT_FOUND: u8 = 62;

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
            0xFFBA => self.logical = registers.a,
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
                let (byte, last) = self.receive();
                registers.a = byte;
                // As the real one: set here, cleared only when a file is opened.
                if last {
                    machine.poke(STATUS, machine.peek(STATUS) | END_OF_FILE);
                }
            }
            0xFFD2 => self.send(registers.a),
            _ => {}
        }
        registers.p = registers.p & !CARRY | u8::from(failed);
        let stack =
            |offset: u8| machine.ram()[0x100 + usize::from(registers.s.wrapping_add(offset))];
        registers.pc = u16::from_le_bytes([stack(1), stack(2)]).wrapping_add(1);
        registers.s = registers.s.wrapping_add(2);
        machine.set_registers(registers);
    }

    /// Whether the device is missing.
    fn open(&mut self) -> bool {
        if self.trouble == Some(Trouble::NoDevice) {
            self.trouble = None;
            return true;
        }
        if self.logical == COMMAND {
            self.report = format!("{:02}, TEXT,00,00\r", self.number).into_bytes();
            self.number = 0;
            return false;
        }
        if self.name == DIRECTORY {
            self.directory = self.listing();
            (self.writing, self.place, self.number) = (false, 0, 0);
            self.open = Some(self.name.clone());
            return false;
        }
        let Some((name, direction)) = self.name.split_once(",S,") else {
            self.number = 33;
            return false;
        };
        self.writing = direction == "W";
        self.place = 0;
        self.number_at_the_end = 0;
        self.number = match self.trouble.take() {
            Some(Trouble::Status(number)) => number,
            Some(Trouble::AtTheEnd(number)) => {
                self.number_at_the_end = number;
                0
            }
            _ if self.writing && self.files.contains_key(name) => FILE_EXISTS,
            _ if !self.writing && !self.files.contains_key(name) => FILE_NOT_FOUND,
            _ => 0,
        };
        self.open = (self.number == 0).then(|| name.to_string());
        if let (Some(name), true) = (&self.open, self.writing) {
            self.files.insert(name.clone(), Vec::new());
        }
        false
    }

    fn close(&mut self) {
        if self.open.take().is_some() {
            self.number = self.number_at_the_end;
        }
    }

    /// The next byte, and whether it is the last.
    fn receive(&mut self) -> (u8, bool) {
        if self.input == COMMAND {
            let byte = if self.report.is_empty() {
                b'\r'
            } else {
                self.report.remove(0)
            };
            return (byte, self.report.is_empty());
        }
        let bytes = match self.open.as_deref() {
            Some(DIRECTORY) => Some(&self.directory),
            Some(name) => self.files.get(name),
            None => None,
        };
        let bytes = bytes.map_or(&[][..], Vec::as_slice);
        self.place += 1;
        let byte = bytes.get(self.place - 1).copied();
        (byte.unwrap_or(b'\r'), self.place >= bytes.len())
    }

    /// The directory in the form of a BASIC program: the number of a line is the file's size in blocks.
    fn listing(&self) -> Vec<u8> {
        let blocks = |bytes: &Vec<u8>| bytes.len().div_ceil(BLOCK_BYTES).max(1);
        let mut lines = vec![(0, "\x12\"DISK            \" 64 2A".to_owned())];
        for (name, bytes) in &self.files {
            let blocks = blocks(bytes);
            let indent = 3usize.saturating_sub(blocks.to_string().len());
            let quoted = format!("\"{name}\"");
            lines.push((blocks, format!("{:indent$}{quoted:18} SEQ", "")));
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

    fn send(&mut self, byte: u8) {
        if let Some(bytes) = self.open.as_ref().and_then(|name| self.files.get_mut(name)) {
            bytes.push(byte);
        }
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
