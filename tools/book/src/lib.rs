//! The opening book: repertoire files in, packed tables out.
//!
//! `lines` reads the text, `positions` plays it out and merges it, `tree` and `names` write the tables of the program,
//! `games` packs famous games, `judge` asks a chess engine about the moves, `target` the compiled program about the lookup. A `fault` names file, line, move and reason.

pub mod fault;
pub mod games;
pub mod judge;
pub mod key;
pub mod lines;
pub mod names;
pub mod positions;
pub mod repertoire;
pub mod target;
pub mod tree;
