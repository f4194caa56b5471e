//! Branches that do not reach their label. The cheapest way out is a place within reach where the very same code stands
//! already, such as another `lda #1 ; rts`; else the branch is inverted around a jump, or around a copy of the code if
//! that is no longer than the jump.

use super::branches::positions;
use super::effects::ZeroPage;
use super::flow::{inverse, is_branch, is_end, target};
use super::inst::{Inst, Label, Line, Mnemonic, Operand, Routine};
use super::peephole::next_label;
use std::collections::{BTreeMap, BTreeSet};

/// Farthest a branch reaches from the byte after it.
const REACH: std::ops::RangeInclusive<i64> = -128..=127;
/// Room kept when a branch is led elsewhere, for jumps that are still to come between.
const MARGIN: i64 = 24;
/// Instructions compared when looking for the same code.
const LONGEST_TAIL: usize = 6;
/// Bytes of a jump.
const JUMP: u32 = 3;

/// Makes every branch reach.
///
/// Needs: addresses chosen, so that lengths are final. Leaves: every branch in range.
pub fn relax(routine: &mut Routine, zero_page: &ZeroPage) {
    loop {
        let sight = Sight::new(&routine.lines, zero_page);
        let far = sight.out_of_reach();
        if far.is_empty() {
            return;
        }
        routine.lines = match far
            .iter()
            .find_map(|index| sight.same_code_near(*index).map(|at| (*index, at)))
        {
            Some((branch, at)) => lead_to(&routine.lines, branch, at),
            None => sight.widen(&far),
        };
    }
}

/// The lines with the offset after each.
struct Sight<'a> {
    lines: &'a [Line],
    zero_page: &'a ZeroPage,
    ends: Vec<i64>,
    positions: BTreeMap<Label, usize>,
}

impl<'a> Sight<'a> {
    fn new(lines: &'a [Line], zero_page: &'a ZeroPage) -> Sight<'a> {
        let mut at: i64 = 0;
        let mut ends = Vec::with_capacity(lines.len());
        for line in lines {
            at += match line {
                Line::Inst(inst) => i64::from(inst.bytes(zero_page)),
                Line::Data(_) => 1,
                Line::Label(_) | Line::Comment(_) => 0,
            };
            ends.push(at);
        }
        Sight {
            lines,
            zero_page,
            ends,
            positions: positions(lines),
        }
    }

    fn out_of_reach(&self) -> BTreeSet<usize> {
        let far = |(index, line): (usize, &Line)| match line {
            Line::Inst(inst) if is_branch(inst.op) => {
                let distance = self.ends[self.positions[&target(inst)?]] - self.ends[index];
                (!REACH.contains(&distance)).then_some(index)
            }
            _ => None,
        };
        self.lines.iter().enumerate().filter_map(far).collect()
    }

    /// The instructions from a line on to where they leave, if that is soon and unconditional.
    fn tail(&self, from: usize) -> Option<Vec<&'a Inst>> {
        let mut tail = Vec::new();
        for line in &self.lines[from..] {
            match line {
                Line::Inst(inst) if is_branch(inst.op) || tail.len() == LONGEST_TAIL => {
                    return None;
                }
                Line::Inst(inst) => tail.push(inst),
                Line::Data(_) => return None,
                Line::Label(_) | Line::Comment(_) => {}
            }
            if tail.last().is_some_and(|inst| is_end(inst)) {
                return Some(tail);
            }
        }
        None
    }

    /// A line within reach of a branch where the code it wants stands too. Jumps back are left alone: they close
    /// loops, and a branch to a jump would cost each round a cycle more than a branch around one.
    fn same_code_near(&self, branch: usize) -> Option<usize> {
        let Line::Inst(inst) = &self.lines[branch] else {
            return None;
        };
        let wanted = self.tail(self.positions[&target(inst)?])?;
        if wanted[0].op == Mnemonic::Jmp {
            return None;
        }
        let start = |index: usize| self.ends[index] - self.length(index);
        let near = |index: &usize| {
            let distance = start(*index) - self.ends[branch];
            (REACH.start() + MARGIN..=REACH.end() - MARGIN).contains(&distance)
        };
        let insts =
            (0..self.lines.len()).filter(|index| matches!(self.lines[*index], Line::Inst(_)));
        insts
            .filter(near)
            .find(|index| self.tail(*index).is_some_and(|tail| tail == wanted))
    }

    fn length(&self, index: usize) -> i64 {
        match &self.lines[index] {
            Line::Inst(inst) => i64::from(inst.bytes(self.zero_page)),
            _ => 0,
        }
    }

    /// Inverts far branches around a jump to their label, or around its code.
    fn widen(&self, far: &BTreeSet<usize>) -> Vec<Line> {
        let mut label = next_label(self.lines);
        let mut new = Vec::with_capacity(self.lines.len() + 2 * far.len());
        for (index, line) in self.lines.iter().enumerate() {
            match line {
                Line::Inst(inst) if far.contains(&index) => {
                    let opposite = inverse(inst.op).expect("only branches are out of reach");
                    new.push(Line::Inst(Inst::new(
                        opposite,
                        Operand::Label(Label(label)),
                    )));
                    new.extend(self.jump_or_copy(inst).into_iter().map(Line::Inst));
                    new.push(Line::Label(Label(label)));
                    label += 1;
                }
                line => new.push(line.clone()),
            }
        }
        new
    }

    fn jump_or_copy(&self, branch: &Inst) -> Vec<Inst> {
        let copy = target(branch).and_then(|label| self.tail(self.positions[&label]));
        match copy {
            Some(tail)
                if tail
                    .iter()
                    .map(|inst| inst.bytes(self.zero_page))
                    .sum::<u32>()
                    <= JUMP =>
            {
                tail.into_iter().cloned().collect()
            }
            _ => vec![Inst::new(Mnemonic::Jmp, branch.arg.clone())],
        }
    }
}

/// Sends a branch to a new label in front of a line.
fn lead_to(lines: &[Line], branch: usize, at: usize) -> Vec<Line> {
    let label = Label(next_label(lines));
    let mut new = Vec::with_capacity(lines.len() + 1);
    for (index, line) in lines.iter().enumerate() {
        if index == at {
            new.push(Line::Label(label));
        }
        match line {
            Line::Inst(inst) if index == branch => {
                new.push(Line::Inst(Inst::new(inst.op, Operand::Label(label))))
            }
            line => new.push(line.clone()),
        }
    }
    new
}
