//! Whole files from reading to the exit code. All files are parsed and planned before the first of them
//! runs, so an error in the last is known before anything is executed.

use crate::diagnostic::{Diagnostic, Severity, render_all};
use crate::options::Options;
use crate::parse::parse;
use crate::plan::{Plan, plan};
use crate::report::{Counts, Report, TestResult};
use crate::run::run;
use crate::source::Source;
use crate::tree::{File, Item};
use std::io::Write;
use std::path::Path;

const EXIT_FAILED: i32 = 1;
const EXIT_ABORTED: i32 = 1;
const EXIT_SYNTAX: i32 = 2;
const EXIT_ERRORS: i32 = 3;

/// How a run ended.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// 0 all well; 1 a test failed, or the run was aborted; 2 syntax errors; 3 other errors of the file.
    pub exit_code: i32,
    /// Tests by verdict.
    pub counts: Counts,
    /// The tests in their order.
    pub results: Vec<TestResult>,
    /// What [`run_file`] would have printed on stdout.
    pub log: String,
    /// What [`run_file`] would have printed on stderr.
    pub messages: String,
}

/// Runs one file and keeps what it prints.
pub fn run_file(path: &Path, options: &Options) -> Outcome {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut outcome = run_files(&[path], options, &mut out, &mut err);
    outcome.log = String::from_utf8_lossy(&out).into_owned();
    outcome.messages = String::from_utf8_lossy(&err).into_owned();
    outcome
}

/// Runs files in order, printing the log to `out` and the errors to `err`.
pub fn run_files(
    paths: &[impl AsRef<Path>],
    options: &Options,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Outcome {
    let outcome = run_all(paths, options, out, err);
    if !options.list {
        let _ = writeln!(out, "{}", outcome.counts.line());
    }
    outcome
}

fn run_all(
    paths: &[impl AsRef<Path>],
    options: &Options,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Outcome {
    let files = match read(paths, err) {
        Ok(files) => files,
        Err(exit_code) => return stopped(exit_code),
    };
    if options.list {
        list(&files, options, out);
        return stopped(0);
    }
    let plans: Vec<Plan> = files
        .iter()
        .map(|(source, file)| plan(source, file, options))
        .collect();
    if !options.keep_going {
        let exit_code = early_errors(&files, &plans, err);
        if exit_code != 0 {
            return stopped(exit_code);
        }
    }
    execute(&files, &plans, options, out, err)
}

fn stopped(exit_code: i32) -> Outcome {
    Outcome {
        exit_code,
        ..Outcome::default()
    }
}

/// The trees of all files, or the exit code if one of them has none.
fn read(paths: &[impl AsRef<Path>], err: &mut dyn Write) -> Result<Vec<(Source, File)>, i32> {
    let mut files = Vec::new();
    let mut exit_code = 0;
    for path in paths {
        let path = path.as_ref();
        let source = Source::read(path).map_err(|error| {
            let _ = writeln!(err, "Suite file '{}': {error}", path.display());
            EXIT_ABORTED
        })?;
        match parse(&source) {
            Ok(file) => files.push((source, file)),
            Err(errors) => {
                let _ = write!(err, "{}", render_all(&errors, &source));
                exit_code = EXIT_SYNTAX;
            }
        }
    }
    match exit_code {
        0 => Ok(files),
        _ => Err(exit_code),
    }
}

fn list(files: &[(Source, File)], options: &Options, out: &mut dyn Write) {
    let suites = files.iter().flat_map(|(_, file)| &file.suites);
    for item in suites.flat_map(|suite| &suite.items) {
        if let Item::Test(test) = item
            && options.filter.wants(test)
        {
            let _ = writeln!(out, "  {}", test.name);
        }
    }
}

fn early_errors(files: &[(Source, File)], plans: &[Plan], err: &mut dyn Write) -> i32 {
    let mut errors = Errors::default();
    for ((source, _), plan) in files.iter().zip(plans) {
        errors.print(source, &plan.diagnostics, err);
    }
    errors.exit_code(false)
}

fn execute(
    files: &[(Source, File)],
    plans: &[Plan],
    options: &Options,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Outcome {
    let mut report = Report::new(out, options.level);
    let mut results = Vec::new();
    let mut errors = Errors::default();
    for ((source, _), plan) in files.iter().zip(plans) {
        let ran = run(plan, options, &mut report);
        results.extend(ran.results);
        let diagnostics = [plan.diagnostics.as_slice(), &ran.diagnostics].concat();
        errors.print(source, &diagnostics, err);
        if plan.aborted() {
            break;
        }
    }
    let counts = Counts::of(results.iter());
    if options.filter.is_active() && !wanted_any(files, options) {
        report.warn("No test matches the filter");
    }
    Outcome {
        exit_code: errors.exit_code(counts.failed > 0),
        counts,
        results,
        ..Outcome::default()
    }
}

fn wanted_any(files: &[(Source, File)], options: &Options) -> bool {
    let suites = files.iter().flat_map(|(_, file)| &file.suites);
    suites
        .flat_map(|suite| &suite.items)
        .any(|item| matches!(item, Item::Test(test) if options.filter.wants(test)))
}

/// The worst of the errors printed so far.
#[derive(Default)]
struct Errors {
    worst: Option<Severity>,
}

impl Errors {
    fn print(&mut self, source: &Source, diagnostics: &[Diagnostic], err: &mut dyn Write) {
        if diagnostics.is_empty() {
            return;
        }
        let _ = write!(err, "{}", render_all(diagnostics, source));
        let severities = diagnostics.iter().map(|one| one.severity);
        self.worst = severities.chain(self.worst).min();
    }

    fn exit_code(&self, failed: bool) -> i32 {
        match self.worst {
            Some(Severity::Abort) => EXIT_ABORTED,
            Some(Severity::Syntax) => EXIT_SYNTAX,
            Some(Severity::Semantic) => EXIT_ERRORS,
            None if failed => EXIT_FAILED,
            None => 0,
        }
    }
}
