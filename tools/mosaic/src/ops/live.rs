//! Liveness of variables at block ends, by the usual backward iteration.

use super::flow::Flow;
use crate::ops::model::{Func, Var};

/// A set of small numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BitSet {
    words: Vec<u64>,
}

impl BitSet {
    /// An empty set of numbers below `size`.
    pub fn new(size: usize) -> BitSet {
        BitSet {
            words: vec![0; size.div_ceil(64)],
        }
    }

    /// Adds a number.
    pub fn insert(&mut self, item: usize) {
        self.words[item / 64] |= 1 << (item % 64);
    }

    /// Removes a number.
    pub fn remove(&mut self, item: usize) {
        self.words[item / 64] &= !(1 << (item % 64));
    }

    /// Whether a number is in the set.
    pub fn contains(&self, item: usize) -> bool {
        self.words[item / 64] >> (item % 64) & 1 != 0
    }

    /// Adds all of `other`; true if that changed anything.
    pub fn union(&mut self, other: &BitSet) -> bool {
        let mut changed = false;
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            changed |= *more & !*word != 0;
            *word |= more;
        }
        changed
    }

    /// Whether the two sets have a number in common.
    pub fn intersects(&self, other: &BitSet) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    /// The numbers in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(index, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    index * 64 + bit
                })
            })
        })
    }
}

/// Live variables of a function by block.
pub struct Live {
    /// Live at the start of each block; results of its phis are not.
    pub at_start: Vec<BitSet>,
    /// Live at the end of each block.
    pub at_end: Vec<BitSet>,
}

impl Live {
    /// Of a function without phis.
    pub fn of(func: &Func, flow: &Flow) -> Live {
        let vars = func.var_count as usize;
        let empty = BitSet::new(vars);
        let mut live = Live {
            at_start: vec![empty.clone(); func.blocks.len()],
            at_end: vec![empty; func.blocks.len()],
        };
        let mut changed = true;
        while changed {
            changed = false;
            for block in flow.order.iter().rev() {
                let mut end = live.at_end[*block].clone();
                for target in &flow.successors[*block] {
                    end.union(&live.at_start[*target]);
                }
                let mut start = end.clone();
                step_block(func, *block, &mut start, &mut |_, _| {});
                changed |= live.at_start[*block].union(&start);
                live.at_end[*block] = end;
            }
        }
        live
    }
}

/// Walks a block backwards from `live` (its end), telling what is live after each operation.
pub fn step_block(
    func: &Func,
    block: usize,
    live: &mut BitSet,
    after: &mut impl FnMut(usize, &BitSet),
) {
    let block = &func.blocks[block];
    block
        .term
        .each_use(&mut |var: Var| live.insert(var as usize));
    for (index, op) in block.ops.iter().enumerate().rev() {
        after(index, live);
        op.each_def(&mut |var| live.remove(var as usize));
        op.each_use(&mut |var| live.insert(var as usize));
    }
}
