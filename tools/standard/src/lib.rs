//! The console of the Standard AI specification: one command a line in, one answer out.
//!
//! `console` holds the game and the words, `check` compares with the reference; a `Player` finds the move: `native` in this process, `target` on the
//! emulated C64. The engine is one state per process, so a process has one console.

pub mod check;
pub mod console;
pub mod native;
pub mod player;
pub mod target;

pub use check::check;
pub use console::{Console, Reply};
pub use native::Native;
pub use player::{Found, Player};
pub use target::Target;
