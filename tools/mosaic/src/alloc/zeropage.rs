//! Globals in zero page: the small variables the program touches most get a byte there, where an access takes a cycle
//! and a byte less. Only variables that start as zero move: the others are loaded with the file.

use crate::analyse::calls::CallGraph;
use crate::analyse::flow::Flow;
use crate::asm::inst::Place;
use crate::ir::model::{Const, Module, Symbol};
use crate::lower::ops::*;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Largest global that may move.
const LARGEST: u32 = 4;

/// Bytes of zero page given to globals at most; frames have the rest.
const SHARE: u32 = 128;

/// Names of the globals that move, the busiest per byte first until the share is used.
pub fn choose(
    module: &Module,
    funcs: &BTreeMap<usize, Func>,
    graph: &CallGraph,
) -> BTreeSet<String> {
    let mut weight: HashMap<&str, f64> = HashMap::new();
    for (index, func) in funcs {
        let calls = graph.frequency.get(index).copied().unwrap_or(0.0);
        let flow = Flow::of(func);
        for (number, block) in func.blocks.iter().enumerate() {
            let times = calls * flow.frequency[number];
            each_address(block, &mut |addr| {
                if let Addr::Abs(Place::Symbol(name, _)) = addr {
                    *weight.entry(name).or_default() += times;
                }
            });
        }
    }
    let mut candidates: Vec<(f64, &str, u32)> = weight
        .into_iter()
        .filter_map(|(name, weight)| {
            let Some(Symbol::Global(index)) = module.symbols.get(name) else {
                return None;
            };
            let global = &module.globals[*index];
            let size = global.ty.size();
            let zeroed = matches!(
                global.init,
                Some(Const::Zero | Const::Int(0) | Const::Undef)
            ) && !global.constant;
            (zeroed && global.section.is_none() && size <= LARGEST)
                .then(|| (weight / f64::from(size), name, size))
        })
        .collect();
    candidates.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    let mut left = SHARE;
    let mut chosen = BTreeSet::new();
    for (_, name, size) in candidates {
        if size <= left {
            left -= size;
            chosen.insert(name.to_owned());
        }
    }
    chosen
}

fn each_address<'f>(block: &'f Block, visit: &mut impl FnMut(&'f Addr)) {
    for op in &block.ops {
        if let Some(addr) = op.addr() {
            visit(addr);
        }
        if let Op::Step { vars, .. } = op {
            for byte in vars {
                if let StepByte::Mem(addr) = byte {
                    visit(addr);
                }
            }
        }
        op.each_src(&mut |src| {
            if let Src::Mem(addr) = src {
                visit(addr);
            }
        });
    }
    if let Term::Branch { test, .. } = &block.term {
        test.each_src(&mut |src| {
            if let Src::Mem(addr) = src {
                visit(addr);
            }
        });
    }
}
