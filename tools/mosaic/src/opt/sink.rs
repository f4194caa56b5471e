//! Values that only rarer blocks want are computed there. An operation moves down to where all its uses are below; a
//! load that this block uses up or compares at once is done again there, instead of keeping its byte until then.
//!
//! Needs: single assignment, copies propagated. Leaves: the same form; loads never pass a write to what they read.

use crate::ops::alias::may_write;
use crate::ops::flow::Flow;
use crate::ops::model::*;
use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

/// A block is rarer if it runs at most this often for each run of the other.
const RARER: f64 = 0.75;

/// Moves computations towards their uses, where these run less often.
pub fn run(func: &mut Func) {
    let flow = Flow::of(func);
    let dominators = flow.dominators();
    let mut users = Users::of(func);
    let fixed: HashSet<Var> = func
        .pairs
        .iter()
        .flat_map(|(low, high)| [*low, *high])
        .collect();
    // From the end, so that what an operation needs follows it down.
    for &block in flow.order.iter().rev() {
        let mut end = func.blocks[block].ops.len();
        while end > 0 {
            let start = chain_start(&func.blocks[block], end - 1);
            let group = start..end;
            end = start;
            let Some(defs) = candidate(&func.blocks[block], group.clone()) else {
                continue;
            };
            if defs.iter().all(|var| !fixed.contains(var)) {
                let group = Group {
                    block,
                    range: group,
                    defs,
                };
                group.sink(func, &flow, &dominators, &mut users);
            }
        }
    }
}

/// The first operation of the chain that ends here.
fn chain_start(block: &Block, end: usize) -> usize {
    (0..=end)
        .rev()
        .find(|index| !block.ops[*index].chained())
        .unwrap_or(0)
}

/// The results of operations that cost little to do elsewhere: a load, one operand changed by a constant, or a whole
/// chain of additions or shifts.
fn candidate(block: &Block, group: Range<usize>) -> Option<Vec<Var>> {
    if block.carry_used(group.end - 1) {
        return None;
    }
    let ops = &block.ops[group];
    match ops {
        [
            Op::Move {
                dst,
                src: Src::Mem(Addr::Abs(_) | Addr::Indexed(..)),
            },
        ] => Some(vec![*dst]),
        [op] => result(op, true).map(|dst| vec![dst]),
        _ => ops.iter().map(|op| result(op, false)).collect(),
    }
}

/// What an operation without memory gives; `constant` asks that it changes one variable by a constant.
fn result(op: &Op, constant: bool) -> Option<Var> {
    let (dst, a, b) = match op {
        Op::Logic { dst, a, b, .. } => (*dst, a, b),
        Op::Add {
            dst: Some(dst),
            a,
            b,
            ..
        }
        | Op::Sub {
            dst: Some(dst),
            a,
            b,
            ..
        } => (*dst, a, b),
        Op::Shift { dst, a, .. } => (*dst, a, &Src::Const(1)),
        _ => return None,
    };
    let memory = matches!(a, Src::Mem(_)) || matches!(b, Src::Mem(_));
    let simple = matches!((a, b), (Src::Var(_), Src::Const(_)));
    (!memory && (simple || !constant)).then_some(dst)
}

fn is_chained(block: &Block) -> bool {
    matches!(&block.term, Term::Branch { test, .. } if test.chained())
}

fn is_load(op: &Op) -> bool {
    matches!(
        op,
        Op::Move {
            src: Src::Mem(_),
            ..
        }
    )
}

/// Operations of a block that may move, and what they give.
struct Group {
    block: Blk,
    range: Range<usize>,
    defs: Vec<Var>,
}

