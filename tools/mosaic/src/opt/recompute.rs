//! What is kept across a recursive call is stored and loaded on both sides of it, 15 cycles a byte. A byte that is one operation on a
//! constant and another byte, and that one is kept anyway, is computed again behind the call instead.
//!
//! Needs: single assignment, copies propagated. Leaves: the same form.

use crate::ops::flow::Flow;
use crate::ops::model::*;
use std::collections::{BTreeSet, HashSet};

/// Cycles that keeping a byte across a call takes.
const KEEPING: f64 = 15.0;
/// Cycles that computing it again takes.
const COMPUTING: f64 = 7.0;

/// A call by its block and its place there.
type Place = (Blk, usize);

/// Computes bytes again that would be kept; `recursive` are the functions whose calls may come back to this one.
pub fn run(func: &mut Func, recursive: &BTreeSet<usize>) {
    let fixed: HashSet<Var> = func
        .pairs
        .iter()
        .flat_map(|(low, high)| [*low, *high])
        .collect();
    let flow = Flow::of(func);
    let mut tried = fixed;
    while let Some((var, op)) = candidate(func, &flow, recursive, &mut tried) {
        let behind = behind(func, &flow, recursive);
        for at in flow.order.clone() {
            compute_again(func, recursive, at, behind[at], var, &op);
        }
    }
}

fn is_recursive(op: &Op, recursive: &BTreeSet<usize>) -> bool {
    matches!(op, Op::Call(Call { target: Target::Function(index), .. }) if recursive.contains(index))
}

fn calls(func: &Func, flow: &Flow, recursive: &BTreeSet<usize>) -> Vec<Place> {
    let blocks = flow.order.iter();
    let inside = |at: &Blk| {
        let at = *at;
        let ops = func.blocks[at].ops.iter().enumerate();
        let calls = ops.filter(|(_, op)| is_recursive(op, recursive));
        calls.map(move |(index, _)| (at, index))
    };
    blocks.flat_map(inside).collect()
}

/// Blocks that are entered after a recursive call.
fn behind(func: &Func, flow: &Flow, recursive: &BTreeSet<usize>) -> Vec<bool> {
    let mut behind = vec![false; func.blocks.len()];
    let calls = calls(func, flow, recursive);
    let mut work: Vec<Blk> = calls.iter().map(|(at, _)| *at).collect();
    while let Some(at) = work.pop() {
        for next in &flow.successors[at] {
            if !std::mem::replace(&mut behind[*next], true) {
                work.push(*next);
            }
        }
    }
    behind
}

/// A byte that is to be computed again, with the operation that computes it.
fn candidate(
    func: &Func,
    flow: &Flow,
    recursive: &BTreeSet<usize>,
    tried: &mut HashSet<Var>,
) -> Option<(Var, Op)> {
    let calls = calls(func, flow, recursive);
    if calls.is_empty() {
        return None;
    }
    let behind = behind(func, flow, recursive);
    for &at in flow.order.iter().filter(|at| !behind[**at]) {
        let block = &func.blocks[at];
        for (index, op) in block.ops.iter().enumerate() {
            if is_recursive(op, recursive) {
                break;
            }
            let Some((var, source)) = parts(op).filter(|_| !block.carry_used(index)) else {
                continue;
            };
            if !tried.insert(var) {
                continue;
            }
            let kept = across(func, flow, &calls, var);
            let is_source_kept = kept.is_subset(&across(func, flow, &calls, source));
            let keeping: f64 = kept.iter().map(|(at, _)| flow.frequency[*at]).sum();
            let uses = uses_behind(func, flow, recursive, &behind, var);
            if !kept.is_empty() && is_source_kept && uses * COMPUTING < keeping * KEEPING {
                return Some((var, op.clone()));
            }
        }
    }
    None
}

/// What an operation gives and the one variable it is computed from, besides a constant.
fn parts(op: &Op) -> Option<(Var, Var)> {
    let (dst, a, b) = match op {
        Op::Logic { dst, a, b, .. } => (*dst, a, b),
        Op::Add {
            dst: Some(dst),
            a,
            b,
            carry,
        }
        | Op::Sub {
            dst: Some(dst),
            a,
            b,
            carry,
        } if *carry != CarryIn::Chain => (*dst, a, b),
        _ => return None,
    };
    match (a, b) {
        (Src::Var(source), Src::Const(_)) | (Src::Const(_), Src::Var(source)) => {
            Some((dst, *source))
        }
        _ => None,
    }
}

/// Whether a block reads a variable in an operation from `start` on, at its end, or by a phi behind it.
fn reads(func: &Func, at: Blk, start: usize, var: Var) -> bool {
    let mut found = false;
    let block = &func.blocks[at];
    let mut see = |other: Var| found |= other == var;
    block.ops[start..]
        .iter()
        .for_each(|op| op.each_use(&mut see));
    block.term.each_use(&mut see);
    found || reads_in_phi(func, at, var)
}

