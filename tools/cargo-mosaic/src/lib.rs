//! What `cargo mosaic` consists of: a crate and its settings, its way to a program, and the computer the program runs on.
//!
//! The compiler is the crate `mosaic`, the emulated machine the crate `c64`; nothing here knows any particular program.

#![warn(missing_docs)]

pub mod characters;
pub mod compile;
pub mod computer;
pub mod console;
pub mod corpus;
pub mod create;
pub mod headless;
pub mod project;
pub mod size;
pub mod terminal;
pub mod test;
