//! Functions that may be active more than once, found in the IR before anything is lowered: their stack objects need an
//! address per activation.

use crate::ir::model::*;
use std::collections::BTreeSet;

/// Indices of functions that can come to call themselves.
pub fn recursive(module: &Module) -> BTreeSet<usize> {
    let taken = taken_addresses(module);
    let callees: Vec<BTreeSet<usize>> = (0..module.functions.len())
        .map(|function| callees(module, function, &taken))
        .collect();
    (0..module.functions.len())
        .filter(|index| reaches_itself(&callees, *index))
        .collect()
}

fn reaches_itself(callees: &[BTreeSet<usize>], index: usize) -> bool {
    let mut seen = BTreeSet::new();
    let mut open: Vec<usize> = callees[index].iter().copied().collect();
    while let Some(next) = open.pop() {
        if seen.insert(next) {
            open.extend(&callees[next]);
        }
    }
    seen.contains(&index)
}

/// Functions one calls; through a pointer it may be those of `taken` that fit.
pub fn callees(module: &Module, function: usize, taken: &BTreeSet<usize>) -> BTreeSet<usize> {
    let mut found = module.reached_by_pointer(function, taken);
    let function = &module.functions[function];
    for instr in function.blocks.iter().flat_map(|block| &block.instrs) {
        if let Op::Call(call) = &instr.op {
            match &call.callee {
                Callee::Function(index) => {
                    found.insert(*index);
                }
                Callee::Pointer(_) | Callee::Intrinsic(_) | Callee::Asm(..) => {}
            }
        }
    }
    found
}

/// Functions whose address is somewhere in the program.
pub fn taken_addresses(module: &Module) -> BTreeSet<usize> {
    let mut taken = BTreeSet::new();
    for init in module
        .globals
        .iter()
        .filter_map(|global| global.init.as_ref())
    {
        note(init, &mut taken);
    }
    let mut look = |operand: &Operand| {
        if let Operand::Const(constant) = operand {
            note(constant, &mut taken);
        }
    };
    for block in module
        .functions
        .iter()
        .flat_map(|function| &function.blocks)
    {
        for instr in &block.instrs {
            instr.op.each_operand(&mut look);
        }
        block.term.each_operand(&mut look);
    }
    taken
}

fn note(constant: &Const, taken: &mut BTreeSet<usize>) {
    match constant {
        Const::Address(Symbol::Function(index), _) => {
            taken.insert(*index);
        }
        Const::Aggregate(fields) => fields.iter().for_each(|(_, field)| note(field, taken)),
        _ => {}
    }
}
