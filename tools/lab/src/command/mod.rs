//! What the laboratory can be told to do, one file for each command.

pub mod blunders;
pub mod elo;
pub mod eval;
pub mod import;
pub mod label;
pub mod neurons;
pub mod openings;
pub mod positions;
pub mod report;
pub mod soak;
pub mod sprt;
pub mod spsa;
pub mod suite;
pub mod take;
pub mod train;
pub mod tune;
