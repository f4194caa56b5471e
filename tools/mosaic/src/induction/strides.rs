//! Induction variables with a stride, such as offsets that step from element to element of an array, count by one
//! instead, and the addresses they index multiply. In an object split into byte planes that multiplication costs nothing.

use crate::analyse::planes::{Object, divisor};
use crate::ir::model::*;
use std::collections::{BTreeSet, HashMap};

/// Rewrites the counters of all functions that index nothing but objects of which `may` is true.
pub fn count(module: &mut Module, may: impl Fn(Object) -> bool) {
    for (index, function) in module.functions.iter_mut().enumerate() {
        for family in Reader::new(index, function).families(&may) {
            family.divide(function);
        }
    }
}

/// Phis, choices and sums that feed each other.
#[derive(Default)]
struct Family {
    members: BTreeSet<ValueId>,
    unit: u32,
    /// Unsigned, or else signed, they never run over: division and addition can change places.
    unsigned: bool,
    signed: bool,
}

struct Reader<'f> {
    index: usize,
    function: &'f Function,
    defs: HashMap<ValueId, &'f Op>,
}

impl<'f> Reader<'f> {
    fn new(index: usize, function: &'f Function) -> Self {
        Reader {
            index,
            function,
            defs: function.defs(),
        }
    }

    /// Every family that is used for nothing but indexing. Only 16-bit phis begin one: a narrower counter fits an index
    /// register as it is.
    fn families(&self, may: &impl Fn(Object) -> bool) -> Vec<Family> {
        let mut found: Vec<Family> = Vec::new();
        let instrs = self.function.blocks.iter().flat_map(|block| &block.instrs);
        for instr in instrs {
            if let (
                Op::Phi {
                    ty: Type::Int(16), ..
                },
                Some(phi),
            ) = (&instr.op, instr.result)
                && !found.iter().any(|family| family.members.contains(&phi))
                && let Some(family) = self.family(phi)
                && self.only_indexes(&family, may)
            {
                found.push(family);
            }
        }
        found
    }

    /// All that feeds a phi and all it feeds, if these are constants, sums, choices, products and other phis.
    fn family(&self, phi: ValueId) -> Option<Family> {
        let mut family = Family {
            unsigned: true,
            signed: true,
            ..Family::default()
        };
        let mut open = vec![phi];
        while let Some(value) = open.pop() {
            if !family.members.insert(value) {
                continue;
            }
            for operand in family.sources(self.defs.get(&value)?)? {
                match operand {
                    Operand::Value(value) => open.push(*value),
                    Operand::Const(constant) => family.note(constant)?,
                }
            }
            open.extend(self.fed_by(value));
        }
        (family.unit >= 2 && (family.unsigned || family.signed)).then_some(family)
    }

    /// Phis, choices and sums a value flows into: they have to be divided with it. Choices that only ask the value as their
    /// condition do not take it over.
    fn fed_by(&self, value: ValueId) -> Vec<ValueId> {
        let joins = |op: &Op| match op {
            Op::Phi { .. } => true,
            Op::Select { cond, .. } => *cond != Operand::Value(value),
            Op::Binary { op, .. } => *op == BinaryOp::Add,
            _ => false,
        };
        let uses = |op: &Op| op.has_operand(|operand| *operand == Operand::Value(value));
        let fed = self.defs.iter().filter(|(_, op)| joins(op) && uses(op));
        let mut fed: Vec<ValueId> = fed.map(|(value, _)| *value).collect();
        fed.sort();
        fed
    }

    /// Whether the values do nothing but index and meet constants that can be divided too.
    fn only_indexes(&self, family: &Family, may: &impl Fn(Object) -> bool) -> bool {
        let is_member = |operand: &Operand| family.has(operand);
        let mut indexes = false;
        for block in &self.function.blocks {
            for instr in &block.instrs {
                if !instr.op.has_operand(is_member) {
                    continue;
                }
                let inside = family.has_result(instr);
                let fine = match &instr.op {
                    // A member times a constant would be divided twice.
                    Op::Binary { op, .. } => inside && *op != BinaryOp::Mul,
                    Op::Gep { base, indices, .. } => {
                        indexes = true;
                        indices.iter().all(|index| index.ty == Type::Int(16))
                            && Object::of(base, self.index, &self.defs)
                                .is_some_and(|(object, _)| may(object))
                    }
                    Op::Icmp { pred, a, b, .. } => {
                        family.can_divide(*pred)
                            && [a, b].iter().all(|operand| family.fits(operand))
                    }
                    _ => inside,
                };
                if !fine {
                    return false;
                }
            }
            if block.term.has_operand(is_member) {
                return false;
            }
        }
        indexes
    }
}

