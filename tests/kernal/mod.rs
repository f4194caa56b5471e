//! A stand-in for the KERNAL's file routines: the machine is stopped at their entries, and a disk in memory answers. It
//! can be told to fail as a drive does.

use c64::Machine;
use std::collections::HashMap;

/// What goes wrong with the next file.
#[derive(Clone, Copy)]
pub enum Trouble {
    /// Nothing answers.
    NoDevice,
    /// The drive reports this number when the file is opened.
    Status(u8),
}

#[derive(Default)]
pub struct Kernal {
    pub files: HashMap<String, Vec<u8>>,
    pub trouble: Option<Trouble>,
    name: String,
    logical: u8,
    /// The file being written or read, and how far.
    open: Option<String>,
    writing: bool,
    place: usize,
    /// What the command channel still says.
    report: Vec<u8>,
    input: u8,
    number: u8,
}

const COMMAND: u8 = 15;
const CARRY: u8 = 1;
const DEVICE_NOT_PRESENT: u8 = 5;
const END_OF_FILE: u8 = 0x40;
/// The KERNAL's status of the serial bus.
const STATUS: u16 = 0x90;

impl Kernal {
    /// Runs the machine, answering calls on the way.
    pub fn run(&mut self, machine: &mut Machine, cycles: u64) {
        let end = machine.cycles() + cycles;
        while machine.cycles() < end {
            machine
                .run_until(u64::MAX, |machine| {
                    machine.cycles() >= end || is_entry(machine)
                })
                .unwrap_or_else(|fault| panic!("{fault}\n{}", machine.screen_text()));
            if is_entry(machine) {
                self.answer(machine);
            }
        }
    }

    fn answer(&mut self, machine: &mut Machine) {
        let mut registers = machine.registers();
        let mut failed = false;
        match registers.pc {
            0xffb7 => registers.a = machine.peek(STATUS),
            0xffba => self.logical = registers.a,
            0xffbd => {
                let start = u16::from_le_bytes([registers.x, registers.y]);
                let name = (0..u16::from(registers.a)).map(|index| machine.peek(start + index));
                self.name = name.map(char::from).collect();
            }
            0xffc0 => {
                machine.poke(STATUS, 0);
                failed = self.open();
                registers.a = DEVICE_NOT_PRESENT;
            }
            0xffc6 => self.input = registers.x,
            0xffcf => {
                let (byte, last) = self.receive();
                registers.a = byte;
                // As the real one: set here, cleared only when a file is opened.
                if last {
                    machine.poke(STATUS, machine.peek(STATUS) | END_OF_FILE);
                }
            }
            0xffd2 => self.send(registers.a),
            _ => {}
        }
        registers.p = registers.p & !CARRY | u8::from(failed);
        let stack =
            |offset: u8| machine.ram()[0x100 + usize::from(registers.s.wrapping_add(offset))];
        registers.pc = u16::from_le_bytes([stack(1), stack(2)]).wrapping_add(1);
        registers.s = registers.s.wrapping_add(2);
        machine.set_registers(registers);
    }

    fn open(&mut self) -> bool {
        if let Some(Trouble::NoDevice) = self.trouble {
            self.trouble = None;
            return true;
        }
        if self.logical == COMMAND {
            self.report = format!("{:02}, TEXT,00,00\r", self.number).into_bytes();
            self.number = 0;
            return false;
        }
        let (name, direction) = self.name.split_once(",S,").expect("a sequential file");
        self.writing = direction == "W";
        self.place = 0;
        self.number = match self.trouble.take() {
            Some(Trouble::Status(number)) => number,
            _ if self.writing && self.files.contains_key(name) => 63,
            _ if !self.writing && !self.files.contains_key(name) => 62,
            _ => 0,
        };
        self.open = (self.number == 0).then(|| name.to_string());
        if let (Some(name), true) = (&self.open, self.writing) {
            self.files.insert(name.clone(), Vec::new());
        }
        false
    }

    /// The next byte, and whether it is the last.
    fn receive(&mut self) -> (u8, bool) {
        if self.input == COMMAND {
            return (self.report.remove(0), self.report.is_empty());
        }
        let name = self.open.as_ref().expect("an open file");
        let bytes = &self.files[name];
        self.place += 1;
        (bytes[self.place - 1], self.place == bytes.len())
    }

    fn send(&mut self, byte: u8) {
        let name = self.open.as_ref().expect("an open file");
        self.files.get_mut(name).expect("it was created").push(byte);
    }
}

/// Is the processor about to enter the KERNAL's table of jumps, with the ROM banked in?
fn is_entry(machine: &Machine) -> bool {
    matches!(machine.registers().pc, 0xffb7..=0xffe7) && machine.peek(1) & 7 == 6
}
