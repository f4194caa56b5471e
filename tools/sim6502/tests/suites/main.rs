//! The real binary on real files: what it prints and how it exits.

mod bench;
mod command_line;
mod edge_cases;
mod errors;
mod language;
mod library;
