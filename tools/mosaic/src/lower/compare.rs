//! Comparisons and booleans: conditions become branches, short-circuit where the IR combines them, and a boolean
//! byte is made only where a value is really wanted.

use super::builder::constant_value as constant;
use super::function::Lowering;
use super::schedule::Group;
use crate::error::Result;
use crate::ir::model::{self, BinaryOp, Const, Operand, Predicate, Type, ValueId};
use crate::ops::model::*;

impl<'m> Lowering<'m> {
    /// Branches on a boolean operand.
    pub fn branch(
        &mut self,
        cond: &'m Operand,
        then: Blk,
        other: Blk,
        likely: Option<bool>,
    ) -> Result<()> {
        match cond {
            Operand::Const(Const::Int(value)) => {
                self.builder
                    .end(Term::Jump(if value & 1 != 0 { then } else { other }));
                Ok(())
            }
            Operand::Const(_) => {
                self.builder.end(Term::Jump(other));
                Ok(())
            }
            Operand::Value(value) => self.branch_value(*value, then, other, likely),
        }
    }

    /// A condition that was not lowered to a byte is compared where it is branched on: a boolean in memory would cost its
    /// making and its test, a comparison sets the flags and is done. `schedule` leaves a condition unlowered only
    /// where every use is a branch, a select or another condition of its block.
    fn branch_value(
        &mut self,
        value: ValueId,
        then: Blk,
        other: Blk,
        likely: Option<bool>,
    ) -> Result<()> {
        if !self.values.contains_key(&value) || self.can_repeat(value) {
            match &self.defs[&value].op {
                model::Op::Icmp { pred, ty, a, b } => {
                    return self.compare_branch(*pred, ty, a, b, then, other, likely);
                }
                model::Op::Binary { op, a, b, .. } => {
                    return match op {
                        BinaryOp::And => self.both(a, b, then, other, likely),
                        BinaryOp::Or => self.either(a, b, then, other, likely),
                        BinaryOp::Xor if *b == Operand::Const(Const::Int(1)) => {
                            self.branch(a, other, then, likely.map(|likely| !likely))
                        }
                        _ => unreachable!("only conditions that branch well stay unlowered"),
                    };
                }
                model::Op::Select { cond, a, b, .. } => {
                    return match (a, b) {
                        (_, Operand::Const(Const::Int(0))) => {
                            self.both(cond, a, then, other, likely)
                        }
                        (Operand::Const(Const::Int(1)), _) => {
                            self.either(cond, b, then, other, likely)
                        }
                        _ => unreachable!("only conditions that branch well stay unlowered"),
                    };
                }
                model::Op::Cast { value, .. } => return self.branch(value, then, other, likely),
                _ => {}
            }
        }
        let byte = self.values[&value][0].clone();
        self.builder.end(Term::Branch {
            test: Test::NotEqual(byte, Src::Const(0)),
            then,
            other,
            likely,
        });
        Ok(())
    }

    /// A comparison that was made into a byte for another use can still be compared again: that is cheaper than
    /// testing the byte, and its operands are there as long as it stands in the same block.
    fn can_repeat(&self, value: ValueId) -> bool {
        self.def_block.get(&value) == Some(&self.current_block)
            && matches!(&self.defs[&value].op, model::Op::Icmp { ty, .. } if ty.size() <= 2)
    }

    /// Short-circuit AND: the IR computes both sides, but neither has an effect, so the second need not be looked at.
    fn both(
        &mut self,
        a: &'m Operand,
        b: &'m Operand,
        then: Blk,
        other: Blk,
        likely: Option<bool>,
    ) -> Result<()> {
        let second = self.builder.block();
        self.branch(a, second, other, likely)?;
        self.builder.current = second;
        self.branch(b, then, other, likely)
    }

    /// Short-circuit OR.
    fn either(
        &mut self,
        a: &'m Operand,
        b: &'m Operand,
        then: Blk,
        other: Blk,
        likely: Option<bool>,
    ) -> Result<()> {
        let second = self.builder.block();
        self.branch(a, then, second, likely)?;
        self.builder.current = second;
        self.branch(b, then, other, likely)
    }

