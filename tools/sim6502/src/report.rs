//! What a run says: log lines with the texts that scripts match, and the counts at the end.
//! It decides nothing; verdicts come from `run.rs`.

use crate::options::Level;
use std::io::Write;

/// The name that stands for this program in log lines.
const LOGGER: &str = "sim6502";

/// One reason why a test failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What was expected, and what was found.
    pub message: String,
    /// The description of the last assertion entered, perhaps in an earlier test.
    pub assertion: String,
}

/// How a test ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every assertion held.
    Passed,
    /// For these reasons, at least one.
    Failed(Vec<Failure>),
    /// Marked `skip = true`.
    Skipped,
    /// Not wanted by the filter.
    FilteredOut,
}

/// One test of one suite after the run.
#[derive(Clone, Debug)]
pub struct TestResult {
    /// The suite it belongs to.
    pub suite: String,
    /// Its name there.
    pub name: String,
    /// How it ended.
    pub verdict: Verdict,
    /// Cycles of all its calls, those of setup too.
    pub cycles: u64,
}

/// Tests by verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Those that passed.
    pub passed: usize,
    /// Those that failed.
    pub failed: usize,
    /// Those that were skipped or not wanted.
    pub skipped: usize,
}

impl Counts {
    /// Counts a list of results.
    pub fn of<'r>(results: impl Iterator<Item = &'r TestResult>) -> Self {
        let mut counts = Self::default();
        for result in results {
            match result.verdict {
                Verdict::Passed => counts.passed += 1,
                Verdict::Failed(_) => counts.failed += 1,
                Verdict::Skipped | Verdict::FilteredOut => counts.skipped += 1,
            }
        }
        counts
    }

    /// The last line of every run.
    pub fn line(self) -> String {
        let Self {
            passed,
            failed,
            skipped,
        } = self;
        match skipped {
            0 => format!("{passed} passed, {failed} failed"),
            _ => format!("{passed} passed, {failed} failed, {skipped} skipped"),
        }
    }
}

pub struct Report<'w> {
    out: &'w mut dyn Write,
    level: Level,
}

impl<'w> Report<'w> {
    pub fn new(out: &'w mut dyn Write, level: Level) -> Self {
        Self { out, level }
    }

    /// A reader that has gone away is no reason to stop the tests.
    pub fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{text}");
    }

    fn log(&mut self, level: &str, message: &str) {
        let time = chrono::Local::now().format("%Y-%m-%d %H:%M:%S%.3f");
        self.line(&format!("{time} | {level:5} | {LOGGER} | {message}"));
    }

    pub fn info(&mut self, message: &str) {
        self.log("INFO", message);
    }

    pub fn warn(&mut self, message: &str) {
        self.log("WARN", message);
    }

    pub fn error(&mut self, message: &str) {
        self.log("ERROR", message);
    }

    pub fn fatal(&mut self, message: &str) {
        self.log("FATAL", message);
    }

    pub fn debugs(&self) -> bool {
        self.level >= Level::Debug
    }

    pub fn debug(&mut self, message: &str) {
        self.log("DEBUG", message);
    }

    pub fn traces(&self) -> bool {
        self.level >= Level::Trace
    }

    pub fn trace(&mut self, message: &str) {
        self.log("TRACE", message);
    }

    /// The verdict on one test, and for a failed one every reason.
    pub fn test(&mut self, name: &str, description: &str, verdict: &Verdict) {
        let title = format!("'{name} - {description}'");
        match verdict {
            Verdict::Passed => self.info(&format!("{title} : PASSED")),
            Verdict::Skipped => self.info(&format!("{title} : SKIPPED")),
            Verdict::FilteredOut => {}
            Verdict::Failed(failures) => {
                self.fatal(&format!("{title} : FAILED"));
                for Failure { message, assertion } in failures {
                    self.fatal(&format!("'{name}' - {message} in assertion '{assertion}'"));
                }
            }
        }
    }

    pub fn suite(&mut self, name: &str, counts: Counts) {
        let total = counts.passed + counts.failed + counts.skipped;
        let skipped = match counts.skipped {
            0 => String::new(),
            skipped => format!(" ({skipped} skipped)"),
        };
        let passed = counts.passed;
        self.info(&format!(
            "{passed} of {total} tests ran successfully{skipped} in suite '{name}'."
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn logged(say: impl Fn(&mut Report)) -> Vec<String> {
        let mut bytes = Vec::new();
        say(&mut Report::new(&mut bytes, Level::Info));
        let text = String::from_utf8(bytes).expect("text");
        text.lines().map(str::to_string).collect()
    }

    #[test]
    fn a_log_line_has_date_and_time_a_padded_level_a_logger_and_the_message() {
        let lines = logged(|report| report.info("hello"));
        let fields: Vec<&str> = lines[0].split(" | ").collect();
        assert_eq!(fields[1..], ["INFO ", "sim6502", "hello"]);
        assert_eq!(fields[0].len(), "2026-08-04 12:34:56.789".len());
    }

    #[test]
    fn a_failed_test_lists_every_reason() {
        let failure = |message: &str| Failure {
            message: message.to_string(),
            assertion: "sum".to_string(),
        };
        let verdict = Verdict::Failed(vec![failure("one"), failure("two")]);
        let lines = logged(|report| report.test("t", "d", &verdict));
        assert!(lines[0].ends_with("| FATAL | sim6502 | 't - d' : FAILED"));
        assert!(lines[1].ends_with("'t' - one in assertion 'sum'"));
        assert!(lines[2].ends_with("'t' - two in assertion 'sum'"));
    }

    #[test]
    fn the_suite_line_counts_skipped_tests_in_its_total() {
        let counts = Counts {
            passed: 3,
            failed: 1,
            skipped: 2,
        };
        let lines = logged(|report| report.suite("S", counts));
        assert!(lines[0].ends_with("3 of 6 tests ran successfully (2 skipped) in suite 'S'."));
        assert_eq!(counts.line(), "3 passed, 1 failed, 2 skipped");
    }
}