impl Family {
    fn has(&self, operand: &Operand) -> bool {
        matches!(operand, Operand::Value(value) if self.members.contains(value))
    }

    fn has_result(&self, instr: &Instr) -> bool {
        instr
            .result
            .is_some_and(|result| self.members.contains(&result))
    }

    /// What has to be divided for the result of a member to be; a product is divided in its constant.
    fn sources<'f>(&mut self, op: &'f Op) -> Option<Vec<&'f Operand>> {
        match op {
            Op::Phi { incoming, .. } => {
                return Some(incoming.iter().map(|(_, operand)| operand).collect());
            }
            Op::Select { a, b, .. } => return Some(vec![a, b]),
            Op::Binary { flags, .. } => {
                self.unsigned &= flags.nuw;
                self.signed &= flags.nsw;
            }
            _ => return None,
        }
        match op {
            Op::Binary {
                op: BinaryOp::Add,
                a,
                b,
                ..
            } => Some(vec![a, b]),
            Op::Binary {
                op: BinaryOp::Mul,
                b: b @ Operand::Const(_),
                ..
            } => Some(vec![b]),
            _ => None,
        }
    }

    /// A constant that flows into the family: the unit is the greatest common divisor of all of them.
    fn note(&mut self, constant: &Const) -> Option<()> {
        let number = match constant {
            Const::Int(number) => *number as u16,
            Const::Zero => 0,
            Const::Undef => return Some(()),
            _ => return None,
        };
        // However it is read, as a step down or a large number.
        self.unit = divisor(self.unit, u32::from((number as i16).unsigned_abs()));
        self.unsigned &= number < 0x8000;
        Some(())
    }

    /// Whether the order of the quotients is the order of the members: not if they may wrap between.
    fn can_divide(&self, pred: Predicate) -> bool {
        use Predicate::*;
        match pred {
            Eq | Ne => true,
            Ult | Ule | Ugt | Uge => self.unsigned,
            Slt | Sle | Sgt | Sge => self.signed,
        }
    }

    /// A member, or a constant that the unit divides.
    fn fits(&self, operand: &Operand) -> bool {
        match operand {
            Operand::Value(_) => self.has(operand),
            Operand::Const(Const::Int(number)) => {
                let number = *number as i16;
                (number >= 0 || !self.unsigned)
                    && u32::from(number.unsigned_abs()).is_multiple_of(self.unit)
            }
            Operand::Const(constant) => *constant == Const::Zero,
        }
    }

    fn quotient(&self, operand: &mut Operand) {
        if let Operand::Const(Const::Int(number)) = operand {
            *number = u128::from((i32::from(*number as i16) / self.unit as i32) as u16);
        }
    }

    /// Divides every member by the unit and multiplies the strides of what they index by it.
    fn divide(&self, function: &mut Function) {
        for instr in function
            .blocks
            .iter_mut()
            .flat_map(|block| &mut block.instrs)
        {
            let inside = self.has_result(instr);
            match &mut instr.op {
                Op::Phi { incoming, .. } if inside => {
                    incoming
                        .iter_mut()
                        .for_each(|(_, operand)| self.quotient(operand));
                }
                Op::Binary {
                    op: BinaryOp::Mul,
                    b,
                    ..
                } if inside => self.quotient(b),
                Op::Select { a, b, .. } | Op::Binary { a, b, .. } if inside => {
                    self.quotient(a);
                    self.quotient(b);
                }
                Op::Icmp { a, b, .. } if self.has(a) || self.has(b) => {
                    self.quotient(a);
                    self.quotient(b);
                }
                Op::Gep { indices, .. } => {
                    for index in indices.iter_mut().filter(|index| self.has(&index.value)) {
                        index.scale *= self.unit;
                    }
                }
                _ => {}
            }
        }
    }
}
