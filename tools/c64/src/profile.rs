//! Where the cycles went: calls, cycles and share of each symbol.
//!
//! Every cycle of a run is charged to exactly one symbol, the nearest at or below the program counter, so the
//! shares add up to all of the run. Cycles with callees follow the calls by their stack depth and count a
//! recursive routine once.

use crate::core::Registers;
use crate::machine::Machine;
use crate::observe::Step;
use crate::symbols::Symbols;
use std::fmt;

const JSR: u8 = 0x20;
/// The name of code below the first symbol.
const NO_SYMBOL: &str = "(no symbol)";

/// One row of a profile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The symbol.
    pub name: String,
    /// How often it was entered by a `JSR`, an interrupt or a jump to its first instruction.
    pub calls: u64,
    /// Cycles spent in its own instructions, waiting for the VIC-II included.
    pub cycles: u64,
    /// The same with those of the routines it called.
    pub with_callees: u64,
}

/// A call that has not returned.
struct Call {
    row: usize,
    started: u64,
    /// The stack pointer inside the routine; a greater one means it has returned.
    stack: u8,
}

/// A profile being taken.
pub struct Profile {
    rows: Vec<Row>,
    /// The row of each address, and whether it is the row's first.
    row_of: Vec<(u16, bool)>,
    calls: Vec<Call>,
    /// How often each row stands in `calls`.
    depth: Vec<u32>,
    started: u64,
    now: u64,
}

impl Profile {
    fn new(symbols: &Symbols, now: u64) -> Profile {
        let mut rows = vec![Row {
            name: NO_SYMBOL.to_string(),
            ..Row::default()
        }];
        let mut row_of = vec![(0, false); 0x1_0000];
        for (address, name) in symbols.iter() {
            let row = rows.len() as u16;
            row_of[usize::from(address)..].fill((row, false));
            row_of[usize::from(address)].1 = true;
            rows.push(Row {
                name: name.to_string(),
                ..Row::default()
            });
        }
        Profile {
            depth: vec![0; rows.len()],
            rows,
            row_of,
            calls: Vec::new(),
            started: now,
            now,
        }
    }

    pub(crate) fn record(&mut self, step: Step) {
        self.now = step.end;
        let (row, _) = self.row_of[usize::from(step.before.pc)];
        self.rows[usize::from(row)].cycles += step.end - step.start;
        self.leave_returned(step.after.s, step.end);
        let (target, first) = self.row_of[usize::from(step.after.pc)];
        if step.interrupt || (step.code[0] == JSR) {
            self.enter(target.into(), step.after, step.end);
        } else if first && target != row {
            self.rows[usize::from(target)].calls += 1;
        }
    }

    fn enter(&mut self, row: usize, after: Registers, now: u64) {
        self.rows[row].calls += 1;
        self.depth[row] += 1;
        self.calls.push(Call {
            row,
            started: now,
            stack: after.s,
        });
    }

    /// Ends the calls whose return address is no longer on the stack.
    fn leave_returned(&mut self, stack: u8, now: u64) {
        while let Some(call) = self.calls.pop_if(|call| stack > call.stack) {
            self.leave(call, now);
        }
    }

    fn leave(&mut self, call: Call, now: u64) {
        self.depth[call.row] -= 1;
        if self.depth[call.row] == 0 {
            self.rows[call.row].with_callees += now - call.started;
        }
    }

    fn finish(mut self) -> Report {
        while let Some(call) = self.calls.pop() {
            self.leave(call, self.now);
        }
        let mut rows = self.rows;
        rows.retain(|row| row.cycles > 0 || row.calls > 0);
        for row in &mut rows {
            row.with_callees = row.with_callees.max(row.cycles);
        }
        rows.sort_by(|a, b| b.cycles.cmp(&a.cycles).then_with(|| a.name.cmp(&b.name)));
        Report {
            cycles: self.now - self.started,
            rows,
        }
    }
}

/// A finished profile, the most expensive symbol first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Cycles of the whole run.
    pub cycles: u64,
    /// A row for each symbol that was reached.
    pub rows: Vec<Row>,
}

impl Report {
    /// The row of a symbol.
    pub fn row(&self, name: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.name == name)
    }

    /// The part of all cycles spent in a row's own instructions, in percent.
    pub fn share(&self, row: &Row) -> f64 {
        100.0 * row.cycles as f64 / self.cycles.max(1) as f64
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(
            f,
            "{:>12} {:>14} {:>14} {:>7}  symbol",
            "calls", "cycles", "with callees", "share"
        )?;
        for row in &self.rows {
            writeln!(
                f,
                "{:>12} {:>14} {:>14} {:>6.2}%  {}",
                row.calls,
                row.cycles,
                row.with_callees,
                self.share(row),
                row.name
            )?;
        }
        write!(f, "{:>12} {:>14}", "all", self.cycles)
    }
}

impl Machine {
    /// Begins a profile by the symbols the machine has now.
    pub fn start_profile(&mut self) {
        let profile = Profile::new(&self.symbols, self.cycles());
        self.observers.profile = Some(Box::new(profile));
    }

    /// Ends the profile; nothing when none was begun.
    pub fn take_profile(&mut self) -> Option<Report> {
        self.observers
            .profile
            .take()
            .map(|profile| profile.finish())
    }
}
