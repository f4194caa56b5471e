//! The program file with its symbols: what it is made of and where the bridge finds what it needs.

use c64::{Key, Machine, Model, Power, Symbols};
use std::path::Path;

/// Addresses of what the program shows the bridge; `src/bridge.rs` says what each is.
#[derive(Clone, Copy, Debug)]
pub struct Addresses {
    pub new_game: u16,
    pub play: u16,
    pub think: u16,
    /// Looks at the keyboard.
    pub poll: u16,
    /// `None` when the program was built without a book.
    pub book: Option<u16>,
    pub seed: u16,
    pub level: u16,
    pub depth_limit: u16,
    pub cycle_limit: u16,
    pub board: u16,
    pub side: u16,
    pub rights: u16,
    pub en_passant: u16,
    pub clock: u16,
    pub best_from: u16,
    pub best_to: u16,
    pub score: u16,
    pub running: u16,
    pub completed: u16,
    pub nodes: u16,
    pub line: u16,
    /// The root moves that a search is to choose from: a flag, their number and the two lists.
    pub excluded: u16,
    pub root_count: u16,
    pub root_from: u16,
    pub root_to: u16,
    /// The move that is searched at each ply, how many there were tried, and the present ply.
    pub tried_from: u16,
    pub tried_to: u16,
    pub tried: u16,
    pub ply: u16,
    table: u16,
}

pub struct Image {
    name: String,
    prg: Vec<u8>,
    symbols: Symbols,
    pub addresses: Addresses,
}

/// Where the kings stand when the program has set itself up.
const KINGS: [(u16, u8); 2] = [(0x04, 0x36), (0x74, 0xb6)];
/// A program that is not ready after so many cycles will never be.
const START_LIMIT: u64 = 20_000_000;
/// Time for the title to appear, and for the board after a key.
const TITLE_CYCLES: u64 = 2_000_000;
const BOARD_CYCLES: u64 = 2_000_000;
/// Any key leaves the title; this one does nothing that matters if there should be none.
const LEAVES_TITLE: Key = Key::Return;
/// How long the key is held.
const KEY_CYCLES: u64 = 100_000;
const GAME_BANKS: u8 = 0x35;
const PROCESSOR_PORT: u16 = 0x0001;

impl Image {
    pub const USUAL_POWER: Power = Power::Noise(64);

    /// Reads a program file and, beside it, the `.sym` file of the same name.
    pub fn read(program: &Path) -> Result<Image, String> {
        let name = program.display().to_string();
        let prg = std::fs::read(program).map_err(|error| format!("{name}: {error}"))?;
        let path = program.with_extension("sym");
        let beside = path.display();
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{beside}: {error}"))?;
        Image::new(name, prg, &text).map_err(|error| format!("{beside}: {error}"))
    }

    /// A program file and the text of its `.sym` file; the name is for messages.
    pub fn new(name: String, prg: Vec<u8>, labels: &str) -> Result<Image, String> {
        let symbols = Symbols::parse(labels).map_err(|error| error.to_string())?;
        let addresses = find(&symbols).map_err(|missing| {
            format!("no symbol `{missing}`; the program was built without the bridge")
        })?;
        Ok(Image {
            name,
            prg,
            symbols,
            addresses,
        })
    }

    /// A machine switched on with noise in its memory, in which the program shows the board and waits for a key.
    pub fn boot(&self, model: Model) -> Result<Machine, String> {
        self.boot_from(model, Image::USUAL_POWER)
    }

    /// The same with other contents of memory at power-on.
    pub fn boot_from(&self, model: Model, power: Power) -> Result<Machine, String> {
        let named = |fault: String| format!("{}: {fault}", self.name);
        let fault = |fault: c64::Fault| named(fault.to_string());
        let mut machine = Machine::new(model, power);
        machine.symbols = self.symbols.clone();
        machine.load_prg(&self.prg).map_err(named)?;
        machine.start().map_err(named)?;
        let board = self.addresses.board;
        let ready = |machine: &Machine| {
            KINGS
                .iter()
                .all(|&(sq, king)| machine.ram()[usize::from(board + sq)] == king)
        };
        machine.run_until(START_LIMIT, ready).map_err(fault)?;
        machine.run_cycles(TITLE_CYCLES).map_err(fault)?;
        machine
            .hold_keys(&[LEAVES_TITLE], KEY_CYCLES)
            .map_err(fault)?;
        machine.run_cycles(BOARD_CYCLES).map_err(fault)?;
        let banks = machine.peek(PROCESSOR_PORT);
        if machine.has_returned() || !ready(&machine) || banks & 7 != GAME_BANKS & 7 {
            return Err(named("the program does not wait for a move".into()));
        }
        Ok(machine)
    }

    /// Pages of the transposition table.
    pub fn table_pages(&self) -> Result<u8, String> {
        let machine = self.boot(Model::Pal)?;
        let (_, pages) = self.table(&machine);
        Ok(pages)
    }

    /// First page and pages of the transposition table.
    pub fn table(&self, machine: &Machine) -> (u8, u8) {
        let at = usize::from(self.addresses.table);
        (machine.ram()[at], machine.ram()[at + 1])
    }
}

/// The addresses, or the name that is missing.
fn find(symbols: &Symbols) -> Result<Addresses, &'static str> {
    let at = |name: &'static str| symbols.address(name).ok_or(name);
    Ok(Addresses {
        new_game: at("BridgeNewGame")?,
        play: at("BridgePlay")?,
        think: at("BridgeThink")?,
        poll: at("MoveNow")?,
        book: symbols.address("BridgeBook"),
        seed: at("BridgeSeed")?,
        level: at("BridgeLevel")?,
        depth_limit: at("BridgeDepth")?,
        cycle_limit: at("BridgeCycles")?,
        table: at("BridgeTable")?,
        board: at("Board88")?,
        side: at("SearchSide")?,
        rights: at("castlerights")?,
        en_passant: at("enpassantsq")?,
        clock: at("halfmoveclock")?,
        best_from: at("BestMoveFrom")?,
        best_to: at("BestMoveTo")?,
        score: at("BestScore")?,
        running: at("SearchDepth")?,
        completed: at("CompletedDepth")?,
        nodes: at("NodeCount")?,
        line: at("PrincipalVariation")?,
        excluded: at("ExcludedFrom")?,
        root_count: at("MoveCount")?,
        root_from: at("MoveListFrom")?,
        root_to: at("MoveListTo")?,
        tried_from: at("SearchFrom")?,
        tried_to: at("SearchTo")?,
        tried: at("SearchTried")?,
        ply: at("SearchPly")?,
    })
}
