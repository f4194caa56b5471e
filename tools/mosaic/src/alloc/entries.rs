//! What the registers hold at the entry of every block, and the code of every block under these entries, kept up to date while
//! one entry after the other is tried.
//!
//! The code of a block depends on its own entry and on those of its successors that are settled before it in the order of the
//! blocks. An entry is fixed, or else the first predecessor decides. So a change concerns the block and its predecessors, and
//! goes on only along edges whose proposal has changed: a work list in the order of the blocks visits each of them once. A trial
//! that does not pay is taken back by the list of what it replaced.

use super::blocks::BlockCode;
use super::generator::{Generator, Surroundings};
use super::state::Shape;
use crate::ops::model::Blk;
use std::collections::BTreeSet;
use std::rc::Rc;

#[derive(Clone)]
struct Planned {
    surroundings: Surroundings,
    code: Rc<BlockCode>,
}

impl Planned {
    /// The entry that the block proposes for a successor.
    fn exit(&self, target: Blk) -> Option<&Shape> {
        let mut exits = self.code.exits.iter();
        exits
            .find(|(block, _)| *block == target)
            .map(|(_, shape)| shape)
    }
}

/// What a change replaced: the entry that was fixed before, and the code of blocks.
pub(super) struct Undo {
    block: Blk,
    fixed: Option<Shape>,
    replaced: Vec<(Blk, Option<Planned>)>,
}

/// The entries of a function and the code under them.
pub(super) struct Entries<'g, 's, 'p> {
    generator: &'g Generator<'s, 'p>,
    /// Entries that no predecessor decides, by block.
    fixed: Vec<Option<Shape>>,
    /// A block whose entry all its predecessors propose.
    open: Option<Blk>,
    planned: Vec<Option<Planned>>,
    /// The weighted cost of each block in their order.
    costs: Vec<f64>,
}

impl<'g, 's, 'p> Entries<'g, 's, 'p> {
    /// Generates every block once, with the given entries of loop headers.
    pub(super) fn new(
        generator: &'g Generator<'s, 'p>,
        headers: &[(Blk, Shape)],
    ) -> Entries<'g, 's, 'p> {
        let order = &generator.flow.order;
        let count = generator.flow.position.len();
        let mut entries = Entries {
            generator,
            fixed: vec![None; count],
            open: None,
            planned: vec![None; count],
            costs: vec![0.0; order.len()],
        };
        for (header, shape) in headers {
            entries.fixed[*header] = Some(shape.clone());
        }
        entries.fixed[order[0]] = Some(generator.entry.clone());
        entries.update((0..order.len()).collect(), usize::MAX);
        entries
    }

    /// What the function costs: summed up in the order of the blocks, so that equal code costs exactly the same.
    pub(super) fn cost(&self) -> f64 {
        self.costs.iter().sum()
    }

    /// The code of a block.
    pub(super) fn code(&self, block: Blk) -> &BlockCode {
        &self.planned[block].as_ref().expect("reachable").code
    }

    /// Fixes the entry of a block. That of the function cannot be changed.
    pub(super) fn fix(&mut self, block: Blk, shape: Shape) -> Undo {
        let flow = &self.generator.flow;
        if block == flow.order[0] {
            return Undo {
                block,
                fixed: self.fixed[block].clone(),
                replaced: Vec::new(),
            };
        }
        let fixed = self.fixed[block].replace(shape);
        let mut work = self.edges_to(block);
        work.insert(flow.position[block]);
        Undo {
            block,
            fixed,
            replaced: self.update(work, usize::MAX),
        }
    }

    /// Takes the last change back.
    pub(super) fn undo(&mut self, undo: Undo) {
        self.fixed[undo.block] = undo.fixed;
        for (block, planned) in undo.replaced.into_iter().rev() {
            self.put(block, planned);
        }
    }

    /// What each edge to a block would leave in the registers.
    pub(super) fn offers(&mut self, block: Blk) -> Vec<Shape> {
        let work = self.edges_to(block);
        let last = work.last().copied().unwrap_or(0);
        self.open = Some(block);
        let replaced = self.update(work, last);
        let sources = self.generator.flow.predecessors[block].iter();
        let offers = sources
            .filter_map(|from| self.planned[*from].as_ref()?.exit(block).cloned())
            .collect();
        self.open = None;
        let fixed = self.fixed[block].clone();
        self.undo(Undo {
            block,
            fixed,
            replaced,
        });
        offers
    }

    /// Positions of the predecessors of a block.
    fn edges_to(&self, block: Blk) -> BTreeSet<usize> {
        let flow = &self.generator.flow;
        let sources = flow.predecessors[block].iter();
        sources.map(|from| flow.position[*from]).collect()
    }

    /// Generates the blocks at the given positions and those that they reach with other entries, up to the position `last`.
    fn update(&mut self, mut work: BTreeSet<usize>, last: usize) -> Vec<(Blk, Option<Planned>)> {
        let generator = self.generator;
        let flow = &generator.flow;
        let mut replaced = Vec::new();
        while let Some(at) = work.pop_first().filter(|at| *at <= last) {
            let block = flow.order[at];
            let surroundings = self.surroundings(block);
            let old = self.planned[block].as_ref();
            if old.is_some_and(|old| old.surroundings == surroundings) {
                continue;
            }
            let code = generator.block(block, &surroundings);
            let new = Planned { surroundings, code };
            for target in &flow.successors[block] {
                let proposes = self.fixed[*target].is_none() && self.decides(block, *target);
                if proposes && old.is_none_or(|old| old.exit(*target) != new.exit(*target)) {
                    work.insert(flow.position[*target]);
                    let others = &flow.predecessors[*target][1..];
                    work.extend(others.iter().map(|from| flow.position[*from]));
                }
            }
            replaced.push((block, self.put(block, Some(new))));
        }
        replaced
    }

    fn put(&mut self, block: Blk, planned: Option<Planned>) -> Option<Planned> {
        let cost = planned.as_ref().map_or(0.0, |planned| planned.code.cost);
        self.costs[self.generator.flow.position[block]] = cost * self.generator.weight(block);
        std::mem::replace(&mut self.planned[block], planned)
    }

    /// Whether the block is the first with an edge to `target`.
    fn decides(&self, block: Blk, target: Blk) -> bool {
        self.generator.flow.predecessors[target].first() == Some(&block)
    }

    fn surroundings(&self, block: Blk) -> Surroundings {
        let successors = self.generator.flow.successors[block].iter();
        let settled = successors
            .map(|target| {
                let proposes = self.fixed[*target].is_none() && self.decides(block, *target);
                let open = proposes || self.open == Some(*target);
                (!open).then(|| self.entry(*target))
            })
            .collect();
        (self.entry(block), settled)
    }

    fn entry(&self, block: Blk) -> Shape {
        if let Some(shape) = &self.fixed[block] {
            return shape.clone();
        }
        let first = self.generator.flow.predecessors[block][0];
        let planned = self.planned[first].as_ref();
        let exit = planned.and_then(|planned| planned.exit(block));
        exit.expect("a predecessor came first").clone()
    }
}
