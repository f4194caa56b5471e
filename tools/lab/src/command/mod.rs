//! What the laboratory can be told to do, one file for each command.

pub mod blunders;
pub mod elo;
pub mod openings;
pub mod report;
pub mod sprt;
pub mod suite;
pub mod train;
pub mod tune;
