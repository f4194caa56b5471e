//! What the search for a function's entries starts from: its control flow and liveness, and the code of its blocks, which is kept
//! by the entries it was generated for.

use super::blocks::{BlockCode, Target};
use super::moves::Search;
use super::state::Shape;
use super::stretches::Stretches;
use crate::asm::inst::Label;
use crate::ops::flow::Flow;
use crate::ops::live::{BitSet, Live, step_block};
use crate::ops::model::*;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// The entry of a block, and those of its successors as far as they are settled when its turn comes.
pub(super) type Surroundings = (Shape, Vec<Option<Shape>>);

/// A function, what is known of it, and the code of its blocks that was generated before.
pub(super) struct Generator<'s, 'p> {
    pub(super) search: &'s Search<'p>,
    pub(super) flow: Flow,
    pub(super) live: Live,
    /// What is live after each operation of each block, and at its end.
    after: Vec<Vec<BitSet>>,
    /// What the registers hold when the function is called.
    pub(super) entry: Shape,
    memory: RefCell<HashMap<(Blk, Surroundings), Rc<BlockCode>>>,
    stretches: Stretches,
}

impl<'s, 'p> Generator<'s, 'p> {
    /// Before any block is generated.
    pub(super) fn new(search: &'s Search<'p>, entry: Shape) -> Generator<'s, 'p> {
        let func = search.func;
        let flow = Flow::of(func);
        let live = Live::of(func, &flow);
        let after = (0..func.blocks.len())
            .map(|block| live_points(func, block, &live))
            .collect();
        Generator {
            search,
            flow,
            live,
            after,
            entry,
            memory: RefCell::default(),
            stretches: Stretches::default(),
        }
    }

    /// How much the cost of a block counts: by how often it runs, or once if the function is to be small.
    pub(super) fn weight(&self, block: Blk) -> f64 {
        if self.search.costs.price.is_small() {
            1.0
        } else {
            self.flow.frequency[block]
        }
    }

    /// The code of a block under an entry and those of its successors.
    pub(super) fn block(&self, block: Blk, surroundings: &Surroundings) -> Rc<BlockCode> {
        let successors = &self.flow.successors[block];
        let key = (block, surroundings.clone());
        if let Some(code) = self.memory.borrow().get(&key) {
            return code.clone();
        }
        let targets: Vec<Target> = successors
            .iter()
            .enumerate()
            .map(|(at, target)| Target {
                block: *target,
                label: Label(*target as u32),
                entry: surroundings.1[at].as_ref(),
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
            &surroundings.0,
            &self.after[block],
            &targets,
            &self.stretches,
        ));
        self.memory.borrow_mut().insert(key, code.clone());
        code
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
