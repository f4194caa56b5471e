//! Out of single assignment: phis become copies, and variables that are copied into each other and never hold
//! different values at one time share one web, which has one storage location.
//!
//! Needs: single assignment, edges split. Leaves: no phis, variables assigned any number of times, pointer pairs
//! intact: the two halves of a pair stay partners of each other and of nobody else.

use crate::ops::flow::Flow;
use crate::ops::increments;
use crate::ops::live::{BitSet, Live, step_block};
use crate::ops::model::*;
use std::collections::HashMap;

/// Leaves SSA form: phis become copies, copies that need none disappear, and each web of connected definitions and
/// uses becomes one variable.
pub fn run(func: &mut Func) {
    break_phis(func);
    let mut webs = Webs::of(func);
    webs.merge_copies(func);
    webs.rename(func);
    form_var_steps(func);
}

/// Each phi gets a fresh variable that the predecessors assign and the block's start copies: trivially right, and
/// coalescing removes nearly all of it.
fn break_phis(func: &mut Func) {
    for block in 0..func.blocks.len() {
        let phis = std::mem::take(&mut func.blocks[block].phis);
        let mut moves = Vec::new();
        for phi in phis {
            let between = func.var_count;
            func.var_count += 1;
            for (from, src) in phi.incoming {
                func.blocks[from].ops.push(Op::Move { dst: between, src });
            }
            moves.push(Op::Move {
                dst: phi.dst,
                src: Src::Var(between),
            });
        }
        func.blocks[block].ops.splice(0..0, moves);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Half {
    Low,
    High,
}

struct Webs {
    parent: Vec<Var>,
    /// Program points where each web holds a value.
    live: Vec<BitSet>,
    partner: HashMap<Var, (Half, Var)>,
    frequency: Vec<f64>,
}

impl Webs {
    fn of(func: &Func) -> Webs {
        let flow = Flow::of(func);
        let live = Live::of(func, &flow);
        let points: usize = func.blocks.iter().map(|block| block.ops.len() + 1).sum();
        let mut sets = vec![BitSet::new(points); func.var_count as usize];
        let mut base = 0;
        for (index, block) in func.blocks.iter().enumerate() {
            if flow.position[index] != usize::MAX {
                let mut at_end = live.at_end[index].clone();
                step_block(func, index, &mut at_end, &mut |op, after| {
                    after.iter().for_each(|var| sets[var].insert(base + op + 1));
                });
                at_end.iter().for_each(|var| sets[var].insert(base));
                // A result nobody reads still overwrites its storage location.
                for (op, operation) in block.ops.iter().enumerate() {
                    operation.each_def(&mut |var| sets[var as usize].insert(base + op + 1));
                }
                if index == 0 {
                    func.params
                        .iter()
                        .flatten()
                        .for_each(|var| sets[*var as usize].insert(base));
                }
            }
            base += block.ops.len() + 1;
        }
        let mut partner = HashMap::new();
        for (low, high) in &func.pairs {
            partner.insert(*low, (Half::Low, *high));
            partner.insert(*high, (Half::High, *low));
        }
        Webs {
            parent: (0..func.var_count).collect(),
            live: sets,
            partner,
            frequency: flow.frequency,
        }
    }

    fn find(&self, var: Var) -> Var {
        let mut at = var;
        while self.parent[at as usize] != at {
            at = self.parent[at as usize];
        }
        at
    }

    /// Coalesces the variables of copies and of operations that may work in place, those first that run most often:
    /// every merge makes the live range longer and may rule out a later one.
    fn merge_copies(&mut self, func: &Func) {
        let mut candidates: Vec<(f64, Var, Var)> = Vec::new();
        for (index, block) in func.blocks.iter().enumerate() {
            let weight = self.frequency[index];
            for op in &block.ops {
                match op {
                    Op::Move {
                        dst,
                        src: Src::Var(src),
                    } => candidates.push((weight * 2.0, *dst, *src)),
                    // Changing a value in place saves a load and a store, and allows inc, dec and shifts on memory.
                    Op::Add {
                        dst: Some(dst),
                        a,
                        b,
                        ..
                    }
                    | Op::Logic { dst, a, b, .. } => {
                        for src in [a, b] {
                            if let Src::Var(src) = src {
                                candidates.push((weight, *dst, *src));
                            }
                        }
                    }
                    Op::Sub {
                        dst: Some(dst),
                        a: Src::Var(src),
                        ..
                    }
                    | Op::Shift {
                        dst,
                        a: Src::Var(src),
                        ..
                    } => {
                        candidates.push((weight, *dst, *src));
                    }
                    _ => {}
                }
            }
        }
        candidates.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
        for (_, a, b) in candidates {
            self.try_merge(a, b);
        }
    }

    /// Merges two webs unless they interfere, that is, unless their live ranges share a place. The two halves of a pointer lie side by
    /// side in zero page, so merging one half obliges the other: a low half joins only a low half, and then
    /// the high halves have to join as well. A variable without a partner takes over the one of the other.
    fn try_merge(&mut self, a: Var, b: Var) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return true;
        }
        if self.live[a as usize].intersects(&self.live[b as usize]) {
            return false;
        }
        match (self.partner.get(&a).copied(), self.partner.get(&b).copied()) {
            (Some((half_a, other_a)), Some((half_b, other_b))) => {
                let (other_a, other_b) = (self.find(other_a), self.find(other_b));
                if half_a != half_b || other_a == b || other_b == a {
                    return false;
                }
                if other_a != other_b {
                    if self.live[other_a as usize].intersects(&self.live[other_b as usize]) {
                        return false;
                    }
                    self.join(other_a, other_b);
                }
                self.join(a, b);
            }
            (Some((_, other)), None) | (None, Some((_, other))) => {
                let other = self.find(other);
                if other == a || other == b {
                    return false;
                }
                self.join(a, b);
            }
            (None, None) => self.join(a, b),
        }
        true
    }

    /// One web of two that do not interfere: it is live wherever one of them was.
    fn join(&mut self, a: Var, b: Var) {
        let live = self.live[b as usize].clone();
        self.live[a as usize].union(&live);
        self.parent[b as usize] = a;
        if let Some(role) = self.partner.get(&b).copied() {
            self.partner.entry(a).or_insert(role);
        }
    }

    /// Gives every web one name, numbers them without gaps, and drops the copies that became copies to themselves.
    fn rename(&self, func: &mut Func) {
        let mut numbers: HashMap<Var, Var> = HashMap::new();
        let mut name = |var: Var| {
            let next = numbers.len() as Var;
            *numbers.entry(self.find(var)).or_insert(next)
        };
        for param in func.params.iter_mut().flatten() {
            *param = name(*param);
        }
        for block in &mut func.blocks {
            for op in &mut block.ops {
                if let Op::Step { vars, .. } = op {
                    for byte in vars {
                        match byte {
                            StepByte::Var(var) => *var = name(*var),
                            StepByte::Mem(addr) => addr.each_var_mut(&mut |var| *var = name(*var)),
                        }
                    }
                    continue;
                }
                op.each_use_mut(&mut |var| *var = name(*var));
                op.each_def_mut(&mut |var| *var = name(*var));
            }
            block.term.each_use_mut(&mut |var| *var = name(*var));
            block
                .ops
                .retain(|op| !matches!(op, Op::Move { dst, src: Src::Var(src) } if dst == src));
        }
        for (low, high) in &mut func.pairs {
            *low = name(*low);
            *high = name(*high);
        }
        func.pairs.sort_unstable();
        func.pairs.dedup();
        func.var_count = numbers.len() as u32;
    }
}

/// `v0 += 1` with a carry through `v1…`, all in place: one step that usually stops at the first byte.
fn form_var_steps(func: &mut Func) {
    for block in &mut func.blocks {
        let mut index = 0;
        while index < block.ops.len() {
            if let Some((vars, up)) = var_step(block, index) {
                let count = vars.len();
                let vars = vars.into_iter().map(StepByte::Var).collect();
                block
                    .ops
                    .splice(index..index + count, [Op::Step { vars, up }]);
            }
            index += 1;
        }
    }
}

fn var_step(block: &Block, start: usize) -> Option<(Vec<Var>, bool)> {
    increments::chain(block, start, |dst, a| (*a == Src::Var(dst)).then_some(dst))
}
