//! Branches and the order of blocks: jumps to jumps, jumps to the next line, branches around jumps, code nobody
//! reaches, blocks moved to where they are jumped to. Whether a branch reaches its label is for `reach`.

use super::hits::Hits;
use crate::asm::flow::{is_branch, is_end, target};
use crate::asm::inst::{Data, Inst, Label, Line, Mnemonic, Operand};
use std::collections::{BTreeMap, BTreeSet};

/// Names of the edits, for `--disable`.
pub const NAMES: [&str; 10] = [
    "thread-jump",
    "jump-to-return",
    "call-before-return",
    "jump-to-next",
    "branch-around-jump",
    "unreachable",
    "move-block",
    "useless-branch",
    "same-end",
    "copy-return",
];

/// Everything that needs no addresses; tells whether anything changed.
pub fn tidy(lines: &mut Vec<Line>, hits: &mut Hits) -> bool {
    let mut changed = false;
    // Branches around jumps first: a jump that became a return could no longer be taken out.
    let passes: [fn(&mut Vec<Line>, &mut Hits) -> bool; 8] = [
        invert_around_jumps,
        |lines, hits| thread(lines, hits),
        |lines, hits| jump_to_last_call(lines, hits),
        drop_jumps_to_next,
        copy_returns,
        drop_same_ends,
        drop_unreachable,
        move_blocks,
    ];
    for pass in passes {
        changed |= pass(lines, hits);
    }
    drop_unused_labels(lines);
    changed
}

/// The first instruction at or after a line, past labels and comments.
fn first_inst(lines: &[Line], from: usize) -> Option<&Inst> {
    lines[from..].iter().find_map(|line| match line {
        Line::Inst(inst) => Some(Some(inst)),
        Line::Data(_) => Some(None),
        Line::Label(_) | Line::Comment(_) => None,
    })?
}

pub(super) fn positions(lines: &[Line]) -> BTreeMap<Label, usize> {
    let label = |(index, line): (usize, &Line)| match line {
        Line::Label(label) => Some((*label, index)),
        _ => None,
    };
    lines.iter().enumerate().filter_map(label).collect()
}

/// Where a jump to a label really ends, through jumps that stand there; circles end where they are found.
fn destination(
    lines: &[Line],
    positions: &BTreeMap<Label, usize>,
    label: Label,
    op: Mnemonic,
) -> Label {
    let mut seen = BTreeSet::from([label]);
    let mut end = label;
    while let Some(inst) = first_inst(lines, positions[&end])
        && (inst.op == Mnemonic::Jmp || (inst.op == op && is_branch(op)))
        && let Some(next) = target(inst)
        && seen.insert(next)
    {
        end = next;
    }
    end
}

/// Jumps and branches go straight to the end of a chain of jumps; a jump to a return is a return.
fn thread(lines: &mut [Line], hits: &mut Hits) -> bool {
    let positions = positions(lines);
    let mut edits = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let Line::Inst(inst) = line else { continue };
        let Some(label) = target(inst) else { continue };
        let end = destination(lines, &positions, label, inst.op);
        let there = first_inst(lines, positions[&end]);
        if inst.op == Mnemonic::Jmp && there.is_some_and(|inst| inst.op == Mnemonic::Rts) {
            edits.push((index, "jump-to-return", Inst::implied(Mnemonic::Rts)));
        } else if inst.op == Mnemonic::Jmp && there.is_some_and(is_tail_jump) {
            edits.push((index, "thread-jump", there.expect("just seen").clone()));
        } else if end != label {
            edits.push((
                index,
                "thread-jump",
                Inst::new(inst.op, Operand::Label(end)),
            ));
        }
    }
    edits.retain(|(_, name, _)| hits.allows(name));
    for (index, name, inst) in &edits {
        hits.count(name);
        lines[*index] = Line::Inst(inst.clone());
    }
    !edits.is_empty()
}

/// `jsr f ; label: ; rts`: nothing is to be done after the call, whoever else comes to the return. Without a label between,
/// a rule of the table sees to it.
fn jump_to_last_call(lines: &mut [Line], hits: &mut Hits) -> bool {
    let mut changed = false;
    for index in 0..lines.len() {
        if let Line::Inst(call) = &lines[index]
            && call.op == Mnemonic::Jsr
            && hits.allows("call-before-return")
            && labels_after(lines, index).next().is_some()
            && first_inst(lines, index + 1).is_some_and(|next| next.op == Mnemonic::Rts)
        {
            lines[index] = Line::Inst(Inst::new(Mnemonic::Jmp, call.arg.clone()));
            hits.count("call-before-return");
            changed = true;
        }
    }
    changed
}

