//! Variables that need no slot: copies of a global that nobody writes as long as the copy lives. LLVM loads a global once and
//! uses the value in many places; where it is not in a register, it is read again from the global instead of from a slot that
//! would have to be written first. That is rematerialisation: the load is the cheapest way to have the value again.

use super::state::Costs;
use crate::asm::inst::Place;
use crate::ops::alias::may_write;
use crate::ops::flow::Flow;
use crate::ops::live::{Live, step_block};
use crate::ops::model::*;
use crate::runtime;
use std::collections::{BTreeMap, BTreeSet};

/// A load from outside zero page takes a cycle more than one from a slot, and the store that it saves takes three.
const READS_PER_STORE: f64 = 3.0;
/// The same in bytes: a byte more, and two.
const READS_PER_SMALL_STORE: f64 = 2.0;

/// The global that each such variable is a copy of.
pub fn copies_of_globals(func: &Func, costs: &Costs) -> BTreeMap<Var, Place> {
    let flow = Flow::of(func);
    let mut copies = candidates(func);
    if copies.is_empty() {
        return copies;
    }
    let live = Live::of(func, &flow);
    for block in 0..func.blocks.len() {
        let ops = &func.blocks[block].ops;
        let mut end = live.at_end[block].clone();
        step_block(func, block, &mut end, &mut |at, after| {
            copies.retain(|var, place| {
                let addr = Addr::Abs(place.clone());
                !(after.contains(*var as usize) && may_write(&ops[at], &addr))
            });
        });
    }
    copies
        .retain(|var, place| costs.in_zero_page(place) || is_read_rarely(func, &flow, *var, costs));
    copies
}

/// Variables with one value, which is loaded from a global. Bytes of pointers must lie side by side and need their slots.
fn candidates(func: &Func) -> BTreeMap<Var, Place> {
    let mut defined: BTreeMap<Var, u32> = BTreeMap::new();
    let mut loaded = BTreeMap::new();
    for op in func.blocks.iter().flat_map(|block| &block.ops) {
        op.each_def(&mut |var| *defined.entry(var).or_default() += 1);
        if let Op::Move {
            dst,
            src: Src::Mem(Addr::Abs(place @ Place::Symbol(name, _))),
        } = op
            && !runtime::BLOCKS.contains(&name.as_str())
        {
            loaded.insert(*dst, place.clone());
        }
    }
    let halves = func.pairs.iter().flat_map(|(low, high)| [*low, *high]);
    let params = func.params.iter().flatten().copied();
    let excluded: BTreeSet<Var> = halves.chain(params).collect();
    loaded.retain(|var, _| defined[var] == 1 && !excluded.contains(var));
    loaded
}

/// Whether reading the global each time is no dearer than storing the copy once.
fn is_read_rarely(func: &Func, flow: &Flow, var: Var, costs: &Costs) -> bool {
    let small = costs.price.is_small();
    let (mut stores, mut reads) = (0.0, 0.0);
    for (block, code) in func.blocks.iter().enumerate() {
        let weight = if small { 1.0 } else { flow.frequency[block] };
        let mut read = |used: Var| {
            if used == var {
                reads += weight;
            }
        };
        code.ops.iter().for_each(|op| op.each_use(&mut read));
        code.term.each_use(&mut read);
        code.ops.iter().for_each(|op| {
            op.each_def(&mut |defined| {
                if defined == var {
                    stores += weight;
                }
            });
        });
    }
    let reads_per_store = if small {
        READS_PER_SMALL_STORE
    } else {
        READS_PER_STORE
    };
    reads <= stores * reads_per_store
}
