//! The code of one function. Blocks are generated in order, each from the state its first predecessor left; what the
//! registers hold at loop headers is found by trying: the choices that make the whole function cheapest stay.
//!
//! This is hill climbing over the entries of blocks. It starts with empty registers at every loop header, which is always
//! possible, and replaces one entry at a time by what a predecessor would leave there, keeping the change only if the
//! function as a whole became cheaper by the estimated frequencies. Each round costs little because the code of a block
//! depends only on its entry and on the entries of its successors, and is kept by these.

use super::blocks::{BlockCode, Target};
use super::moves::Search;
use super::state::{Hold, REGS, Reg, Shape};
use super::stretches::Stretches;
use crate::asm::inst::{Label, Line};
use crate::ops::flow::Flow;
use crate::ops::live::{BitSet, Live, step_block};
use crate::ops::model::*;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Loop variables considered for the registers of a loop.
const CANDIDATES: usize = 4;

/// How often all loops of a function are gone through.
const ROUNDS: usize = 2;

/// The code that the register search found for a function.
pub struct Generated {
    /// The code, in the order of its blocks.
    pub lines: Vec<Line>,
    /// How often each line runs per call.
    pub frequency: Vec<f64>,
    /// What the code costs per call, in the unit of [`Price`](super::state::Price).
    pub cost: f64,
}

type Key = (Blk, Shape, Vec<Option<Shape>>);

struct Generator<'s, 'p> {
    search: &'s Search<'p>,
    flow: Flow,
    live: Live,
    /// What is live after each operation of each block, and at its end.
    after: Vec<Vec<BitSet>>,
    entry: Shape,
    memory: RefCell<HashMap<Key, Rc<BlockCode>>>,
    stretches: Stretches,
}

type Entries = HashMap<Blk, Shape>;

/// Generates the function of `search`, entered with `entry`.
pub fn generate(search: &Search, entry: Shape) -> Generated {
    let func = search.func;
    let flow = Flow::of(func);
    let live = Live::of(func, &flow);
    let after = (0..func.blocks.len())
        .map(|block| live_points(func, block, &live))
        .collect();
    let generator = Generator {
        search,
        flow,
        live,
        after,
        entry,
        memory: RefCell::default(),
        stretches: Stretches::default(),
    };
    let mut entries = generator.settle_headers();
    generator.settle_joins(&mut entries);
    let (cost, code) = generator.attempt(&entries);
    let (lines, frequency) = generator.write(&code);
    Generated {
        lines,
        frequency,
        cost,
    }
}

fn live_points(func: &Func, block: Blk, live: &Live) -> Vec<BitSet> {
    let count = func.blocks[block].ops.len();
    let mut points = vec![live.at_end[block].clone(); count + 1];
    let mut at = live.at_end[block].clone();
    step_block(func, block, &mut at, &mut |index, after| {
        points[index] = after.clone()
    });
    points
}

impl Generator<'_, '_> {
    /// Generates every block once under the given entries of loop headers.
    fn attempt(&self, headers: &Entries) -> (f64, HashMap<Blk, Rc<BlockCode>>) {
        let mut entries: Entries = headers.clone();
        entries.insert(self.flow.order[0], self.entry.clone());
        let mut code = HashMap::new();
        let mut cost = 0.0;
        for &block in &self.flow.order {
            let entry = entries
                .get(&block)
                .cloned()
                .expect("a predecessor came first");
            let result = self.block(block, entry, &entries);
            cost += result.cost * self.weight(block);
            for (target, shape) in &result.exits {
                entries.entry(*target).or_insert_with(|| shape.clone());
            }
            code.insert(block, result);
        }
        (cost, code)
    }

    /// How much the cost of a block counts: by how often it runs, or once if the function is to be small.
    fn weight(&self, block: Blk) -> f64 {
        if self.search.costs.price.is_small() {
            1.0
        } else {
            self.flow.frequency[block]
        }
    }