/// A jump out of the routine to another one.
fn is_tail_jump(inst: &Inst) -> bool {
    inst.op == Mnemonic::Jmp && matches!(inst.arg, Operand::Memory(_))
}

/// Labels that stand right after a line, with nothing but comments between.
fn labels_after(lines: &[Line], index: usize) -> impl Iterator<Item = Label> {
    let after = lines[index + 1..]
        .iter()
        .take_while(|line| matches!(line, Line::Label(_) | Line::Comment(_)));
    after.filter_map(|line| match line {
        Line::Label(label) => Some(*label),
        _ => None,
    })
}

/// A jump or branch to the line below does nothing.
fn drop_jumps_to_next(lines: &mut Vec<Line>, hits: &mut Hits) -> bool {
    let drops = |index: usize, lines: &[Line]| {
        let Line::Inst(inst) = &lines[index] else {
            return None;
        };
        let label = target(inst)?;
        let name = if inst.op == Mnemonic::Jmp {
            "jump-to-next"
        } else {
            "useless-branch"
        };
        labels_after(lines, index)
            .any(|after| after == label)
            .then_some(name)
    };
    remove(lines, hits, drops)
}

/// A jump to code no longer than itself that returns at once: the code can stand in its place.
fn copy_returns(lines: &mut Vec<Line>, hits: &mut Hits) -> bool {
    if !hits.allows("copy-return") {
        return false;
    }
    let positions = positions(lines);
    let mut edits: Vec<(usize, Vec<Line>)> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        if let Line::Inst(inst) = line
            && inst.op == Mnemonic::Jmp
            && let Some(label) = target(inst)
            && let Some(code) = short_return(lines, positions[&label])
        {
            edits.push((index, code));
        }
    }
    for (index, code) in edits.iter().rev() {
        hits.count("copy-return");
        lines.splice(index..=index, code.iter().cloned());
    }
    !edits.is_empty()
}

/// At most three bytes of code that end in a return: implied instructions or one immediate.
fn short_return(lines: &[Line], from: usize) -> Option<Vec<Line>> {
    let mut bytes = 0;
    let mut code = Vec::new();
    for line in &lines[from..] {
        let Line::Inst(inst) = line else {
            if matches!(line, Line::Data(_)) {
                return None;
            }
            continue;
        };
        bytes += match inst.arg {
            Operand::None | Operand::Accumulator => 1,
            Operand::Immediate(_) => 2,
            _ => return None,
        };
        if bytes > 3 {
            return None;
        }
        code.push(line.clone());
        if inst.op == Mnemonic::Rts {
            return Some(code);
        }
        if is_end(inst) || is_branch(inst.op) {
            return None;
        }
    }
    None
}

/// `rts ; label: ; rts`: the first can run into the second.
fn drop_same_ends(lines: &mut Vec<Line>, hits: &mut Hits) -> bool {
    let drops = |index: usize, lines: &[Line]| {
        let Line::Inst(inst) = &lines[index] else {
            return None;
        };
        let same = is_end(inst) && first_inst(lines, index + 1) == Some(inst);
        same.then_some("same-end")
    };
    remove(lines, hits, drops)
}

/// Removes the lines a function names a reason for.
fn remove(
    lines: &mut Vec<Line>,
    hits: &mut Hits,
    reason: impl Fn(usize, &[Line]) -> Option<&'static str>,
) -> bool {
    let reasons: Vec<_> = (0..lines.len())
        .map(|i| reason(i, lines).filter(|name| hits.allows(name)))
        .collect();
    let mut changed = false;
    let mut index = 0;
    lines.retain(|_| {
        let reason = reasons[index];
        index += 1;
        if let Some(name) = reason {
            hits.count(name);
            changed = true;
        }
        reason.is_none()
    });
    changed
}

