//! The compiled program in the emulated C64, played as a person would: keys and joystick in, screen text and the position
//! in memory out.
//!
//! Needs `build/64squares.prg` (`make prg`) and runs with `cargo test --features prg --test play`.

mod chaos;
mod clocks;
mod commands;
mod disk;
mod games;
mod memory;
mod pictures;
mod player;
mod setup;
mod slide;
mod start;
mod tested;
mod thinking;
mod title;
