//! Jumps whose flags are known: `lda #0 ; jmp far` is `lda #0 ; beq far`, a byte shorter, when the label is in reach.
//! Comes last, because every line it changes shortens the distance between other branches and their labels.

use super::branch_range::Sight;
use super::hits::Hits;
use crate::asm::effects::{RegSet, ZeroPage};
use crate::asm::flow::{Flow, is_branch, target};
use crate::asm::inst::{Line, Mnemonic, Operand};
use crate::cpu::operation::branch_if;

/// Names of the edits, for `--disable`.
pub const NAMES: [&str; 1] = ["sure-branch"];

/// What is known of N, Z, C and V.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Known([Option<bool>; 4]);

/// The flags in the order of [`Known`].
const FLAGS: [RegSet; 4] = [RegSet::N, RegSet::Z, RegSet::C, RegSet::V];

impl Known {
    /// What two paths agree on.
    fn meet(self, other: Known) -> Known {
        let mut both = self;
        for (flag, other) in both.0.iter_mut().zip(other.0) {
            *flag = flag.filter(|value| Some(*value) == other);
        }
        both
    }

    /// What is known when a branch is taken, or not.
    fn after_branch(mut self, op: Mnemonic, taken: bool) -> Known {
        let looks_at = op.branch();
        for (known, flag) in self.0.iter_mut().zip(FLAGS) {
            if let Some((_, value)) = looks_at.filter(|(register, _)| *register == flag) {
                *known = Some(value == taken);
            }
        }
        self
    }

    fn after(mut self, line: &Line) -> Known {
        let Line::Inst(inst) = line else { return self };
        for (known, flag) in self.0.iter_mut().zip(FLAGS) {
            if inst.writes().meets(flag) {
                *known = None;
            }
        }
        match (inst.op, &inst.arg) {
            (Mnemonic::Lda | Mnemonic::Ldx | Mnemonic::Ldy, Operand::Immediate(value)) => {
                self.0[0] = Some(*value >= 0x80);
                self.0[1] = Some(*value == 0);
            }
            (Mnemonic::Clc | Mnemonic::Sec, _) => self.0[2] = Some(inst.op == Mnemonic::Sec),
            (Mnemonic::Lsr, _) => self.0[0] = Some(false),
            (Mnemonic::Clv, _) => self.0[3] = Some(false),
            _ => {}
        }
        self
    }

    /// A branch that is certainly taken.
    fn branch(self) -> Option<Mnemonic> {
        let mut flags = self.0.into_iter().zip(FLAGS);
        flags.find_map(|(value, flag)| branch_if(flag, value?))
    }
}

/// Turns jumps into branches where that is possible.
///
/// Needs: every branch in reach. Leaves: the same.
pub fn run(lines: &mut [Line], zero_page: &ZeroPage, hits: &mut Hits) {
    if !hits.allows(NAMES[0]) {
        return;
    }
    let flow = Flow::new(lines);
    let entries = entries(lines, &flow);
    for (block, entry) in flow.blocks.iter().zip(entries) {
        let Some(last) = block.lines.end.checked_sub(1) else {
            continue;
        };
        let jumps = matches!(&lines[last], Line::Inst(inst) if inst.op == Mnemonic::Jmp && target(inst).is_some());
        let known = lines[block.lines.clone()]
            .iter()
            .fold(entry.unwrap_or_default(), Known::after);
        if let Some(op) = known.branch()
            && jumps
            && Sight::new(lines, zero_page).reaches(last)
            && let Line::Inst(inst) = &mut lines[last]
        {
            hits.count(NAMES[0]);
            inst.op = op;
        }
    }
}

/// What is known at the start of each block; nothing for a block that is not reached.
fn entries(lines: &[Line], flow: &Flow) -> Vec<Option<Known>> {
    let mut entries: Vec<Option<Known>> = vec![None; flow.blocks.len()];
    let mut open: Vec<usize> = (0..flow.blocks.len())
        .filter(|block| flow.is_entry(*block))
        .collect();
    for block in &open {
        entries[*block] = Some(Known::default());
    }
    while let Some(number) = open.pop() {
        let block = &flow.blocks[number];
        let known = lines[block.lines.clone()]
            .iter()
            .fold(entries[number].unwrap_or_default(), Known::after);
        let branch = lines[block.lines.clone()]
            .iter()
            .rev()
            .find_map(|line| match line {
                Line::Inst(inst) => Some(inst.op),
                _ => None,
            });
        for (edge, next) in block.next.iter().enumerate() {
            let known = match branch {
                Some(op) if is_branch(op) && block.next.len() == 2 => {
                    known.after_branch(op, edge == 1)
                }
                _ => known,
            };
            let met = entries[*next].map_or(known, |held| held.meet(known));
            if entries[*next] != Some(met) {
                entries[*next] = Some(met);
                open.push(*next);
            }
        }
    }
    entries
}