    /// Ends the current block with a branch on a comparison of any width.
    #[allow(clippy::too_many_arguments)] // a comparison has this many parts
    pub fn compare_branch(
        &mut self,
        pred: Predicate,
        ty: &Type,
        a: &'m Operand,
        b: &'m Operand,
        then: Blk,
        other: Blk,
        likely: Option<bool>,
    ) -> Result<()> {
        // `>` and `<=` against a constant, and `>=`, are made of `<` by exchanging operands or targets: the 6502 tells only
        // carry set (not less) and carry clear (less) of a comparison.
        let low_byte = matches!(pred, Predicate::Eq | Predicate::Ne) && self.low_byte_tells(a, b);
        let mut a = self.operand(a, ty)?;
        let mut b = self.operand(b, ty)?;
        if low_byte {
            a.truncate(1);
            b.truncate(1);
        }
        let not = likely.map(|likely| !likely);
        match pred {
            Predicate::Eq => self.equal_branch(&a, &b, then, other, likely),
            Predicate::Ne => self.equal_branch(&a, &b, other, then, not),
            Predicate::Ult => self.less_branch(&a, &b, then, other, likely),
            Predicate::Uge => self.less_branch(&a, &b, other, then, not),
            Predicate::Ugt => self.greater_branch(&a, &b, then, other, likely),
            Predicate::Ule => self.greater_branch(&a, &b, other, then, not),
            Predicate::Slt | Predicate::Sge | Predicate::Sgt | Predicate::Sle => {
                a = self.widen_sign(a, ty);
                b = self.widen_sign(b, ty);
                match pred {
                    Predicate::Slt => self.signed_less_branch(&a, &b, then, other, likely),
                    Predicate::Sge => self.signed_less_branch(&a, &b, other, then, not),
                    Predicate::Sgt => self.signed_greater_branch(&a, &b, then, other, likely),
                    _ => self.signed_greater_branch(&a, &b, other, then, not),
                }
            }
        }
        Ok(())
    }

    /// Whether `byte + constant` and another constant are equal as soon as their low bytes are: the counter of 256 rounds.
    fn low_byte_tells(&self, sum: &Operand, limit: &Operand) -> bool {
        let (Operand::Value(sum), Operand::Const(Const::Int(limit))) = (sum, limit) else {
            return false;
        };
        let Some(model::Op::Binary {
            op: BinaryOp::Add,
            a: Operand::Value(byte),
            b: Operand::Const(Const::Int(constant)),
            ..
        }) = self.defs.get(sum).map(|instr| &instr.op)
        else {
            return false;
        };
        let bytes = self.values.get(byte).map_or(&[][..], Vec::as_slice);
        let is_byte = !bytes.is_empty() && bytes[1..].iter().all(|high| *high == Src::Const(0));
        is_byte && limit.checked_sub(*constant).is_some_and(|rest| rest < 256)
    }

    /// Byte by byte, unequal as soon as one differs; against zero the bytes are joined by OR.
    pub fn equal_branch(
        &mut self,
        a: &[Src],
        b: &[Src],
        then: Blk,
        other: Blk,
        likely: Option<bool>,
    ) {
        let mut bytes: Vec<(Src, Src)> = Vec::new();
        for (a, b) in a.iter().zip(b) {
            let (a, b) = if matches!(a, Src::Const(_)) {
                (b, a)
            } else {
                (a, b)
            };
            match (a, b) {
                (Src::Const(x), Src::Const(y)) if x == y => {}
                (Src::Const(_), Src::Const(_)) => return self.builder.end(Term::Jump(other)),
                _ if a == b => {}
                _ => bytes.push((a.clone(), b.clone())),
            }
        }
        if bytes.len() > 1 && bytes.iter().all(|(_, b)| *b == Src::Const(0)) {
            let joined = bytes.iter().map(|(a, _)| a.clone()).collect::<Vec<_>>();
            let any = joined
                .into_iter()
                .reduce(|x, y| self.builder.logic(Logic::Or, x, y));
            bytes = any.into_iter().map(|any| (any, Src::Const(0))).collect();
        }
        let Some(((a, b), rest)) = bytes.split_last() else {
            return self.builder.end(Term::Jump(then));
        };
        for (a, b) in rest {
            let next = self.builder.block();
            let test = Test::Equal(a.clone(), b.clone());
            self.builder.end(Term::Branch {
                test,
                then: next,
                other,
                likely,
            });
            self.builder.current = next;
        }
        self.builder.end(Term::Branch {
            test: Test::Equal(a.clone(), b.clone()),
            then,
            other,
            likely,
        });
    }

