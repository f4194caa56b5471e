//! Arithmetic that looks at its own overflow: saturating and checking operations, three-way comparison.

use super::builder::constant_bytes;
use super::function::Lowering;
use super::integer::zero_extend;
use crate::error::Result;
use crate::ir::model::{BinaryOp, Flags, Predicate, Type};
use crate::ops::model::*;

impl<'m> Lowering<'m> {
    pub(super) fn checked_add(
        &mut self,
        ty: &Type,
        a: Vec<Src>,
        b: Vec<Src>,
        saturate: bool,
    ) -> Result<Vec<Src>> {
        let (sum, over) = if ty.bits().unwrap_or(8).is_multiple_of(8) {
            self.builder.add_with_carry_byte(&a, &b)
        } else {
            let raw = self.builder.add_wide(&a, &b);
            let sum = self.mask(raw.clone(), ty);
            let (x, y) = (raw, sum.clone());
            let over = self.diamond(|this, then, other| {
                this.bytes_branch(Predicate::Ne, &x, &y, then, other)
            })?;
            (sum, over)
        };
        let most = self.all_ones(ty);
        self.with_overflow(sum, over, most, saturate)
    }

    pub(super) fn checked_sub(
        &mut self,
        ty: &Type,
        a: Vec<Src>,
        b: Vec<Src>,
        saturate: bool,
    ) -> Result<Vec<Src>> {
        // An odd width borrows exactly when the whole bytes do.
        let (difference, borrow) = self.builder.sub_with_borrow_byte(&a, &b);
        if saturate {
            let zero = vec![Src::Const(0); a.len()];
            return self.with_overflow(difference, borrow, zero, true);
        }
        // Its difference then has ones above the width.
        let mut out = self.mask(difference, ty);
        out.push(borrow);
        Ok(out)
    }

    fn all_ones(&mut self, ty: &Type) -> Vec<Src> {
        let bits = ty.bits().unwrap_or(8);
        constant_bytes(u128::MAX >> (128 - bits), ty.size() as usize)
    }

    pub(super) fn with_overflow(
        &mut self,
        value: Vec<Src>,
        over: Src,
        limit: Vec<Src>,
        saturate: bool,
    ) -> Result<Vec<Src>> {
        if !saturate {
            let mut out = value;
            out.push(over);
            return Ok(out);
        }
        let flag = [over];
        let zero = [Src::Const(0)];
        self.choose(
            |this, then, other| this.bytes_branch(Predicate::Ne, &flag, &zero, then, other),
            limit,
            value,
        )
    }

    /// Signed overflow: the operands' signs agree (for a sum) or differ (for a difference) and the result's differs.
    pub(super) fn checked_signed(
        &mut self,
        op: BinaryOp,
        ty: &Type,
        a: Vec<Src>,
        b: Vec<Src>,
        saturate: bool,
    ) -> Result<Vec<Src>> {
        let a = self.widen_sign(a, ty);
        let b = self.widen_sign(b, ty);
        let bits = ty.bits().unwrap_or(8);
        let raw = if op == BinaryOp::Add {
            self.builder.add_wide(&a, &b)
        } else {
            self.builder.sub_wide(&a, &b)
        };
        let masked = self.mask(raw.clone(), ty);
        let over = if bits.is_multiple_of(8) {
            let top = a.len() - 1;
            let with_a = self
                .builder
                .logic(Logic::Xor, a[top].clone(), raw[top].clone());
            let other = if op == BinaryOp::Add {
                raw[top].clone()
            } else {
                a[top].clone()
            };
            let with_b = self.builder.logic(Logic::Xor, b[top].clone(), other);
            let both = self.builder.logic(Logic::And, with_a, with_b);
            self.builder.shift_right(&[both], 7, false).remove(0)
        } else {
            // The sum fits the bytes, so it overflowed when its own sign extension differs from it.
            let again = self.widen_sign(masked.clone(), ty);
            self.diamond(|this, then, other| {
                this.bytes_branch(Predicate::Ne, &raw, &again, then, other)
            })?
        };
        let limit = self.signed_limit(ty, &a)?;
        self.with_overflow(masked, over, limit, saturate)
    }

    /// The largest value, or the smallest when `sign` is negative.
    fn signed_limit(&mut self, ty: &Type, sign: &[Src]) -> Result<Vec<Src>> {
        let bits = ty.bits().unwrap_or(8);
        let fill = self.builder.sign_fill(sign[sign.len() - 1].clone());
        let largest = constant_bytes((1u128 << (bits - 1)) - 1, ty.size() as usize);
        let flipped: Vec<Src> = largest
            .into_iter()
            .map(|byte| self.builder.logic(Logic::Xor, fill.clone(), byte))
            .collect();
        Ok(self.mask(flipped, ty))
    }

