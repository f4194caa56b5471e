//! The compiled engine in the memory of an emulated 6502, called by its exported names.
//!
//! An `Image` is the memory after start-up; every `Engine` made from it begins there, so that results do not depend on
//! the order of the calls and positions can run side by side. A fault of the processor ends the run with the routine's name.

use crate::host::Found;
use crate::setup::Setup;
use c64::core::RETURN_ADDRESS;
use c64::{Flat, Power, Stops, Symbols};
use squares64::board::moves::Move;
use std::collections::BTreeMap;
use std::path::Path;

/// By address of an instruction: how often it ran, and the cycles of all its runs.
pub type Profile = BTreeMap<u16, (u64, u64)>;

/// No routine but a search may take longer.
const CALL_LIMIT: u64 = 200_000_000;
/// A search that takes longer has lost its way.
const SEARCH_LIMIT: u64 = 20_000_000_000;
/// How often the engine's clock is set during a search, in cycles.
const CLOCK_GRAIN: u64 = 256;
/// What lies in the free part of the stack before a search.
const PAINT: u8 = 0xA7;

pub struct Image {
    memory: Box<[u8; 0x1_0000]>,
    symbols: Symbols,
}

impl Image {
    /// Reads a program file and, beside it, the `.sym` file of the same name; runs the start-up code.
    pub fn read(program: &Path) -> Result<Image, String> {
        Image::read_with(program, 64)
    }

    /// The same on a machine whose RAM holds this noise when it is switched on.
    pub fn read_with(program: &Path, noise: u64) -> Result<Image, String> {
        let named = |path: &Path, error| format!("{}: {error}", path.display());
        let bytes = std::fs::read(program).map_err(|error| named(program, error))?;
        let path = program.with_extension("sym");
        let text = std::fs::read_to_string(&path).map_err(|error| named(&path, error))?;
        let symbols =
            Symbols::parse(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut flat = Flat::new(Power::Noise(noise));
        flat.load_prg(&bytes)
            .map_err(|error| format!("{}: {error}", program.display()))?;
        let mut engine = Engine {
            flat,
            symbols: &symbols,
            lowest_stack: 0xff,
        };
        engine.call("mosaic_init")?;
        engine.call("InitZobristTables")?;
        let memory = Box::new(*engine.flat.memory());
        Ok(Image { memory, symbols })
    }

    /// A processor of its own, as it is after start-up.
    pub fn engine(&self) -> Engine<'_> {
        let mut flat = Flat::new(Power::Fill(0));
        *flat.memory_mut() = *self.memory;
        Engine {
            flat,
            symbols: &self.symbols,
            lowest_stack: 0xff,
        }
    }

    /// The function at or before an address, and how far into it the address is.
    pub fn nearest(&self, address: u16) -> Option<(&str, u16)> {
        self.symbols.nearest(address)
    }
}

pub struct Engine<'image> {
    flat: Flat,
    symbols: &'image Symbols,
    /// The lowest stack pointer that a search had.
    lowest_stack: u8,
}

