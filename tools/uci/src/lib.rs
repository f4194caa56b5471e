//! A UCI engine whose player is the compiled program inside the emulated Commodore 64.
//!
//! Time is the emulated machine's: a search is given so many of its cycles, and answers as fast as the host emulates
//! them. A chess program talks to [`session::Session`]; a Rust program may drive a [`player::Player`] itself:
//!
//! * [`emulated::Emulated`]: the program file, started in a [`c64::Machine`] and called by its exported names;
//! * [`native::Native`]: the same engine compiled for the host.
//!
//! At a fixed depth both give the same move, score and node count.

pub mod bench;
pub mod clock;
pub mod command;
mod course;
pub mod desk;
pub mod emulated;
pub mod game;
pub mod image;
pub mod info;
pub mod native;
pub mod options;
pub mod packed;
pub mod player;
pub mod session;
pub mod signals;
pub mod strength;
pub mod watch;
