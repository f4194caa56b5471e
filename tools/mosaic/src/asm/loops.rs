//! The loops of a routine: a head that dominates all of the loop, the blocks from which it is reached again, and
//! where code can be put that runs once before. Loops that can be entered from several places are left out.

use super::flow::{Flow, is_branch};
use super::inst::{Line, Mnemonic};
use std::collections::BTreeSet;

/// A natural loop: its blocks, and the line before which code runs once when the loop is entered.
pub struct Loop {
    /// The block that all iterations begin with.
    pub head: usize,
    /// All blocks of the loop, the head included.
    pub body: BTreeSet<usize>,
    /// Blocks that run in every round.
    pub always: Vec<usize>,
    /// The one block outside that leads to the head.
    pub entry: usize,
    /// The line before which code runs once, ahead of the first iteration.
    pub insert_at: usize,
    /// Blocks that lead back to the head.
    pub back: Vec<usize>,
}

/// Loops with one entry, the smallest first.
pub fn loops(lines: &[Line], flow: &Flow) -> Vec<Loop> {
    let before = flow.predecessors();
    let dominators = dominators(flow, &before);
    let mut loops: Vec<Loop> = Vec::new();
    for head in 0..flow.blocks.len() {
        let dominated = |from: &&usize| dominators[**from].contains(&head);
        let back: Vec<usize> = before[head].iter().filter(dominated).copied().collect();
        if back.is_empty()
            || flow.is_entry(head)
            || !matches!(lines[flow.blocks[head].lines.start], Line::Label(_))
        {
            continue;
        }
        let body = body(head, &back, &before);
        let outside: Vec<usize> = before[head]
            .iter()
            .filter(|from| !body.contains(from))
            .copied()
            .collect();
        let &[entry] = &outside[..] else { continue };
        let Some(insert_at) = way_in(lines, flow, entry, head) else {
            continue;
        };
        let in_every = |block: &usize| back.iter().all(|end| dominators[*end].contains(block));
        let always = body
            .iter()
            .filter(|block| in_every(block))
            .copied()
            .collect();
        loops.push(Loop {
            back,
            head,
            body,
            always,
            entry,
            insert_at,
        });
    }
    loops.sort_by_key(|each| each.body.len());
    loops
}

/// Where code stands that runs between `entry` and `head` and nowhere else.
fn way_in(lines: &[Line], flow: &Flow, entry: usize, head: usize) -> Option<usize> {
    let block = &flow.blocks[entry];
    let last = block.lines.end - 1;
    let Line::Inst(inst) = &lines[last] else {
        return (entry + 1 == head).then_some(block.lines.end);
    };
    if inst.op == Mnemonic::Jmp {
        return Some(last);
    }
    let falls_in = entry + 1 == head;
    let branches_in = is_branch(inst.op) && block.next.last() == Some(&head);
    (falls_in && !branches_in).then_some(block.lines.end)
}

/// The blocks of the loop with this head that are entered again from `back`.
pub(super) fn body(head: usize, back: &[usize], before: &[Vec<usize>]) -> BTreeSet<usize> {
    let mut body = BTreeSet::from([head]);
    let mut open = back.to_vec();
    while let Some(block) = open.pop() {
        if body.insert(block) {
            open.extend(&before[block]);
        }
    }
    body
}

/// For each block its dominators, those on every path to it, itself included. Blocks never reached have none.
pub(super) fn dominators(flow: &Flow, before: &[Vec<usize>]) -> Vec<BTreeSet<usize>> {
    let mut dominators: Vec<Option<BTreeSet<usize>>> = vec![None; flow.blocks.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for block in 0..flow.blocks.len() {
            let mut common = flow.is_entry(block).then(BTreeSet::new);
            for known in before[block]
                .iter()
                .filter_map(|from| dominators[*from].as_ref())
            {
                common = Some(match common {
                    None => known.clone(),
                    Some(common) => common.intersection(known).copied().collect(),
                });
            }
            let Some(mut common) = common else { continue };
            common.insert(block);
            if dominators[block].as_ref() != Some(&common) {
                dominators[block] = Some(common);
                changed = true;
            }
        }
    }
    dominators
        .into_iter()
        .map(Option::unwrap_or_default)
        .collect()
}
