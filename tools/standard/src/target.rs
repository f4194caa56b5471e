//! The player on the emulated C64: the program file in memory, called by its exported names.
//!
//! The whole program is started as `RUN` does and given the time to show itself, so that everything is where it belongs;
//! then its routine is called in the middle of whatever it does, and it never goes on with that. The engine alone, which
//! is no BASIC program, is only initialised. The game stays with the console: before each search the position is
//! written where the program keeps it. Time is that of a PAL machine with its screen on.

use crate::player::{Found, Player};
use c64::{Machine, Model, Power, Symbols};
use squares64::board::moves::{Move, NO_MOVE};
use squares64::board::ply::ROOT;
use squares64::board::position::{BOARD, CLOCK, EN_PASSANT, RIGHTS, SIDE};
use std::path::Path;

/// An hour: no search of three plies takes that long.
const CYCLE_LIMIT: u64 = 3_600 * Model::Pal.clock_hz();
/// Where a BASIC program is loaded.
const BASIC_START: u16 = 0x0801;
const PORT_DIRECTION: u16 = 0x0000;
const PORT: u16 = 0x0001;
const SCREEN_CONTROL: u16 = 0xD011;
/// Three seconds: set-up and the first screen are done.
const START_CYCLES: u64 = 3 * Model::Pal.clock_hz();
/// RAM is never clean at power-on; a fixed seed keeps runs equal.
const POWER: Power = Power::Noise(64);

pub struct Target {
    machine: Machine,
}

impl Target {
    /// A machine with the program loaded; the error names the file that is wrong.
    pub fn new(prg: &Path, symbols: &Path) -> Result<Self, String> {
        let named = |path: &Path, problem: String| format!("{}: {problem}", path.display());
        let bytes = std::fs::read(prg).map_err(|error| named(prg, error.to_string()))?;
        let text =
            std::fs::read_to_string(symbols).map_err(|error| named(symbols, error.to_string()))?;
        let mut machine = Machine::new(Model::Pal, POWER);
        let start = machine
            .load_prg(&bytes)
            .map_err(|problem| named(prg, problem))?;
        machine.symbols =
            Symbols::parse(&text).map_err(|error| named(symbols, error.to_string()))?;
        machine
            .address_of("FindStandardMove")
            .map_err(|problem| named(symbols, problem))?;
        if start == BASIC_START {
            start_program(&mut machine)
        } else {
            start_engine(&mut machine)
        }
        .map_err(|problem| named(prg, problem))?;
        Ok(Self { machine })
    }

    fn write_position(&mut self) -> Result<(), String> {
        let board: Vec<u8> = (0..128).map(|sq| BOARD.get(sq).bits()).collect();
        let machine = &mut self.machine;
        machine.set_at("Board88", &board)?;
        machine.set_at("SearchSide", &[SIDE.get().bit()])?;
        machine.set_at("castlerights", &[RIGHTS.get(ROOT)])?;
        machine.set_at("enpassantsq", &[EN_PASSANT.get(ROOT).bits()])?;
        machine.set_at("halfmoveclock", &[CLOCK.get(ROOT)])
    }
}

/// As `RUN` does, until the first screen is there.
fn start_program(machine: &mut Machine) -> Result<(), String> {
    machine.start()?;
    let run = machine.run_cycles(START_CYCLES);
    run.map(drop).map_err(|fault| fault.to_string())
}

/// Banks as the program sets them, screen on as the KERNAL leaves it; the start code then returns.
fn start_engine(machine: &mut Machine) -> Result<(), String> {
    machine.poke(PORT_DIRECTION, 0x2F);
    machine.poke(PORT, 0x35);
    machine.poke(SCREEN_CONTROL, 0x1B);
    let start = machine.address_of("start")?;
    let run = machine.call(start, START_CYCLES);
    run.map(drop).map_err(|fault| fault.to_string())
}

impl Player for Target {
    fn find(&mut self, depth: u8) -> Result<Option<Found>, String> {
        self.write_position()?;
        let machine = &mut self.machine;
        machine.set_at("StandardDepth", &[depth])?;
        let routine = machine.address_of("FindStandardMove")?;
        let cycles = machine
            .call(routine, CYCLE_LIMIT)
            .map_err(|fault| fault.to_string())?;
        let from = machine.byte_at("StandardFrom")?;
        if from == NO_MOVE.bits() {
            return Ok(None);
        }
        let nodes = usize::from(machine.address_of("StandardNodes")?);
        let nodes = [0, 1, 2, 3].map(|byte| machine.ram()[nodes + byte]);
        Ok(Some(Found {
            mv: Move::from_bytes([from, machine.byte_at("StandardTo")?]),
            score: machine.word_at("StandardScore")? as i16,
            nodes: u32::from_le_bytes(nodes),
            time: cycles * 1000 / Model::Pal.clock_hz(),
        }))
    }
}
