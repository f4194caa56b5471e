//! The player on the emulated C64: the program in memory, its routine called by its exported name.
//!
//! The game stays with the console: before each search the position is written where the program keeps it. Time is that
//! of a PAL machine with its screen on.

use crate::player::{Found, Player};
use bench::image::{Engine, Image};
use c64::Model;
use squares64::board::moves::{Move, NO_MOVE};
use squares64::board::ply::ROOT;
use squares64::board::position::{BOARD, CLOCK, EN_PASSANT, RIGHTS, SIDE};
use std::path::Path;

pub struct Target(Engine);

impl Target {
    /// A machine with the program of this file.
    pub fn new(program: &Path) -> Result<Self, String> {
        let mut engine = Image::read(program)?.engine();
        engine.show()?;
        Ok(Self(engine))
    }

    fn write_position(&mut self) -> Result<(), String> {
        let board: [u8; 128] = std::array::from_fn(|sq| BOARD.get(sq as u8).bits());
        let engine = &mut self.0;
        engine.write("Board88", &board)?;
        engine.poke("SearchSide", SIDE.get().bit())?;
        engine.poke("castlerights", RIGHTS.get(ROOT))?;
        engine.poke("enpassantsq", EN_PASSANT.get(ROOT).bits())?;
        engine.poke("halfmoveclock", CLOCK.get(ROOT))
    }
}

impl Player for Target {
    fn find(&mut self, depth: u8) -> Result<Option<Found>, String> {
        self.write_position()?;
        let engine = &mut self.0;
        engine.poke("StandardDepth", depth)?;
        let cycles = engine.call("FindStandardMove")?;
        let from = engine.peek("StandardFrom")?;
        if from == NO_MOVE.bits() {
            return Ok(None);
        }
        Ok(Some(Found {
            mv: Move::from_bytes([from, engine.peek("StandardTo")?]),
            score: engine.peek_word("StandardScore")?,
            nodes: engine.peek_long("StandardNodes")?,
            time: cycles * 1000 / Model::Pal.clock_hz(),
        }))
    }
}