    fn block(&self, block: Blk, entry: Shape, entries: &Entries) -> Rc<BlockCode> {
        let successors = &self.flow.successors[block];
        let fixed: Vec<Option<Shape>> = successors
            .iter()
            .map(|target| entries.get(target).cloned())
            .collect();
        let key = (block, entry, fixed);
        if let Some(code) = self.memory.borrow().get(&key) {
            return code.clone();
        }
        let targets: Vec<Target> = successors
            .iter()
            .enumerate()
            .map(|(at, target)| Target {
                block: *target,
                label: Label(*target as u32),
                entry: key.2[at].as_ref(),
                live: &self.live.at_start[*target],
                chance: if self.search.costs.price.is_small() {
                    1.0
                } else {
                    self.flow.chances[block][at]
                },
                shared: self.flow.predecessors[*target].len() > 1,
            })
            .collect();
        let code = Rc::new(self.search.block(
            block,
            &key.1,
            &self.after[block],
            &targets,
            &self.stretches,
        ));
        self.memory.borrow_mut().insert(key, code.clone());
        code
    }

    /// Starts with everything in its storage location in every loop, then improves one header at a time, inner loops first.
    fn settle_headers(&self) -> Entries {
        let mut headers: Vec<Blk> = self
            .flow
            .order
            .iter()
            .copied()
            .filter(|block| self.flow.is_header[*block])
            .collect();
        let mut entries: Entries = headers.iter().map(|header| (*header, empty())).collect();
        if headers.is_empty() {
            return entries;
        }
        headers.sort_by_key(|header| std::cmp::Reverse((self.flow.depth[*header], *header)));
        let (mut best, _) = self.attempt(&entries);
        for _ in 0..ROUNDS {
            let before = best;
            for header in &headers {
                self.settle_header(*header, &mut entries, &mut best);
            }
            if best == before {
                break;
            }
        }
        entries
    }

    /// Where paths meet, the first of them decides what the registers hold, unless another path's choice, or less of it,
    /// makes the function cheaper.
    fn settle_joins(&self, entries: &mut Entries) {
        let (mut best, _) = self.attempt(entries);
        for &block in &self.flow.order[1..] {
            if self.flow.is_header[block] {
                continue;
            }
            let joins = self.flow.predecessors[block].len() > 1;
            let proposals = if joins {
                self.proposals(block, entries)
            } else {
                self.exchanged(block, entries)
            };
            for shape in proposals {
                let old = entries.insert(block, shape);
                let (cost, _) = self.attempt(entries);
                if cost < best {
                    best = cost;
                    continue;
                }
                match old {
                    Some(old) => entries.insert(block, old),
                    None => entries.remove(&block),
                };
            }
        }
    }

    /// What the registers may hold at a block: what each edge to it would leave there, that with one register less, that
    /// with the index registers exchanged, and nothing.
    fn proposals(&self, block: Blk, fixed: &Entries) -> Vec<Shape> {
        let mut shapes = self.offers(block, fixed);
        let others: Vec<Shape> = shapes
            .iter()
            .flat_map(|shape| REGS.map(|reg| without(shape, reg)))
            .chain(shapes.iter().map(exchange))
            .collect();
        shapes.extend(others);
        shapes.push(empty());
        let mut seen = HashSet::new();
        shapes.retain(|shape| seen.insert(shape.clone()));
        shapes
    }

    /// A block with one predecessor takes what that leaves, unless it wants X and Y exchanged: to the path before
    /// it they are often the same, and to the block they are not.
    fn exchanged(&self, block: Blk, fixed: &Entries) -> Vec<Shape> {
        let offers = self.offers(block, fixed);
        let holds_var = |shape: &&Shape| {
            [Reg::X, Reg::Y]
                .iter()
                .any(|reg| matches!(shape.regs[*reg as usize], Hold::Var(_)))
        };
        offers.iter().filter(holds_var).map(exchange).collect()
    }

    /// What each edge to a block would leave in the registers.
    fn offers(&self, block: Blk, fixed: &Entries) -> Vec<Shape> {
        let mut entries = fixed.clone();
        entries.remove(&block);
        entries.insert(self.flow.order[0], self.entry.clone());
        let mut shapes = Vec::new();
        for &from in &self.flow.order {
            let Some(entry) = entries.get(&from).cloned() else {
                continue;
            };
            let result = self.block(from, entry, &entries);
            for (target, shape) in &result.exits {
                if *target == block {
                    shapes.push(shape.clone());
                } else {
                    entries.entry(*target).or_insert_with(|| shape.clone());
                }
            }
        }
        shapes
    }

