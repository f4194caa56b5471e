//! The machine as a tool: the program's routines called by name, its memory read and written.
//!
//! It knows where things are and how to call them, not when: the course of a search is for [`emulated`](crate::emulated).

use crate::game::{Game, Move};
use crate::image::Image;
use crate::player::{Found, Progress, Source};
use crate::watch::{Sight, Thought};
use c64::{Key, Machine};
use squares64::board::moves::NO_MOVE;
use squares64::search::iterate::CHOSEN;
use squares64::search::line::LENGTH;

/// No routine but a search may take longer.
const CALL_LIMIT: u64 = 20_000_000;
/// The program believes a key that it has seen twice.
const LOOKS_AT_A_KEY: usize = 2;
const TABLE_ENTRY: usize = 8;
const ENTRY_DEPTH: usize = 2;
/// Any key ends a search with its best move, but for those with a meaning of their own.
const MOVE_NOW: Key = Key::Space;
/// The key is down for so many cycles, then up for as many, and so on until the search ends. The program looks at it every few
/// nodes; a key that it holds for pressed since the last search, which that key ended, has to be seen up first.
const KEY_CYCLES: u64 = 200_000;

/// A machine and its addresses.
pub struct Desk<'a> {
    pub machine: &'a mut Machine,
    pub image: &'a Image,
}

impl Desk<'_> {
    pub fn call(&mut self, address: u16) -> Result<u64, String> {
        self.machine
            .call(address, CALL_LIMIT)
            .map_err(|fault| self.describe(fault))
    }

    /// Presses the key that ends the search, or lets it go, as is due so many cycles after the first press.
    pub fn press_for(&mut self, cycles: u64) {
        if (cycles / KEY_CYCLES).is_multiple_of(2) {
            self.machine.press(MOVE_NOW);
        } else {
            self.machine.release(MOVE_NOW);
        }
    }

    /// Lets a search come to its end after its answer was taken: on nobody's time, so that the program can be called again.
    pub fn finish(&mut self) -> Result<(), String> {
        let start = self.machine.cycles();
        while !self.machine.has_returned() {
            let cycles = self.machine.cycles() - start;
            if cycles > CALL_LIMIT {
                return Err("the program does not end its search when a key is pressed".into());
            }
            self.press_for(cycles);
            self.machine
                .run_cycles(KEY_CYCLES)
                .map_err(|fault| self.describe(fault))?;
        }
        Ok(())
    }

    /// The search may have ended before it saw the key: it must not end the next one.
    pub fn release_key(&mut self) -> Result<(), String> {
        self.machine.release_all();
        for _ in 0..LOOKS_AT_A_KEY {
            self.call(self.image.addresses.poll)?;
        }
        Ok(())
    }

    /// A fault with the routine it happened in.
    pub fn describe(&self, fault: c64::Fault) -> String {
        let place = self.machine.symbols.describe(fault.address());
        format!("the program failed in {place}: {fault}")
    }

    pub fn write(&mut self, address: u16, bytes: &[u8]) {
        let start = usize::from(address);
        self.machine.ram_mut()[start..start + bytes.len()].copy_from_slice(bytes);
    }

    pub fn bytes<const N: usize>(&self, address: u16) -> [u8; N] {
        std::array::from_fn(|index| self.machine.ram()[usize::from(address) + index])
    }

    /// A new game from the game's start.
    pub fn begin(&mut self, game: &Game, seed: u16) -> Result<(), String> {
        let at = self.image.addresses;
        let start = &game.start;
        self.write(at.board, &start.board);
        self.write(at.side, &[start.side.bit()]);
        self.write(at.rights, &[start.rights]);
        self.write(at.en_passant, &[start.en_passant]);
        self.write(at.clock, &[start.clock]);
        self.write(at.seed, &seed.to_le_bytes());
        self.call(at.new_game).map(drop)
    }

    pub fn play(&mut self, moves: &[Move]) -> Result<(), String> {
        let at = self.image.addresses;
        for mv in moves {
            self.write(at.best_from, &[mv.from.bits()]);
            self.write(at.best_to, &[mv.to.bits()]);
            self.call(at.play)?;
        }
        Ok(())
    }

    /// The book's move, if there is a book and it has one.
    pub fn look_up(&mut self) -> Result<Option<Found>, String> {
        let Some(book) = self.image.addresses.book else {
            return Ok(None);
        };
        let cycles = self.call(book)?;
        let found = self.best().map(|best| Found {
            best: Some(best),
            progress: Progress {
                cycles,
                thought: Thought {
                    score: 0,
                    line: vec![best],
                },
                ..Progress::default()
            },
            source: Source::Book,
        });
        Ok(found)
    }

    /// Names the root moves that the next search is to choose from; none is all.
    pub fn choose_among(&mut self, moves: &[Move]) {
        let at = self.image.addresses;
        if moves.is_empty() {
            self.write(at.excluded, &[NO_MOVE.bits()]);
            return;
        }
        let (from, to): (Vec<u8>, Vec<u8>) = moves
            .iter()
            .map(|mv| (mv.from.bits(), mv.to.bits()))
            .unzip();
        self.write(at.root_from, &from);
        self.write(at.root_to, &to);
        self.write(at.root_count, &[from.len() as u8]);
        self.write(at.excluded, &[CHOSEN.bits()]);
    }

    /// The root move that is searched now and which one of its iteration it is.
    pub fn root_move(&self) -> Option<(Move, u8)> {
        let at = self.image.addresses;
        let [from] = self.bytes(at.tried_from);
        let [to] = self.bytes(at.tried_to);
        let [number] = self.bytes(at.tried);
        Some((Move::from_bytes([from, to]).some()?, number))
    }

    pub fn ply(&self) -> u8 {
        self.machine.ram()[usize::from(self.image.addresses.ply)]
    }

    pub fn best(&self) -> Option<Move> {
        let at = self.image.addresses;
        let [from] = self.bytes(at.best_from);
        let [to] = self.bytes(at.best_to);
        Move::from_bytes([from, to]).some()
    }

    pub fn nodes(&self) -> u32 {
        u32::from_le_bytes(self.bytes(self.image.addresses.nodes))
    }

    pub fn sight(&self) -> Sight {
        let at = self.image.addresses;
        let [running] = self.bytes(at.running);
        let [completed] = self.bytes(at.completed);
        let line: [u8; 2 * LENGTH as usize] = self.bytes(at.line);
        Sight {
            running,
            completed,
            thought: Thought {
                score: i16::from_le_bytes(self.bytes(at.score)),
                line: line
                    .chunks_exact(2)
                    .map_while(|pair| Move::from_bytes([pair[0], pair[1]]).some())
                    .collect(),
            },
        }
    }

    /// Entries in use, in thousandths.
    pub fn table(&self) -> u16 {
        let (first, pages) = self.image.table(self.machine);
        let start = usize::from(first) << 8;
        let entries =
            self.machine.ram()[start..start + (usize::from(pages) << 8)].chunks_exact(TABLE_ENTRY);
        let count = entries.len().max(1);
        let used = entries.filter(|entry| entry[ENTRY_DEPTH] != 0).count();
        (used * 1000 / count) as u16
    }
}
