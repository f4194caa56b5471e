//! Improvements of byte operations before registers are chosen.
pub mod clean;
pub mod memory;
pub mod sink;
pub mod steps;
