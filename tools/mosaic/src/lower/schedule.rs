//! The order in which a block's instructions are lowered: selects that share a condition are brought together, and
//! conditions that only steer are left to the branch that uses them.

use super::function::Lowering;
use crate::ir::model::{
    BinaryOp, Callee, CastOp, Const, Instr, Intrinsic, Op, Operand, Predicate, Terminator, Type,
    ValueId,
};
use std::collections::{HashMap, HashSet};

pub enum Step<'m> {
    Instr(&'m Instr),
    Selects(Group<'m>),
}

/// Selects on one condition.
pub struct Group<'m> {
    pub cond: &'m Operand,
    pub arms: Vec<Arm<'m>>,
    /// Arms that name the condition; a minimum or maximum beside them only shares it.
    pub uses: u32,
}

/// One value chosen: `a` when the condition holds, else `b`.
pub struct Arm<'m> {
    pub result: ValueId,
    pub ty: &'m Type,
    pub a: &'m Operand,
    pub b: &'m Operand,
}

pub struct Plan<'m> {
    pub steps: Vec<Step<'m>>,
    pub fused: HashSet<ValueId>,
}

impl<'m> Lowering<'m> {
    /// The order in which a block's instructions are lowered, and the conditions that are lowered where they are used.
    pub fn schedule(&self, instrs: &[&'m Instr], term: &'m Terminator) -> Plan<'m> {
        let steps = group_selects(instrs);
        let fused = self.fused_conditions(&steps, term);
        Plan { steps, fused }
    }

    /// Conditions of this block all of whose uses are branches, selects or conditions of the same block. A plain
    /// comparison may be repeated at each of them; a combination only when it is used once.
    fn fused_conditions(&self, steps: &[Step<'m>], term: &'m Terminator) -> HashSet<ValueId> {
        let mut steering: HashMap<ValueId, u32> = HashMap::new();
        let mut count = |operand: &Operand| {
            if let Operand::Value(value) = operand {
                *steering.entry(*value).or_default() += 1;
            }
        };
        if let Terminator::CondBr { cond, .. } = term {
            count(cond);
        }
        let mut joined: HashMap<ValueId, u32> = HashMap::new();
        for step in steps {
            if let Step::Selects(group) = step {
                count(group.cond);
                if let Operand::Value(value) = group.cond {
                    *joined.entry(*value).or_default() += group.uses.saturating_sub(1);
                }
            }
        }
        let mut fused = HashSet::new();
        // Users come after definitions, so walking backwards sees every use of a condition before itself.
        for step in steps.iter().rev() {
            let (result, parts) = match step {
                Step::Instr(instr) => match (instr.result, condition_parts(instr)) {
                    (Some(result), Some(parts)) => (result, parts),
                    _ => continue,
                },
                Step::Selects(group) => match boolean_select(group) {
                    Some(parts) => parts,
                    None => continue,
                },
            };
            if self.repeated.contains(&result) {
                fused.insert(result);
                continue;
            }
            let Some(&uses) = steering.get(&result) else {
                continue;
            };
            let all = self.uses.get(&result).copied().unwrap_or(0);
            let joined = joined.get(&result).copied().unwrap_or(0);
            let simple = matches!(&self.defs[&result].op, Op::Icmp { ty, .. } if ty.size() <= 2);
            if uses + joined < all || (!simple && uses > 1) {
                continue;
            }
            fused.insert(result);
            for part in parts {
                if let Operand::Value(value) = part {
                    *steering.entry(*value).or_default() += 1;
                }
            }
        }
        fused
    }
}

/// Operands that are conditions themselves when `instr` is a condition that branches well.
pub(super) fn condition_parts(instr: &Instr) -> Option<Vec<&Operand>> {
    match &instr.op {
        Op::Icmp { .. } => Some(Vec::new()),
        Op::Binary {
            op: BinaryOp::And | BinaryOp::Or,
            ty: Type::Int(1),
            a,
            b,
            ..
        } => Some(vec![a, b]),
        Op::Binary {
            op: BinaryOp::Xor,
            ty: Type::Int(1),
            a,
            b: Operand::Const(Const::Int(1)),
            ..
        } => Some(vec![a]),
        Op::Cast {
            op: CastOp::Freeze,
            from: Type::Int(1),
            value,
            ..
        } => Some(vec![value]),
        _ => None,
    }
}

/// `select c, x, false` and `select c, true, x` are conditions too.
fn boolean_select<'m>(group: &Group<'m>) -> Option<(ValueId, Vec<&'m Operand>)> {
    let [arm] = group.arms.as_slice() else {
        return None;
    };
    if *arm.ty != Type::Int(1) {
        return None;
    }
    match (arm.a, arm.b) {
        (a, Operand::Const(Const::Int(0))) => Some((arm.result, vec![a])),
        (Operand::Const(Const::Int(1)), b) => Some((arm.result, vec![b])),
        _ => None,
    }
}

