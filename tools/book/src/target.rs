//! The book inside the compiled program: lookups on a simulated 6502, move for move against the host build.
//!
//! The program is asked through its exported names only (`LookupOpeningMove` and its kin), with board, side, rights and
//! en passant square copied from the host's engine before each call. The caller holds the engine (`key::hold_engine`).

use crate::key::load;
use crate::positions::Repertoire;
use crate::tree::squares;
use c64::{Flat, Power, Symbols};
use squares64::board::moves::Move;
use squares64::board::position::{BOARD, EN_PASSANT, PLY, RIGHTS, SIDE};
use squares64::board::{hash, make, position};
use squares64::chance;
use squares64::game::book;
use std::fmt;

/// What a lookup may cost at most, and on average.
pub const MAX_LOOKUP_CYCLES: u64 = 4_500_000;
pub const MEAN_LOOKUP_CYCLES: u64 = 700_000;
/// When a call is given up.
const CALL_LIMIT: u64 = 50_000_000;

type Found = Option<Move>;

/// The compiled program in flat memory.
pub struct Target {
    machine: Flat,
    symbols: Symbols,
}

/// Why the comparison ended.
#[derive(Debug)]
pub struct Difference(String);

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Difference {}

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
    /// Loads a program and its symbols, and lets it lay out its memory.
    pub fn new(program: &[u8], symbols: Symbols) -> Result<Self, Difference> {
        let mut machine = Flat::new(Power::Pattern);
        machine.load_prg(program).map_err(Difference)?;
        let mut target = Self { machine, symbols };
        target.call("mosaic_init")?;
        target.call("InitZobristTables")?;
        target.poke("BookEnabled", 1)?;
        Ok(target)
    }

    fn address(&self, name: &str) -> Result<u16, Difference> {
        let missing = || Difference(format!("the program has no symbol `{name}`"));
        self.symbols.address(name).ok_or_else(missing)
    }

    fn call(&mut self, name: &str) -> Result<u64, Difference> {
        let address = self.address(name)?;
        let fault = |fault| Difference(format!("{name}: {fault}"));
        self.machine.call(address, CALL_LIMIT).map_err(fault)
    }

    fn poke(&mut self, name: &str, byte: u8) -> Result<(), Difference> {
        let address = self.address(name)?;
        self.machine.poke(address, byte);
        Ok(())
    }

    fn peek(&self, name: &str) -> Result<u8, Difference> {
        Ok(self.machine.peek(self.address(name)?))
    }

    /// Equal chance on both sides from here on.
    fn seed(&mut self, seed: u16) -> Result<(), Difference> {
        let [low, high] = seed.to_le_bytes();
        chance::seed(low, high);
        let address = self.address("NoiseSeed")?;
        self.machine.poke_word(address, seed);
        self.call("SeedNoise").map(drop)
    }

    /// Copies the position on the host's board.
    fn copy_board(&mut self) -> Result<(), Difference> {
        let board = self.address("Board88")?;
        for sq in 0..128 {
            self.machine
                .poke(board + u16::from(sq), BOARD.get(sq).bits());
        }
        let ply = PLY.get();
        self.poke("SearchSide", SIDE.get().bit())?;
        self.poke("castlerights", RIGHTS.get(ply))?;
        self.poke("enpassantsq", EN_PASSANT.get(ply).bits())
    }

    /// Asks both sides for a move in the position on the host's board. They must agree.
    fn compare(&mut self, tally: &mut Tally) -> Result<Found, Difference> {
        self.copy_board()?;
        let cycles = self.call("LookupOpeningMove")?;
        let target =
            Move::from_bytes([self.peek("BestMoveFrom")?, self.peek("BestMoveTo")?]).some();
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
