//! Comparisons of bytes that steer branches in several blocks are rematerialised at each of them: that takes three cycles
//! more than testing a stored boolean, and storing one takes more than ten.

use super::schedule::condition_parts;
use crate::ir::model::{BlockId, Function, Instr, Op, Operand, Terminator, Type, ValueId};
use std::collections::{HashMap, HashSet};

/// The comparisons that are never made into a value where they stand.
pub(super) fn repeated(
    function: &Function,
    def_block: &HashMap<ValueId, BlockId>,
) -> HashSet<ValueId> {
    let mut open: HashSet<ValueId> = HashSet::new();
    for instr in function.blocks.iter().flat_map(|block| &block.instrs) {
        if let (Op::Icmp { ty, .. }, Some(result)) = (&instr.op, instr.result)
            && ty.size() == 1
        {
            open.insert(result);
        }
    }
    for (number, block) in function.blocks.iter().enumerate() {
        let here = BlockId(number as u32);
        for instr in &block.instrs {
            instr.op.each_operand(&mut |operand| {
                if let Operand::Value(value) = operand
                    && open.contains(value)
                    && !(steers(instr, operand) && stays(function, def_block[value], here))
                {
                    open.remove(value);
                }
            });
        }
        if let Terminator::CondBr {
            cond: Operand::Value(value),
            ..
        } = &block.term
            && open.contains(value)
            && !stays(function, def_block[value], here)
        {
            open.remove(value);
        }
        if let Terminator::Ret(Some((_, Operand::Value(value)))) = &block.term {
            open.remove(value);
        }
    }
    open
}

/// Whether an instruction only branches on an operand.
fn steers(instr: &Instr, operand: &Operand) -> bool {
    match &instr.op {
        Op::Select { ty, cond, .. } => *ty == Type::Int(1) || cond == operand,
        _ => condition_parts(instr).is_some_and(|parts| parts.contains(&operand)),
    }
}

/// Whether a block does not run more often than the one it takes a comparison from.
fn stays(function: &Function, from: BlockId, to: BlockId) -> bool {
    let mut seen = vec![false; function.blocks.len()];
    seen[from.0 as usize] = true;
    let mut open = function.blocks[to.0 as usize].term.successors();
    while let Some(block) = open.pop() {
        if block == to && from != to {
            return false;
        }
        if !std::mem::replace(&mut seen[block.0 as usize], true) {
            open.extend(function.blocks[block.0 as usize].term.successors());
        }
    }
    true
}