fn reads_in_phi(func: &Func, at: Blk, var: Var) -> bool {
    let successors = func.blocks[at].term.successors();
    let phis = successors.iter().flat_map(|next| &func.blocks[*next].phis);
    let mut incoming = phis.flat_map(|phi| &phi.incoming);
    incoming.any(|(from, src)| *from == at && *src == Src::Var(var))
}

/// The calls that a variable lives across.
fn across(func: &Func, flow: &Flow, calls: &[Place], var: Var) -> BTreeSet<Place> {
    let defines = |at: Blk| {
        let mut found = func.blocks[at].phis.iter().any(|phi| phi.dst == var);
        let ops = func.blocks[at].ops.iter();
        ops.for_each(|op| op.each_def(&mut |other| found |= other == var));
        found
    };
    let mut lives_in = vec![false; func.blocks.len()];
    let mut work: Vec<Blk> = Vec::new();
    for &at in &flow.order {
        if reads(func, at, 0, var) && !defines(at) {
            lives_in[at] = true;
            work.push(at);
        }
    }
    while let Some(at) = work.pop() {
        for &before in &flow.predecessors[at] {
            if !defines(before) && !std::mem::replace(&mut lives_in[before], true) {
                work.push(before);
            }
        }
    }
    let is_defined_before = |at: Blk, index: usize| {
        let mut found = lives_in[at] || func.blocks[at].phis.iter().any(|phi| phi.dst == var);
        let ops = func.blocks[at].ops[..index].iter();
        ops.for_each(|op| op.each_def(&mut |other| found |= other == var));
        found
    };
    let is_wanted_after = |at: Blk, index: usize| {
        reads(func, at, index + 1, var) || flow.successors[at].iter().any(|next| lives_in[*next])
    };
    let crossed = calls.iter().copied();
    crossed
        .filter(|(at, index)| is_defined_before(*at, *index) && is_wanted_after(*at, *index))
        .collect()
}

/// How often a variable would be computed again.
fn uses_behind(
    func: &Func,
    flow: &Flow,
    recursive: &BTreeSet<usize>,
    behind: &[bool],
    var: Var,
) -> f64 {
    let mut times = 0.0;
    for &at in &flow.order {
        let (mut again, mut has_copy) = (behind[at], false);
        for index in 0..=func.blocks[at].ops.len() {
            if again && !has_copy && reads_at(func, at, index, var) {
                has_copy = true;
                times += flow.frequency[at];
            }
            let op = func.blocks[at].ops.get(index);
            if op.is_some_and(|op| is_recursive(op, recursive)) {
                (again, has_copy) = (true, false);
            }
        }
    }
    times
}

/// Whether an operation reads a variable, or, behind the last one, the block's end or a phi to which it leads.
fn reads_at(func: &Func, at: Blk, index: usize, var: Var) -> bool {
    let Some(op) = func.blocks[at].ops.get(index) else {
        return reads(func, at, index, var);
    };
    let mut found = false;
    op.each_use(&mut |other| found |= other == var);
    found
}

/// Lets what a block reads of a variable behind a recursive call be computed there.
fn compute_again(
    func: &mut Func,
    recursive: &BTreeSet<usize>,
    at: Blk,
    mut again: bool,
    var: Var,
    computed_by: &Op,
) {
    let mut copy: Option<Var> = None;
    let mut index = 0;
    while index <= func.blocks[at].ops.len() {
        if again && reads_at(func, at, index, var) {
            if copy.is_none() {
                let new = func.var_count;
                func.var_count += 1;
                let mut op = computed_by.clone();
                op.each_def_mut(&mut |dst| *dst = new);
                let start = chain_start(&func.blocks[at], index);
                func.blocks[at].ops.insert(start, op);
                index += 1;
                copy = Some(new);
            }
            rename(func, at, index, var, copy.expect("just made"));
        }
        let op = func.blocks[at].ops.get(index);
        if op.is_some_and(|op| is_recursive(op, recursive)) {
            again = true;
            copy = None;
        }
        index += 1;
    }
}

/// The first operation of the chain to which the operation, or the block's end, belongs.
fn chain_start(block: &Block, index: usize) -> usize {
    let is_chained = |index: usize| match block.ops.get(index) {
        Some(op) => op.chained(),
        None => matches!(&block.term, Term::Branch { test, .. } if test.chained()),
    };
    (0..=index)
        .rev()
        .find(|index| !is_chained(*index))
        .unwrap_or(0)
}

/// Lets one operation, or the block's end and the phis behind it, read another variable.
fn rename(func: &mut Func, at: Blk, index: usize, from: Var, to: Var) {
    let mut change = |var: &mut Var| {
        if *var == from {
            *var = to;
        }
    };
    if let Some(op) = func.blocks[at].ops.get_mut(index) {
        op.each_use_mut(&mut change);
        return;
    }
    func.blocks[at].term.each_use_mut(&mut change);
    for next in func.blocks[at].term.successors() {
        for phi in &mut func.blocks[next].phis {
            let incoming = phi.incoming.iter_mut().filter(|(before, _)| *before == at);
            incoming.for_each(|(_, src)| src.each_var_mut(&mut change));
        }
    }
}
