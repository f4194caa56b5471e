//! Jump threading: when a block does nothing but test something and branch, and on one of the edges into it the outcome is
//! known, that edge goes straight to where the branch leads. This is how the second test of a condition that was turned
//! into a byte disappears.
//!
//! An edge may skip the test only if nobody misses what the test would have set: each register and flag it writes is dead
//! where the branch leads, or already holds that value on this edge. Two edges are not threaded in one go when one skips a
//! register that the other counts on (`Path::conflicts`): the second one's knowledge may come from the very block that the
//! first no longer passes. That was a miscompile which random programs found.

use super::hits::Hits;
use crate::asm::effects::RegSet;
use crate::asm::env::Env;
use crate::asm::flow::next_label;
use crate::asm::flow::{Flow, is_branch, target};
use crate::asm::inst::{Inst, Label, Line, Mnemonic, Operand};
use crate::asm::live::Live;
use crate::asm::named_bytes::Bytes;
use crate::asm::value_numbering::{A, State, Value, Values, X, Y};
use crate::cpu::opcode::Access;

/// Name of the edit, for `--disable`.
pub const NAMES: [&str; 1] = ["decided-branch"];

/// Instructions a testing block may have before its branch.
const LONGEST_TEST: usize = 3;

/// A path from one block over a testing block to the block its branch leads to.
struct Path {
    from: usize,
    test: usize,
    to: usize,
    /// Registers the test would set.
    skipped: RegSet,
    /// Those of them that already hold what it would set, and are looked at where the branch leads.
    kept: RegSet,
}

impl Path {
    /// Whether one path does without a register that the other wants kept: that it is there may be the first one's doing.
    fn conflicts(&self, other: &Path) -> bool {
        self.kept.meets(other.skipped) || other.kept.meets(self.skipped)
    }
}

/// Shortens every path whose outcome is known; tells whether there was one.
pub fn run(lines: &mut Vec<Line>, env: &Env, hits: &mut Hits) -> bool {
    if !hits.allows(NAMES[0]) {
        return false;
    }
    let flow = Flow::new(lines);
    let tests: Vec<usize> = (0..flow.blocks.len())
        .filter(|block| is_test(lines, &flow, *block))
        .collect();
    if tests.is_empty() {
        return false;
    }
    let bytes = Bytes::new(lines, env);
    let live = Live::new(lines, &flow, &bytes, env);
    let Some(values) = Values::new(lines, &flow, &bytes, &live.effects) else {
        return false;
    };
    let view = View {
        lines,
        flow: &flow,
        live: &live,
        values: &values,
    };
    let before = flow.predecessors();
    let pairs = tests
        .iter()
        .flat_map(|test| before[*test].iter().map(move |from| (*from, *test)));
    let mut paths: Vec<Path> = Vec::new();
    for path in pairs.filter_map(|(from, test)| view.path(from, test, &before[test])) {
        // What is left out this time is looked at again when the others are done.
        if !paths.iter().any(|other| path.conflicts(other)) {
            paths.push(path);
        }
    }
    let changed = !paths.is_empty();
    paths.iter().for_each(|_| hits.count(NAMES[0]));
    *lines = shorten(lines, &flow, &paths);
    changed
}

/// A block that can be jumped to, changes no memory and ends in a branch.
fn is_test(lines: &[Line], flow: &Flow, block: usize) -> bool {
    let insts = flow.insts(lines, block);
    let Some((branch, test)) = insts.split_last() else {
        return false;
    };
    let quiet = |inst: &&Inst| {
        let stack = (inst.reads() | inst.writes()).meets(RegSet::STACK | RegSet::MODES);
        !inst.volatile && !stack && matches!(inst.access(), Access::Nothing | Access::Read)
    };
    is_branch(branch.op)
        && test.len() <= LONGEST_TEST
        && test.iter().all(quiet)
        && !lines[flow.blocks[block].lines.clone()]
            .iter()
            .any(|line| matches!(line, Line::Data(_)))
}

struct View<'a> {
    lines: &'a [Line],
    flow: &'a Flow,
    live: &'a Live,
    values: &'a Values<'a>,
}

