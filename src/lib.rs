//! 64 Squares: a chess program for the Commodore 64.
//!
//! The engine is one state in fixed memory (`cells`): `board` holds the rules, `eval` the worth of a position, `search`
//! the choice of a move. On the host, hold a lock around it when there is more than one thread.
#![cfg_attr(not(test), no_std)]

pub mod board;
#[cfg(all(target_vendor = "c64", feature = "program"))]
mod bridge;
#[cfg(all(target_vendor = "c64", feature = "program"))]
pub mod c64;
pub mod cells;
pub mod chance;
#[cfg(any(not(target_vendor = "c64"), feature = "program"))]
pub mod codes;
pub mod eval;
pub mod exports;
pub mod game;
#[cfg(not(target_vendor = "c64"))]
pub mod host;
#[cfg(any(not(target_vendor = "c64"), feature = "program"))]
pub mod machine;
#[cfg(all(target_vendor = "c64", feature = "program"))]
mod main;
pub mod search;
pub mod standard;
#[cfg(any(not(target_vendor = "c64"), feature = "program"))]
pub mod ui;

/// Sets up what every other call relies on: key tables and empty caches. Once, before anything else.
pub fn init() {
    board::hash::init();
    eval::pawns::clear();
    new_game();
}

/// The initial position, and nothing remembered of the last game.
pub fn new_game() {
    board::position::start();
    eval::prepare::prepare();
    search::table::clear();
    search::history::clear();
}
