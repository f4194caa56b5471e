//! 64 Squares: a chess program for the Commodore 64.
//!
//! The engine is one state in fixed memory (`cells`): `board` holds the rules, `eval` the worth of a position, `search`
//! the choice of a move. `engine` is the door to all of it. Which module may use which is a table in
//! docs/ARCHITECTURE.md, and `tests/layers.rs` compares it with the code.
#![cfg_attr(target_vendor = "c64", no_std)]

pub mod board;
#[cfg(target_vendor = "c64")]
mod bridge;
#[cfg(target_vendor = "c64")]
pub mod c64;
pub mod cells;
pub mod chance;
pub mod codes;
pub mod engine;
pub mod eval;
#[cfg(target_vendor = "c64")]
mod exports;
pub mod game;
#[cfg(not(target_vendor = "c64"))]
pub mod host;
pub mod machine;
#[cfg(target_vendor = "c64")]
mod main;
pub mod opening;
pub mod search;
pub mod standard;
#[cfg(target_vendor = "c64")]
mod title;
pub mod tunable;
pub mod ui;
