//! 64 Squares: a chess program for the Commodore 64.
//!
//! The engine is one state in fixed memory (`cells`): `board` holds the rules, `eval` the worth of a position, `search`
//! the choice of a move. `engine` is the door to all of it. Which module may use which is a table in
//! docs/ARCHITECTURE.md, and `tests/layers.rs` compares it with the code.
#![cfg_attr(target_vendor = "c64", no_std)]

#[cfg(all(target_vendor = "c64", not(feature = "program")))]
mod bare;
pub mod board;
#[cfg(all(target_vendor = "c64", feature = "program"))]
mod bridge;
#[cfg(all(target_vendor = "c64", feature = "program"))]
pub mod c64;
pub mod cells;
pub mod chance;
#[cfg(any(not(target_vendor = "c64"), feature = "program"))]
pub mod codes;
pub mod engine;
pub mod eval;
// In a browser nobody calls the engine by these names, and they would keep all of it in the download.
#[cfg(all(
    not(target_family = "wasm"),
    any(not(target_vendor = "c64"), not(feature = "program"))
))]
pub mod exports;
pub mod game;
#[cfg(not(target_vendor = "c64"))]
pub mod host;
pub mod machine;
#[cfg(all(target_vendor = "c64", feature = "program"))]
mod main;
pub mod opening;
pub mod search;
pub mod standard;
#[cfg(all(target_vendor = "c64", feature = "program"))]
mod title;
pub mod tunable;
#[cfg(any(not(target_vendor = "c64"), feature = "program"))]
pub mod ui;
