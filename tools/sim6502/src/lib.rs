//! Runs `.6502` test suites: text is lexed and parsed, planned (files read, symbols resolved), executed
//! on a 6502 without any chips around it, and reported.
//!
//! ```text
//! source -> lex -> parse, expression -> plan -> run -> report
//!                                        |       |
//!                              symbols, files    execute -> evaluate, call -> machine -> memory
//! ```
//!
//! [`run_file`] is what the tests of other crates call:
//!
//! ```no_run
//! let outcome = sim6502::run_file("tests/rules.6502".as_ref(), &sim6502::Options::default());
//! assert_eq!(outcome.exit_code, 0, "{}{}", outcome.log, outcome.messages);
//! ```
#![warn(missing_docs)]

mod call;
mod chips;
mod diagnostic;
mod evaluate;
mod execute;
mod expression;
mod files;
mod filter;
mod lex;
mod machine;
mod memory;
mod options;
mod outcome;
mod parse;
mod plan;
mod report;
mod run;
mod source;
mod symbols;
mod trace;
mod tree;

pub use files::PrefixMap;
pub use filter::Filter;
pub use options::{DEFAULT_MAX_CYCLES, DEFAULT_TRACE_LINES, Level, Options};
pub use outcome::{Outcome, run_file, run_files};
pub use report::{Counts, Failure, TestResult, Verdict};
