//! The order of execution: suites, then their actions strictly from top to bottom, each test after the
//! loaded files and the latest setup block. Nothing but the loaded files is restored between the tests
//! of a suite; each suite starts on a new machine. Symbols outlive the suite that named them.

use crate::diagnostic::Diagnostic;
use crate::execute::Execution;
use crate::machine::Machine;
use crate::options::Options;
use crate::plan::{Action, Image, Plan, PlannedSuite};
use crate::report::{Counts, Report, TestResult, Verdict};
use crate::symbols::SymbolTable;
use crate::trace::Trace;
use crate::tree::{Step, Test};
use std::rc::Rc;

/// What a file's run found.
#[derive(Default)]
pub struct Ran {
    pub results: Vec<TestResult>,
    /// Stores that could not be made.
    pub diagnostics: Vec<Diagnostic>,
}

pub fn run(plan: &Plan, options: &Options, report: &mut Report) -> Ran {
    let mut run = Run {
        options,
        report,
        symbols: Rc::default(),
        last_assertion: String::new(),
        ran: Ran::default(),
    };
    let mut passed = 0;
    for suite in &plan.suites {
        passed += usize::from(run.suite(suite));
    }
    let total = plan.suites.len();
    run.report
        .info(&format!("{passed} of {total} suites passed."));
    run.ran
}

struct Run<'r, 'w> {
    options: &'r Options,
    report: &'r mut Report<'w>,
    symbols: Rc<SymbolTable>,
    last_assertion: String,
    ran: Ran,
}

/// What ends with its suite.
struct Stage<'t> {
    machine: Machine,
    images: Vec<Rc<Image>>,
    setup: &'t [Step],
}

impl Run<'_, '_> {
    /// Whether no test of the suite failed.
    fn suite(&mut self, planned: &PlannedSuite) -> bool {
        let name = &planned.suite.name;
        self.report.info(&format!("Running test suite '{name}'..."));
        let first = self.ran.results.len();
        let mut stage = Stage {
            machine: Machine::new(planned.suite.system),
            images: Vec::new(),
            setup: &[],
        };
        for action in &planned.actions {
            self.action(name, &mut stage, action);
        }
        let counts = Counts::of(self.ran.results[first..].iter());
        self.report.suite(name, counts);
        counts.failed == 0
    }

    fn action<'t>(&mut self, suite: &str, stage: &mut Stage<'t>, action: &Action<'t>) {
        match action {
            Action::Symbols(table) => self.symbols = Rc::clone(table),
            Action::Load(image) => {
                if self.report.debugs() {
                    let (bytes, address) = (image.bytes.len(), image.address);
                    let text = format!("{bytes} bytes will be loaded at ${address:04X}");
                    self.report.debug(&text);
                }
                stage.images.push(Rc::clone(image));
            }
            Action::Rom(name, bytes) => stage.machine.memory_mut().fill_rom(*name, bytes),
            Action::Warn(text) => self.report.warn(text),
            Action::Setup(steps) => stage.setup = steps,
            Action::Test(test) => self.test(suite, stage, test),
        }
    }

    fn test(&mut self, suite: &str, stage: &mut Stage, test: &Test) {
        stage.machine.reset_cycles();
        let verdict = if !self.options.filter.wants(test) {
            Verdict::FilteredOut
        } else if test.skip {
            Verdict::Skipped
        } else {
            self.executed(stage, test)
        };
        let cycles = stage.machine.cycles();
        self.report.test(&test.name, &test.description, &verdict);
        if self.options.show_cycles && matches!(verdict, Verdict::Passed | Verdict::Failed(_)) {
            self.report
                .info(&format!("'{}' took {cycles} cycles", test.name));
        }
        self.ran.results.push(TestResult {
            suite: suite.to_string(),
            name: test.name.clone(),
            verdict,
            cycles,
        });
    }

    fn executed(&mut self, stage: &mut Stage, test: &Test) -> Verdict {
        for image in &stage.images {
            stage.machine.memory_mut().load(image.address, &image.bytes);
        }
        let mut execution = Execution {
            machine: &mut stage.machine,
            symbols: &self.symbols,
            options: self.options,
            report: self.report,
            last_assertion: &mut self.last_assertion,
            diagnostics: &mut self.ran.diagnostics,
            failures: Vec::new(),
            called: false,
            trace: test.trace.then(|| Trace::new(self.options.trace_lines)),
            timeout: timeout(test, self.options),
        };
        execution.steps(stage.setup);
        execution.steps(&test.body);
        if !execution.called {
            execution.fail("The test never executed anything");
        }
        let (failures, trace) = (execution.failures, execution.trace);
        if failures.is_empty() {
            return Verdict::Passed;
        }
        for line in trace.iter().flat_map(|trace| trace.lines(&stage.machine)) {
            self.report.info(&line);
        }
        Verdict::Failed(failures)
    }
}

/// The limit of a test, if limits are enforced; 0 is none.
fn timeout(test: &Test, options: &Options) -> Option<u64> {
    let (number, _) = test.timeout.filter(|_| options.enforce_timeout)?;
    u64::try_from(number.ok()?)
        .ok()
        .filter(|&cycles| cycles > 0)
}
