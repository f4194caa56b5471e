//! Partial inlining of recursive functions: where a function calls itself, the test that ends the recursion is made before
//! the call. What lives across a recursive call is saved on the software stack and restored behind it, 16 cycles a byte,
//! and in most recursions more than half of the calls return at once (`if depth == 0 { return 1 }`). With the test at
//! the call they cost a branch.
//!
//! Needs: a module. Leaves: one that means the same. Done for functions that are to be fast, whose entry block computes
//! little and branches to a block that computes little and returns.

use crate::ir::model::*;
use std::borrow::Cow;
use std::collections::HashMap;

/// So many instructions are copied to each call at most: a comparison, what it compares, and the result.
const LONGEST: usize = 4;

/// Inlines the early exits of all functions that call themselves and have one.
pub fn early_exits(mut module: Cow<'_, Module>) -> Cow<'_, Module> {
    for index in 0..module.functions.len() {
        let function = &module.functions[index];
        let calls = calls_of_itself(function, index);
        if calls.is_empty() || function.attributes.opt_size {
            continue;
        }
        if let Some(exit) = Exit::of(function) {
            let function = &mut module.to_mut().functions[index];
            // From the last call to the first, so that a split leaves the places of the others.
            for (block, at) in calls.into_iter().rev() {
                Call::split(function, block, at).inline(&exit);
            }
        }
    }
    module
}

/// Block and instruction of each call of itself.
fn calls_of_itself(function: &Function, index: usize) -> Vec<(usize, usize)> {
    let mut calls = Vec::new();
    for (block, code) in function.blocks.iter().enumerate() {
        for (at, instr) in code.instrs.iter().enumerate() {
            if let Op::Call(call) = &instr.op
                && matches!(call.callee, Callee::Function(callee) if callee == index)
            {
                calls.push((block, at));
            }
        }
    }
    calls
}

/// The beginning of a function that may return at once.
struct Exit {
    params: Vec<ValueId>,
    /// The entry block, without its branch.
    test: Vec<Instr>,
    cond: Operand,
    /// It returns when the condition is this.
    when: bool,
    weights: Option<(u32, u32)>,
    /// What is computed only to be returned.
    tail: Vec<Instr>,
    result: Option<Operand>,
}

impl Exit {
    fn of(function: &Function) -> Option<Exit> {
        let entry = &function.blocks[0];
        let Terminator::CondBr {
            cond,
            then,
            otherwise,
            weights,
        } = &entry.term
        else {
            return None;
        };
        let (when, tail, result) =
            [(true, then), (false, otherwise)]
                .into_iter()
                .find_map(|(when, block)| {
                    let (tail, result) = returning(function, BlockId(0), *block)?;
                    Some((when, tail, result))
                })?;
        let copied = entry.instrs.iter().chain(&tail);
        let cheap = copied.clone().all(|instr| is_cheap(&instr.op));
        (then != otherwise && cheap && copied.count() <= LONGEST).then(|| Exit {
            params: function.params.iter().map(|param| param.value).collect(),
            test: entry.instrs.clone(),
            cond: cond.clone(),
            when,
            weights: *weights,
            tail: tail.clone(),
            result,
        })
    }
}

/// What a block computes and returns when it is entered from another, if it only returns. Phis are resolved: LLVM lets all
/// returns of a function meet in one block.
fn returning(
    function: &Function,
    from: BlockId,
    block: BlockId,
) -> Option<(Vec<Instr>, Option<Operand>)> {
    let code = &function.blocks[block.0 as usize];
    let mut phis = HashMap::new();
    let mut tail = Vec::new();
    for instr in &code.instrs {
        match &instr.op {
            Op::Phi { incoming, .. } => {
                let (_, value) = incoming.iter().find(|(origin, _)| *origin == from)?;
                phis.insert(instr.result?, value.clone());
            }
            _ => tail.push(instr.clone()),
        }
    }
    let mut result = match &code.term {
        Terminator::Ret(value) => value.as_ref().map(|(_, value)| value.clone()),
        // A block of its own for an edge, or for the value that is returned.
        Terminator::Br(next) if phis.is_empty() && *next != block => {
            let (rest, result) = returning_at_once(function, block, *next)?;
            tail.extend(rest);
            result
        }
        _ => return None,
    };
    for instr in &mut tail {
        instr
            .op
            .each_operand_mut(&mut |operand| rename(operand, &phis));
    }
    if let Some(result) = &mut result {
        rename(result, &phis);
    }
    Some((tail, result))
}

/// The same for a block that returns and does not go on.
fn returning_at_once(
    function: &Function,
    from: BlockId,
    block: BlockId,
) -> Option<(Vec<Instr>, Option<Operand>)> {
    let returns = matches!(function.blocks[block.0 as usize].term, Terminator::Ret(_));
    returns.then(|| returning(function, from, block)).flatten()
}

/// Computed in a few instructions, and without effect when it is computed twice.
fn is_cheap(op: &Op) -> bool {
    use BinaryOp::{Add, And, Or, Sub, Xor};
    let narrow = |ty: &Type| ty.bits().is_some_and(|bits| bits <= 16);
    match op {
        Op::Binary { op, ty, .. } => narrow(ty) && matches!(op, Add | Sub | And | Or | Xor),
        Op::Icmp { ty, .. } => narrow(ty),
        Op::Cast { .. } => true,
        Op::Load {
            ty, ptr, volatile, ..
        } => narrow(ty) && !volatile && matches!(ptr, Operand::Const(_)),
        _ => false,
    }
}

fn rename(operand: &mut Operand, names: &HashMap<ValueId, Operand>) {
    if let Operand::Value(value) = operand
        && let Some(new) = names.get(value)
    {
        *operand = new.clone();
    }
}

/// A call in a block of its own.
struct Call<'f> {
    function: &'f mut Function,
    /// What came before it.
    before: BlockId,
    call: BlockId,
    /// What came behind it, and the phi of its result if it has one.
    behind: BlockId,
}

