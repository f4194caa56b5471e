//! The program as it is shipped, in the memory of an emulated C64, with the entry points that `build/64squares-test.prg` holds beside it.
//!
//! An `Image` is that file: all of memory as the started program has it. Every `Engine` made from it begins there, so that
//! results do not depend on the order of the calls and positions can run side by side. The chips are as the program sets them
//! up, but nothing is shown: no cycle is taken away. A fault of the processor ends the run with the routine's name.

use crate::host::Found;
use crate::setup::Setup;
use c64::{Machine, Model, Power, Symbols};
use squares64::board::moves::Move;
use squares64::game::settings::SHOW_THINKING;
use std::collections::BTreeMap;
use std::path::Path;

/// By address of an instruction: how often it ran, and the cycles of all its runs.
pub type Profile = BTreeMap<u16, (u64, u64)>;

/// No routine but a search may take longer; the Standard player's deepest takes two minutes.
const CALL_LIMIT: u64 = 400_000_000;
/// A search that takes longer has lost its way.
const SEARCH_LIMIT: u64 = 20_000_000_000;
/// What lies in the free part of the stack before a search.
const PAINT: u8 = 0xA7;
const SCREEN_CONTROL: u16 = 0xD011;
/// The screen, and the time of day of CIA 1.
const SHOWN: [(u16, u8); 6] = [
    (SCREEN_CONTROL, 0x1B),
    (0xDC0E, 0x80),
    (0xDC0B, 0x01),
    (0xDC0A, 0x00),
    (0xDC09, 0x00),
    (0xDC08, 0x00),
];
/// What the program's start code writes into the chips: RAM and chips, a dark screen, all columns of the keyboard let go, and CIA 2
/// counting cycles.
const CHIPS: [(u16, u8); 12] = [
    (0x0000, 0x2F),
    (0x0001, 0x35),
    (SCREEN_CONTROL, 0x0B),
    (0xDC02, 0xFF),
    (0xDC03, 0x00),
    (0xDC00, 0xFF),
    (0xDD04, 0xFF),
    (0xDD05, 0xFF),
    (0xDD06, 0xFF),
    (0xDD07, 0xFF),
    (0xDD0F, 0x51),
    (0xDD0E, 0x11),
];

pub struct Image {
    prg: Vec<u8>,
    symbols: Symbols,
}

impl Image {
    /// Reads the file and, beside it, the `.sym` file of the same name.
    pub fn read(program: &Path) -> Result<Image, String> {
        let named = |path: &Path, error| format!("{}: {error}", path.display());
        let prg = std::fs::read(program).map_err(|error| named(program, error))?;
        let path = program.with_extension("sym");
        let text = std::fs::read_to_string(&path).map_err(|error| named(&path, error))?;
        let symbols =
            Symbols::parse(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        let image = Image { prg, symbols };
        let named = |error| format!("{}: {error}", program.display());
        image.start().map_err(named)?;
        Ok(image)
    }

    /// A machine of its own, in which nothing has run yet but what a search needs.
    fn start(&self) -> Result<Engine, String> {
        let mut machine = Machine::new(Model::Pal, Power::Fill(0));
        machine.load_prg(&self.prg)?;
        machine.symbols = self.symbols.clone();
        for (address, value) in CHIPS {
            machine.poke(address, value);
        }
        let mut engine = Engine {
            machine,
            lowest_stack: 0xff,
        };
        engine.call("InitZobristTables")?;
        Ok(engine)
    }

    /// A machine of its own.
    pub fn engine(&self) -> Engine {
        self.start().expect("it started when the file was read")
    }

    /// Pages of the program's transposition table.
    pub fn table_pages(&self) -> Result<u8, String> {
        self.engine().peek_at("BridgeTable", 1)
    }

    /// The function at or before an address, and how far into it the address is.
    pub fn nearest(&self, address: u16) -> Option<(&str, u16)> {
        self.symbols.nearest(address)
    }
}

pub struct Engine {
    machine: Machine,
    /// The lowest stack pointer that a search had.
    lowest_stack: u8,
}

impl Engine {
    fn address(&self, name: &str) -> Result<u16, String> {
        self.machine.address_of(name)
    }

    pub fn poke(&mut self, name: &str, byte: u8) -> Result<(), String> {
        self.write(name, &[byte])
    }

    /// Writes bytes from the first one of `name` on.
    pub fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), String> {
        self.machine.set_at(name, bytes)
    }

    fn poke_long(&mut self, name: &str, value: u32) -> Result<(), String> {
        self.write(name, &value.to_le_bytes())
    }

    pub fn peek(&self, name: &str) -> Result<u8, String> {
        self.machine.byte_at(name)
    }