impl Group {
    fn sink(&self, func: &mut Func, flow: &Flow, dominators: &[usize], users: &mut Users) {
        let block = self.block;
        let uses: BTreeSet<Blk> = self
            .defs
            .iter()
            .flat_map(|dst| users.blocks(*dst).clone())
            .collect();
        let below: Vec<Blk> = uses.iter().copied().filter(|at| *at != block).collect();
        let Some(target) = common(flow, dominators, &below) else {
            return;
        };
        let rarer = flow.frequency[target] <= RARER * flow.frequency[block];
        if target == block || !rarer || flow.depth[target] > flow.depth[block] {
            return;
        }
        // A carry that comes in from above would not survive an addition.
        let first = &func.blocks[target];
        if first.ops.first().is_some_and(Op::chained) || (first.ops.is_empty() && is_chained(first))
        {
            return;
        }
        let ops: Vec<Op> = func.blocks[block].ops[self.range.clone()].to_vec();
        let load = matches!(ops.as_slice(), [op] if is_load(op));
        if load && !may_wait(func, flow, block, self.range.start, target) {
            return;
        }
        if !uses.contains(&block) {
            func.blocks[block].ops.drain(self.range.clone());
            func.blocks[target].ops.splice(0..0, ops.iter().cloned());
            users.update(func, &ops);
        } else if load && self.pays(func, flow, target, users) {
            let copy = again(func, flow, dominators, target, &ops[0]);
            users.update(func, &[ops[0].clone(), copy]);
        }
    }

    /// Whether it pays to load a byte again below: keeping it would cost something here, and its index is kept anyway.
    fn pays(&self, func: &Func, flow: &Flow, target: Blk, users: &Users) -> bool {
        let (here, dst) = (&func.blocks[self.block], self.defs[0]);
        let mut operands = Vec::new();
        here.ops[self.range.start].each_use(&mut |var| operands.push(var));
        let lives = |var: &Var| is_wanted_from(flow, self.block, target, users.blocks(*var));
        (is_used_up(here, dst) || is_compared(here, dst)) && operands.iter().all(lives)
    }
}

/// For each variable the blocks that use it; a phi's operand is used where its edge comes from.
struct Users(Vec<BTreeSet<Blk>>);

impl Users {
    fn of(func: &Func) -> Users {
        let mut users = Users(vec![BTreeSet::new(); func.var_count as usize]);
        each_use(func, &mut |var, block| {
            users.0[var as usize].insert(block);
        });
        users
    }

    fn blocks(&self, var: Var) -> &BTreeSet<Blk> {
        &self.0[var as usize]
    }

    /// Looks again for those who use what these operations, which were moved or copied, read and give.
    fn update(&mut self, func: &Func, changed: &[Op]) {
        self.0.resize(func.var_count as usize, BTreeSet::new());
        let mut vars = BTreeSet::new();
        for op in changed {
            op.each_use(&mut |var| _ = vars.insert(var));
            op.each_def(&mut |var| _ = vars.insert(var));
        }
        vars.iter().for_each(|var| self.0[*var as usize].clear());
        each_use(func, &mut |var, block| {
            if vars.contains(&var) {
                self.0[var as usize].insert(block);
            }
        });
    }
}

fn each_use(func: &Func, see: &mut dyn FnMut(Var, Blk)) {
    for (at, block) in func.blocks.iter().enumerate() {
        let ops = block.ops.iter();
        ops.for_each(|op| op.each_use(&mut |var| see(var, at)));
        block.term.each_use(&mut |var| see(var, at));
        for (from, src) in block.phis.iter().flat_map(|phi| &phi.incoming) {
            src.each_var(&mut |var| see(var, *from));
        }
    }
}

/// The last block that every path to all of these goes through: their nearest common dominator.
fn common(flow: &Flow, dominators: &[usize], blocks: &[Blk]) -> Option<Blk> {
    let meet = |mut a: Blk, mut b: Blk| {
        while a != b {
            if flow.position[a] > flow.position[b] {
                a = dominators[a];
            } else {
                b = dominators[b];
            }
        }
        a
    };
    blocks.iter().copied().reduce(meet)
}

