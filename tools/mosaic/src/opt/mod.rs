//! Optimisation of byte operations before registers are allocated.
pub mod clean;
pub mod memory_operands;
pub mod recompute;
pub mod sink;
