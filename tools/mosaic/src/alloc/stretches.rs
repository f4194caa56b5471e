//! The beam search over a block's operations, a stretch at a time, each remembered by the beam it starts from.
//!
//! `alloc::generate` asks for the same block again and again, from other entries and with other blocks settled behind it. What
//! the registers held at the entry of a block is soon forgotten: after some operations the beam has the same shapes at the same
//! distance from the cheapest, whatever the entry was. From there on the search would repeat itself, so its result is taken
//! from memory. The code is the same as without; a long block is searched once and not once for each entry that is tried.

use super::moves::{Here, Search};
use super::state::{Shape, State, prune};
use crate::ops::live::BitSet;
use crate::ops::model::Blk;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

/// Operations of a stretch.
const LENGTH: usize = 32;

/// States kept after each operation.
const BEAM: usize = 24;

/// Where a stretch begins, and the states it begins with: shapes and costs above the cheapest.
type Key = (Blk, usize, Vec<(Shape, u32)>);

/// What is known of the stretches of one function: the states at the end of each, with the cost and code of the stretch alone.
#[derive(Default)]
pub struct Stretches(RefCell<HashMap<Key, Rc<Vec<State>>>>);

impl Stretches {
    /// The beam at the end of a block's operations. `after` has what is live after each operation.
    pub fn search(
        &self,
        search: &Search,
        block: Blk,
        entry: &Shape,
        after: &[BitSet],
    ) -> Vec<State> {
        let count = search.func.blocks[block].ops.len();
        let mut states = vec![State::with(entry.clone())];
        for start in (0..count).step_by(LENGTH) {
            let range = start..count.min(start + LENGTH);
            let ends = self.stretch(search, block, range, after, &states);
            let base = cheapest(&states);
            let follow = |end: &State| State {
                cost: base + end.cost,
                code: states[end.origin].code.followed_by(&end.code),
                ..end.clone()
            };
            let next = ends.iter().map(follow).collect();
            states = next;
        }
        states
    }

    fn stretch(
        &self,
        search: &Search,
        block: Blk,
        range: Range<usize>,
        after: &[BitSet],
        states: &[State],
    ) -> Rc<Vec<State>> {
        let base = cheapest(states);
        let relative = states
            .iter()
            .map(|state| (state.shape(), state.cost - base))
            .collect();
        let key: Key = (block, range.start, relative);
        if let Some(ends) = self.0.borrow().get(&key) {
            return ends.clone();
        }
        let begin = |(origin, (shape, cost)): (usize, &(Shape, u32))| State {
            cost: *cost,
            origin,
            ..State::with(shape.clone())
        };
        let mut states = key.2.iter().enumerate().map(begin).collect();
        for index in range {
            step(search, block, index, after, &mut states);
        }
        let ends = Rc::new(states);
        self.0.borrow_mut().insert(key, ends.clone());
        ends
    }
}

fn cheapest(states: &[State]) -> u32 {
    let costs = states.iter().map(|state| state.cost);
    costs.min().expect("the beam is never empty")
}

/// Takes the beam across one operation.
fn step(search: &Search, block: Blk, index: usize, after: &[BitSet], states: &mut Vec<State>) {
    let body = &search.func.blocks[block];
    let op = &body.ops[index];
    let mut uses = Vec::new();
    op.each_use(&mut |var| uses.push(var));
    let mut defs = Vec::new();
    op.each_def(&mut |var| defs.push(var));
    let here = Here {
        after: &after[index],
        uses: &uses,
        defs: &defs,
        carry_used: body.carry_used(index),
    };
    *states = std::mem::take(states)
        .into_iter()
        .flat_map(|state| search.op(state, op, here))
        .collect();
    assert!(
        !states.is_empty(),
        "{}: no instructions for {op:?}",
        search.func.name
    );
    prune(states, BEAM);
}
