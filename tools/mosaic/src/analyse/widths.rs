//! How many low bits of each integer can be other than zero. The lowering learns this of loop counters before it
//! sees what feeds them: a word that never exceeds 255 is a byte.

use crate::ir::model::*;
use std::collections::HashMap;

/// Significant bits by value.
pub struct Widths(Vec<u32>);

impl Widths {
    /// Grows from nothing to the least solution, so a counter that only feeds itself stays as narrow as its limits.
    pub fn of(function: &Function) -> Widths {
        // Of an aggregate nothing is known.
        let start = |value: &ValueInfo| {
            if value.ty.bits().is_some() {
                0
            } else {
                u32::MAX
            }
        };
        let mut widths = Widths(function.values.iter().map(start).collect());
        for param in &function.params {
            let ty = &function.values[param.value.0 as usize].ty;
            widths.0[param.value.0 as usize] = ranged(ty, param.range);
        }
        let limits = counter_limits(function);
        let mut changed = true;
        while changed {
            changed = false;
            for instr in function.blocks.iter().flat_map(|block| &block.instrs) {
                let Some(result) = instr.result else { continue };
                let ty = &function.values[result.0 as usize].ty;
                let Some(bits) = ty.bits() else { continue };
                let mut width = widths.of_op(&instr.op, bits).min(bits);
                if let Some(limit) = limits.get(&result) {
                    width = width.min(bits_of(*limit));
                }
                let held = &mut widths.0[result.0 as usize];
                if width > *held {
                    *held = width;
                    changed = true;
                }
            }
        }
        widths
    }

    /// Bits that a value can use at most; those above are zero.
    pub fn get(&self, value: ValueId) -> u32 {
        self.0[value.0 as usize]
    }

    fn operand(&self, operand: &Operand) -> u32 {
        match operand {
            Operand::Value(value) => self.0[value.0 as usize],
            Operand::Const(Const::Int(value)) => bits_of(*value),
            Operand::Const(Const::Undef | Const::Zero) => 0,
            Operand::Const(_) => u128::BITS,
        }
    }

    fn of_op(&self, op: &Op, bits: u32) -> u32 {
        match op {
            Op::Binary { op, a, b, .. } => self.of_binary(*op, a, b, bits),
            Op::Icmp { .. } => 1,
            Op::Select { a, b, .. } => self.operand(a).max(self.operand(b)),
            Op::Cast {
                op: CastOp::Sext,
                from,
                value,
                ..
            } => {
                let width = self.operand(value);
                if from.bits().is_some_and(|from| width < from) {
                    width
                } else {
                    bits
                }
            }
            Op::Cast { value, .. } => self.operand(value),
            Op::Load { ty, range, .. } => ranged(ty, *range),
            Op::Phi { incoming, .. } => incoming
                .iter()
                .map(|(_, operand)| self.operand(operand))
                .max()
                .unwrap_or(0),
            Op::Call(call) => self.of_call(call, bits),
            _ => bits,
        }
    }

    fn of_binary(&self, op: BinaryOp, a: &Operand, b: &Operand, bits: u32) -> u32 {
        let (wa, wb) = (self.operand(a), self.operand(b));
        let constant = match b {
            Operand::Const(Const::Int(value)) => Some(*value as u32),
            _ => None,
        };
        match op {
            BinaryOp::And => wa.min(wb),
            BinaryOp::Or | BinaryOp::Xor => wa.max(wb),
            BinaryOp::Add => wa.max(wb) + 1,
            BinaryOp::Mul => wa + wb,
            BinaryOp::UDiv => wa,
            BinaryOp::URem => wa.min(wb),
            BinaryOp::Shl => constant.map_or(bits, |count| wa.saturating_add(count)),
            BinaryOp::LShr => constant.map_or(wa, |count| wa.saturating_sub(count)),
            BinaryOp::AShr if wa < bits => constant.map_or(wa, |count| wa.saturating_sub(count)),
            _ => bits,
        }
    }

    fn of_call(&self, call: &Call, bits: u32) -> u32 {
        let from_range = ranged(&call.ret, call.range);
        let Callee::Intrinsic(intrinsic) = call.callee else {
            return from_range;
        };
        let arg = |index: usize| self.operand(&call.args[index].1);
        match intrinsic {
            Intrinsic::UMax => arg(0).max(arg(1)),
            Intrinsic::UMin => arg(0).min(arg(1)),
            Intrinsic::USubSat | Intrinsic::Identity => arg(0),
            Intrinsic::Ctpop | Intrinsic::Ctlz | Intrinsic::Cttz => bits_of(u128::from(bits)),
            _ => from_range,
        }
    }
}

