//! One statement of a test on its machine. A fault here fails the test and never stops it; a store to an
//! impossible address or of an impossible value is an error of the suite file instead.

use crate::call::{Ending, Until, call};
use crate::diagnostic::{Diagnostic, Severity};
use crate::evaluate::{Evaluator, low_byte, low_word};
use crate::machine::Machine;
use crate::options::Options;
use crate::report::{Failure, Report};
use crate::source::Span;
use crate::symbols::SymbolTable;
use crate::trace::{Trace, current_line};
use crate::tree::*;
use std::fmt::Write;

const LAST_ADDRESS: i32 = 0xFFFF;

/// What a test body or setup block acts on, and what it has found so far.
pub struct Execution<'r, 'w> {
    pub machine: &'r mut Machine,
    pub symbols: &'r SymbolTable,
    pub options: &'r Options,
    pub report: &'r mut Report<'w>,
    pub last_assertion: &'r mut String,
    pub diagnostics: &'r mut Vec<Diagnostic>,
    pub failures: Vec<Failure>,
    /// Some `jsr` was executed.
    pub called: bool,
    pub trace: Option<Trace>,
    /// Cycles the whole test may take.
    pub timeout: Option<u64>,
}

impl Execution<'_, '_> {
    pub fn steps(&mut self, steps: &[Step]) {
        for step in steps {
            self.step(step);
        }
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::SetRegister(register, value) => self.set_register(*register, value),
            Step::SetFlag { flag, set, value } => {
                self.value(value);
                self.machine.set_flag(*flag, *set);
            }
            Step::StoreRegister(place, register) => self.store_register(place, *register),
            Step::Store {
                target,
                value,
                span,
            } => self.store(target, value, *span),
            Step::Jsr {
                target,
                stop,
                fail_on_brk,
            } => self.jsr(target, stop, *fail_on_brk),
            Step::Fill(arguments) => self.fill(arguments),
            Step::Dump(arguments) => self.dump(arguments),
            Step::Assert(condition, description) => {
                self.last_assertion.clone_from(description);
                self.assert(condition);
            }
        }
    }

    pub fn fail(&mut self, message: impl Into<String>) {
        self.failures.push(Failure {
            message: message.into(),
            assertion: self.last_assertion.clone(),
        });
    }

    // Values.

    fn evaluate<T>(&mut self, evaluation: impl FnOnce(&mut Evaluator) -> T) -> T {
        let mut evaluator = Evaluator::new(self.machine.memory(), self.symbols);
        let value = evaluation(&mut evaluator);
        for fault in evaluator.faults {
            self.fail(fault);
        }
        value
    }

    fn value(&mut self, expr: &Expr) -> i32 {
        self.evaluate(|evaluator| evaluator.value(expr))
    }

    fn place(&mut self, place: &Place) -> i32 {
        self.evaluate(|evaluator| evaluator.place(place))
    }

    // Assignments.

    fn set_register(&mut self, register: Register, value: &Expr) {
        let value = self.value(value);
        if value > 255 {
            return self.fail(format!(
                "Value {value} does not fit in register {register:?}"
            ));
        }
        self.machine.set_register(register, low_byte(value));
    }

    fn store_register(&mut self, place: &Place, register: Register) {
        let address = self.place(place);
        let constant = matches!(place.kind, PlaceKind::Number(_));
        if constant && !(0..=LAST_ADDRESS).contains(&address) {
            return;
        }
        let value = self.machine.register(register);
        self.machine.memory_mut().write(low_word(address), value);
    }

    /// Only a lone symbol on the left escapes the range checks.
    fn store(&mut self, target: &Expr, value: &Expr, span: Span) {
        let address = self.value(target);
        let value = self.value(value);
        let unchecked = matches!(
            target,
            Expr::Place(Place {
                kind: PlaceKind::Symbol(_),
                ..
            })
        );
        if !unchecked && !self.store_is_possible(address, value, span) {
            return;
        }
        let memory = self.machine.memory_mut();
        let at = low_word(address);
        memory.write(at, low_byte(value));
        if value > 255 {
            memory.write(at.wrapping_add(1), low_byte(value >> 8));
        }
    }

    fn store_is_possible(&mut self, address: i32, value: i32, span: Span) -> bool {
        let text = if !(0..=LAST_ADDRESS).contains(&address) {
            format!("Address {address} is outside $0000-$FFFF")
        } else if !(0..=LAST_ADDRESS).contains(&value) {
            format!("Value {value} is outside $0000-$FFFF")
        } else {
            return true;
        };
        let error = Diagnostic::new(Severity::Semantic, span, text);
        self.diagnostics.push(error);
        false
    }

    // Calls.

    fn jsr(&mut self, target: &Place, stop: &Stop, fail_on_brk: bool) {
        self.called = true;
        let number = self.place(target);
        let until = match stop {
            Stop::OnRts(wanted) => Until::Rts(*wanted),
            Stop::AtAddress(place) => Until::Address(self.place(place)),
        };
        let before = self.machine.cycles();
        let ending = self.run(low_word(number), until);
        let took = self.machine.cycles() - before;
        if self.report.debugs() {
            let name = self.symbols.describe(low_word(number));
            self.report
                .debug(&format!("jsr {name} took {took} cycles: {ending:?}"));
        }
        self.judge(number, &ending, fail_on_brk, took);
    }

    fn run(&mut self, target: u16, until: Until) -> Ending {
        let limit = self.options.max_cycles.unwrap_or(u64::MAX);
        let left = self.timeout.map_or(u64::MAX, |timeout| {
            timeout.saturating_sub(self.machine.cycles())
        });
        let Self {
            machine,
            trace,
            report,
            ..
        } = self;
        let logged = report.traces();
        let watched = trace.is_some() || logged;
        let mut watch = |machine: &Machine| {
            if let Some(trace) = trace.as_mut() {
                trace.record(machine);
            }
            if logged {
                report.trace(&current_line(machine));
            }
        };
        let watch: Option<&mut dyn FnMut(&Machine)> = watched.then_some(&mut watch);
        call(machine, target, until, limit.min(left), watch)
    }

    fn judge(&mut self, target: i32, ending: &Ending, fail_on_brk: bool, took: u64) {
        let timeout = self.timeout.filter(|&timeout| {
            let cycles = self.machine.cycles();
            cycles > timeout || (cycles == timeout && matches!(ending, Ending::Limit(_)))
        });
        match *ending {
            Ending::Finished => {}
            Ending::Break if fail_on_brk => {
                self.fail(format!("JSR call to {target} returned an error."));
            }
            Ending::Break => {}
            Ending::Halted(at) => {
                let place = self.symbols.describe(at);
                self.fail(format!(
                    "JSR call to {target} halted the processor at {place}"
                ));
            }
            Ending::Limit(at) if timeout.is_none() => {
                let place = self.symbols.describe(at);
                self.fail(format!(
                    "JSR call to {target} was stopped after {took} cycles at {place}"
                ));
            }
            Ending::Limit(_) => {}
        }
        if let Some(timeout) = timeout {
            let last = match *ending {
                Ending::Limit(at) => at,
                _ => self.machine.registers().program_counter,
            };
            let place = self.symbols.describe(last);
            self.fail(format!(
                "JSR call to {target} passed the timeout of {timeout} cycles at {place}"
            ));
        }
    }

    // Memory blocks. What is wrong with them is logged and fails nothing.

    /// The clamped count, if the address exists and there is anything to do.
    fn block(&mut self, word: &str, address: i32, count: i32) -> Option<(u16, u16)> {
        let Ok(start) = u16::try_from(address) else {
            self.report
                .error(&format!("{word}: address {address} is outside $0000-$FFFF"));
            return None;
        };
        let count = u16::try_from(count.min(LAST_ADDRESS)).ok()?;
        Some((start, count))
    }

    fn fill(&mut self, arguments: &[Expr; 3]) {
        let [address, count, value] = arguments.each_ref().map(|one| self.value(one));
        let Some((start, count)) = self.block("memfill", address, count) else {
            return;
        };
        let memory = self.machine.memory_mut();
        for offset in 0..count {
            memory.write(start.wrapping_add(offset), low_byte(value));
        }
    }

    fn dump(&mut self, arguments: &[Expr; 2]) {
        let [address, count] = arguments.each_ref().map(|one| self.value(one));
        let Some((start, count)) = self.block("memdump", address, count) else {
            return;
        };
        if count == 0 {
            return;
        }
        let name = self.symbols.name_of(address);
        let name = name.map_or(String::new(), |name| format!(" ({name})"));
        self.report
            .line(&format!("[memdump] ${start:04X}{name}, {count} bytes:"));
        let bytes: Vec<u8> = (0..count)
            .map(|offset| self.machine.memory().read(start.wrapping_add(offset)))
            .collect();
        let mut at = start;
        for row in bytes.chunks(8) {
            self.report.line(&dump_line(at, row));
            at = at.wrapping_add(8);
        }
    }

    // Assertions.

    fn assert(&mut self, condition: &Condition) {
        match condition {
            Condition::Memory(test) => {
                self.evaluate(|evaluator| evaluator.memory_test(test));
            }
            Condition::Compare(left, relation, right) => {
                let left = self.left(left);
                let right = self.value(right);
                if !relation.holds(left, right) {
                    self.fail(format!("Expected {left} {} {right}", relation.text()));
                }
            }
        }
    }

    fn left(&mut self, left: &Left) -> i32 {
        match left {
            Left::Register(register) => self.machine.register(*register).into(),
            Left::Flag(flag) => self.machine.flag(*flag).into(),
            Left::Cycles => i32::try_from(self.machine.cycles()).unwrap_or(i32::MAX),
            Left::ByteAt(place) => {
                self.evaluate(|evaluator| evaluator.peek(evaluator.place(place), Width::Byte))
            }
            Left::Value(value) => self.value(value),
            Left::Memory(address, width) => self.evaluate(|evaluator| {
                let address = evaluator.value(address);
                evaluator.peek(address, *width)
            }),
        }
    }
}

/// Up to eight bytes, in hexadecimal and as text.
fn dump_line(at: u16, row: &[u8]) -> String {
    let mut hex = String::new();
    for byte in row {
        let _ = write!(hex, "{byte:02X} ");
    }
    let printable = |&byte: &u8| match byte {
        32..=126 => char::from(byte),
        _ => '.',
    };
    let text: String = row.iter().map(printable).collect();
    format!("{at:04X}: {hex:24}|  {text}|")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dump_line_pads_its_bytes_to_eight_and_hides_what_cannot_be_printed() {
        let full = dump_line(0x0E5A, &[0x30, 0xB2, 0x41, 0x20, 0x7E, 0x7F, 0x1F, 0x00]);
        assert_eq!(full, "0E5A: 30 B2 41 20 7E 7F 1F 00 |  0.A ~...|");
        assert_eq!(
            dump_line(0x10, &[0x41]),
            "0010: 41                      |  A|"
        );
    }
}
