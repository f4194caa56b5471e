//! Copy propagation, dead code elimination and empty blocks; all of it keeps the single-assignment form. Beside [`run`]
//! there are two passes around `alloc::webs`: [`split_edges`] before it gives the copies of phis a block of their own,
//! [`thread_jumps`] after it takes out the blocks that got none.
//!
//! Needs: a lowered function. Leaves: no copy of a variable or constant outside pointer pairs, no operation whose
//! result nobody reads, no unreachable block.

use crate::ops::flow::Flow;
use crate::ops::model::*;
use std::collections::{HashMap, HashSet};

/// Removes unreachable blocks, empty jumps, copies and operations whose result nobody reads.
pub fn run(func: &mut Func) {
    drop_unreachable(func);
    merge_straight_lines(func);
    propagate_copies(func);
    // A chain loses its top byte first; the carry into it is idle only then.
    while drop_dead(func) {}
    drop_unreachable(func);
}

/// Blocks that nothing reaches lose their content and their say in phis.
fn drop_unreachable(func: &mut Func) {
    loop {
        let flow = Flow::of(func);
        let reachable: HashSet<Blk> = flow.order.iter().copied().collect();
        for block in 0..func.blocks.len() {
            if !reachable.contains(&block) {
                func.blocks[block] = Block {
                    phis: Vec::new(),
                    ops: Vec::new(),
                    term: Term::Stop,
                };
                continue;
            }
            for phi in &mut func.blocks[block].phis {
                phi.incoming.retain(|(from, _)| {
                    reachable.contains(from) && flow.successors[*from].contains(&block)
                });
            }
        }
        if !fold_branches(func) {
            return;
        }
    }
}

/// Branches on two constants or with one target become jumps.
fn fold_branches(func: &mut Func) -> bool {
    let mut changed = false;
    for block in &mut func.blocks {
        let Term::Branch {
            test, then, other, ..
        } = &block.term
        else {
            continue;
        };
        let target = if then == other {
            Some(*then)
        } else {
            decided(test).map(|yes| if yes { *then } else { *other })
        };
        if let Some(target) = target {
            block.term = Term::Jump(target);
            changed = true;
        }
    }
    changed
}

fn decided(test: &Test) -> Option<bool> {
    match test {
        Test::Equal(Src::Const(a), Src::Const(b)) => Some(a == b),
        Test::NotEqual(Src::Const(a), Src::Const(b)) => Some(a != b),
        Test::Less(Src::Const(a), Src::Const(b)) => Some(a < b),
        Test::GreaterOrEqual(Src::Const(a), Src::Const(b)) => Some(a >= b),
        Test::Less(_, Src::Const(0)) => Some(false),
        Test::GreaterOrEqual(_, Src::Const(0)) => Some(true),
        Test::Negative(Src::Const(a)) => Some(*a >= 0x80),
        Test::NotNegative(Src::Const(a)) => Some(*a < 0x80),
        _ => None,
    }
}

/// A block whose only successor has no other predecessor takes it in.
fn merge_straight_lines(func: &mut Func) {
    let flow = Flow::of(func);
    let mut gone: HashSet<Blk> = HashSet::new();
    for &block in &flow.order {
        if gone.contains(&block) {
            continue;
        }
        while let Term::Jump(next) = func.blocks[block].term {
            if next == block
                || next == 0
                || flow.predecessors[next].len() != 1
                || gone.contains(&next)
            {
                break;
            }
            let taken = std::mem::replace(
                &mut func.blocks[next],
                Block {
                    phis: Vec::new(),
                    ops: Vec::new(),
                    term: Term::Stop,
                },
            );
            gone.insert(next);
            let here = &mut func.blocks[block];
            for phi in taken.phis {
                if let Some((_, src)) = phi.incoming.into_iter().next() {
                    here.ops.push(Op::Move { dst: phi.dst, src });
                }
            }
            here.ops.extend(taken.ops);
            here.term = taken.term;
            for target in func.blocks[block].term.successors() {
                for phi in &mut func.blocks[target].phis {
                    for (from, _) in &mut phi.incoming {
                        if *from == next {
                            *from = block;
                        }
                    }
                }
            }
        }
    }
}

/// Uses of a copy read what was copied. Pointer pairs keep theirs: their two bytes have to lie side by side.
fn propagate_copies(func: &mut Func) {
    let fixed: HashSet<Var> = func
        .pairs
        .iter()
        .flat_map(|(low, high)| [*low, *high])
        .collect();
    let mut copies: HashMap<Var, Src> = HashMap::new();
    for block in &func.blocks {
        for op in &block.ops {
            if let Op::Move {
                dst,
                src: src @ (Src::Var(_) | Src::Const(_) | Src::Low(_) | Src::High(_)),
            } = op
                && !fixed.contains(dst)
            {
                copies.insert(*dst, src.clone());
            }
        }
        for phi in &block.phis {
            if let Some(src) = only_source(phi)
                && !fixed.contains(&phi.dst)
            {
                copies.insert(phi.dst, src);
            }
        }
    }
    let resolve = |src: &mut Src| {
        let mut turns = 0;
        while let Src::Var(var) = src {
            match copies.get(var) {
                Some(next) if turns < 1000 => *src = next.clone(),
                _ => break,
            }
            turns += 1;
        }
    };
    let resolve_index = |var: &mut Var| {
        let mut src = Src::Var(*var);
        resolve(&mut src);
        if let Src::Var(found) = src {
            *var = found;
        }
    };
    for block in &mut func.blocks {
        for phi in &mut block.phis {
            phi.incoming.iter_mut().for_each(|(_, src)| resolve(src));
        }
        for op in &mut block.ops {
            op.each_src_mut(&mut |src| match src {
                Src::Mem(addr) => addr.each_var_mut(&mut |var| resolve_index(var)),
                other => resolve(other),
            });
            op.each_addr_mut(&mut |addr| addr.each_var_mut(&mut |var| resolve_index(var)));
        }
        block.term.each_src_mut(&mut |src| resolve(src));
    }
}

