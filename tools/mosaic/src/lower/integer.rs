//! Integer instructions and intrinsics of the IR, on any width.

use super::builder::constant_value;
use super::function::Lowering;
use crate::asm::inst::Place;
use crate::error::{Error, Result};
use crate::ir::model::{BinaryOp, Call as IrCall, Flags, Intrinsic, Operand, Predicate, Type};
use crate::ops::model::*;

/// Dividends up to this many values get a lookup table instead of a division.
const LARGEST_TABLE: usize = 256;

impl<'m> Lowering<'m> {
    /// Lowers a binary operation of any width; the bytes of its result, lowest first.
    pub fn binary(
        &mut self,
        op: BinaryOp,
        ty: &Type,
        a: &'m Operand,
        b: &'m Operand,
        flags: Flags,
    ) -> Result<Vec<Src>> {
        let a = self.operand(a, ty)?;
        let b = self.operand(b, ty)?;
        self.binary_bytes(op, ty, a, b, flags)
    }

    /// The same on operands that are bytes already. A type of an odd width, such as `i12`, lives in whole bytes whose spare bits
    /// are zero: operations that read the sign widen it first, and those that may leave something in the spare
    /// bits mask it out. Logic never does, and neither does a sum that the IR promises not to wrap.
    pub(super) fn binary_bytes(
        &mut self,
        op: BinaryOp,
        ty: &Type,
        a: Vec<Src>,
        b: Vec<Src>,
        flags: Flags,
    ) -> Result<Vec<Src>> {
        let build = &mut self.builder;
        let bytes = match op {
            BinaryOp::Add => build.add_wide(&a, &b),
            BinaryOp::Sub => build.sub_wide(&a, &b),
            BinaryOp::And => return Ok(build.logic_wide(Logic::And, &a, &b)),
            BinaryOp::Or => return Ok(build.logic_wide(Logic::Or, &a, &b)),
            BinaryOp::Xor => return Ok(build.logic_wide(Logic::Xor, &a, &b)),
            BinaryOp::Mul => build.multiply(&a, &b),
            BinaryOp::UDiv | BinaryOp::URem => {
                return self.unsigned_division(&a, &b, op == BinaryOp::URem);
            }
            BinaryOp::SDiv | BinaryOp::SRem => {
                let a = self.widen_sign(a, ty);
                let b = self.widen_sign(b, ty);
                self.signed_division(&a, &b, op == BinaryOp::SRem)?
            }
            BinaryOp::Shl => self.shift(&a, &b, ShiftKind::Left),
            BinaryOp::LShr => self.shift(&a, &b, ShiftKind::Right),
            BinaryOp::AShr => {
                let a = self.widen_sign(a, ty);
                self.shift(&a, &b, ShiftKind::SignedRight)
            }
        };
        if flags.nuw && matches!(op, BinaryOp::Add | BinaryOp::Mul | BinaryOp::Shl) {
            return Ok(bytes);
        }
        Ok(self.mask(bytes, ty))
    }

    /// By a constant, a dividend of one byte is looked up: four cycles and at most 256 bytes, instead of some hundred
    /// cycles of shifting and subtracting.
    pub(super) fn unsigned_division(
        &mut self,
        a: &[Src],
        b: &[Src],
        remainder: bool,
    ) -> Result<Vec<Src>> {
        if let (Some(divisor), 1) = (
            constant_value(b),
            super::arith::significant(&self.builder, a).max(1),
        ) && divisor != 0
        {
            let largest = usize::from(self.builder.known(&a[0]).max());
            if largest < LARGEST_TABLE {
                let mut out = vec![self.division_table(a[0].clone(), divisor, largest, remainder)];
                out.resize(a.len(), Src::Const(0));
                return Ok(out);
            }
        }
        Ok(self.builder.divide(a, b, false, remainder))
    }

    fn division_table(
        &mut self,
        dividend: Src,
        divisor: u128,
        largest: usize,
        remainder: bool,
    ) -> Src {
        let kind = if remainder { "rem" } else { "div" };
        let name = format!("table.{kind}{divisor}.{largest}");
        let entry = |value: u128| {
            (if remainder {
                value % divisor
            } else {
                value / divisor
            }) as u8
        };
        self.lookup(name, (0..=largest as u128).map(entry).collect(), dividend)
    }

    /// A byte of a constant table, which equal tables share by their name. What is known of the table's bits is known
    /// of the result, so that later additions and comparisons need fewer bytes.
    pub(super) fn lookup(&mut self, name: String, table: Vec<u8>, index: Src) -> Src {
        let largest = table.iter().fold(0, |bits, byte| bits | byte);
        if self.tables.iter().all(|(known, _)| *known != name) {
            self.tables.push((name.clone(), table));
        }
        let index = self.builder.as_var(index);
        let result = self
            .builder
            .load(Addr::Indexed(Place::Symbol(name, 0), index), false);
        self.builder.learn(
            &result,
            super::builder::Known {
                zeros: !largest,
                ones: 0,
            },
        );
        result
    }

    /// The shortest signed division of the runtime is of two bytes: signed bytes are divided too rarely to pay for a routine
    /// of their own.
    fn signed_division(&mut self, a: &[Src], b: &[Src], remainder: bool) -> Result<Vec<Src>> {
        if a.len() == 1 {
            let a = self.builder.sign_extend(a, 2);
            let b = self.builder.sign_extend(b, 2);
            let mut wide = self.builder.divide(&a, &b, true, remainder);
            wide.truncate(1);
            return Ok(wide);
        }
        Ok(self.builder.divide(a, b, true, remainder))
    }

