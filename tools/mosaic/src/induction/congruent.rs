//! Congruent induction variables, which start alike and step alike, become one: `iter().enumerate()` leaves a counter
//! beside the one the iterator has already.

use crate::ir::model::*;
use std::collections::HashMap;

pub fn merge(module: &mut Module) {
    for function in &mut module.functions {
        for block in 0..function.blocks.len() {
            while let Some((other, kept)) = Reader::new(function).congruent(block) {
                alias(&mut function.blocks[block], other, kept);
            }
        }
    }
}

type Defs<'f> = HashMap<ValueId, &'f Op>;

struct Reader<'f> {
    function: &'f Function,
    defs: Defs<'f>,
}

impl<'f> Reader<'f> {
    fn new(function: &'f Function) -> Self {
        Reader {
            function,
            defs: function.defs(),
        }
    }

    /// Two phis of a block that start and step alike: the one to go, and the one that stays.
    fn congruent(&self, block: usize) -> Option<(ValueId, ValueId)> {
        let instrs = self.function.blocks[block].instrs.iter();
        let phis: Vec<ValueId> = instrs
            .filter(|instr| matches!(instr.op, Op::Phi { .. }))
            .filter_map(|instr| instr.result)
            .collect();
        phis.iter().enumerate().find_map(|(at, second)| {
            let mut before = phis[..at].iter();
            let first = before.find(|first| self.alike(**first, *second))?;
            // The loop's end is looked for at the counter it tests.
            let (first, second) = (*first, *second);
            Some(if self.is_tested(second) {
                (first, second)
            } else {
                (second, first)
            })
        })
    }

    fn alike(&self, a: ValueId, b: ValueId) -> bool {
        let (
            Op::Phi { ty, incoming },
            Op::Phi {
                ty: of,
                incoming: others,
            },
        ) = (self.defs[&a], self.defs[&b])
        else {
            return false;
        };
        let same = |x: &Operand, y: &Operand| match (x, y) {
            (Operand::Const(Const::Int(x)), Operand::Const(Const::Int(y))) => x == y,
            _ => self
                .step(x, a)
                .is_some_and(|by| self.step(y, b) == Some(by)),
        };
        let mut pairs = incoming.iter().zip(others);
        ty == of
            && incoming.len() == others.len()
            && pairs.all(|((from, x), (to, y))| from == to && same(x, y))
    }

    /// The constant by which a value is more than a phi, and what is promised of the sum.
    fn step(&self, operand: &Operand, phi: ValueId) -> Option<(u128, Flags)> {
        let Operand::Value(value) = operand else {
            return None;
        };
        match self.defs.get(value)? {
            Op::Binary {
                op: BinaryOp::Add,
                a: Operand::Value(from),
                b: Operand::Const(Const::Int(by)),
                flags,
                ..
            } if *from == phi => Some((*by, *flags)),
            _ => None,
        }
    }

    /// Whether a phi, or what it steps to, is compared.
    fn is_tested(&self, phi: ValueId) -> bool {
        let is_phi = |operand: &Operand| {
            *operand == Operand::Value(phi) || self.step(operand, phi).is_some()
        };
        let mut ops = self.defs.values();
        ops.any(|op| matches!(op, Op::Icmp { a, .. } if is_phi(a)))
    }
}

/// Makes a phi another name of the one it is congruent with.
fn alias(block: &mut Block, other: ValueId, kept: ValueId) {
    let is_other = |instr: &Instr| instr.result == Some(other);
    let Some(at) = block.instrs.iter().position(is_other) else {
        return;
    };
    let old = block.instrs.remove(at);
    let Op::Phi { ty, .. } = old.op else {
        return;
    };
    let is_phi = |instr: &&Instr| matches!(instr.op, Op::Phi { .. });
    let behind = block.instrs.iter().take_while(is_phi).count();
    block.instrs.insert(
        behind,
        Instr {
            op: Op::Cast {
                op: CastOp::Bitcast,
                from: ty.clone(),
                to: ty,
                value: Operand::Value(kept),
                flags: Flags::default(),
            },
            ..old
        },
    );
}
