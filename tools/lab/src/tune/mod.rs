//! Tuning: the evaluation's numbers fitted to what Stockfish thinks of positions from our own games.
//!
//! The evaluation is a sum of numbers times counts, apart from what it knows about endings. So the value of a position
//! under other numbers is the engine's own value, and the change of each number times its count: whatever the engine adds
//! to its evaluation later stays in that value, and only the numbers listed in `terms` move.

pub mod fit;
pub mod labels;
pub mod source;
pub mod terms;