    /// A shift by a constant moves bytes by name and bits by code. By a variable it is a loop, but for a constant that is
    /// shifted (`1 << n`, the mask of a bit), which is a table of eight.
    pub(super) fn shift(&mut self, a: &[Src], count: &[Src], kind: ShiftKind) -> Vec<Src> {
        if let Some(count) = constant_value(count) {
            return match kind {
                ShiftKind::Left => self.builder.shift_left(a, count.min(255) as u32),
                ShiftKind::Right => self.builder.shift_right(a, count.min(255) as u32, false),
                ShiftKind::SignedRight => self.builder.shift_right(a, count.min(255) as u32, true),
            };
        }
        if let ([Src::Const(value)], true) = (a, kind != ShiftKind::SignedRight) {
            let value = *value;
            let (name, table) = match kind {
                ShiftKind::Left => (
                    format!("table.shl{value}"),
                    (0..8).map(|bit| value << bit).collect(),
                ),
                _ => (
                    format!("table.shr{value}"),
                    (0..8).map(|bit| value >> bit).collect(),
                ),
            };
            return vec![self.lookup(name, table, count[0].clone())];
        }
        self.builder
            .shift_variable(a, count[0].clone(), |build, bytes| match kind {
                ShiftKind::Left => build.shift_left_once(bytes),
                ShiftKind::Right => build.shift_right_once(bytes, false),
                ShiftKind::SignedRight => build.shift_right_once(bytes, true),
            })
    }

    /// Intrinsics that return a number.
    pub fn integer_intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        call: &'m IrCall,
    ) -> Result<Vec<Src>> {
        use Intrinsic as I;
        let ty = &call.args[0].0;
        let a = self.operand(&call.args[0].1, ty)?;
        let b = match call.args.get(1) {
            Some((b_ty, b)) => self.operand(b, b_ty)?,
            None => Vec::new(),
        };
        let none = Flags::default();
        match intrinsic {
            I::Identity => Ok(a),
            I::PtrMask => Ok(self.builder.logic_wide(Logic::And, &a, &b)),
            I::UMax => self.extreme(Predicate::Ugt, ty, a, b),
            I::UMin => self.extreme(Predicate::Ult, ty, a, b),
            I::SMax => self.extreme(Predicate::Sgt, ty, a, b),
            I::SMin => self.extreme(Predicate::Slt, ty, a, b),
            I::Abs => {
                let negated = self.binary_bytes(
                    BinaryOp::Sub,
                    ty,
                    vec![Src::Const(0); a.len()],
                    a.clone(),
                    none,
                )?;
                let wide = self.widen_sign(a.clone(), ty);
                let zero = vec![Src::Const(0); a.len()];
                self.choose(
                    |this, then, other| {
                        this.bytes_branch(Predicate::Slt, &wide, &zero, then, other)
                    },
                    negated,
                    a,
                )
            }
            I::Fshl | I::Fshr => {
                let (count_ty, count) = &call.args[2];
                let count = self.operand(count, count_ty)?;
                self.funnel(ty, &a, &b, &count, intrinsic == I::Fshl)
            }
            I::Ctpop => self.population(ty, &a),
            I::Ctlz => self.leading_zeros(ty, &a),
            I::Cttz => self.trailing_zeros(ty, &a),
            I::Bswap => Ok(a.into_iter().rev().collect()),
            I::BitReverse => self.reverse_bits(ty, &a),
            I::UAddSat | I::UAddOverflow => self.checked_add(ty, a, b, intrinsic == I::UAddSat),
            I::USubSat | I::USubOverflow => self.checked_sub(ty, a, b, intrinsic == I::USubSat),
            I::SAddSat | I::SAddOverflow => {
                self.checked_signed(BinaryOp::Add, ty, a, b, intrinsic == I::SAddSat)
            }
            I::SSubSat | I::SSubOverflow => {
                self.checked_signed(BinaryOp::Sub, ty, a, b, intrinsic == I::SSubSat)
            }
            I::UMulOverflow => self.checked_multiply(ty, a, b, false),
            I::SMulOverflow => self.checked_multiply(ty, a, b, true),
            I::UShlSat | I::SShlSat => self.saturating_shift(ty, a, b, intrinsic == I::SShlSat),
            I::UCmp => self.three_way(Predicate::Ult, a, b, &call.ret),
            I::SCmp => {
                let (a, b) = (self.widen_sign(a, ty), self.widen_sign(b, ty));
                self.three_way(Predicate::Slt, a, b, &call.ret)
            }
            I::MemCpy | I::MemMove | I::MemSet | I::Trap => Err(Error::new("not a number")),
        }
    }

    /// The larger or smaller of two numbers: a branch, for the 6502 has no conditional move.
    fn extreme(
        &mut self,
        pred: Predicate,
        ty: &Type,
        a: Vec<Src>,
        b: Vec<Src>,
    ) -> Result<Vec<Src>> {
        let signed = matches!(pred, Predicate::Sgt | Predicate::Slt);
        let (wide_a, wide_b) = if signed {
            (
                self.widen_sign(a.clone(), ty),
                self.widen_sign(b.clone(), ty),
            )
        } else {
            (a.clone(), b.clone())
        };
        self.choose(
            |this, then, other| this.bytes_branch(pred, &wide_a, &wide_b, then, other),
            a,
            b,
        )
    }
}

pub(super) fn zero_extend(mut bytes: Vec<Src>, size: usize) -> Vec<Src> {
    bytes.resize(size, Src::Const(0));
    bytes
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ShiftKind {
    Left,
    Right,
    SignedRight,
}
