//! The network of `eval::network`: training, and what came of it.
//!
//! `samples` turns judged positions into inputs and the handcrafted value, `model` is the network in floating point and
//! `training` fits it within `bound`, `quantised` is the network of bytes that the program has, and `source` writes it down.

pub mod bound;
pub mod model;
pub mod quantised;
pub mod samples;
pub mod source;
pub mod training;
