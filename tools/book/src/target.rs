//! The book inside the compiled program: lookups on an emulated C64, move for move against the host build.
//!
//! The program is asked through its exported names only (`LookupOpeningMove` and its kin), with board, side, rights and
//! en passant square copied from the host's engine before each call. The caller holds the engine (`key::hold_engine`).

use crate::key::load;
use crate::positions::Repertoire;
use crate::tree::squares;
use bench::image::{Engine, Image};
use squares64::board::moves::Move;
use squares64::board::position::{BOARD, EN_PASSANT, PLY, RIGHTS, SIDE};
use squares64::board::{hash, make, position};
use squares64::chance;
use squares64::game::book;
use std::fmt;
use std::path::Path;

/// What a lookup may cost at most, and on average.
pub const MAX_LOOKUP_CYCLES: u64 = 4_500_000;
pub const MEAN_LOOKUP_CYCLES: u64 = 700_000;

type Found = Option<Move>;

/// The compiled program in its memory.
pub struct Target(Engine);

/// Why the comparison ended.
#[derive(Debug)]
pub struct Difference(String);

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Difference {}

impl From<String> for Difference {
    fn from(fault: String) -> Self {
        Self(fault)
    }
}

/// What the comparison saw.
#[derive(Debug, Default)]
pub struct Tally {
    pub lookups: u64,
    pub cycles: u64,
    pub most_cycles: u64,
}

impl Tally {
    pub fn mean_cycles(&self) -> u64 {
        self.cycles / self.lookups.max(1)
    }
}

impl Target {
    /// A machine with the program of this file.
    pub fn new(program: &Path) -> Result<Self, Difference> {
        let mut engine = Image::read(program)?.engine();
        engine.poke("BookEnabled", 1)?;
        Ok(Self(engine))
    }

    /// Equal chance on both sides from here on.
    fn seed(&mut self, seed: u16) -> Result<(), Difference> {
        let [low, high] = seed.to_le_bytes();
        chance::seed(low, high);
        self.0.write("NoiseSeed", &[low, high])?;
        self.0.call("SeedNoise")?;
        Ok(())
    }

    /// Copies the position on the host's board.
    fn copy_board(&mut self) -> Result<(), Difference> {
        let board: [u8; 128] = std::array::from_fn(|sq| BOARD.get(sq as u8).bits());
        let ply = PLY.get();
        self.0.write("Board88", &board)?;
        self.0.poke("SearchSide", SIDE.get().bit())?;
        self.0.poke("castlerights", RIGHTS.get(ply))?;
        self.0.poke("enpassantsq", EN_PASSANT.get(ply).bits())?;
        Ok(())
    }

    /// Asks both sides for a move in the position on the host's board. They must agree.
    fn compare(&mut self, tally: &mut Tally) -> Result<Found, Difference> {
        self.copy_board()?;
        let cycles = self.0.call("LookupOpeningMove")?;
        let found = [self.0.peek("BestMoveFrom")?, self.0.peek("BestMoveTo")?];
        let target = Move::from_bytes(found).some();
        let host = book::lookup().then(book::chosen);
        tally.lookups += 1;
        tally.cycles += cycles;
        tally.most_cycles = tally.most_cycles.max(cycles);
        if host != target {
            let reason = format!("lookup {}: host {host:?}, 6502 {target:?}", tally.lookups);
            return Err(Difference(reason));
        }
        Ok(target)
    }

    /// Every position of the repertoire once: a move of its own where it has one, none where it has none.
    pub fn compare_positions(
        &mut self,
        repertoire: &Repertoire,
        tally: &mut Tally,
    ) -> Result<(), Difference> {
        self.seed(0)?;
        for (placement, position) in &repertoire.positions {
            load(placement);
            let found = self.compare(tally)?;
            let mut moves = position.choices.values();
            let is_right = match found {
                Some(found) => moves.any(|choice| {
                    <[u8; 2]>::from(squares(&position.board, choice.mv)) == found.bytes()
                }),
                None => moves.len() == 0,
            };
            if !is_right {
                return Err(Difference(format!("{found:?} in {}", placement.0)));
            }
        }
        Ok(())
    }

    /// Many choices in one position: the first.
    pub fn compare_choices(&mut self, choices: u32, tally: &mut Tally) -> Result<(), Difference> {
        self.seed(0)?;
        position::start();
        (0..choices).try_for_each(|_| self.compare(tally).map(drop))
    }

    /// Games of book moves for both sides, one for each seed from 0.
    pub fn compare_games(&mut self, games: u16, tally: &mut Tally) -> Result<(), Difference> {
        for seed in 0..games {
            self.seed(seed)?;
            position::start();
            while let Some(mv) = self.compare(tally)? {
                make::make(mv);
                hash::push();
            }
        }
        Ok(())
    }
}