/// `beq over ; jmp far ; over:` is `bne far ; over:`.
fn invert_around_jumps(lines: &mut Vec<Line>, hits: &mut Hits) -> bool {
    if !hits.allows("branch-around-jump") {
        return false;
    }
    let mut changed = false;
    for index in 0..lines.len() {
        let Line::Inst(branch) = &lines[index] else {
            continue;
        };
        let (Some(opposite), Some(over)) = (branch.op.inverse(), target(branch)) else {
            continue;
        };
        let Some(next) =
            (index + 1..lines.len()).find(|next| !matches!(lines[*next], Line::Comment(_)))
        else {
            continue;
        };
        let Line::Inst(jump) = &lines[next] else {
            continue;
        };
        if jump.op == Mnemonic::Jmp
            && let Some(far) = target(jump)
            && labels_after(lines, next).any(|label| label == over)
        {
            lines[index] = Line::Inst(Inst::new(opposite, Operand::Label(far)));
            lines[next] = Line::Comment(String::new());
            hits.count("branch-around-jump");
            changed = true;
        }
    }
    lines.retain(|line| !matches!(line, Line::Comment(text) if text.is_empty()));
    changed
}

/// Labels something jumps to or stores.
fn used_labels(lines: &[Line]) -> BTreeSet<Label> {
    let label = |line: &Line| match line {
        Line::Inst(Inst {
            arg: Operand::LabelX(label, _) | Operand::Indirect(_, label),
            ..
        }) => Some(*label),
        Line::Inst(inst) => target(inst),
        Line::Data(Data::LabelLow(label) | Data::LabelHigh(label)) => Some(*label),
        _ => None,
    };
    lines.iter().filter_map(label).collect()
}

pub(super) fn drop_unused_labels(lines: &mut Vec<Line>) {
    let used = used_labels(lines);
    lines.retain(|line| !matches!(line, Line::Label(label) if !used.contains(label)));
}

/// Instructions that can only be reached over labels nobody jumps to. Data stays: it is read, not run.
fn drop_unreachable(lines: &mut Vec<Line>, hits: &mut Hits) -> bool {
    let flow = crate::asm::flow::Flow::new(lines);
    let mut reached = vec![false; flow.blocks.len()];
    let mut open = vec![0];
    open.extend(&flow.stored);
    while let Some(block) = open.pop() {
        if !std::mem::replace(&mut reached[block], true) {
            open.extend(&flow.blocks[block].next);
        }
    }
    let mut dead = vec![false; lines.len()];
    for (number, block) in flow
        .blocks
        .iter()
        .enumerate()
        .filter(|(number, _)| !reached[*number])
    {
        debug_assert!(!flow.is_entry(number));
        block.lines.clone().for_each(|line| dead[line] = true);
    }
    remove(lines, hits, |index, lines| {
        (dead[index] && matches!(lines[index], Line::Inst(_))).then_some("unreachable")
    })
}

/// A stretch of lines that nothing falls into and nothing falls out of can stand anywhere: it moves to the jump that
/// leads to it, and the jump goes.
fn move_blocks(lines: &mut Vec<Line>, hits: &mut Hits) -> bool {
    if !hits.allows("move-block") {
        return false;
    }
    let mut changed = false;
    let mut index = 0;
    while index < lines.len() {
        if let Line::Inst(inst) = &lines[index]
            && inst.op == Mnemonic::Jmp
            && let Some(label) = target(inst)
            && let Some(stretch) = movable(lines, label, index)
        {
            let moved: Vec<Line> = lines[stretch.clone()].to_vec();
            // The later range is changed first, so the earlier indices stay right.
            if stretch.start > index {
                lines.drain(stretch);
                lines.splice(index..=index, moved);
            } else {
                let count = moved.len();
                lines.splice(index..=index, moved);
                lines.drain(stretch);
                index -= count;
            }
            hits.count("move-block");
            changed = true;
        }
        index += 1;
    }
    changed
}

/// The stretch that starts with this label, if it may move to the jump at `jump`: nothing falls into it, it ends in a
/// jump or return, holds no data, and does not contain the jump itself.
fn movable(lines: &[Line], label: Label, jump: usize) -> Option<std::ops::Range<usize>> {
    let at = lines.iter().position(|line| *line == Line::Label(label))?;
    let mut start = at;
    while start > 0 && matches!(lines[start - 1], Line::Label(_) | Line::Comment(_)) {
        start -= 1;
    }
    let ends = |line: &Line| matches!(line, Line::Inst(inst) if is_end(inst));
    if start == 0 || !ends(&lines[start - 1]) {
        return None;
    }
    let mut end = at;
    while !ends(lines.get(end)?) {
        if matches!(lines[end], Line::Data(_)) {
            return None;
        }
        end += 1;
    }
    let stretch = start..end + 1;
    (!stretch.contains(&jump)).then_some(stretch)
}
