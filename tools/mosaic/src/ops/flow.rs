//! Control flow of a function of byte operations: predecessors, order, loops, and a guess how often each block runs.

use crate::ops::model::{Blk, Func, Term};

/// How many times a loop is taken to run when nothing is known.
const LOOP_TURNS: f64 = 10.0;

/// The control flow graph of a function with its loops and estimated frequencies.
pub struct Flow {
    /// Blocks with an edge to each block.
    pub predecessors: Vec<Vec<Blk>>,
    /// Blocks that each block has an edge to, each once.
    pub successors: Vec<Vec<Blk>>,
    /// Reachable blocks, each before its successors except along back edges.
    pub order: Vec<Blk>,
    /// Position in `order`; `usize::MAX` for unreachable blocks.
    pub position: Vec<usize>,
    /// Innermost loop each block is in, by its header.
    pub loop_of: Vec<Option<Blk>>,
    /// How many loops each block is in.
    pub depth: Vec<u32>,
    /// How often each block runs per call, as an estimate.
    pub frequency: Vec<f64>,
    /// Chance of each successor, in their order.
    pub chances: Vec<Vec<f64>>,
    /// Whether each block is the header of a loop.
    pub is_header: Vec<bool>,
}

impl Flow {
    /// Builds the graph, finds its natural loops and estimates how often each block runs.
    pub fn of(func: &Func) -> Flow {
        let count = func.blocks.len();
        let successors: Vec<Vec<Blk>> = func
            .blocks
            .iter()
            .map(|block| unique(block.term.successors()))
            .collect();
        let order = reverse_post_order(&successors);
        let mut position = vec![usize::MAX; count];
        for (at, block) in order.iter().enumerate() {
            position[*block] = at;
        }
        let mut predecessors = vec![Vec::new(); count];
        for block in &order {
            for target in &successors[*block] {
                predecessors[*target].push(*block);
            }
        }
        let mut flow = Flow {
            predecessors,
            successors,
            order,
            position,
            loop_of: vec![None; count],
            depth: vec![0; count],
            frequency: vec![0.0; count],
            chances: vec![Vec::new(); count],
            is_header: vec![false; count],
        };
        let dominators = flow.dominators();
        flow.find_loops(&dominators);
        flow.estimate(func);
        flow
    }

    /// Immediate dominator by block.
    pub fn dominators(&self) -> Vec<usize> {
        let mut idom = vec![usize::MAX; self.position.len()];
        let entry = self.order[0];
        idom[entry] = entry;
        let mut changed = true;
        while changed {
            changed = false;
            for block in &self.order[1..] {
                let mut new = usize::MAX;
                for pred in &self.predecessors[*block] {
                    if idom[*pred] == usize::MAX {
                        continue;
                    }
                    new = if new == usize::MAX {
                        *pred
                    } else {
                        self.meet(&idom, *pred, new)
                    };
                }
                if idom[*block] != new {
                    idom[*block] = new;
                    changed = true;
                }
            }
        }
        idom
    }

    fn meet(&self, idom: &[usize], mut a: Blk, mut b: Blk) -> Blk {
        while a != b {
            while self.position[a] > self.position[b] {
                a = idom[a];
            }
            while self.position[b] > self.position[a] {
                b = idom[b];
            }
        }
        a
    }

    fn dominates(&self, idom: &[usize], a: Blk, mut b: Blk) -> bool {
        while self.position[b] > self.position[a] {
            b = idom[b];
        }
        a == b
    }

    fn find_loops(&mut self, idom: &[usize]) {
        // Outer headers come first in the order, so an inner loop overwrites the mark of the outer one.
        for header in self.order.clone() {
            let latches: Vec<Blk> = self.predecessors[header]
                .iter()
                .copied()
                .filter(|pred| self.dominates(idom, header, *pred))
                .collect();
            if latches.is_empty() {
                continue;
            }
            self.is_header[header] = true;
            let mut members = vec![header];
            let mut work = latches;
            while let Some(block) = work.pop() {
                if !members.contains(&block) {
                    members.push(block);
                    work.extend(self.predecessors[block].iter().copied());
                }
            }
            for member in members {
                self.loop_of[member] = Some(header);
                self.depth[member] += 1;
            }
        }
    }

    /// Blocks of the loop with this header, inner loops included.
    pub fn members(&self, header: Blk) -> Vec<Blk> {
        self.order
            .iter()
            .copied()
            .filter(|block| self.in_loop(*block, header))
            .collect()
    }

    /// Whether a block belongs to the loop with this header, or to a loop within it.
    pub fn in_loop(&self, block: Blk, header: Blk) -> bool {
        let mut at = self.loop_of[block];
        while let Some(here) = at {
            if here == header {
                return true;
            }
            at = self.outer(here);
        }
        false
    }

    /// The loop around the loop with this header.
    pub fn outer(&self, header: Blk) -> Option<Blk> {
        let depth = self.depth[header];
        self.predecessors[header]
            .iter()
            .filter(|pred| self.position[**pred] < self.position[header])
            .filter_map(|pred| self.loop_of[*pred])
            .find(|outer| {
                *outer != header && self.depth[*outer] < depth && self.encloses(*outer, header)
            })
    }

    fn encloses(&self, outer: Blk, header: Blk) -> bool {
        self.position[outer] < self.position[header] && self.depth[header] > self.depth[outer]
    }

    fn estimate(&mut self, func: &Func) {
        self.frequency[self.order[0]] = 1.0;
        for block in self.order.clone() {
            let mut here = self.frequency[block];
            if self.is_header[block] {
                here *= LOOP_TURNS;
                self.frequency[block] = here;
            }
            let targets = self.successors[block].clone();
            let weights: Vec<f64> = targets
                .iter()
                .map(|target| self.weight(func, block, *target))
                .collect();
            let total: f64 = weights.iter().sum();
            self.chances[block] = weights.iter().map(|weight| weight / total).collect();
            for (target, chance) in targets.iter().zip(self.chances[block].clone()) {
                if self.position[*target] > self.position[block] {
                    self.frequency[*target] += here * chance;
                }
            }
        }
    }

    /// Leaving a loop is rare, falling into a dead end rarer.
    fn weight(&self, func: &Func, from: Blk, to: Blk) -> f64 {
        if matches!(func.blocks[to].term, Term::Stop) {
            return 0.001;
        }
        let mut weight = 1.0;
        if let Some(header) = self.loop_of[from]
            && !self.in_loop(to, header)
        {
            weight /= LOOP_TURNS - 1.0;
        }
        if let Term::Branch {
            then,
            likely: Some(likely),
            ..
        } = &func.blocks[from].term
        {
            weight *= if (*then == to) == *likely { 3.0 } else { 1.0 };
        }
        weight
    }
}

fn unique(mut blocks: Vec<Blk>) -> Vec<Blk> {
    let mut seen = Vec::new();
    blocks.retain(|block| {
        let new = !seen.contains(block);
        seen.push(*block);
        new
    });
    blocks
}

fn reverse_post_order(successors: &[Vec<Blk>]) -> Vec<Blk> {
    let mut order = Vec::new();
    let mut seen = vec![false; successors.len()];
    let mut stack = vec![(0, 0)];
    seen[0] = true;
    while let Some((block, next)) = stack.pop() {
        if let Some(target) = successors[block].get(next) {
            stack.push((block, next + 1));
            if !seen[*target] {
                seen[*target] = true;
                stack.push((*target, 0));
            }
        } else {
            order.push(block);
        }
    }
    order.reverse();
    order
}
