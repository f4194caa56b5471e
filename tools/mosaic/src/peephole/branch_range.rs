//! Branches that do not reach their label. The cheapest remedy is a place within reach where the very same code stands
//! already, such as another `lda #1 ; rts`; else the branch is inverted around a jump, or around a copy of the code if
//! that is no longer than the jump.

use super::branches::positions;
use crate::asm::effects::ZeroPage;
use crate::asm::flow::next_label;
use crate::asm::flow::{is_branch, is_end, target};
use crate::asm::inst::{Inst, Label, Line, Mnemonic, Operand, Routine};
use std::collections::BTreeMap;

/// Farthest a branch reaches from the byte after it.
const REACH: std::ops::RangeInclusive<i64> = -128..=127;
/// Room kept when a branch is led elsewhere, for jumps that are still to come between.
const MARGIN: i64 = 24;
/// Instructions compared when looking for the same code.
const LONGEST_TAIL: usize = 6;
/// Bytes of a jump.
const JUMP: u32 = 3;

/// Makes every branch reach; where it is to be `small`, by way of any jump or branch that goes there, which may cost some cycles.
///
/// Needs: addresses chosen, so that lengths are final. Leaves: every branch in range.
pub fn relax(routine: &mut Routine, zero_page: &ZeroPage, small: bool) {
    loop {
        let sight = Sight::new(&routine.lines, zero_page);
        let Some(branch) = sight.out_of_reach() else {
            return;
        };
        // One at a time: what the first makes may serve the next.
        let near = sight.same_code_near(branch);
        let near = near.or_else(|| small.then(|| sight.way_there(branch)).flatten());
        routine.lines = match near {
            Some(at) => lead_to(&routine.lines, branch, at),
            None => sight.widen(branch),
        };
    }
}

/// The lines with the offset after each.
pub(super) struct Sight<'a> {
    lines: &'a [Line],
    zero_page: &'a ZeroPage,
    ends: Vec<i64>,
    positions: BTreeMap<Label, usize>,
}

impl<'a> Sight<'a> {
    pub(super) fn new(lines: &'a [Line], zero_page: &'a ZeroPage) -> Sight<'a> {
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

    /// The first branch that does not reach its label.
    fn out_of_reach(&self) -> Option<usize> {
        (0..self.lines.len()).find(|index| {
            matches!(&self.lines[*index], Line::Inst(inst) if is_branch(inst.op))
                && !self.reaches(*index)
        })
    }

    /// Whether the label of a branch or jump is as near as a branch needs it; a jump in its place may be a byte longer.
    pub(super) fn reaches(&self, index: usize) -> bool {
        let Line::Inst(inst) = &self.lines[index] else {
            return false;
        };
        let label = target(inst).expect("a branch has a label");
        REACH.contains(&(self.ends[self.positions[&label]] - self.ends[index]))
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

    /// A line within reach of a branch where the code it wants stands too, or, for a branch ahead, a jump there. A
    /// branch to a jump costs a cycle more than one around it when it goes and a cycle less when it does not: right
    /// for branches that leave, wrong for the back edge of a loop.
    fn same_code_near(&self, branch: usize) -> Option<usize> {
        let Line::Inst(inst) = &self.lines[branch] else {
            return None;
        };
        let label = target(inst)?;
        let ahead = self.positions[&label] > branch;
        let wanted = self
            .tail(self.positions[&label])
            .filter(|tail| tail[0].op != Mnemonic::Jmp);
        let start = |index: usize| self.ends[index] - self.length(index);
        let near = |index: &usize| {
            let distance = start(*index) - self.ends[branch];
            (REACH.start() + MARGIN..=REACH.end() - MARGIN).contains(&distance)
        };
        (0..self.lines.len())
            .filter(near)
            .find(|index| match &self.lines[*index] {
                Line::Inst(inst) if inst.op == Mnemonic::Jmp && target(inst) == Some(label) => {
                    ahead
                }
                Line::Inst(_) => wanted.is_some() && self.tail(*index) == wanted,
                _ => false,
            })
    }

    /// A line within reach of a branch from which the same label is reached: a jump there, or a branch on the same condition, which is
    /// still fulfilled. If one of these grows or moves out of reach later, `relax` sees to it again.
    fn way_there(&self, branch: usize) -> Option<usize> {
        let Line::Inst(inst) = &self.lines[branch] else {
            return None;
        };
        let label = target(inst)?;
        let leads_there = |index: &usize| match &self.lines[*index] {
            Line::Inst(other) if *index != branch => {
                (other.op == Mnemonic::Jmp || other.op == inst.op) && target(other) == Some(label)
            }
            _ => false,
        };
        let start = |index: usize| self.ends[index] - self.length(index);
        let near = |index: &usize| REACH.contains(&(start(*index) - self.ends[branch]));
        let mut routes: Vec<usize> = (0..self.lines.len())
            .filter(near)
            .filter(leads_there)
            .collect();
        // A jump before a branch, which may become one itself.
        let is_branch = |index: &usize| matches!(&self.lines[*index], Line::Inst(inst) if inst.op != Mnemonic::Jmp);
        routes.sort_by_key(|index| (is_branch(index), index.abs_diff(branch)));
        routes.first().copied()
    }

    fn length(&self, index: usize) -> i64 {
        match &self.lines[index] {
            Line::Inst(inst) => i64::from(inst.bytes(self.zero_page)),
            _ => 0,
        }
    }

    /// The line of the jump that follows a branch, if its label is in reach of the branch: then the two can be exchanged.
    fn jump_behind(&self, branch: usize) -> Option<usize> {
        let is_comment = |index: &usize| matches!(self.lines[*index], Line::Comment(_));
        let next = (branch + 1..self.lines.len()).find(|index| !is_comment(index))?;
        let Line::Inst(inst) = &self.lines[next] else {
            return None;
        };
        let label = target(inst).filter(|_| inst.op == Mnemonic::Jmp)?;
        let distance = self.ends[self.positions[&label]] - self.ends[branch];
        REACH.contains(&distance).then_some(next)
    }

    /// Inverts a branch around a jump to its label, or around the code there.
    fn widen(&self, branch: usize) -> Vec<Line> {
        let Line::Inst(inst) = &self.lines[branch] else {
            panic!("line {branch} is no branch")
        };
        let opposite = inst.op.inverse().expect("only branches are out of reach");
        let mut new = self.lines[..branch].to_vec();
        if let Some(next) = self.jump_behind(branch)
            && let Line::Inst(jump) = &self.lines[next]
        {
            new.push(Line::Inst(Inst::new(opposite, jump.arg.clone())));
            new.extend(self.jump_or_copy(inst).into_iter().map(Line::Inst));
            new.extend_from_slice(&self.lines[next + 1..]);
            return new;
        }
        let over = Label(next_label(self.lines));
        new.push(Line::Inst(Inst::new(opposite, Operand::Label(over))));
        new.extend(self.jump_or_copy(inst).into_iter().map(Line::Inst));
        new.push(Line::Label(over));
        new.extend_from_slice(&self.lines[branch + 1..]);
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
