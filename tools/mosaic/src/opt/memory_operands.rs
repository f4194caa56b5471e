//! Memory operands: a load used once moves into the operation that uses it (`adc table,x`), and a value that goes
//! back where it came from becomes a read-modify-write (`inc counter`).
//!
//! Needs: single assignment, copies propagated. Leaves: loads folded; addresses may be read later than before, never
//! past a write that could change them.

use crate::ops::alias::{may_alias, may_write};
use crate::ops::model::*;
use std::collections::HashMap;

/// Folds loads into their only use and forms read-modify-write operations, where no store comes between.
pub fn run(func: &mut Func) {
    let mut uses: HashMap<Var, u32> = HashMap::new();
    for block in &func.blocks {
        block.phis.iter().for_each(|phi| {
            phi.incoming
                .iter()
                .for_each(|(_, src)| src.each_var(&mut |var| *uses.entry(var).or_default() += 1));
        });
        block
            .ops
            .iter()
            .for_each(|op| op.each_use(&mut |var| *uses.entry(var).or_default() += 1));
        block
            .term
            .each_use(&mut |var| *uses.entry(var).or_default() += 1);
    }
    for block in &mut func.blocks {
        fold_loads(block, &uses);
        form_steps(block, &uses);
        form_modifies(block, &uses);
    }
}

/// Last loads first: of two operands of one operation the later load is the better one to fold.
fn fold_loads(block: &mut Block, uses: &HashMap<Var, u32>) {
    for index in (0..block.ops.len()).rev() {
        if let Op::Move {
            dst,
            src: Src::Mem(addr),
        } = &block.ops[index]
            && uses.get(dst) == Some(&1)
            && let Some(user) = find_user(block, index, *dst, addr)
            && !keeps_index_busy(block, index, user, addr, uses)
        {
            let (dst, addr) = (*dst, addr.clone());
            replace(block, user, dst, addr);
            block.ops.remove(index);
        }
    }
}

/// Whether a load, read where it is used, would save nothing and keep an index register busy until then: the index has no
/// other use, and the operation has a memory operand already, so that this one has to be loaded by itself all the same.
fn keeps_index_busy(
    block: &Block,
    load: usize,
    user: usize,
    addr: &Addr,
    uses: &HashMap<Var, u32>,
) -> bool {
    let index_ends = matches!(addr, Addr::Indexed(_, index) if uses.get(index) == Some(&1));
    index_ends && user > load + 1 && has_memory_operand(block, user)
}

fn has_memory_operand(block: &Block, user: usize) -> bool {
    let mut found = false;
    let mut look = |src: &Src| found |= matches!(src, Src::Mem(_));
    match (block.ops.get(user), &block.term) {
        (Some(op), _) => op.each_src(&mut look),
        (None, Term::Branch { test, .. }) => test.each_src(&mut look),
        (None, _) => {}
    }
    found
}

/// The operation (or the terminator, as one past the end) in this block that reads `var`, if the load can wait.
fn find_user(block: &Block, load: usize, var: Var, addr: &Addr) -> Option<usize> {
    for (index, op) in block.ops.iter().enumerate().skip(load + 1) {
        let mut direct = false;
        op.each_src(&mut |src| direct |= *src == Src::Var(var));
        if direct {
            return (!matches!(op, Op::Move { .. } | Op::Call(_))).then_some(index);
        }
        let mut indirect = false;
        op.each_use(&mut |used| indirect |= used == var);
        if indirect || may_write(op, addr) {
            return None;
        }
    }
    let mut direct = false;
    match &block.term {
        Term::Branch { test, .. } => test.each_src(&mut |src| direct |= *src == Src::Var(var)),
        Term::Switch { value, .. } => direct = *value == Src::Var(var),
        _ => {}
    }
    direct.then_some(block.ops.len())
}

fn replace(block: &mut Block, user: usize, var: Var, addr: Addr) {
    let mut put = |src: &mut Src| {
        if *src == Src::Var(var) {
            *src = Src::Mem(addr.clone());
        }
    };
    match block.ops.get_mut(user) {
        Some(op) => op.each_src_mut(&mut put),
        None => block.term.each_src_mut(&mut put),
    }
}