    /// Unsigned: the borrow of a subtraction whose result nobody wants. High bytes that are zero on both sides are
    /// left out of it.
    fn less_branch(&mut self, a: &[Src], b: &[Src], then: Blk, other: Blk, likely: Option<bool>) {
        let (a, b) = trim_zeros(self, a, b);
        if a.len() == 1 {
            let test = Test::Less(a[0].clone(), b[0].clone());
            return self.builder.end(Term::Branch {
                test,
                then,
                other,
                likely,
            });
        }
        self.compare_chain(&a, &b);
        self.builder.end(Term::Branch {
            test: Test::CarryClear,
            then,
            other,
            likely,
        });
    }

    /// a > b is b < a; against a constant it is a >= constant + 1, which keeps the variable in the accumulator.
    fn greater_branch(
        &mut self,
        a: &[Src],
        b: &[Src],
        then: Blk,
        other: Blk,
        likely: Option<bool>,
    ) {
        match constant(b) {
            Some(value) if value == mask(b.len()) => self.builder.end(Term::Jump(other)),
            Some(value) => {
                let next = super::builder::constant_bytes(value + 1, b.len());
                self.less_branch(a, &next, other, then, likely.map(|likely| !likely));
            }
            None => self.less_branch(b, a, then, other, likely),
        }
    }

    /// Signed: N exclusive or V of the subtraction, which takes a `bvc` and an `eor #$80`. Cheaper where one side is a constant: a look
    /// at the sign bit against 0 or -1, and for one byte the unsigned comparison of both with their sign bits flipped, of which
    /// the constant's costs nothing.
    fn signed_less_branch(
        &mut self,
        a: &[Src],
        b: &[Src],
        then: Blk,
        other: Blk,
        likely: Option<bool>,
    ) {
        let top = a.len() - 1;
        if constant(b) == Some(0) {
            let test = Test::Negative(a[top].clone());
            return self.builder.end(Term::Branch {
                test,
                then,
                other,
                likely,
            });
        }
        if constant(a) == Some(mask(a.len())) {
            // -1 < b
            let test = Test::NotNegative(b[top].clone());
            return self.builder.end(Term::Branch {
                test,
                then,
                other,
                likely,
            });
        }
        if constant(a).is_some() || constant(b).is_some() {
            // With the sign bits flipped the order is the unsigned one.
            let flip = |this: &mut Self, bytes: &[Src]| {
                let mut bytes = bytes.to_vec();
                bytes[top] = this
                    .builder
                    .logic(Logic::Xor, bytes[top].clone(), Src::Const(0x80));
                bytes
            };
            if a.len() == 1 {
                let (a, b) = (flip(self, a), flip(self, b));
                return self.less_branch(&a, &b, then, other, likely);
            }
        }
        if a.len() == 1 {
            // `cmp` leaves V alone, so the subtraction has to be a real one.
            let (a, b) = (a[0].clone(), b[0].clone());
            self.builder.emit(Op::Sub {
                dst: None,
                a,
                b,
                carry: CarryIn::Set,
            });
        } else {
            self.compare_chain(a, b);
        }
        self.builder.end(Term::Branch {
            test: Test::SignedLess,
            then,
            other,
            likely,
        });
    }

    /// As `greater_branch`; the largest number has no successor, and nothing is greater than it.
    fn signed_greater_branch(
        &mut self,
        a: &[Src],
        b: &[Src],
        then: Blk,
        other: Blk,
        likely: Option<bool>,
    ) {
        let largest = mask(b.len()) >> 1;
        match constant(b) {
            Some(value) if value == largest => self.builder.end(Term::Jump(other)),
            Some(value) => {
                let next =
                    super::builder::constant_bytes(value.wrapping_add(1) & mask(b.len()), b.len());
                self.signed_less_branch(a, &next, other, then, likely.map(|likely| !likely));
            }
            None => self.signed_less_branch(b, a, then, other, likely),
        }
    }

    /// Carry (and N, V of the top byte) of a - b.
    fn compare_chain(&mut self, a: &[Src], b: &[Src]) {
        self.builder.emit(Op::Compare {
            a: a[0].clone(),
            b: b[0].clone(),
        });
        for (a, b) in a[1..].iter().zip(&b[1..]) {
            self.builder.emit(Op::Sub {
                dst: None,
                a: a.clone(),
                b: b.clone(),
                carry: CarryIn::Chain,
            });
        }
    }