    /// Entry `index` of the byte array `name`.
    pub fn peek_at(&self, name: &str, index: u8) -> Result<u8, String> {
        let address = self.address(name)? + u16::from(index);
        Ok(self.machine.ram()[usize::from(address)])
    }

    pub fn peek_word(&self, name: &str) -> Result<i16, String> {
        Ok(self.machine.word_at(name)?.cast_signed())
    }

    pub fn peek_long(&self, name: &str) -> Result<u32, String> {
        let first = usize::from(self.address(name)?);
        let bytes = [0, 1, 2, 3].map(|byte| self.machine.ram()[first + byte]);
        Ok(u32::from_le_bytes(bytes))
    }

    /// Runs a routine; returns its cycles.
    pub fn call(&mut self, name: &str) -> Result<u64, String> {
        self.call_within(name, CALL_LIMIT)
    }

    fn call_within(&mut self, name: &str, limit: u64) -> Result<u64, String> {
        let address = self.address(name)?;
        let machine = &mut self.machine;
        let outcome = machine.call(address, limit);
        outcome.map_err(|error| {
            let place = machine.symbols.describe(error.address());
            format!("{name}: {error}, in {place}")
        })
    }

    /// Switches the screen on, which takes its cycles from here on, and starts the clock that is drawn there; reports are drawn, too.
    pub fn show(&mut self) -> Result<(), String> {
        for (address, value) in SHOWN {
            self.machine.poke(address, value);
        }
        let first = self.address("Settings")?;
        self.machine
            .poke(first + u16::from(SHOW_THINKING.place()), 1);
        Ok(())
    }

    /// Writes the position where the engine's routines look for it.
    pub fn set(&mut self, setup: &Setup) -> Result<(), String> {
        self.write("Board88", &setup.board)?;
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
        let used = self.think("SearchWithin")?;
        Ok((self.found()?, used))
    }

    /// Searches to `depth`. Returns the cycles it took, and those of them that the interface took: keyboard, clock and
    /// reports, with all that they call.
    pub fn search_and_share(
        &mut self,
        setup: &Setup,
        depth: u8,
    ) -> Result<(Found, u64, u64), String> {
        self.machine.start_profile();
        let (found, cycles) = self.search(setup, depth, 0)?;
        let report = self.machine.take_profile().ok_or("no profile")?;
        let is_interface = |name: &str| name == "MoveNow" || name.contains("thinking__report");
        let rows = report.rows.iter().filter(|row| is_interface(&row.name));
        Ok((found, cycles, rows.map(|row| row.with_callees).sum()))
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
        let used = self.think("ChooseMove")?;
        Ok((self.found()?, used))
    }

    /// Tells the engine a move of the game.
    pub fn play(&mut self, from: u8, to: u8) -> Result<(), String> {
        self.poke("BestMoveFrom", from)?;
        self.poke("BestMoveTo", to)?;
        self.call("PlayMove")?;
        Ok(())
    }

    /// Runs a search, and notes how much of the stack it takes.
    fn think(&mut self, name: &str) -> Result<u64, String> {
        let lowest = self.paint_stack();
        let used = self.call_within(name, SEARCH_LIMIT)?;
        self.lowest_stack = self.lowest_stack.min(self.lowest_unpainted(lowest));
        Ok(used)
    }

    /// Runs a routine instruction by instruction; returns what each of them took.
    fn profile(&mut self, name: &str) -> Result<Profile, String> {
        let entry = self.address(name)?;
        let mut profile = Profile::new();
        self.machine.enter(entry);
        while !self.machine.has_returned() {
            let (at, before) = (self.machine.program_counter(), self.machine.cycles());
            self.machine
                .step()
                .map_err(|fault| format!("{name}: {fault}"))?;
            let place = profile.entry(at).or_default();
            place.0 += 1;
            place.1 += self.machine.cycles() - before;
        }
        Ok(profile)
    }

    /// Fills the free part of the stack, so that what is used can be told afterwards; returns the stack pointer.
    fn paint_stack(&mut self) -> u8 {
        let pointer = self.machine.registers().s;
        self.machine.ram_mut()[0x100..=0x100 + usize::from(pointer)].fill(PAINT);
        pointer
    }

    /// The lowest stack pointer since the stack was painted with its pointer at `from`.
    fn lowest_unpainted(&self, from: u8) -> u8 {
        let stack = &self.machine.ram()[0x100..=0x100 + usize::from(from)];
        let painted = stack.iter().take_while(|&&byte| byte == PAINT).count();
        (painted as u8).wrapping_sub(1)
    }

    /// Bytes of the processor's stack that searches have used.
    pub fn stack_used(&self) -> u8 {
        0xff - self.lowest_stack
    }
}