/// Whether the block changes the byte in place, so that keeping it costs something.
fn is_used_up(block: &Block, var: Var) -> bool {
    block.ops.iter().any(|op| match op {
        Op::Logic { a, .. }
        | Op::Add {
            a, dst: Some(_), ..
        }
        | Op::Sub {
            a, dst: Some(_), ..
        }
        | Op::Shift { a, .. } => *a == Src::Var(var),
        _ => false,
    })
}

/// Whether the block only compares the byte with a variable, which memory serves as well.
fn is_compared(block: &Block, var: Var) -> bool {
    let mut uses = 0;
    let ops = block.ops.iter();
    ops.for_each(|op| op.each_use(&mut |other| uses += u32::from(other == var)));
    let Term::Branch { test, .. } = &block.term else {
        return false;
    };
    let is = |src: &Src| *src == Src::Var(var);
    let compared = match test {
        Test::Less(Src::Var(_), b) | Test::GreaterOrEqual(Src::Var(_), b) => is(b),
        Test::Equal(Src::Var(a), b) | Test::NotEqual(Src::Var(a), b) => *a != var && is(b),
        _ => false,
    };
    uses == 0 && compared
}

/// Whether a variable is read in blocks that are reached from this one without passing `above`.
fn is_wanted_from(flow: &Flow, above: Blk, from: Blk, users: &BTreeSet<Blk>) -> bool {
    let mut seen = HashSet::from([above, from]);
    let mut work = vec![from];
    while let Some(block) = work.pop() {
        if users.contains(&block) {
            return true;
        }
        work.extend(
            flow.successors[block]
                .iter()
                .filter(|next| seen.insert(**next)),
        );
    }
    false
}

/// Whether nothing between a load and the start of `target` writes what it reads. Only straight paths are looked at.
fn may_wait(func: &Func, flow: &Flow, block: Blk, index: usize, target: Blk) -> bool {
    let Op::Move {
        src: Src::Mem(addr),
        ..
    } = &func.blocks[block].ops[index]
    else {
        return true;
    };
    let mut at = target;
    while let [before] = flow.predecessors[at].as_slice() {
        let start = if *before == block { index + 1 } else { 0 };
        let mut ops = func.blocks[*before].ops[start..].iter();
        if ops.any(|op| may_write(op, addr)) {
            return false;
        }
        if *before == block {
            return true;
        }
        at = *before;
    }
    false
}

/// Does an operation again at the start of `target`, for all uses from there on; returns the copy.
fn again(func: &mut Func, flow: &Flow, dominators: &[usize], target: Blk, op: &Op) -> Op {
    let mut op = op.clone();
    let again = func.var_count;
    func.var_count += 1;
    let mut dst = again;
    op.each_def_mut(&mut |var| dst = std::mem::replace(var, again));
    let rename = |var: &mut Var| {
        if *var == dst {
            *var = again;
        }
    };
    for at in 0..func.blocks.len() {
        let below = is_below(flow, dominators, at, target);
        let body = &mut func.blocks[at];
        for phi in &mut body.phis {
            for (from, src) in &mut phi.incoming {
                if is_below(flow, dominators, *from, target) {
                    src.each_var_mut(&mut |var| rename(var));
                }
            }
        }
        if below {
            body.ops
                .iter_mut()
                .for_each(|op| op.each_use_mut(&mut |var| rename(var)));
            body.term.each_use_mut(&mut |var| rename(var));
        }
    }
    func.blocks[target].ops.insert(0, op.clone());
    op
}

/// Whether every path to `block` goes through `above`: whether that dominates it.
fn is_below(flow: &Flow, dominators: &[usize], block: Blk, above: Blk) -> bool {
    if flow.position[block] == usize::MAX {
        return false;
    }
    let mut at = block;
    while flow.position[at] > flow.position[above] {
        at = dominators[at];
    }
    at == above
}
