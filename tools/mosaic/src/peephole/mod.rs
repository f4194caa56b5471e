//! Optimisation of instructions after register allocation: a table of peephole rules, redundant loads, dead code, jump
//! threading, loops, and the passes that make code small.
pub mod branch_range;
pub mod branches;
pub mod dead_code;
pub mod engine;
pub mod fallthrough;
pub mod interrupt;
pub mod jump_threading;
pub mod known_flags;
pub mod loop_invariants;
pub mod loop_rotation;
pub mod outline;
pub mod pattern;
pub mod redundant;
pub mod rules;
pub mod shrink;
pub mod tail_merge;
