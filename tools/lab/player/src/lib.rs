//! The host build of the engine as a shared library, so that matches are played within one process.
//!
//! The engine is one state in statics. Each copy of the library that a process loads has its own, so two builds, or one
//! build with two sets of numbers, can play each other without pipes: the lab does so in `lab sprt --nodes` and `lab spsa`.
//! Everything goes through `PLAYER`, whose first field says how to read the rest. A fault inside the engine ends the process.

use squares64::board::moves::NO_MOVE;
use squares64::board::notation::{coordinates, parse_coordinates};
use squares64::engine::{self, BEST_FROM, BEST_SCORE, COMPLETED, Limits, NODES, best_move};
use squares64::machine::Unwatched;
use squares64::machine::clock::NODE_PRICE;
use squares64::search::region::PAGES_IN_USE;
use squares64::tunable::Tunable;

/// Of `Interface` and `Answer`: a library of another version is refused.
pub const VERSION: u32 = 1;

/// The name under which a library shows its `Interface`.
pub const SYMBOL: &[u8] = b"PLAYER";

/// Pages of transposition table: as many as the program has on the C64.
const TABLE_PAGES: u8 = 32;

thread_local! {
    static TUNABLES: Vec<Tunable> = engine::tunables();
}

/// What a library can do. Not for two threads at once.
#[repr(C)]
pub struct Interface {
    pub version: u32,
    /// A game from the initial position; nothing is remembered of the last one.
    pub new_game: extern "C" fn(),
    /// Plays a move in coordinates; false when it is not legal.
    pub play: unsafe extern "C" fn(text: *const u8, length: usize) -> bool,
    /// Searches so many nodes; `answer.length` is 0 when there is no legal move.
    pub think: unsafe extern "C" fn(nodes: u32, answer: *mut Answer),
    /// Sets a tunable number; false when there is none of this name or the value is out of its range.
    pub set: unsafe extern "C" fn(name: *const u8, length: usize, value: i16) -> bool,
}

/// What a search found.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Answer {
    /// The move in coordinates.
    pub text: [u8; 5],
    pub length: u8,
    pub depth: u8,
    /// Centipawns for the mover.
    pub score: i16,
    pub nodes: u32,
}

#[unsafe(no_mangle)]
pub static PLAYER: Interface = Interface {
    version: VERSION,
    new_game,
    play,
    think,
    set,
};

extern "C" fn new_game() {
    let _engine = engine::hold();
    PAGES_IN_USE.set(TABLE_PAGES);
    engine::new_game();
}

/// # Safety
/// `text` points to `length` bytes.
unsafe extern "C" fn play(text: *const u8, length: usize) -> bool {
    let _engine = engine::hold();
    // SAFETY: the caller's promise.
    let text = unsafe { std::slice::from_raw_parts(text, length) };
    parse_coordinates(text).map(engine::play).is_some()
}

/// # Safety
/// `answer` may be written.
unsafe extern "C" fn think(nodes: u32, answer: *mut Answer) {
    let _engine = engine::hold();
    engine::think::<Unwatched>(Limits::cycles(nodes * NODE_PRICE.get()), || {});
    let mut found = Answer {
        depth: COMPLETED.get(),
        score: BEST_SCORE.get(),
        nodes: NODES.get(),
        ..Answer::default()
    };
    if BEST_FROM.get() != NO_MOVE {
        let text = coordinates(best_move());
        let text = text.as_bytes();
        found.text[..text.len()].copy_from_slice(text);
        found.length = text.len() as u8;
    }
    // SAFETY: the caller's promise.
    unsafe { answer.write(found) }
}

/// # Safety
/// `name` points to `length` bytes.
unsafe extern "C" fn set(name: *const u8, length: usize, value: i16) -> bool {
    let _engine = engine::hold();
    // SAFETY: the caller's promise.
    let name = unsafe { std::slice::from_raw_parts(name, length) };
    TUNABLES.with(|tunables| {
        tunables
            .iter()
            .find(|tunable| tunable.name.as_bytes() == name)
            .is_some_and(|tunable| tunable.set(value))
    })
}
