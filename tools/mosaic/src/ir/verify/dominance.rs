//! Which block is on every path to which: immediate dominators by iteration over reverse postorder.

use crate::ir::model::{BlockId, Function};

/// Blocks that jump to each block, without repetition.
pub fn predecessors(function: &Function) -> Vec<Vec<BlockId>> {
    let mut predecessors = vec![Vec::new(); function.blocks.len()];
    for (number, block) in function.blocks.iter().enumerate() {
        for target in block.term.successors() {
            let list: &mut Vec<BlockId> = &mut predecessors[target.0 as usize];
            if !list.contains(&BlockId(number as u32)) {
                list.push(BlockId(number as u32));
            }
        }
    }
    predecessors
}

/// The dominator tree of a function's reachable blocks.
#[derive(Debug, Default)]
pub struct Dominators {
    /// Immediate dominator; the entry is its own; `None` where no path leads.
    immediate: Vec<Option<usize>>,
    /// Place in postorder, so that walking up the tree only climbs.
    order: Vec<usize>,
}

impl Dominators {
    /// Solves dominance for all blocks that can be reached, by Cooper, Harvey and Kennedy's iteration.
    pub fn of(function: &Function) -> Dominators {
        let postorder = postorder(function);
        let mut order = vec![0; function.blocks.len()];
        for (place, &block) in postorder.iter().enumerate() {
            order[block] = place;
        }
        let predecessors = predecessors(function);
        let mut tree = Dominators {
            immediate: vec![None; function.blocks.len()],
            order,
        };
        tree.immediate[0] = Some(0);
        loop {
            let mut changed = false;
            for &block in postorder.iter().rev().filter(|block| **block != 0) {
                let known = predecessors[block].iter().map(|from| from.0 as usize);
                let best = known
                    .filter(|from| tree.immediate[*from].is_some())
                    .reduce(|a, b| tree.meet(a, b));
                changed |= tree.immediate[block] != best;
                tree.immediate[block] = best;
            }
            if !changed {
                return tree;
            }
        }
    }

    /// Whether any path leads to the block.
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.immediate[block.0 as usize].is_some()
    }

    /// Whether every path to `below` passes `above`; true for a block and itself.
    pub fn dominates(&self, above: BlockId, below: BlockId) -> bool {
        let (above, mut at) = (above.0 as usize, below.0 as usize);
        loop {
            if at == above {
                return true;
            }
            match self.immediate[at] {
                Some(next) if next != at => at = next,
                _ => return false,
            }
        }
    }

    /// The nearest block above both.
    fn meet(&self, mut a: usize, mut b: usize) -> usize {
        while a != b {
            if self.order[a] < self.order[b] {
                a = self.immediate[a].unwrap_or(0);
            } else {
                b = self.immediate[b].unwrap_or(0);
            }
        }
        a
    }
}

fn postorder(function: &Function) -> Vec<usize> {
    let mut seen = vec![false; function.blocks.len()];
    let mut order = Vec::new();
    let mut stack = vec![(0, function.blocks[0].term.successors())];
    seen[0] = true;
    while let Some((block, waiting)) = stack.last_mut() {
        match waiting.pop() {
            Some(next) if !std::mem::replace(&mut seen[next.0 as usize], true) => {
                let next = next.0 as usize;
                stack.push((next, function.blocks[next].term.successors()));
            }
            Some(_) => {}
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order
}
