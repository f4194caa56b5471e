//! Jumps back to the head of a loop, which cost three cycles every round. A block that only jumps back
//! stands above the head and runs into it, while the entry jumps over it, once. A loop that tests at its top tests at
//! its bottom again, with a copy of the test.

use super::hits::Hits;
use crate::asm::effects::ZeroPage;
use crate::asm::flow::next_label;
use crate::asm::flow::{Flow, is_branch, is_end, target};
use crate::asm::inst::{Inst, Label, Line, Mnemonic, Operand};
use crate::asm::loops::{Loop, loops};

/// Names of the edits, for `--disable`.
pub const NAMES: [&str; 2] = ["back-block-above", "test-at-bottom"];

/// Longest test worth a second copy, in bytes.
const LONGEST_TEST: u32 = 10;

/// Improves one loop; tells whether it did. Run again: blocks have moved.
pub fn run(lines: &mut Vec<Line>, zero_page: &ZeroPage, hits: &mut Hits) -> bool {
    let flow = Flow::new(lines);
    let loops = loops(lines, &flow);
    let bottom =
        |each: &Loop| test_at_bottom(lines, &flow, each, zero_page).map(|new| (NAMES[1], new));
    let above = |each: &Loop| back_block_above(lines, &flow, each).map(|new| (NAMES[0], new));
    let bottom = loops
        .iter()
        .filter(|_| hits.allows(NAMES[1]))
        .find_map(bottom);
    let above = || {
        loops
            .iter()
            .filter(|_| hits.allows(NAMES[0]))
            .find_map(above)
    };
    let Some((name, new)) = bottom.or_else(above) else {
        return false;
    };
    hits.count(name);
    *lines = new;
    true
}

/// The block's lines without the jump at its end, if it ends in one to the head.
fn without_jump<'a>(
    lines: &'a [Line],
    flow: &Flow,
    block: usize,
    head: usize,
) -> Option<&'a [Line]> {
    let range = flow.blocks[block].lines.clone();
    match &lines[range.end - 1] {
        Line::Inst(inst)
            if inst.op == Mnemonic::Jmp && flow.labels.get(&target(inst)?) == Some(&head) =>
        {
            Some(&lines[range.start..range.end - 1])
        }
        _ => None,
    }
}

fn ends(lines: &[Line], before: usize) -> bool {
    before > 0 && matches!(&lines[before - 1], Line::Inst(inst) if is_end(inst))
}

/// Moves the only block that leads back to stand above the head, if nothing falls into it, or only a branch not taken:
/// that branch is turned round.
fn back_block_above(lines: &[Line], flow: &Flow, each: &Loop) -> Option<Vec<Line>> {
    let &[back] = &each.back[..] else { return None };
    let head = flow.blocks[each.head].lines.clone();
    let block = flow.blocks[back].lines.clone();
    let body = without_jump(lines, flow, back, each.head)?;
    if back == each.head || each.entry + 1 != each.head || each.insert_at != head.start {
        return None;
    }
    let turned = if ends(lines, block.start) {
        None
    } else {
        Some(branch_before(lines, block.start)?)
    };
    let Line::Inst(jump) = &lines[block.end - 1] else {
        return None;
    };
    let fresh = Label(next_label(lines));
    let mut new = Vec::with_capacity(lines.len() + 3);
    for (index, line) in lines.iter().enumerate() {
        if index == head.start {
            new.push(Line::Inst(jump.clone()));
            new.push(Line::Label(fresh));
            new.extend(body.iter().cloned());
        }
        match turned {
            Some(branch) if index + 1 == block.start => {
                let opposite = branch.op.inverse().expect("a branch");
                new.push(Line::Inst(Inst::new(opposite, Operand::Label(fresh))));
                new.push(Line::Inst(Inst::new(Mnemonic::Jmp, branch.arg.clone())));
            }
            _ if !block.contains(&index) => new.push(line.clone()),
            _ => {}
        }
    }
    Some(new)
}

/// The branch right before a line.
fn branch_before(lines: &[Line], index: usize) -> Option<&Inst> {
    match &lines[index.checked_sub(1)?] {
        Line::Inst(inst) if is_branch(inst.op) => Some(inst),
        _ => None,
    }
}

/// Replaces a jump back to a short test by the test itself.
fn test_at_bottom(
    lines: &[Line],
    flow: &Flow,
    each: &Loop,
    zero_page: &ZeroPage,
) -> Option<Vec<Line>> {
    let test = test(lines, flow, each.head, zero_page)?;
    let next = &flow.blocks[each.head].next;
    let (&falls, &goes) = (next.first()?, next.last()?);
    let back = each
        .back
        .iter()
        .find(|back| without_jump(lines, flow, **back, each.head).is_some())?;
    let (branch, insts) = test.split_last()?;
    let fresh = Label(next_label(lines));
    // The branch at the bottom leads on round the loop; leaving it jumps.
    let (again, leave) = match (each.body.contains(&falls), each.body.contains(&goes)) {
        (true, false) => (
            Inst::new(branch.op.inverse()?, Operand::Label(fresh)),
            branch.arg.clone(),
        ),
        (false, true) => ((*branch).clone(), Operand::Label(fresh)),
        _ => return None,
    };
    let end = flow.blocks[*back].lines.end;
    let mut new = Vec::with_capacity(lines.len() + test.len() + 2);
    for (index, line) in lines.iter().enumerate() {
        if index == flow.blocks[falls].lines.start {
            new.push(Line::Label(fresh));
        }
        if index + 1 == end {
            new.extend(insts.iter().map(|inst| Line::Inst((*inst).clone())));
            new.push(Line::Inst(again.clone()));
            new.push(Line::Inst(Inst::new(Mnemonic::Jmp, leave.clone())));
        } else {
            new.push(line.clone());
        }
    }
    Some(new)
}

/// The instructions of a head that is a short test and a branch.
fn test<'a>(
    lines: &'a [Line],
    flow: &Flow,
    head: usize,
    zero_page: &ZeroPage,
) -> Option<Vec<&'a Inst>> {
    let insts = flow.insts(lines, head);
    let lines = &lines[flow.blocks[head].lines.clone()];
    let bytes: u32 = insts.iter().map(|inst| inst.bytes(zero_page)).sum();
    let plain = !lines.iter().any(|line| matches!(line, Line::Data(_)));
    (plain && bytes <= LONGEST_TEST && is_branch(insts.last()?.op)).then_some(insts)
}