    /// The product in twice the width, and whether the upper half matters.
    pub(super) fn checked_multiply(
        &mut self,
        ty: &Type,
        a: Vec<Src>,
        b: Vec<Src>,
        signed: bool,
    ) -> Result<Vec<Src>> {
        let size = a.len();
        if size > 4 {
            return self.checked_multiply_long(ty, a, b, signed);
        }
        let (a, b) = if signed {
            let (a, b) = (self.widen_sign(a, ty), self.widen_sign(b, ty));
            (
                self.builder.sign_extend(&a, 2 * size),
                self.builder.sign_extend(&b, 2 * size),
            )
        } else {
            (zero_extend(a, 2 * size), zero_extend(b, 2 * size))
        };
        let product = self.builder.multiply(&a, &b);
        let low = self.mask(product[..size].to_vec(), ty);
        let expected = if signed {
            let wide = self.widen_sign(low.clone(), ty);
            self.builder.sign_extend(&wide, 2 * size)
        } else {
            zero_extend(low.clone(), 2 * size)
        };
        let over = self.diamond(|this, then, other| {
            this.bytes_branch(Predicate::Ne, &product, &expected, then, other)
        })?;
        let mut out = low;
        out.push(over);
        Ok(out)
    }

    /// Beyond 32 bits twice the width is out of reach: the magnitudes are multiplied and divided again.
    fn checked_multiply_long(
        &mut self,
        ty: &Type,
        a: Vec<Src>,
        b: Vec<Src>,
        signed: bool,
    ) -> Result<Vec<Src>> {
        let size = a.len();
        let bits = ty.bits().unwrap_or(128);
        let (fill_a, a) = self.magnitude(ty, a, signed);
        let (fill_b, b) = self.magnitude(ty, b, signed);
        let negative = self.builder.logic(Logic::Xor, fill_a, fill_b);
        let product = self.builder.multiply(&a, &b);
        let quotient = self.builder.divide(&product, &a, false, false);
        let wide = long_size(size);
        let zero = vec![Src::Const(0); wide];
        let lost = self.diamond(|this, then, other| {
            this.bytes_branch(Predicate::Ne, &quotient, &b, then, other)
        })?;
        let wrapped = self
            .choose(
                |this, then, other| this.bytes_branch(Predicate::Eq, &a, &zero, then, other),
                vec![Src::Const(0)],
                vec![lost],
            )?
            .remove(0);
        // The largest magnitude that fits: one more below zero than above.
        let limit = if signed {
            (1u128 << (bits - 1)) - 1
        } else {
            u128::MAX >> (128 - bits)
        };
        let sign_bit = self
            .builder
            .logic(Logic::And, negative.clone(), Src::Const(1));
        let limit = self.builder.add_wide(
            &constant_bytes(limit, wide),
            &zero_extend(vec![sign_bit], wide),
        );
        let large = self.diamond(|this, then, other| {
            this.bytes_branch(Predicate::Ugt, &product, &limit, then, other)
        })?;
        let over = self.builder.logic(Logic::Or, wrapped, large);
        let mut low = self.negate_if(&product, negative);
        low.truncate(size);
        let mut out = self.mask(low, ty);
        out.push(over);
        Ok(out)
    }

    /// $FF or 0 for the sign, and the magnitude in as many bytes as the routines take.
    fn magnitude(&mut self, ty: &Type, value: Vec<Src>, signed: bool) -> (Src, Vec<Src>) {
        let size = long_size(value.len());
        if !signed {
            return (Src::Const(0), zero_extend(value, size));
        }
        let wide = self.widen_sign(value, ty);
        let wide = self.builder.sign_extend(&wide, size);
        let fill = self.builder.sign_fill(wide[size - 1].clone());
        let magnitude = self.negate_if(&wide, fill.clone());
        (fill, magnitude)
    }

    /// `(value ^ fill) - fill`: the negative when `fill` is $FF.
    fn negate_if(&mut self, value: &[Src], fill: Src) -> Vec<Src> {
        let fills = vec![fill; value.len()];
        let flipped = self.builder.logic_wide(Logic::Xor, value, &fills);
        self.builder.sub_wide(&flipped, &fills)
    }

    pub(super) fn saturating_shift(
        &mut self,
        ty: &Type,
        a: Vec<Src>,
        count: Vec<Src>,
        signed: bool,
    ) -> Result<Vec<Src>> {
        let none = Flags::default();
        let shifted = self.binary_bytes(BinaryOp::Shl, ty, a.clone(), count.clone(), none)?;
        let back_op = if signed {
            BinaryOp::AShr
        } else {
            BinaryOp::LShr
        };
        let back = self.binary_bytes(back_op, ty, shifted.clone(), count, none)?;
        let limit = if signed {
            let wide = self.widen_sign(a.clone(), ty);
            self.signed_limit(ty, &wide)?
        } else {
            self.all_ones(ty)
        };
        self.choose(
            |this, then, other| this.bytes_branch(Predicate::Ne, &a, &back, then, other),
            limit,
            shifted,
        )
    }

    pub(super) fn three_way(
        &mut self,
        less: Predicate,
        a: Vec<Src>,
        b: Vec<Src>,
        ret: &Type,
    ) -> Result<Vec<Src>> {
        let size = ret.size() as usize;
        let minus = self.all_ones(ret);
        let (one, zero) = (constant_bytes(1, size), constant_bytes(0, size));
        let not_less = self.choose(
            |this, then, other| this.bytes_branch(Predicate::Eq, &a, &b, then, other),
            zero,
            one,
        )?;
        self.choose(
            |this, then, other| this.bytes_branch(less, &a, &b, then, other),
            minus,
            not_less,
        )
    }
}

/// Bytes of the long routines: eight, or sixteen for what does not fit.
fn long_size(size: usize) -> usize {
    if size > 8 { 16 } else { 8 }
}