fn group_selects<'m>(instrs: &[&'m Instr]) -> Vec<Step<'m>> {
    let mut steps: Vec<Step<'m>> = Vec::new();
    for instr in instrs {
        let Some((cond, arm)) = as_arm(instr, instrs) else {
            steps.push(Step::Instr(instr));
            continue;
        };
        let uses = u32::from(matches!(instr.op, Op::Select { .. }));
        let place = steps
            .iter()
            .rposition(|step| matches!(step, Step::Selects(group) if group.cond == cond));
        match place {
            Some(at) if can_pull_up(&steps[at..], &arm) => {
                if let Step::Selects(group) = &mut steps[at] {
                    group.arms.push(arm);
                    group.uses += uses;
                }
            }
            Some(at) if can_push_down(&steps[at..], &arm) => {
                if let Step::Selects(mut group) = steps.remove(at) {
                    group.arms.push(arm);
                    group.uses += uses;
                    steps.push(Step::Selects(group));
                }
            }
            _ => steps.push(Step::Selects(Group {
                cond,
                arms: vec![arm],
                uses,
            })),
        }
    }
    steps
}

/// The select an instruction is, or the one a minimum or maximum is beside a comparison of the same operands.
fn as_arm<'m>(instr: &'m Instr, instrs: &[&'m Instr]) -> Option<(&'m Operand, Arm<'m>)> {
    let result = instr.result?;
    match &instr.op {
        Op::Select { ty, cond, a, b } => Some((cond, Arm { result, ty, a, b })),
        Op::Call(call) => {
            let Callee::Intrinsic(intrinsic) = call.callee else {
                return None;
            };
            let larger = match intrinsic {
                Intrinsic::UMax | Intrinsic::SMax => true,
                Intrinsic::UMin | Intrinsic::SMin => false,
                _ => return None,
            };
            let signed = matches!(intrinsic, Intrinsic::SMax | Intrinsic::SMin);
            let (x, y) = (&call.args[0].1, &call.args[1].1);
            let ty = &call.ret;
            let select = instrs.iter().find_map(|other| match &other.op {
                Op::Select {
                    cond: cond @ Operand::Value(value),
                    ..
                } => {
                    let compare = instrs.iter().find(|def| def.result == Some(*value))?;
                    let Op::Icmp { pred, a, b, .. } = &compare.op else {
                        return None;
                    };
                    let greater = is_greater(*pred, signed)?;
                    // With `a > b`, the maximum is a; with `a < b`, it is b.
                    let straight = (a, b) == (x, y);
                    let crossed = (b, a) == (x, y);
                    (straight || crossed)
                        .then_some((cond, if greater == larger { (a, b) } else { (b, a) }))
                }
                _ => None,
            });
            let (cond, (a, b)) = select?;
            Some((cond, Arm { result, ty, a, b }))
        }
        _ => None,
    }
}

fn is_greater(pred: Predicate, signed: bool) -> Option<bool> {
    match (pred, signed) {
        (Predicate::Ugt | Predicate::Uge, false) | (Predicate::Sgt | Predicate::Sge, true) => {
            Some(true)
        }
        (Predicate::Ult | Predicate::Ule, false) | (Predicate::Slt | Predicate::Sle, true) => {
            Some(false)
        }
        _ => None,
    }
}

fn defines(step: &Step, value: ValueId) -> bool {
    match step {
        Step::Instr(instr) => instr.result == Some(value),
        Step::Selects(group) => group.arms.iter().any(|arm| arm.result == value),
    }
}

/// Nothing the arm needs is made after the group's place, or in the group.
fn can_pull_up(steps: &[Step], arm: &Arm) -> bool {
    [arm.a, arm.b].iter().all(|operand| match operand {
        Operand::Value(value) => !steps.iter().any(|step| defines(step, *value)),
        Operand::Const(_) => true,
    })
}

/// Nothing after the group needs what it makes, nor does the arm.
fn can_push_down(steps: &[Step], arm: &Arm) -> bool {
    let Step::Selects(group) = &steps[0] else {
        return false;
    };
    let mut needed = false;
    let mut look = |operand: &Operand| {
        if let Operand::Value(value) = operand {
            needed |= group.arms.iter().any(|member| member.result == *value);
        }
    };
    for step in &steps[1..] {
        match step {
            Step::Instr(instr) => instr.op.each_operand(&mut look),
            Step::Selects(other) => {
                look(other.cond);
                for arm in &other.arms {
                    look(arm.a);
                    look(arm.b);
                }
            }
        }
    }
    look(arm.a);
    look(arm.b);
    !needed
}
