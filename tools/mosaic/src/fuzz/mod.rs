//! Differential fuzzing: random programs with one meaning, run by the interpreter and by the compiled code on a
//! simulated 6502. `generate` writes them, `bundle` puts small ones together, `shape` lets LLVM rework them, `trial` compares one, `campaign` many, `reduce`
//! makes a failing one small. `mutate` breaks allocations on purpose, to try the checker.

mod aligned;
mod array_loops;
mod bundle;
mod campaign;
mod control;
mod generate;
mod memory_statements;
pub mod mutate;
pub mod reduce;
pub mod rust;
mod shape;
mod statements;
pub mod trial;

pub use self::bundle::{BUNDLE, bundle};
pub use self::campaign::{Failure, Outcome, campaign, small_campaign};
pub use self::generate::program;
pub use self::shape::Shape;
pub use self::trial::{Verdict, try_program};