fn bits_of(value: u128) -> u32 {
    u128::BITS - value.leading_zeros()
}

fn ranged(ty: &Type, range: Option<Range>) -> u32 {
    let bits = ty.bits().unwrap_or(u128::BITS);
    match range {
        Some(range) if range.low < range.high => bits_of(range.high - 1).min(bits),
        _ => bits,
    }
}

/// Largest value of phis that count up from a constant to a constant: `i = start, start + step, … end - step`.
fn counter_limits(function: &Function) -> HashMap<ValueId, u128> {
    let defs = function.defs();
    let mut limits = HashMap::new();
    for (number, block) in function.blocks.iter().enumerate() {
        for instr in &block.instrs {
            if let (Op::Phi { incoming, .. }, Some(phi)) = (&instr.op, instr.result)
                && let Some(limit) =
                    counter_limit(function, &defs, BlockId(number as u32), phi, incoming)
            {
                limits.insert(phi, limit);
            }
        }
    }
    limits
}

fn counter_limit(
    function: &Function,
    defs: &HashMap<ValueId, &Op>,
    header: BlockId,
    phi: ValueId,
    incoming: &[(BlockId, Operand)],
) -> Option<u128> {
    let [first, second] = incoming else {
        return None;
    };
    let ((_, Operand::Const(start)), (latch, Operand::Value(next))) =
        (if matches!(first.1, Operand::Const(_)) {
            (first, second)
        } else {
            (second, first)
        })
    else {
        return None;
    };
    let start = match start {
        Const::Int(start) => *start,
        Const::Zero => 0,
        _ => return None,
    };
    let Op::Binary {
        op: BinaryOp::Add,
        a: Operand::Value(counted),
        b: Operand::Const(Const::Int(step)),
        ..
    } = defs.get(next)?
    else {
        return None;
    };
    let counter = Counter {
        start,
        step: *step,
        header,
        latch: *latch,
    };
    if *counted != phi || *step == 0 || *step >= 256 {
        return None;
    }
    counter
        .tested_below(function, defs, *next)
        .or_else(|| counter.tested_above(function, defs, phi))
}

/// A loop that counts up: `start` when it is entered at its header, `step` more when it comes round from its latch.
struct Counter {
    start: u128,
    step: u128,
    header: BlockId,
    latch: BlockId,
}

impl Counter {
    /// The next count is tested before it goes round: the counter never reaches the end.
    fn tested_below(
        &self,
        function: &Function,
        defs: &HashMap<ValueId, &Op>,
        next: ValueId,
    ) -> Option<u128> {
        let (end, leave, stay) = end_test(function, defs, self.latch, next)?;
        let goes_round = stay == self.header && leave != self.header;
        (goes_round && self.meets(end)).then(|| end - self.step)
    }

    /// The count itself is tested first of all: the counter never passes the end.
    fn tested_above(
        &self,
        function: &Function,
        defs: &HashMap<ValueId, &Op>,
        phi: ValueId,
    ) -> Option<u128> {
        let (end, leave, _) = end_test(function, defs, self.header, phi)?;
        let mut seen = vec![false; function.blocks.len()];
        seen[self.header.0 as usize] = true;
        let mut open = vec![leave];
        while let Some(block) = open.pop() {
            if !std::mem::replace(&mut seen[block.0 as usize], true) {
                open.extend(function.blocks[block.0 as usize].term.successors());
            }
        }
        let is_left = leave != self.header && !seen[self.latch.0 as usize];
        (is_left && self.latch != self.header && self.meets(end)).then_some(end)
    }

    fn meets(&self, end: u128) -> bool {
        end > self.start && (end - self.start).is_multiple_of(self.step)
    }
}

/// The constant a block compares a value with at its end, where it goes if they are equal, and where if not.
fn end_test(
    function: &Function,
    defs: &HashMap<ValueId, &Op>,
    block: BlockId,
    tested: ValueId,
) -> Option<(u128, BlockId, BlockId)> {
    let Terminator::CondBr {
        cond: Operand::Value(cond),
        then,
        otherwise,
        ..
    } = &function.blocks[block.0 as usize].term
    else {
        return None;
    };
    let Op::Icmp {
        pred,
        a: Operand::Value(a),
        b: Operand::Const(Const::Int(end)),
        ..
    } = defs.get(cond)?
    else {
        return None;
    };
    match pred {
        Predicate::Eq if *a == tested => Some((*end, *then, *otherwise)),
        Predicate::Ne if *a == tested => Some((*end, *otherwise, *then)),
        _ => None,
    }
}