/// `x = load p; y = x + 1; store p, y` with nothing else looking: `inc p`.
fn form_modifies(block: &mut Block, uses: &HashMap<Var, u32>) {
    let mut index = 0;
    while index < block.ops.len() {
        if let Some((op, addr, dst)) = as_modify(&block.ops[index])
            && uses.get(&dst) == Some(&1)
            && !block.carry_used(index)
            && let Some(store) = find_store(block, index, dst, &addr)
        {
            block.ops[store] = Op::Modify { op, addr };
            block.ops.remove(index);
        } else {
            index += 1;
        }
    }
}

fn as_modify(op: &Op) -> Option<(Modify, Addr, Var)> {
    let (kind, src, dst) = match op {
        Op::Add {
            dst: Some(dst),
            a,
            b: Src::Const(1),
            carry: CarryIn::Clear,
        } => (Modify::Increment, a, dst),
        Op::Add {
            dst: Some(dst),
            a,
            b: Src::Const(0xff),
            carry: CarryIn::Clear,
        } => (Modify::Decrement, a, dst),
        Op::Sub {
            dst: Some(dst),
            a,
            b: Src::Const(1),
            carry: CarryIn::Set,
        } => (Modify::Decrement, a, dst),
        Op::Shift {
            op: Shift::Left,
            dst,
            a,
            carry: CarryIn::Clear,
        } => (Modify::ShiftLeft, a, dst),
        Op::Shift {
            op: Shift::Right,
            dst,
            a,
            carry: CarryIn::Clear,
        } => (Modify::ShiftRight, a, dst),
        _ => return None,
    };
    match src {
        Src::Mem(addr @ (Addr::Abs(_) | Addr::Indexed(..))) => Some((kind, addr.clone(), *dst)),
        _ => None,
    }
}

/// The store of `var` back to `addr`, if nothing in between reads or writes that memory or splits a chain.
fn find_store(block: &Block, from: usize, var: Var, addr: &Addr) -> Option<usize> {
    for (index, op) in block.ops.iter().enumerate().skip(from + 1) {
        if let Op::Store {
            addr: to,
            src: Src::Var(stored),
            volatile: false,
        } = op
            && *stored == var
        {
            let splits = block.carry_used(index);
            return (to == addr && !splits).then_some(index);
        }
        if may_write(op, addr) || may_read(op, addr) {
            return None;
        }
    }
    None
}

fn may_read(op: &Op, addr: &Addr) -> bool {
    let mut reads = matches!(op, Op::Call(_));
    op.each_src(&mut |src| {
        if let Src::Mem(other) = src {
            reads |= may_alias(other, addr);
        }
    });
    reads
}

/// A wide counter in memory: all its bytes added to one with carry and stored back.
fn form_steps(block: &mut Block, uses: &HashMap<Var, u32>) {
    let mut index = 0;
    while index < block.ops.len() {
        match wide_step(block, index, uses) {
            Some((bytes, up)) => {
                let vars = bytes
                    .iter()
                    .map(|(addr, _)| StepByte::Mem(addr.clone()))
                    .collect();
                let stored: Vec<Var> = bytes.iter().map(|(_, var)| *var).collect();
                block.ops.drain(index..index + bytes.len());
                block.ops.retain(|op| !matches!(op, Op::Store { src: Src::Var(var), .. } if stored.contains(var)));
                block.ops.insert(index, Op::Step { vars, up });
                index += 1;
            }
            None => index += 1,
        }
    }
}

fn wide_step(
    block: &Block,
    start: usize,
    uses: &HashMap<Var, u32>,
) -> Option<(Vec<(Addr, Var)>, bool)> {
    let (bytes, up) = crate::ops::increments::chain(block, start, |dst, a| match a {
        Src::Mem(addr @ Addr::Abs(_)) if uses.get(&dst) == Some(&1) => Some((addr.clone(), dst)),
        _ => None,
    })?;
    let end = start + bytes.len();
    // The stores follow at once, byte for byte.
    for (at, (addr, var)) in bytes.iter().enumerate() {
        match block.ops.get(end + at) {
            Some(Op::Store {
                addr: to,
                src: Src::Var(stored),
                volatile: false,
            }) if to == addr && stored == var => {}
            _ => return None,
        }
    }
    Some((bytes, up))
}
