//! How to run: the choices of the command line, with the safe ones as default. Where the original runner
//! would hang, go on with a wrong value or stay silent, the default here is to say so.

use crate::files::PrefixMap;
use crate::filter::Filter;

/// Cycles after which one `jsr` is taken for a runaway: half an hour of a C64.
pub const DEFAULT_MAX_CYCLES: u64 = 2_000_000_000;

/// Instructions of a failed test that its trace still shows.
pub const DEFAULT_TRACE_LINES: usize = 5_000;

/// The choices of a run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which tests.
    pub filter: Filter,
    /// Print the names of the wanted tests and run nothing.
    pub list: bool,
    /// Limit of one `jsr`; none lets it run for ever.
    pub max_cycles: Option<u64>,
    /// Fail a test that runs longer than its `timeout`.
    pub enforce_timeout: bool,
    /// Where files of suites are, when not where they say.
    pub prefix_maps: Vec<PrefixMap>,
    /// Instructions that the trace of a failed test keeps.
    pub trace_lines: usize,
    /// Print the cycles of each test.
    pub show_cycles: bool,
    /// Run in spite of undefined symbols and missing files, as the original runner does.
    pub keep_going: bool,
    /// How much is logged.
    pub level: Level,
}

/// How much is logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// What the tests did.
    Info,
    /// And what their statements did.
    Debug,
    /// Every instruction.
    Trace,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            filter: Filter::default(),
            list: false,
            max_cycles: Some(DEFAULT_MAX_CYCLES),
            enforce_timeout: false,
            prefix_maps: Vec::new(),
            trace_lines: DEFAULT_TRACE_LINES,
            show_cycles: false,
            keep_going: false,
            level: Level::Info,
        }
    }
}