impl Engine<'_> {
    fn address(&self, name: &str) -> Result<u16, String> {
        let missing = || format!("the engine's image has no symbol `{name}`");
        self.symbols.address(name).ok_or_else(missing)
    }

    pub fn poke(&mut self, name: &str, byte: u8) -> Result<(), String> {
        let address = self.address(name)?;
        self.flat.poke(address, byte);
        Ok(())
    }

    fn poke_long(&mut self, name: &str, value: u32) -> Result<(), String> {
        let address = self.address(name)?;
        self.flat.load(address, &value.to_le_bytes());
        Ok(())
    }

    pub fn peek(&self, name: &str) -> Result<u8, String> {
        Ok(self.flat.peek(self.address(name)?))
    }

    /// Entry `index` of the byte array `name`.
    pub fn peek_at(&self, name: &str, index: u8) -> Result<u8, String> {
        Ok(self.flat.peek(self.address(name)? + u16::from(index)))
    }

    pub fn peek_word(&self, name: &str) -> Result<i16, String> {
        Ok(self.flat.peek_word(self.address(name)?).cast_signed())
    }

    pub fn peek_long(&self, name: &str) -> Result<u32, String> {
        let address = self.address(name)?;
        let (low, high) = (
            self.flat.peek_word(address),
            self.flat.peek_word(address + 2),
        );
        Ok(u32::from(high) << 16 | u32::from(low))
    }

    /// Runs a routine; returns its cycles.
    pub fn call(&mut self, name: &str) -> Result<u64, String> {
        let address = self.address(name)?;
        let fault = |fault| format!("{name}: {fault}");
        self.flat.call(address, CALL_LIMIT).map_err(fault)
    }

    /// Writes the position where the engine's routines look for it.
    pub fn set(&mut self, setup: &Setup) -> Result<(), String> {
        let board = self.address("Board88")?;
        self.flat.load(board, &setup.board);
        self.poke("SearchSide", setup.side.bit())?;
        self.poke("currentplayer", setup.side.index())?;
        self.poke("castlerights", setup.rights)?;
        self.poke("enpassantsq", setup.en_passant)?;
        self.poke("halfmoveclock", setup.clock)
    }

    /// Leaves `depth` plies below the position, and the cycles to count them.
    pub fn perft(&mut self, setup: &Setup, depth: u8) -> Result<(u32, u64), String> {
        self.set(setup)?;
        self.poke("SearchDepth", depth)?;
        let cycles = self.call("Perft")?;
        Ok((self.peek_long("NodeCount")?, cycles))
    }

    /// The static evaluation, positive for White.
    pub fn evaluate(&mut self, setup: &Setup) -> Result<i16, String> {
        self.set(setup)?;
        self.call("EvaluatePosition")?;
        self.peek_word("EvalScore")
    }

    /// Counts leaves and what each instruction took.
    pub fn profile_perft(&mut self, setup: &Setup, depth: u8) -> Result<Profile, String> {
        self.set(setup)?;
        self.poke("SearchDepth", depth)?;
        self.profile("Perft")
    }

    /// Searches as `search` does and counts what each instruction took.
    pub fn profile_search(
        &mut self,
        setup: &Setup,
        depth: u8,
        cycles: u32,
    ) -> Result<Profile, String> {
        self.prepare(setup, depth, cycles)?;
        self.profile("SearchWithin")
    }

    fn prepare(&mut self, setup: &Setup, depth: u8, cycles: u32) -> Result<(), String> {
        self.set(setup)?;
        self.call("InitSearch")?;
        self.poke("DepthLimit", depth)?;
        self.poke_long("CycleLimit", cycles)
    }

    /// Searches to `depth`, or until the engine's clock has counted `cycles` (0: no limit). Returns the cycles it took.
    pub fn search(
        &mut self,
        setup: &Setup,
        depth: u8,
        cycles: u32,
    ) -> Result<(Found, u64), String> {
        self.prepare(setup, depth, cycles)?;
        let used = self.run_with_clock("SearchWithin")?;
        Ok((self.found()?, used))
    }

    fn found(&self) -> Result<Found, String> {
        Ok(Found {
            mv: Move::from_bytes([self.peek("BestMoveFrom")?, self.peek("BestMoveTo")?]),
            score: self.peek_word("BestScore")?,
            nodes: self.peek_long("NodeCount")?,
        })
    }

    /// A new game from this position, to be played at a level.
    pub fn begin_game(&mut self, setup: &Setup, level: u8) -> Result<(), String> {
        self.set(setup)?;
        self.call("InitSearch")?;
        self.poke("Level", level)
    }

    /// The level's move for the game's position, and the cycles it took.
    pub fn choose(&mut self) -> Result<(Found, u64), String> {
        let used = self.run_with_clock("ChooseMove")?;
        Ok((self.found()?, used))
    }

    /// Tells the engine a move of the game.
    pub fn play(&mut self, from: u8, to: u8) -> Result<(), String> {
        self.poke("BestMoveFrom", from)?;
        self.poke("BestMoveTo", to)?;
        self.call("PlayMove")?;
        Ok(())
    }

    /// Runs a routine while `EngineClock` follows the processor's cycles.
    fn run_with_clock(&mut self, name: &str) -> Result<u64, String> {
        let entry = self.address(name)?;
        let start = self.flat.cycles();
        let lowest = self.paint_stack();
        self.flat.enter(entry);
        while self.flat.registers().pc != RETURN_ADDRESS {
            self.set_clock(name, start)?;
            let next_tick = self.flat.cycles() + CLOCK_GRAIN;
            self.flat
                .run(next_tick, Stops::on_return())
                .map_err(|fault| format!("{name}: {fault}"))?;
        }
        self.lowest_stack = self.lowest_stack.min(self.lowest_unpainted(lowest));
        Ok(self.flat.cycles() - start)
    }

    /// The same instruction by instruction; returns what each of them took.
    fn profile(&mut self, name: &str) -> Result<Profile, String> {
        let entry = self.address(name)?;
        let start = self.flat.cycles();
        let mut profile = Profile::new();
        self.flat.enter(entry);
        let mut next_tick = start;
        loop {
            let (at, before) = (self.flat.registers().pc, self.flat.cycles());
            if at == RETURN_ADDRESS {
                return Ok(profile);
            }
            if before >= next_tick {
                self.set_clock(name, start)?;
                next_tick = before + CLOCK_GRAIN;
            }
            self.flat
                .step()
                .map_err(|fault| format!("{name}: {fault}"))?;
            let place = profile.entry(at).or_default();
            place.0 += 1;
            place.1 += self.flat.cycles() - before;
        }
    }

    /// Tells the engine the cycles since `start`; an error when those are too many.
    fn set_clock(&mut self, name: &str, start: u64) -> Result<(), String> {
        let used = self.flat.cycles() - start;
        if used > SEARCH_LIMIT {
            let place = self.symbols.describe(self.flat.registers().pc);
            return Err(format!("{name}: still in {place} after {used} cycles"));
        }
        self.poke_long("EngineClock", used as u32)
    }

    /// Fills the free part of the stack, so that what is used can be told afterwards; returns the stack pointer.
    fn paint_stack(&mut self) -> u8 {
        let pointer = self.flat.registers().s;
        self.flat.memory_mut()[0x100..=0x100 + usize::from(pointer)].fill(PAINT);
        pointer
    }

    /// The lowest stack pointer since the stack was painted with its pointer at `from`.
    fn lowest_unpainted(&self, from: u8) -> u8 {
        let stack = &self.flat.memory()[0x100..=0x100 + usize::from(from)];
        let painted = stack.iter().take_while(|&&byte| byte == PAINT).count();
        (painted as u8).wrapping_sub(1)
    }

    /// Bytes of the processor's stack that searches have used.
    pub fn stack_used(&self) -> u8 {
        0xff - self.lowest_stack
    }
}
