//! Tail merging, in routines that are to be small: where two paths lead to the same place through the same
//! instructions, one of them jumps into the other. Registers and flags are what they were, so nothing else changes.

use super::branches;
use super::hits::Hits;
use crate::asm::effects::ZeroPage;
use crate::asm::flow::next_label;
use crate::asm::flow::{is_branch, is_end, target};
use crate::asm::inst::{Inst, Label, Line, Mnemonic, Operand};
use std::collections::BTreeMap;

/// Names of the edits, for `--disable`.
pub const NAMES: [&str; 1] = ["join-ends"];

/// Bytes of a jump.
const JUMP: u32 = 3;

/// Where paths meet.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Meeting {
    Label(Label),
    /// Out of the routine, by this text of the instruction.
    Out(String),
}

/// The end of a path: the line of its jump or return, or of the label it runs into.
#[derive(Debug, Clone, Copy)]
struct Tail {
    end: usize,
    jumps: bool,
}

/// One path joined to another.
struct Join {
    saved: u32,
    /// First line of what they share, in the path that keeps it.
    host: usize,
    guest: std::ops::RangeInclusive<usize>,
}

/// Joins ends until nothing is gained.
pub fn run(lines: &mut Vec<Line>, zero_page: &ZeroPage, hits: &mut Hits) {
    if !hits.allows(NAMES[0]) {
        return;
    }
    let mut joins = candidates(lines, zero_page);
    while let Some(join) = joins.pop() {
        let mut joined = lines.clone();
        apply(&mut joined, &join);
        while branches::tidy(&mut joined, hits) {}
        // What is gained may have been put back as a copy, where a jump could not be taken out.
        if bytes(&joined, zero_page) < bytes(lines, zero_page) {
            hits.count(NAMES[0]);
            *lines = joined;
            joins = candidates(lines, zero_page);
        }
    }
}

fn bytes(lines: &[Line], zero_page: &ZeroPage) -> u32 {
    let length = |line: &Line| match line {
        Line::Inst(inst) => inst.bytes(zero_page),
        Line::Data(_) => 1,
        Line::Label(_) | Line::Comment(_) => 0,
    };
    lines.iter().map(length).sum()
}

/// What may be joined, the best last.
fn candidates(lines: &[Line], zero_page: &ZeroPage) -> Vec<Join> {
    let mut found: Vec<Join> = Vec::new();
    for tails in meetings(lines).values() {
        for host in tails {
            for guest in tails.iter().filter(|guest| guest.jumps) {
                if guest.end != host.end {
                    found.extend(shared(lines, *host, *guest, zero_page));
                }
            }
        }
    }
    found.sort_by_key(|join| join.saved);
    found
}

fn meetings(lines: &[Line]) -> BTreeMap<Meeting, Vec<Tail>> {
    let mut first_of: BTreeMap<Label, Label> = BTreeMap::new();
    let mut group = None;
    for line in lines {
        match line {
            Line::Label(label) => {
                first_of.insert(*label, *group.get_or_insert(*label));
            }
            Line::Comment(_) => {}
            Line::Inst(_) | Line::Data(_) => group = None,
        }
    }
    let mut meetings: BTreeMap<Meeting, Vec<Tail>> = BTreeMap::new();
    let mut falls = false;
    for (end, line) in lines.iter().enumerate() {
        match line {
            Line::Label(label) if falls && first_of[label] == *label => {
                let tail = Tail { end, jumps: false };
                meetings
                    .entry(Meeting::Label(*label))
                    .or_default()
                    .push(tail);
            }
            Line::Inst(inst) => {
                falls = !is_end(inst);
                if let Some(meeting) = meeting(inst, &first_of) {
                    let tail = Tail { end, jumps: true };
                    meetings.entry(meeting).or_default().push(tail);
                }
            }
            Line::Data(_) => falls = false,
            Line::Label(_) | Line::Comment(_) => {}
        }
    }
    meetings
}

fn meeting(inst: &Inst, first_of: &BTreeMap<Label, Label>) -> Option<Meeting> {
    match (inst.op, &inst.arg) {
        (Mnemonic::Jmp, Operand::Label(_)) => Some(Meeting::Label(first_of[&target(inst)?])),
        (Mnemonic::Jmp, Operand::Memory(_)) | (Mnemonic::Rts, _) => {
            Some(Meeting::Out(inst.to_string()))
        }
        _ => None,
    }
}

/// The longest common end of two paths, if sharing it gains anything. The guest's part holds no label: what jumps there
/// is joined when this part has become a jump.
fn shared(lines: &[Line], host: Tail, guest: Tail, zero_page: &ZeroPage) -> Option<Join> {
    let mut bytes = 0;
    let (mut at_host, mut at_guest) = (host.end, guest.end);
    while let (Some(before_host), Some(before_guest)) =
        (before(lines, at_host, true), before(lines, at_guest, false))
        && lines[before_host] == lines[before_guest]
        && (before_host > guest.end || before_host < before_guest)
        && (before_guest > host.end || before_guest < before_host)
        && let Line::Inst(inst) = &lines[before_host]
        && !is_end(inst)
    {
        bytes += inst.bytes(zero_page);
        (at_host, at_guest) = (before_host, before_guest);
    }
    let Line::Inst(end) = &lines[guest.end] else {
        return None;
    };
    let guest = at_guest..=guest.end;
    let jump = if is_stepped_over(lines, &guest) || is_alone(lines, at_guest) {
        0
    } else {
        JUMP
    };
    let saved = (bytes + end.bytes(zero_page)).checked_sub(jump)?;
    (saved > 0 && at_host != host.end).then_some(Join {
        saved,
        host: at_host,
        guest,
    })
}

/// Whether a branch leads around these lines: it can lead to the other path instead.
fn is_stepped_over(lines: &[Line], guest: &std::ops::RangeInclusive<usize>) -> bool {
    let Some(Line::Inst(branch)) = before(lines, *guest.start(), false).map(|at| &lines[at]) else {
        return false;
    };
    let labels = lines[guest.end() + 1..]
        .iter()
        .take_while(|line| matches!(line, Line::Label(_) | Line::Comment(_)));
    is_branch(branch.op)
        && labels
            .filter_map(|line| match line {
                Line::Label(label) => Some(*label),
                _ => None,
            })
            .any(|label| target(branch) == Some(label))
}

/// Whether code is only jumped to: what jumps there can go to the other path instead.
fn is_alone(lines: &[Line], start: usize) -> bool {
    let over_labels = before(lines, start, true);
    before(lines, start, false).is_none()
        && over_labels.is_some_and(|at| matches!(&lines[at], Line::Inst(inst) if is_end(inst)))
}

/// The instruction that runs before a line.
fn before(lines: &[Line], at: usize, over_labels: bool) -> Option<usize> {
    for index in (0..at).rev() {
        match &lines[index] {
            Line::Inst(_) => return Some(index),
            Line::Label(_) if over_labels => {}
            Line::Comment(_) => {}
            Line::Label(_) | Line::Data(_) => return None,
        }
    }
    None
}

fn apply(lines: &mut Vec<Line>, join: &Join) {
    let label = Label(next_label(lines));
    let jump = Line::Inst(Inst::new(Mnemonic::Jmp, Operand::Label(label)));
    // The later place is changed first, so that the earlier index stays right.
    if join.host > *join.guest.end() {
        lines.insert(join.host, Line::Label(label));
        lines.splice(join.guest.clone(), [jump]);
    } else {
        lines.splice(join.guest.clone(), [jump]);
        lines.insert(join.host, Line::Label(label));
    }
}