impl Call<'_> {
    /// Cuts the block `block` in three around its instruction `at`.
    fn split(function: &mut Function, block: usize, at: usize) -> Call<'_> {
        let new = function.blocks.len() as u32;
        let (before, call, behind) = (BlockId(block as u32), BlockId(new), BlockId(new + 1));
        let cut = &mut function.blocks[block];
        let after = cut.instrs.split_off(at + 1);
        let instrs = cut.instrs.split_off(at);
        let name = cut.name.clone();
        let term_line = cut.term_line;
        let term = std::mem::replace(&mut cut.term, Terminator::Br(call));
        for next in term.successors() {
            come_from(&mut function.blocks[next.0 as usize], before, behind);
        }
        let blocks = [
            ("call", instrs, Terminator::Br(behind)),
            ("behind", after, term),
        ];
        for (part, instrs, term) in blocks {
            function.blocks.push(Block {
                name: format!("{name}.{part}{at}"),
                instrs,
                term,
                term_line,
            });
        }
        Call {
            function,
            before,
            call,
            behind,
        }
    }

    /// Makes the test before the call, and joins what is returned at once with what the call returns.
    fn inline(mut self, exit: &Exit) {
        let call = &self.function.blocks[self.call.0 as usize].instrs[0];
        let (line, result) = (call.line, call.result);
        let Op::Call(made) = &call.op else {
            unreachable!("the block was cut at a call");
        };
        let ret = made.ret.clone();
        let args = made.args.iter().map(|(_, value)| value.clone());
        let mut names: HashMap<ValueId, Operand> = exit.params.iter().copied().zip(args).collect();
        let mut test = self.copied(&exit.test, &mut names, line);
        let tail = self.copied(&exit.tail, &mut names, line);
        let returning = self.block("exit", tail, line);
        let mut cond = exit.cond.clone();
        rename(&mut cond, &names);
        let (then, otherwise) = match exit.when {
            true => (returning, self.call),
            false => (self.call, returning),
        };
        let before = &mut self.function.blocks[self.before.0 as usize];
        before.instrs.append(&mut test);
        before.term = Terminator::CondBr {
            cond,
            then,
            otherwise,
            weights: exit.weights,
        };
        if let (Some(result), Some(value)) = (result, &exit.result) {
            let mut value = value.clone();
            rename(&mut value, &names);
            self.join(result, ret, (returning, value), line);
        }
    }

    /// The copied instructions under new names, which are added to `names`.
    fn copied(
        &mut self,
        instrs: &[Instr],
        names: &mut HashMap<ValueId, Operand>,
        line: u32,
    ) -> Vec<Instr> {
        let mut copies = Vec::new();
        for instr in instrs {
            let mut op = instr.op.clone();
            op.each_operand_mut(&mut |operand| rename(operand, names));
            let result = instr.result.map(|old| {
                let info = self.function.values[old.0 as usize].clone();
                let new = self.value(info.ty, &info.name);
                names.insert(old, Operand::Value(new));
                new
            });
            copies.push(Instr { result, op, line });
        }
        copies
    }

    /// The call's result is a phi from now on.
    fn join(&mut self, result: ValueId, ty: Type, at_once: (BlockId, Operand), line: u32) {
        let name = self.function.values[result.0 as usize].name.clone();
        let called = self.value(ty.clone(), &name);
        self.function.blocks[self.call.0 as usize].instrs[0].result = Some(called);
        let incoming = vec![at_once, (self.call, Operand::Value(called))];
        let phi = Instr {
            result: Some(result),
            op: Op::Phi { ty, incoming },
            line,
        };
        let behind = &mut self.function.blocks[self.behind.0 as usize];
        behind.instrs.insert(0, phi);
    }

    /// A block that goes on behind the call.
    fn block(&mut self, part: &str, instrs: Vec<Instr>, line: u32) -> BlockId {
        let name = &self.function.blocks[self.call.0 as usize].name;
        let block = Block {
            name: format!("{name}.{part}"),
            instrs,
            term: Terminator::Br(self.behind),
            term_line: line,
        };
        self.function.blocks.push(block);
        BlockId(self.function.blocks.len() as u32 - 1)
    }

    fn value(&mut self, ty: Type, name: &str) -> ValueId {
        let id = self.function.values.len() as u32;
        let name = format!("{name}.{id}");
        self.function.values.push(ValueInfo { ty, name });
        ValueId(id)
    }
}

/// The phis of a block that was entered from one block and is now entered from another.
fn come_from(block: &mut Block, old: BlockId, new: BlockId) {
    for instr in &mut block.instrs {
        if let Op::Phi { incoming, .. } = &mut instr.op {
            let origins = incoming.iter_mut().map(|(origin, _)| origin);
            origins
                .filter(|origin| **origin == old)
                .for_each(|origin| *origin = new);
        }
    }
}