    /// Gives the registers of one loop to its variables, one register at a time, as long as the function gets cheaper.
    fn settle_header(&self, header: Blk, entries: &mut Entries, best: &mut f64) {
        let (vars, changed) = self.loop_vars(header);
        let mut base = empty();
        loop {
            let mut found: Option<Shape> = None;
            for reg in REGS {
                if base.regs[reg as usize] != Hold::Nothing {
                    continue;
                }
                for var in &vars {
                    if base.regs.contains(&Hold::Var(*var)) {
                        continue;
                    }
                    let shape = with(&base, reg, *var, changed.contains(var));
                    let old = entries.insert(header, shape.clone());
                    let (cost, _) = self.attempt(entries);
                    if cost < *best {
                        *best = cost;
                        found = Some(shape);
                    } else if let Some(old) = old {
                        entries.insert(header, old);
                    }
                }
            }
            match found {
                Some(shape) => base = shape,
                None => return,
            }
        }
    }

    /// The variables a loop uses most, of those that come into it; and all it changes.
    fn loop_vars(&self, header: Blk) -> (Vec<Var>, HashSet<Var>) {
        let live = &self.live.at_start[header];
        let mut weight: HashMap<Var, f64> = HashMap::new();
        let mut changed = HashSet::new();
        for block in self.flow.members(header) {
            let frequency = self.flow.frequency[block];
            let body = &self.search.func.blocks[block];
            for op in &body.ops {
                op.each_use(&mut |var| *weight.entry(var).or_default() += frequency);
                op.each_def(&mut |var| {
                    changed.insert(var);
                });
                let mut index = |addr: &Addr| {
                    if let Addr::Indexed(_, var)
                    | Addr::Indirect {
                        index: Index::Var(var),
                        ..
                    } = addr
                    {
                        *weight.entry(*var).or_default() += 2.0 * frequency;
                    }
                };
                if let Some(addr) = op.addr() {
                    index(addr);
                }
                op.each_src(&mut |src| {
                    if let Src::Mem(addr) = src {
                        index(addr);
                    }
                });
            }
            body.term
                .each_use(&mut |var| *weight.entry(var).or_default() += frequency);
        }
        let mut vars: Vec<(Var, f64)> = weight
            .into_iter()
            .filter(|(var, _)| live.contains(*var as usize))
            .collect();
        vars.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        vars.truncate(CANDIDATES);
        (vars.into_iter().map(|(var, _)| var).collect(), changed)
    }

    /// Blocks one after another in their order, fix-ups at the end.
    fn write(&self, code: &HashMap<Blk, Rc<BlockCode>>) -> (Vec<Line>, Vec<f64>) {
        let mut lines = Vec::new();
        let mut frequency = Vec::new();
        for block in &self.flow.order {
            lines.push(Line::Label(Label(*block as u32)));
            lines.extend(code[block].lines.iter().cloned());
            frequency.resize(lines.len(), self.flow.frequency[*block]);
        }
        for block in &self.flow.order {
            lines.extend(code[block].edges.iter().cloned());
            frequency.resize(lines.len(), self.flow.frequency[*block] * 0.5);
        }
        (lines, frequency)
    }
}

/// What the loop changes need not be in memory; what it only reads should be, so that it can be dropped.
fn with(base: &Shape, reg: Reg, var: Var, changed: bool) -> Shape {
    let mut shape = base.clone();
    shape.regs[reg as usize] = Hold::Var(var);
    if changed {
        shape.stale.push(var);
        shape.stale.sort_unstable();
    }
    shape
}

/// The shape with a register free: what was only there is in its storage location.
fn without(shape: &Shape, reg: Reg) -> Shape {
    let mut less = shape.clone();
    if let Hold::Var(var) = std::mem::replace(&mut less.regs[reg as usize], Hold::Nothing)
        && !less.regs.contains(&Hold::Var(var))
    {
        less.stale.retain(|other| *other != var);
        less.flags = less.flags.filter(|other| *other != var);
    }
    less
}

/// The shape with X and Y exchanged. The flags may have to be given up for it.
fn exchange(shape: &Shape) -> Shape {
    let mut other = shape.clone();
    other.regs.swap(Reg::X as usize, Reg::Y as usize);
    other.carry = None;
    other.flags = None;
    other
}

fn empty() -> Shape {
    Shape {
        regs: [Hold::Nothing; 3],
        stale: Vec::new(),
        carry: None,
        flags: None,
    }
}
