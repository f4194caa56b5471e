//! The network of `eval::network`: what it learns from, training, and what came of it.
//!
//! `games` plays for positions, `starts` says from where, and `opinions` asks Stockfish about them. `samples` turns judged
//! positions into inputs and the handcrafted value, `model` is the network in floating point and `training` fits it within
//! `bound`, `quantised` is the network of bytes that the program has, `source` writes it down
//! and `drawing` shows what was learned.

pub mod bound;
pub mod drawing;
pub mod games;
pub mod model;
pub mod opinions;
pub mod quantised;
pub mod random;
pub mod samples;
pub mod source;
pub mod starts;
pub mod training;
