//! Globals in zero page: the small variables the program touches most get a byte there, where an access takes a cycle
//! and a byte less. Only variables that start as zero move: the others are loaded with the file.

use crate::asm::inst::{Line, Operand, Place, Routine};
use crate::asm::pack;
use crate::asm::program::Object;
use crate::cpu::opcode::{self, Mode};
use crate::ir::model::{Const, Module, Symbol};
use crate::ops::call_graph::CallGraph;
use crate::ops::flow::Flow;
use crate::ops::model::*;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Largest global that may move.
const LARGEST: u32 = 4;

/// Bytes of zero page given to globals at most; frames have the rest.
const SHARE: u32 = 128;

/// Fewest accesses for which an object takes what is left.
const FEWEST: u32 = 2;

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
            // Zero page is handed out byte by byte: what has to be aligned stays outside.
            let anywhere = global.section.is_none() && global.align <= 1;
            (zeroed && anywhere && size <= LARGEST).then(|| (weight / f64::from(size), name, size))
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

/// Objects that move into what the frames left of zero page, those with most accesses per byte first. The code is
/// there already: an access gets shorter, nothing else changes, so they may be of any size and start as anything.
pub fn fill(objects: &[Object], routines: &[Routine], left: u32) -> BTreeSet<String> {
    let mut accesses: HashMap<&str, u32> = HashMap::new();
    let mut outside: BTreeSet<&str> = BTreeSet::new();
    let sizes: HashMap<&str, u32> = objects
        .iter()
        .filter(|object| may_move(object))
        .map(|object| (object.name.as_str(), pack::size(object)))
        .collect();
    let insts = routines.iter().flat_map(|routine| &routine.lines);
    for line in insts {
        let Line::Inst(inst) = line else { continue };
        let Some(Place::Symbol(name, offset)) = inst.place() else {
            continue;
        };
        let Some(size) = sizes.get(name.as_str()) else {
            continue;
        };
        // A table read from before its start or behind its end: its address would not be one of zero page.
        if !(0..*size as i32).contains(offset) {
            outside.insert(name);
        }
        let shorter = match inst.arg {
            Operand::Memory(_) => true,
            Operand::MemoryX(_) => opcode::find(inst.op, Mode::ZpX).is_some(),
            Operand::MemoryY(_) => opcode::find(inst.op, Mode::ZpY).is_some(),
            _ => false,
        };
        *accesses.entry(name).or_default() += u32::from(shorter);
    }
    let mut candidates: Vec<(&str, u32, u32)> = accesses
        .into_iter()
        .filter(|(name, count)| *count >= FEWEST && !outside.contains(name))
        .map(|(name, count)| (name, count, sizes[name]))
        .filter(|(_, count, size)| count >= size)
        .collect();
    // Accesses per byte, compared crosswise.
    candidates.sort_by(|a, b| (b.1 * a.2).cmp(&(a.1 * b.2)).then(a.0.cmp(b.0)));
    let mut left = left;
    let mut chosen = BTreeSet::new();
    for (name, _, size) in candidates {
        if size <= left {
            left -= size;
            chosen.insert(name.to_owned());
        }
    }
    chosen
}

/// Nobody chose a place for it, and it is no constant: constants have no other copy than the one in the file.
fn may_move(object: &Object) -> bool {
    let placed = object
        .section
        .as_deref()
        .is_some_and(|section| section != "NOINIT");
    !placed && !object.constant && object.align <= 1
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