impl View<'_> {
    fn path(&self, from: usize, test: usize, before: &[usize]) -> Option<Path> {
        let falls = self.falls(from, test);
        // Leading the entry of a loop into its middle would hide the loop from the passes that look for one.
        let is_head = before.iter().any(|from| *from >= test);
        if from == test || (falls && is_head) {
            return None;
        }
        let start = self.values.on_the_way(from, test)?;
        let mut cursor = self.values.enter(test, start.clone());
        let range = self.flow.blocks[test].lines.clone();
        let (branch, body) = (range.end - 1, range.start..range.end - 1);
        body.clone().for_each(|line| cursor.step(line));
        let state = cursor.state;
        let Line::Inst(inst) = &self.lines[branch] else {
            return None;
        };
        let next = &self.flow.blocks[test].next;
        let to = if state.decides(inst.op)? {
            *next.last()?
        } else {
            *next.first()?
        };
        if to == test || next.len() < 2 {
            return None;
        }
        let (skipped, kept) = self.unneeded(body, to, &start, &state)?;
        Some(Path {
            from,
            test,
            to,
            skipped,
            kept,
        })
    }

    /// Whether a block goes on to another without jumping there.
    fn falls(&self, from: usize, to: usize) -> bool {
        let last = self.flow.blocks[from].lines.end - 1;
        let lands = match &self.lines[last] {
            Line::Inst(inst) => target(inst).is_some_and(|label| self.flow.labels[&label] == to),
            _ => false,
        };
        !lands
    }

    /// What the test sets, if that is not looked at where its branch leads or is there already; and what is there.
    fn unneeded(
        &self,
        test: std::ops::Range<usize>,
        to: usize,
        before: &State,
        after: &State,
    ) -> Option<(RegSet, RegSet)> {
        let first = self.flow.blocks[to].lines.start;
        let mut wanted = self.live.after[first].clone();
        wanted.step_back(&self.live.effects[first]);
        // A value named by a line of the test itself is a new one, even when an older one had that name.
        let new = |value: Value| value.line().is_some_and(|line| test.contains(&line));
        let writes = test.clone().fold(RegSet::EMPTY, |set, line| {
            set | self.live.effects[line].writes
        });
        let looked_at = writes & wanted.registers;
        let mut spoiled = looked_at;
        for (register, holder) in [(RegSet::A, A), (RegSet::X, X), (RegSet::Y, Y)] {
            let value = after.value(holder);
            if before.value(holder) == value && !new(value) {
                spoiled = spoiled - register;
            }
        }
        spoiled.is_empty().then_some((writes, looked_at))
    }
}

fn shorten(lines: &[Line], flow: &Flow, paths: &[Path]) -> Vec<Line> {
    let mut next = next_label(lines);
    let mut labels: Vec<Option<Label>> = vec![None; flow.blocks.len()];
    for path in paths {
        labels[path.to].get_or_insert_with(|| {
            next += 1;
            Label(next - 1)
        });
    }
    let mut new = Vec::with_capacity(lines.len() + 2 * paths.len());
    for (number, block) in flow.blocks.iter().enumerate() {
        new.extend(labels[number].map(Line::Label));
        let start = new.len();
        new.extend(lines[block.lines.clone()].iter().cloned());
        for path in paths.iter().filter(|path| path.from == number) {
            let to = Operand::Label(labels[path.to].expect("made above"));
            redirect(&mut new[start..], flow, path, &to);
            if !jumps_to(lines, flow, path) {
                new.push(Line::Inst(Inst::new(Mnemonic::Jmp, to)));
            }
        }
    }
    new
}

fn jumps_to(lines: &[Line], flow: &Flow, path: &Path) -> bool {
    match &lines[flow.blocks[path.from].lines.end - 1] {
        Line::Inst(inst) => target(inst).is_some_and(|label| flow.labels[&label] == path.test),
        _ => false,
    }
}

/// Changes the jump or branch at the end of a block if it goes to the test.
fn redirect(block: &mut [Line], flow: &Flow, path: &Path, to: &Operand) {
    if let Some(Line::Inst(inst)) = block.last_mut()
        && target(inst).is_some_and(|label| flow.labels.get(&label) == Some(&path.test))
    {
        inst.arg = to.clone();
    }
}
