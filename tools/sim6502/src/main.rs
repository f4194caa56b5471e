//! The command line of the suite runner: arguments to options, outcome to exit code.

use clap::Parser;
use sim6502::{DEFAULT_MAX_CYCLES, DEFAULT_TRACE_LINES, Filter, Level, Options, PrefixMap};
use std::path::PathBuf;
use std::process::ExitCode;

/// Bad arguments, and also --help and --version, as in the original runner.
const EXIT_ARGUMENTS: u8 = 1;

/// Runs .6502 test suites on a simulated 6502.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// A suite file; may be given several times
    #[arg(short = 's', long = "suitefile", value_name = "FILE", required = true, num_args = 1..)]
    suite_files: Vec<PathBuf>,

    /// Run only the test with this name
    #[arg(long, value_name = "NAME")]
    test: Option<String>,

    /// Run only tests whose whole name matches; * is any text, ? any character
    #[arg(long, value_name = "GLOB")]
    filter: Option<String>,

    /// Run only tests that have at least one of these tags
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    filter_tag: Vec<String>,

    /// Leave out tests that have any of these tags
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    exclude_tag: Vec<String>,

    /// Print the names of the tests and run nothing
    #[arg(long)]
    list: bool,

    /// Log every instruction
    #[arg(short, long, conflicts_with = "debug")]
    trace: bool,

    /// Log every call
    #[arg(short, long)]
    debug: bool,

    /// What executes the code; only the simulator is known
    #[arg(long, value_name = "NAME", default_value = "sim", value_parser = ["sim"])]
    backend: String,

    /// Fail a jsr after this many cycles; 0 is no limit
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MAX_CYCLES)]
    max_cycles: u64,

    /// Fail a test that takes more cycles than its timeout
    #[arg(long)]
    enforce_timeout: bool,

    /// Read files whose path begins with FROM from TO instead; may be given several times
    #[arg(long, value_name = "FROM=TO", value_parser = prefix_map)]
    map: Vec<PrefixMap>,

    /// Instructions shown in the trace of a failed test
    #[arg(long, value_name = "N", default_value_t = DEFAULT_TRACE_LINES)]
    trace_lines: usize,

    /// Print the cycles of each test
    #[arg(long)]
    cycles: bool,

    /// Run in spite of undefined symbols (they count as 0) and missing files
    #[arg(long)]
    keep_going: bool,
}

fn prefix_map(text: &str) -> Result<PrefixMap, String> {
    let (from, to) = text
        .split_once('=')
        .filter(|(from, _)| !from.is_empty())
        .ok_or("expected FROM=TO, as in /code/=build/")?;
    Ok(PrefixMap {
        from: from.to_string(),
        to: to.to_string(),
    })
}

impl Arguments {
    fn options(&self) -> Options {
        let trimmed = |tags: &[String]| tags.iter().map(|tag| tag.trim().to_string()).collect();
        Options {
            filter: Filter {
                name: self.test.clone(),
                glob: self.filter.clone(),
                tags: trimmed(&self.filter_tag),
                excluded_tags: trimmed(&self.exclude_tag),
            },
            list: self.list,
            max_cycles: (self.max_cycles > 0).then_some(self.max_cycles),
            enforce_timeout: self.enforce_timeout,
            prefix_maps: self.map.clone(),
            trace_lines: self.trace_lines,
            show_cycles: self.cycles,
            keep_going: self.keep_going,
            level: match (self.trace, self.debug) {
                (true, _) => Level::Trace,
                (_, true) => Level::Debug,
                _ => Level::Info,
            },
        }
    }
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(EXIT_ARGUMENTS);
        }
    };
    let outcome = sim6502::run_files(
        &arguments.suite_files,
        &arguments.options(),
        &mut std::io::stdout(),
        &mut std::io::stderr(),
    );
    ExitCode::from(u8::try_from(outcome.exit_code).unwrap_or(EXIT_ARGUMENTS))
}