/// The one operand all edges bring, apart from the phi itself.
fn only_source(phi: &Phi) -> Option<Src> {
    let mut sources = phi
        .incoming
        .iter()
        .map(|(_, src)| src)
        .filter(|src| **src != Src::Var(phi.dst));
    let first = sources.next()?;
    sources.all(|src| src == first).then(|| first.clone())
}

/// Marks what is needed from what has effects, and drops the rest; true if anything went.
fn drop_dead(func: &mut Func) -> bool {
    let before: usize = func.blocks.iter().map(|block| block.ops.len()).sum();
    let mut needed: HashSet<Var> = HashSet::new();
    let mut makers: HashMap<Var, Vec<Var>> = HashMap::new();
    let mut work = Vec::new();
    for block in &func.blocks {
        for phi in &block.phis {
            let sources = makers.entry(phi.dst).or_default();
            phi.incoming
                .iter()
                .for_each(|(_, src)| src.each_var(&mut |var| sources.push(var)));
        }
        for (index, op) in block.ops.iter().enumerate() {
            let mut uses = Vec::new();
            op.each_use(&mut |var| uses.push(var));
            if droppable(block, index) {
                op.each_def(&mut |var| makers.entry(var).or_default().extend(&uses));
            } else {
                work.extend(uses);
            }
        }
        block.term.each_use(&mut |var| work.push(var));
    }
    // The two halves of a pointer live and die together.
    for (low, high) in &func.pairs {
        makers.entry(*low).or_default().push(*high);
        makers.entry(*high).or_default().push(*low);
    }
    while let Some(var) = work.pop() {
        if needed.insert(var) {
            work.extend(makers.get(&var).into_iter().flatten());
        }
    }
    for block in &mut func.blocks {
        block.phis.retain(|phi| needed.contains(&phi.dst));
        let keep: Vec<bool> = (0..block.ops.len())
            .map(|index| !droppable(block, index) || op_needed(&block.ops[index], &needed))
            .collect();
        let mut keep = keep.into_iter();
        block.ops.retain(|_| keep.next().unwrap_or(true));
        for op in &mut block.ops {
            match op {
                Op::Add { dst, .. } | Op::Sub { dst, .. }
                    if dst.is_some_and(|var| !needed.contains(&var)) =>
                {
                    *dst = None
                }
                _ => {}
            }
        }
        drop_carries(block);
    }
    func.pairs
        .retain(|(low, high)| needed.contains(low) && needed.contains(high));
    func.blocks
        .iter()
        .map(|block| block.ops.len())
        .sum::<usize>()
        < before
}

fn op_needed(op: &Op, needed: &HashSet<Var>) -> bool {
    let mut any = false;
    op.each_def(&mut |var| any |= needed.contains(&var));
    any
}

/// Without effects beyond its result: neither memory nor a carry that the next operation uses.
fn droppable(block: &Block, index: usize) -> bool {
    let op = &block.ops[index];
    op.pure()
        || (matches!(op, Op::Shift { .. } | Op::Add { .. } | Op::Sub { .. })
            && !block.carry_used(index))
}

/// Additions kept only for a carry that is no longer used, from the end of each chain.
fn drop_carries(block: &mut Block) {
    for index in (0..block.ops.len()).rev() {
        let idle = matches!(
            &block.ops[index],
            Op::Add { dst: None, .. }
                | Op::Sub { dst: None, .. }
                | Op::Compare { .. }
                | Op::SignToCarry { .. }
        );
        if idle && !block.carry_used(index) {
            block.ops.remove(index);
        }
    }
}

/// Gives every edge from a branch into a block with phis a block of its own, for the copies of the phis.
pub fn split_edges(func: &mut Func) {
    for block in 0..func.blocks.len() {
        let mut term = func.blocks[block].term.clone();
        if term.successors().len() < 2 {
            continue;
        }
        let mut made: HashMap<Blk, Blk> = HashMap::new();
        term.each_successor_mut(&mut |target| {
            if func.blocks[*target].phis.is_empty() {
                return;
            }
            let via = *made.entry(*target).or_insert_with(|| {
                func.blocks.push(Block {
                    phis: Vec::new(),
                    ops: Vec::new(),
                    term: Term::Jump(*target),
                });
                let via = func.blocks.len() - 1;
                for phi in &mut func.blocks[*target].phis {
                    for (from, _) in &mut phi.incoming {
                        if *from == block {
                            *from = via;
                        }
                    }
                }
                via
            });
            *target = via;
        });
        func.blocks[block].term = term;
    }
}

/// Jumps to an empty block go to where it goes. Only after phis are gone.
pub fn thread_jumps(func: &mut Func) {
    let targets: Vec<Option<Blk>> = func
        .blocks
        .iter()
        .map(|block| match block.term {
            Term::Jump(target) if block.ops.is_empty() && block.phis.is_empty() => Some(target),
            _ => None,
        })
        .collect();
    let follow = |mut block: Blk| {
        for _ in 0..targets.len() {
            match targets[block] {
                Some(next) if next != block => block = next,
                _ => break,
            }
        }
        block
    };
    for block in &mut func.blocks {
        block
            .term
            .each_successor_mut(&mut |target| *target = follow(*target));
    }
    drop_unreachable(func);
    merge_straight_lines(func);
    func.blocks.iter_mut().for_each(drop_carries);
}
