//! The engine twice: compiled for the 6502 in an emulated processor, and as the host crate.
//!
//! `image` calls the compiled engine by its exported names, `host` the crate; both are given a `Setup`, so what they
//! answer can be compared. What is measured and what must agree is left to the binaries.

pub mod host;
pub mod image;
pub mod setup;
