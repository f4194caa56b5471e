//! The code of one function. Blocks are generated in order, each from the state its first predecessor left; what the
//! registers hold at loop headers is found by trying: the choices that make the whole function cheapest stay.
//!
//! This is hill climbing over the entries of blocks. It starts with empty registers at every loop header, which is always
//! possible, and replaces one entry at a time by what a predecessor would leave there, keeping the change only if the
//! function as a whole became cheaper by the estimated frequencies. Each try costs little because only what the changed entry
//! reaches is generated again (`alloc::entries`), and the code of a block is kept by its entry and the entries of its successors.

use super::entries::Entries;
use super::generator::Generator;
use super::moves::Search;
use super::state::{Hold, REGS, Reg, Shape};
use crate::asm::inst::{Label, Line};
use crate::ops::model::*;
use std::collections::{HashMap, HashSet};

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

/// Generates the function of `search`, entered with `entry`.
pub fn generate(search: &Search, entry: Shape) -> Generated {
    let generator = Generator::new(search, entry);
    let mut entries = generator.settle_headers();
    generator.settle_joins(&mut entries);
    let (lines, frequency) = generator.write(&entries);
    Generated {
        lines,
        frequency,
        cost: entries.cost(),
    }
}

impl Generator<'_, '_> {
    /// Starts with everything in its storage location in every loop, then improves one header at a time, inner loops first.
    fn settle_headers(&self) -> Entries<'_, '_, '_> {
        let mut headers: Vec<Blk> = self
            .flow
            .order
            .iter()
            .copied()
            .filter(|block| self.flow.is_header[*block])
            .collect();
        headers.sort_by_key(|header| std::cmp::Reverse((self.flow.depth[*header], *header)));
        let start: Vec<(Blk, Shape)> = headers.iter().map(|header| (*header, empty())).collect();
        let mut entries = Entries::new(self, &start);
        let mut best = entries.cost();
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
        let mut best = entries.cost();
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
                let undo = entries.fix(block, shape);
                let cost = entries.cost();
                if cost < best {
                    best = cost;
                } else {
                    entries.undo(undo);
                }
            }
        }
    }

    /// What the registers may hold at a block: what each edge to it would leave there, that with one register less, that
    /// with the index registers exchanged, and nothing.
    fn proposals(&self, block: Blk, entries: &mut Entries) -> Vec<Shape> {
        let mut shapes = entries.offers(block);
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
    fn exchanged(&self, block: Blk, entries: &mut Entries) -> Vec<Shape> {
        let offers = entries.offers(block);
        let holds_var = |shape: &&Shape| {
            [Reg::X, Reg::Y]
                .iter()
                .any(|reg| matches!(shape.regs[*reg as usize], Hold::Var(_)))
        };
        offers.iter().filter(holds_var).map(exchange).collect()
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
                    let undo = entries.fix(header, shape.clone());
                    let cost = entries.cost();
                    if cost < *best {
                        *best = cost;
                        found = Some(shape);
                    } else {
                        entries.undo(undo);
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
    fn write(&self, entries: &Entries) -> (Vec<Line>, Vec<f64>) {
        let mut lines = Vec::new();
        let mut frequency = Vec::new();
        for block in &self.flow.order {
            lines.push(Line::Label(Label(*block as u32)));
            lines.extend(entries.code(*block).lines.iter().cloned());
            frequency.resize(lines.len(), self.flow.frequency[*block]);
        }
        for block in &self.flow.order {
            lines.extend(entries.code(*block).edges.iter().cloned());
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
