//! Static branch prediction: a guess how often each block of a routine runs, from its loops and from what usually tells the
//! common side of a branch (the heuristics of Ball and Larus, as far as instructions show them).

use super::flow::{Exit, Flow};
use super::inst::{Inst, Line, Mnemonic};
use super::loops::{body, dominators};
use std::collections::BTreeSet;

/// How many times a loop is taken to run.
const LOOP_TURNS: f64 = 10.0;

/// How much less likely a side of a branch is that calls, that returns at once, that finds a number no smaller than its limit,
/// and that corrects the sign after a signed overflow.
const CALLS: f64 = 0.3;
const RETURNS: f64 = 0.4;
const NOT_LESS: f64 = 0.5;
const OVERFLOWS: f64 = 0.01;

/// Estimated frequencies of a routine's blocks.
pub struct Frequency {
    /// How often each block runs per call.
    pub blocks: Vec<f64>,
    /// The chance of each edge, in the order of [`Block::next`](super::flow::Block::next).
    pub chances: Vec<Vec<f64>>,
}

impl Frequency {
    /// Finds the natural loops and follows the edges from the entry.
    pub fn of(lines: &[Line], flow: &Flow) -> Frequency {
        let before = flow.predecessors();
        let dominators = dominators(flow, &before);
        let dominates = |head: usize, block: usize| dominators[block].contains(&head);
        let order = reverse_post_order(flow);
        let mut loops: Vec<(usize, BTreeSet<usize>)> = Vec::new();
        for &head in &order {
            let froms = before[head].iter().copied();
            let back: Vec<usize> = froms.filter(|from| dominates(head, *from)).collect();
            if !back.is_empty() {
                loops.push((head, body(head, &back, &before)));
            }
        }
        let leaves = |from: usize, to: usize| {
            let mut around = loops.iter().map(|(_, body)| body);
            around.any(|body| body.contains(&from) && !body.contains(&to))
        };
        let blocks = flow.blocks.iter();
        let unknown = blocks.map(|block| vec![0.5; block.next.len()]);
        let mut frequency = Frequency {
            blocks: vec![0.0; flow.blocks.len()],
            chances: unknown.collect(),
        };
        frequency.blocks[0] = 1.0;
        for block in order {
            if loops.iter().any(|(head, _)| *head == block) {
                frequency.blocks[block] *= LOOP_TURNS;
            }
            let next = &flow.blocks[block].next;
            let ends_loop = next.iter().any(|to| leaves(block, *to));
            let weight = |(edge, to): (usize, &usize)| match (leaves(block, *to), ends_loop) {
                (true, _) => 1.0 / (LOOP_TURNS - 1.0),
                (false, true) => 1.0,
                (false, false) => prediction(lines, flow, block, edge),
            };
            let weights: Vec<f64> = next.iter().enumerate().map(weight).collect();
            let total: f64 = weights.iter().sum();
            for (edge, (to, weight)) in next.iter().zip(weights).enumerate() {
                let chance = weight / total;
                if !dominates(*to, block) {
                    frequency.blocks[*to] += frequency.blocks[block] * chance;
                }
                frequency.chances[block][edge] = chance;
            }
        }
        frequency
    }
}

/// How likely an edge is for what it leads to and for the flag that decides; 1 when nothing is known.
fn prediction(lines: &[Line], flow: &Flow, from: usize, edge: usize) -> f64 {
    let &[falls, goes] = &flow.blocks[from].next[..] else {
        return 1.0;
    };
    let taken = edge == 1;
    let to = if taken { goes } else { falls };
    let there = flow.insts(lines, to);
    let mut weight = 1.0;
    if there.iter().any(|inst| inst.op == Mnemonic::Jsr) {
        weight *= CALLS;
    }
    if flow.blocks[to].exit != Exit::Inside {
        weight *= RETURNS;
    }
    let last: Option<&Inst> = flow.insts(lines, from).last().copied();
    weight
        * match (last.map(|inst| inst.op), taken) {
            (Some(Mnemonic::Bcs), true) | (Some(Mnemonic::Bcc), false) => NOT_LESS,
            (Some(Mnemonic::Bvs), true) | (Some(Mnemonic::Bvc), false) => OVERFLOWS,
            _ => 1.0,
        }
}

/// The blocks that are reached, each before its successors except along back edges.
fn reverse_post_order(flow: &Flow) -> Vec<usize> {
    let mut order = Vec::new();
    let mut seen = vec![false; flow.blocks.len()];
    let roots = flow.stored.iter().copied().chain([0]);
    for root in roots {
        let mut stack = vec![(root, 0)];
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        while let Some((block, next)) = stack.pop() {
            let Some(&to) = flow.blocks[block].next.get(next) else {
                order.push(block);
                continue;
            };
            stack.push((block, next + 1));
            if !std::mem::replace(&mut seen[to], true) {
                stack.push((to, 0));
            }
        }
    }
    order.reverse();
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asm::inst::{Label, Operand, Place};

    #[test]
    fn a_loop_runs_ten_times_and_one_in_it_a_hundred_times() {
        let branch =
            |label: u32| Line::Inst(Inst::new(Mnemonic::Bne, Operand::Label(Label(label))));
        let step = |op: Mnemonic| Line::Inst(Inst::implied(op));
        let lines = [
            step(Mnemonic::Tax),
            Line::Label(Label(1)),
            step(Mnemonic::Tay),
            Line::Label(Label(2)),
            step(Mnemonic::Dey),
            branch(2),
            step(Mnemonic::Dex),
            branch(1),
            step(Mnemonic::Rts),
        ];
        let found = Frequency::of(&lines, &Flow::new(&lines));
        let expected = [1.0, 10.0, 100.0, 10.0, 1.0];
        for (block, times) in expected.into_iter().enumerate() {
            assert!((found.blocks[block] - times).abs() < 1e-9, "block {block}");
        }
    }

    /// The chance that a branch is taken which skips the given instructions.
    fn chance(op: Mnemonic, skipped: &[Inst]) -> f64 {
        let branch = Inst::new(op, Operand::Label(Label(1)));
        let skipped = skipped.iter().cloned().map(Line::Inst);
        let rest = [
            Line::Label(Label(1)),
            Line::Inst(Inst::implied(Mnemonic::Tax)),
            Line::Label(Label(2)),
            Line::Inst(Inst::implied(Mnemonic::Rts)),
        ];
        let lines: Vec<Line> = [Line::Inst(branch)]
            .into_iter()
            .chain(skipped)
            .chain(rest)
            .collect();
        Frequency::of(&lines, &Flow::new(&lines)).chances[0][1]
    }

    #[test]
    fn calls_returns_and_corrections_of_a_sign_are_skipped_more_often() {
        let call = Inst::new(Mnemonic::Jsr, Operand::Memory(Place::Address(0x2000)));
        let step = [Inst::implied(Mnemonic::Inx)];
        assert_eq!(chance(Mnemonic::Beq, &step), 0.5);
        assert!(chance(Mnemonic::Beq, &[call]) > 0.7);
        assert!(chance(Mnemonic::Beq, &[Inst::implied(Mnemonic::Rts)]) > 0.7);
        assert!(chance(Mnemonic::Bcs, &step) < 0.4);
        assert!(chance(Mnemonic::Bcc, &step) > 0.6);
        assert!(chance(Mnemonic::Bvc, &step) > 0.9);
    }
}