    /// A comparison as a byte, 0 or 1: a diamond of two constants.
    pub fn compare_value(
        &mut self,
        pred: Predicate,
        ty: &Type,
        a: &'m Operand,
        b: &'m Operand,
    ) -> Result<Src> {
        self.diamond(|this, then, other| this.compare_branch(pred, ty, a, b, then, other, None))
    }

    /// 1 or 0 by a branch that ends the current block.
    pub fn diamond(
        &mut self,
        branch: impl FnOnce(&mut Self, Blk, Blk) -> Result<()>,
    ) -> Result<Src> {
        let (then, other, join) = self.fork(branch)?;
        let result = self
            .builder
            .phi(join, vec![(then, Src::Const(1)), (other, Src::Const(0))]);
        Ok(Src::Var(result))
    }

    /// Selects with one condition that stand together share one branch.
    pub fn select_group(&mut self, group: &Group<'m>) -> Result<()> {
        let mut arms = Vec::new();
        for arm in &group.arms {
            arms.push((
                arm.result,
                self.operand(arm.a, arm.ty)?,
                self.operand(arm.b, arm.ty)?,
            ));
        }
        let (then, other, join) =
            self.fork(|this, then, other| this.branch(group.cond, then, other, None))?;
        for (result, a, b) in arms {
            let bytes = self.merge(join, then, other, a, b);
            self.define(result, bytes);
        }
        Ok(())
    }

    /// A branch with two empty arms that meet again; the current block becomes the meeting point.
    fn fork(
        &mut self,
        branch: impl FnOnce(&mut Self, Blk, Blk) -> Result<()>,
    ) -> Result<(Blk, Blk, Blk)> {
        let (then, other, join) = (
            self.builder.block(),
            self.builder.block(),
            self.builder.block(),
        );
        branch(self, then, other)?;
        self.builder.blocks[then].term = Term::Jump(join);
        self.builder.blocks[other].term = Term::Jump(join);
        self.builder.current = join;
        Ok((then, other, join))
    }

    fn merge(&mut self, join: Blk, then: Blk, other: Blk, a: Vec<Src>, b: Vec<Src>) -> Vec<Src> {
        a.into_iter()
            .zip(b)
            .map(|(a, b)| {
                if a == b {
                    a
                } else {
                    Src::Var(self.builder.phi(join, vec![(then, a), (other, b)]))
                }
            })
            .collect()
    }

    /// `if cond then a else b`, byte by byte, for intrinsics that choose.
    pub fn choose(
        &mut self,
        branch: impl FnOnce(&mut Self, Blk, Blk) -> Result<()>,
        a: Vec<Src>,
        b: Vec<Src>,
    ) -> Result<Vec<Src>> {
        let (then, other, join) = self.fork(branch)?;
        Ok(self.merge(join, then, other, a, b))
    }

    /// As `compare_branch`, on bytes that are already there.
    pub fn bytes_branch(
        &mut self,
        pred: Predicate,
        a: &[Src],
        b: &[Src],
        then: Blk,
        other: Blk,
    ) -> Result<()> {
        match pred {
            Predicate::Eq => self.equal_branch(a, b, then, other, None),
            Predicate::Ne => self.equal_branch(a, b, other, then, None),
            Predicate::Ult => self.less_branch(a, b, then, other, None),
            Predicate::Uge => self.less_branch(a, b, other, then, None),
            Predicate::Ugt => self.greater_branch(a, b, then, other, None),
            Predicate::Ule => self.greater_branch(a, b, other, then, None),
            Predicate::Slt => self.signed_less_branch(a, b, then, other, None),
            Predicate::Sge => self.signed_less_branch(a, b, other, then, None),
            Predicate::Sgt => self.signed_greater_branch(a, b, then, other, None),
            Predicate::Sle => self.signed_greater_branch(a, b, other, then, None),
        }
        Ok(())
    }
}

fn mask(bytes: usize) -> u128 {
    if bytes >= 16 {
        u128::MAX
    } else {
        (1 << (8 * bytes)) - 1
    }
}

/// Drops top bytes that are zero on both sides.
fn trim_zeros(lowering: &Lowering, a: &[Src], b: &[Src]) -> (Vec<Src>, Vec<Src>) {
    let keep = super::arith::significant(&lowering.builder, a)
        .max(super::arith::significant(&lowering.builder, b))
        .max(1);
    (a[..keep].to_vec(), b[..keep].to_vec())
}
