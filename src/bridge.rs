//! The names by which someone outside the machine makes the program play: a UCI bridge, a strength lab.
//!
//! Every routine takes its inputs from memory and leaves its results there, as those of `exports` do; positions and
//! moves are not checked. The program's screen, clocks and keyboard stay as they are, so a search takes the time that it
//! takes in a game, and a key ends it.
//!
//! | name | input | result |
//! |---|---|---|
//! | `BridgeNewGame` | `Board88`, `SearchSide`, `castlerights`, `enpassantsq`, `halfmoveclock`, `BridgeSeed` | a game begins there, nothing is remembered |
//! | `BridgePlay` | `BestMoveFrom`, `BestMoveTo` | the game is one move on |
//! | `BridgeThink` | `BridgeLevel`, `BridgeDepth`, `BridgeCycles`; with `CHOSEN` in `ExcludedFrom` only the `MoveCount` moves of `MoveListFrom` and `MoveListTo` | `BestMoveFrom`, `BestMoveTo`, `BestScore`, `SearchDepth`, `CompletedDepth`, `NodeCount`, `PrincipalVariation` |
//! | `BridgeBook` | – | `BestMoveFrom`, `BestMoveTo`; a `BestMoveFrom` of `NO_MOVE` when the book has none |
//! | `BridgeTable` | – | first page and number of pages of the transposition table |
#![allow(non_snake_case, non_upper_case_globals)]

use crate::board::moves::NO_MOVE;
use crate::cells::{ByModule, Byte, Bytes, Long};
use crate::chance;
use crate::engine::{self, BEST_FROM, Limits};
use crate::search::region;
use crate::ui::{computer, thinking};

// SAFETY: its two bytes are named by constants.
#[unsafe(no_mangle)]
pub static BridgeSeed: Bytes<2, ByModule> = unsafe { Bytes::by_module(0) };
/// As `engine::choose` takes it: up to 7 the engine's levels, the full search among them within `BridgeDepth` and
/// `BridgeCycles`; 0 looks for a mate in `BridgeDepth` moves and leaves `NO_MOVE` without one.
#[unsafe(no_mangle)]
pub static BridgeLevel: Byte = Byte::new(0);
#[unsafe(no_mangle)]
pub static BridgeDepth: Byte = Byte::new(0);
/// 0 is no limit.
#[unsafe(no_mangle)]
pub static BridgeCycles: Long = Long::new(0);
#[unsafe(no_mangle)]
pub static BridgeTable: [u8; 2] = [region::FIRST_PAGE, region::PAGES];

#[unsafe(no_mangle)]
pub extern "C" fn BridgeNewGame() {
    chance::seed(BridgeSeed.get(0), BridgeSeed.get(1));
    engine::begin_here();
}

#[unsafe(no_mangle)]
pub extern "C" fn BridgePlay() {
    engine::play(engine::best_move());
}

#[unsafe(no_mangle)]
pub extern "C" fn BridgeThink() {
    thinking::begin();
    let limits = Limits {
        depth: BridgeDepth.get(),
        cycles: BridgeCycles.get(),
    };
    computer::choose(BridgeLevel.get(), limits);
}

/// The book's move for the board into `BestMoveFrom` and `BestMoveTo`, `NO_MOVE` when it has none.
#[unsafe(no_mangle)]
pub extern "C" fn BridgeBook() {
    BEST_FROM.set(NO_MOVE);
    engine::take_book_move();
}
