//! The Standard player: an exact, published algorithm, so that engines in different languages can be compared move by
//! move. Plain minimax with alpha-beta at a fixed depth, material and square tables, a total order of the moves.
//!
//! It shares with the engine the rules of `board` and nothing of its evaluation. No hash table, no quiescence, no book, no
//! clock. Its numbers are fixed by the specification: see docs/standard-ai.md.

pub mod mobility;
pub mod order;
pub mod search;
pub mod squares;
pub mod values;

pub use search::{Choice, select};
