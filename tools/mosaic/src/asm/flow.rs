//! Control flow of a routine's lines: straight-line blocks and where each goes next. An indirect jump goes to one
//! of the labels its table names, and nothing else goes by a stored address.

use super::inst::{Data, Inst, Label, Line, Mnemonic, Operand, Place};
use crate::cpu::operation::Kind;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Lines that run one after another; a branch or label can only stand at the end or the start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// Its lines.
    pub lines: Range<usize>,
    /// Blocks it can lead to: for a branch the one it falls into first, then its target.
    pub next: Vec<usize>,
    /// How it ends.
    pub exit: Exit,
}

/// How a block may leave the routine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Exit {
    /// It does not.
    Inside,
    /// `rts`: back to the caller.
    Return,
    /// A jump to another routine, which then returns to the caller.
    Tail(Place),
    /// Somewhere unknown, or nowhere at all: everything may be looked at.
    Unknown,
}

/// The control flow graph of a routine's assembly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flow {
    /// Basic blocks in the order of their lines.
    pub blocks: Vec<Block>,
    /// Block of each label.
    pub labels: BTreeMap<Label, usize>,
    /// Blocks that can be entered by their stored address.
    pub stored: Vec<usize>,
}

/// Branches that look at a flag.
pub fn is_branch(op: Mnemonic) -> bool {
    op.branch().is_some()
}

/// Nothing runs on after it.
pub fn is_end(inst: &Inst) -> bool {
    inst.op.kind() == Kind::Leave
}

/// The label a branch or jump goes to.
pub fn target(inst: &Inst) -> Option<Label> {
    match inst.arg {
        Operand::Label(label) => Some(label),
        _ => None,
    }
}

/// A label number above all in use.
pub fn next_label(lines: &[Line]) -> u32 {
    let labels = lines.iter().filter_map(|line| match line {
        Line::Label(label) => Some(label.0 + 1),
        _ => None,
    });
    labels.max().unwrap_or(0)
}

impl Flow {
    /// Splits the lines of a routine into basic blocks and joins them by edges.
    pub fn new(lines: &[Line]) -> Flow {
        let ranges = split(lines);
        let mut labels = BTreeMap::new();
        for (block, range) in ranges.iter().enumerate() {
            for line in &lines[range.clone()] {
                if let Line::Label(label) = line {
                    labels.insert(*label, block);
                }
            }
        }
        let stored = blocks_of(lines.iter().filter_map(stored_label), &labels);
        let last = ranges.len().saturating_sub(1);
        let block = |(number, range): (usize, Range<usize>)| {
            let below = (number < last).then_some(number + 1);
            let (next, exit) = leaving(lines, &range, below, &labels);
            Block {
                lines: range,
                next,
                exit,
            }
        };
        let blocks = ranges.into_iter().enumerate().map(block).collect();
        Flow {
            blocks,
            labels,
            stored,
        }
    }

    /// For each block the blocks that lead to it.
    pub fn predecessors(&self) -> Vec<Vec<usize>> {
        let mut before = vec![Vec::new(); self.blocks.len()];
        for (number, block) in self.blocks.iter().enumerate() {
            for next in &block.next {
                if !before[*next].contains(&number) {
                    before[*next].push(number);
                }
            }
        }
        before
    }

    /// The instructions of a block.
    pub fn insts<'l>(&self, lines: &'l [Line], block: usize) -> Vec<&'l Inst> {
        let lines = lines[self.blocks[block].lines.clone()].iter();
        lines
            .filter_map(|line| match line {
                Line::Inst(inst) => Some(inst),
                _ => None,
            })
            .collect()
    }

    /// Whether a block can be entered with registers nobody here knows: the start, or by a stored address.
    pub fn is_entry(&self, block: usize) -> bool {
        block == 0 || self.stored.contains(&block)
    }
}

fn stored_label(line: &Line) -> Option<Label> {
    match line {
        Line::Data(Data::LabelLow(label) | Data::LabelHigh(label)) => Some(*label),
        _ => None,
    }
}

/// The labels a jump table names: those stored behind its own label.
fn table_labels(lines: &[Line], table: Label) -> impl Iterator<Item = Label> {
    let behind = lines
        .iter()
        .skip_while(move |line| **line != Line::Label(table))
        .skip(1);
    behind.map_while(stored_label)
}

/// The blocks of these labels, each once and in order.
fn blocks_of(names: impl Iterator<Item = Label>, labels: &BTreeMap<Label, usize>) -> Vec<usize> {
    let blocks: BTreeSet<usize> = names.map(|label| labels[&label]).collect();
    blocks.into_iter().collect()
}

/// Cuts before labels and after branches, jumps and ends.
fn split(lines: &[Line]) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let mut start = 0;
    let mut has_code = false;
    for (index, line) in lines.iter().enumerate() {
        match line {
            Line::Label(_) if has_code => {
                ranges.push(start..index);
                (start, has_code) = (index, false);
            }
            Line::Inst(inst) if is_branch(inst.op) || is_end(inst) => {
                ranges.push(start..index + 1);
                (start, has_code) = (index + 1, false);
            }
            Line::Inst(_) | Line::Data(_) => has_code = true,
            Line::Label(_) | Line::Comment(_) => {}
        }
    }
    if start < lines.len() {
        ranges.push(start..lines.len());
    }
    ranges
}

fn leaving(
    lines: &[Line],
    range: &Range<usize>,
    below: Option<usize>,
    labels: &BTreeMap<Label, usize>,
) -> (Vec<usize>, Exit) {
    let last = lines[range.clone()]
        .iter()
        .rev()
        .find_map(|line| match line {
            Line::Inst(inst) => Some(inst),
            _ => None,
        });
    let fall = || match below {
        Some(next) => (vec![next], Exit::Inside),
        None => (Vec::new(), Exit::Unknown),
    };
    let Some(inst) = last else { return fall() };
    let block_of = |label: Label| {
        *labels
            .get(&label)
            .unwrap_or_else(|| panic!("{label} is defined nowhere"))
    };
    match (inst.op, &inst.arg) {
        (Mnemonic::Jmp, Operand::Label(label)) => (vec![block_of(*label)], Exit::Inside),
        (Mnemonic::Jmp, Operand::Memory(place)) => (Vec::new(), Exit::Tail(place.clone())),
        (Mnemonic::Jmp, Operand::Indirect(_, table)) => {
            (blocks_of(table_labels(lines, *table), labels), Exit::Inside)
        }
        (Mnemonic::Rts, _) => (Vec::new(), Exit::Return),
        (Mnemonic::Rti | Mnemonic::Brk, _) => (Vec::new(), Exit::Unknown),
        (op, Operand::Label(label)) if is_branch(op) => {
            let (mut next, exit) = fall();
            next.push(block_of(*label));
            (next, exit)
        }
        _ => fall(),
    }
}
