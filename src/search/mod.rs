//! Finding the move: iterations over an alpha-beta search with quiescence, within a budget of time.
//!
//! # The rule of this folder: no local outlives a recursive call
//!
//! `search`, `quiesce` and the mate solver call themselves, and they do it without arguments, results or saved locals. Locals
//! have fixed addresses on the 6502, whose stack has 256 bytes: a child that runs the same code uses the same bytes, so
//! mosaic copies whatever lives across a recursive call to a software stack and back, 64 bytes and the cycles of a copy for
//! every byte of it, at every node. Therefore
//!
//! - what a node must still know after a child is in an array by ply (`frame`, and the statics at the head of `order`,
//!   `quiesce` and `mate`), and `PLY.get()` is read again after every child instead of being kept in a variable;
//! - a parent writes window, depth and flags of the next ply, makes the move, calls, and finds the score in
//!   `frame::RESULT`;
//! - `frame::STOPPED` is asked after every child: once it is set, `RESULT` means nothing.

pub mod alphabeta;
pub mod exchange;
pub mod frame;
pub mod history;
pub mod iterate;
pub mod level;
pub mod line;
pub mod mate;
pub mod order;
pub mod params;
pub mod quiesce;
pub mod region;
pub mod selectivity;
pub mod supervisor;
pub mod table;
pub mod time;
