//! Integer instructions and intrinsics of the IR, on any width.

use super::builder::{constant_bytes, constant_value};
use super::function::Lowering;
use super::ops::*;
use crate::asm::inst::Place;
use crate::error::{Error, Result};
use crate::ir::model::{BinaryOp, Call as IrCall, Flags, Intrinsic, Operand, Predicate, Type};

/// Dividends up to this many values get a lookup table instead of a division.
const LARGEST_TABLE: usize = 256;

impl<'m> Lowering<'m> {
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

    fn binary_bytes(
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

    fn unsigned_division(&mut self, a: &[Src], b: &[Src], remainder: bool) -> Result<Vec<Src>> {
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
        divisor: u64,
        largest: usize,
        remainder: bool,
    ) -> Src {
        let kind = if remainder { "rem" } else { "div" };
        let name = format!("table.{kind}{divisor}.{largest}");
        let entry = |value: u64| {
            (if remainder {
                value % divisor
            } else {
                value / divisor
            }) as u8
        };
        self.lookup(name, (0..=largest as u64).map(entry).collect(), dividend)
    }

    fn lookup(&mut self, name: String, table: Vec<u8>, index: Src) -> Src {
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

    fn shift(&mut self, a: &[Src], count: &[Src], kind: ShiftKind) -> Vec<Src> {
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
            I::USubSat | I::USubOverflow => self.checked_sub(a, b, intrinsic == I::USubSat),
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

    /// High part of `high:low << count` (or low part of `>> count`), count modulo the width.
    fn funnel(
        &mut self,
        ty: &Type,
        high: &[Src],
        low: &[Src],
        count: &[Src],
        left: bool,
    ) -> Result<Vec<Src>> {
        let bits = ty.bits().unwrap_or(8);
        if let Some(count) = constant_value(count) {
            let count = (count % u64::from(bits)) as u32;
            return self.funnel_constant(ty, high, low, count, left);
        }
        // A variable count: one bit at a time, the top bit of `low` following into `high`.
        let count = if bits.is_power_of_two() {
            self.builder
                .logic(Logic::And, count[0].clone(), Src::Const((bits - 1) as u8))
        } else {
            let divisor = constant_bytes(u64::from(bits), count.len());
            self.unsigned_division(count, &divisor, true)?[0].clone()
        };
        if !bits.is_multiple_of(8) {
            return self.funnel_odd(ty, high, low, count, left);
        }
        let mut joined = low.to_vec();
        joined.extend_from_slice(high);
        let size = high.len();
        let shifted = self.builder.shift_variable(&joined, count, |build, bytes| {
            if left {
                build.shift_left_once(bytes)
            } else {
                build.shift_right_once(bytes, false)
            }
        });
        Ok(if left {
            shifted[size..].to_vec()
        } else {
            shifted[..size].to_vec()
        })
    }

    /// An odd width has its halves shifted apart and joined; a count of zero would shift one of them by the width.
    fn funnel_odd(
        &mut self,
        ty: &Type,
        high: &[Src],
        low: &[Src],
        count: Src,
        left: bool,
    ) -> Result<Vec<Src>> {
        let bits = ty.bits().unwrap_or(8) as u8;
        let other = self
            .builder
            .sub_wide(&[Src::Const(bits)], std::slice::from_ref(&count))
            .remove(0);
        let (up, down) = if left {
            (count.clone(), other)
        } else {
            (other, count.clone())
        };
        let top = self.shift(high, &[up], ShiftKind::Left);
        let top = self.mask(top, ty);
        let bottom = self.shift(low, &[down], ShiftKind::Right);
        let joined = self.builder.logic_wide(Logic::Or, &top, &bottom);
        let whole = if left { high.to_vec() } else { low.to_vec() };
        let zero = [Src::Const(0)];
        self.choose(
            |this, then, or| this.bytes_branch(Predicate::Eq, &[count], &zero, then, or),
            whole,
            joined,
        )
    }

    fn funnel_constant(
        &mut self,
        ty: &Type,
        high: &[Src],
        low: &[Src],
        count: u32,
        left: bool,
    ) -> Result<Vec<Src>> {
        let bits = ty.bits().unwrap_or(8);
        if count == 0 {
            return Ok(if left { high.to_vec() } else { low.to_vec() });
        }
        let up = if left { count } else { bits - count };
        if let ([byte], true) = (high, high == low && bits == 8) {
            return Ok(vec![self.rotate_byte(byte.clone(), up)]);
        }
        let top = self.builder.shift_left(high, up);
        let top = self.mask(top, ty);
        let bottom = self.builder.shift_right(low, bits - up, false);
        Ok(self.builder.logic_wide(Logic::Or, &top, &bottom))
    }

    /// The top bit goes through the carry into the bottom, once per place.
    fn rotate_byte(&mut self, byte: Src, places: u32) -> Src {
        let mut byte = byte;
        for _ in 0..places {
            let dst = self.builder.var();
            self.builder.emit(Op::SignToCarry { a: byte.clone() });
            self.builder.emit(Op::Shift {
                op: Shift::Left,
                dst,
                a: byte,
                carry: CarryIn::Chain,
            });
            byte = Src::Var(dst);
        }
        byte
    }

    /// Sum of table look-ups, a byte at a time.
    fn population(&mut self, ty: &Type, a: &[Src]) -> Result<Vec<Src>> {
        let table: Vec<u8> = (0..=255u8).map(|byte| byte.count_ones() as u8).collect();
        let mut sum: Option<Src> = None;
        for byte in a {
            let count = self.lookup("table.ctpop".into(), table.clone(), byte.clone());
            sum = Some(match sum {
                None => count,
                Some(sum) => self.builder.add_wide(&[sum], &[count]).remove(0),
            });
        }
        let mut out: Vec<Src> = sum.into_iter().collect();
        out.resize(ty.size() as usize, Src::Const(0));
        Ok(out)
    }

    fn leading_zeros(&mut self, ty: &Type, a: &[Src]) -> Result<Vec<Src>> {
        let table: Vec<u8> = (0..=255u8).map(|byte| byte.leading_zeros() as u8).collect();
        let slack = (8 - ty.bits().unwrap_or(8) % 8) % 8;
        let bytes: Vec<Src> = a.iter().rev().cloned().collect();
        let count = self.scan_zeros("table.ctlz", table, &bytes)?;
        let count = self
            .builder
            .sub_wide(&[count], &[Src::Const(slack as u8)])
            .remove(0);
        let mut out = vec![count];
        out.resize(ty.size() as usize, Src::Const(0));
        Ok(self.mask(out, ty))
    }

    fn trailing_zeros(&mut self, ty: &Type, a: &[Src]) -> Result<Vec<Src>> {
        let table: Vec<u8> = (0..=255u8)
            .map(|byte| byte.trailing_zeros() as u8)
            .collect();
        let mut a = a.to_vec();
        let bits = ty.bits().unwrap_or(8);
        if !bits.is_multiple_of(8) {
            // A bit just above the width stops the count there.
            let top = a.len() - 1;
            a[top] = self
                .builder
                .logic(Logic::Or, a[top].clone(), Src::Const(1 << (bits % 8)));
        }
        let count = self.scan_zeros("table.cttz", table, &a)?;
        let mut out = vec![count];
        out.resize(ty.size() as usize, Src::Const(0));
        Ok(self.mask(out, ty))
    }

    /// Zero bits before the first one, bytes in the order they are looked at.
    fn scan_zeros(&mut self, name: &str, table: Vec<u8>, bytes: &[Src]) -> Result<Src> {
        let last = bytes.len() - 1;
        let mut count = self.lookup(name.into(), table.clone(), bytes[last].clone());
        if last > 0 {
            count = self
                .builder
                .add_wide(&[count], &[Src::Const(8 * last as u8)])
                .remove(0);
        }
        for (index, byte) in bytes[..last].iter().enumerate().rev() {
            let mut here = self.lookup(name.into(), table.clone(), byte.clone());
            if index > 0 {
                here = self
                    .builder
                    .add_wide(&[here], &[Src::Const(8 * index as u8)])
                    .remove(0);
            }
            let zero = [Src::Const(0)];
            let byte = [byte.clone()];
            let rest = vec![count];
            count = self
                .choose(
                    |this, then, other| this.bytes_branch(Predicate::Eq, &byte, &zero, then, other),
                    rest,
                    vec![here],
                )?
                .remove(0);
        }
        Ok(count)
    }

    fn reverse_bits(&mut self, ty: &Type, a: &[Src]) -> Result<Vec<Src>> {
        let table: Vec<u8> = (0..=255u8).map(u8::reverse_bits).collect();
        let bytes: Vec<Src> = a
            .iter()
            .rev()
            .map(|byte| self.lookup("table.reverse".into(), table.clone(), byte.clone()))
            .collect();
        let slack = (8 - ty.bits().unwrap_or(8) % 8) % 8;
        Ok(self.builder.shift_right(&bytes, slack, false))
    }

    fn checked_add(
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

    fn checked_sub(&mut self, a: Vec<Src>, b: Vec<Src>, saturate: bool) -> Result<Vec<Src>> {
        // An odd width borrows exactly when the whole bytes do.
        let (difference, borrow) = self.builder.sub_with_borrow_byte(&a, &b);
        if saturate {
            let zero = vec![Src::Const(0); a.len()];
            return self.with_overflow(difference, borrow, zero, true);
        }
        let mut out = difference;
        out.push(borrow);
        Ok(out)
    }

    fn all_ones(&mut self, ty: &Type) -> Vec<Src> {
        let bits = ty.bits().unwrap_or(8);
        constant_bytes(u64::MAX >> (64 - bits), ty.size() as usize)
    }

    fn with_overflow(
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
    fn checked_signed(
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
        let largest = constant_bytes((1u64 << (bits - 1)) - 1, ty.size() as usize);
        let flipped: Vec<Src> = largest
            .into_iter()
            .map(|byte| self.builder.logic(Logic::Xor, fill.clone(), byte))
            .collect();
        Ok(self.mask(flipped, ty))
    }

    /// The product in twice the width, and whether the upper half matters.
    fn checked_multiply(
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
        let bits = ty.bits().unwrap_or(64);
        let (fill_a, a) = self.magnitude(ty, a, signed);
        let (fill_b, b) = self.magnitude(ty, b, signed);
        let negative = self.builder.logic(Logic::Xor, fill_a, fill_b);
        let product = self.builder.multiply(&a, &b);
        let quotient = self.builder.divide(&product, &a, false, false);
        let zero = vec![Src::Const(0); 8];
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
            (1u64 << (bits - 1)) - 1
        } else {
            u64::MAX >> (64 - bits)
        };
        let sign_bit = self
            .builder
            .logic(Logic::And, negative.clone(), Src::Const(1));
        let limit = self
            .builder
            .add_wide(&constant_bytes(limit, 8), &zero_extend(vec![sign_bit], 8));
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

    /// $FF or 0 for the sign, and the magnitude in eight bytes.
    fn magnitude(&mut self, ty: &Type, value: Vec<Src>, signed: bool) -> (Src, Vec<Src>) {
        if !signed {
            return (Src::Const(0), zero_extend(value, 8));
        }
        let wide = self.widen_sign(value, ty);
        let wide = self.builder.sign_extend(&wide, 8);
        let fill = self.builder.sign_fill(wide[7].clone());
        let magnitude = self.negate_if(&wide, fill.clone());
        (fill, magnitude)
    }

    /// `(value ^ fill) - fill`: the negative when `fill` is $FF.
    fn negate_if(&mut self, value: &[Src], fill: Src) -> Vec<Src> {
        let fills = vec![fill; value.len()];
        let flipped = self.builder.logic_wide(Logic::Xor, value, &fills);
        self.builder.sub_wide(&flipped, &fills)
    }

    fn saturating_shift(
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

    fn three_way(
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

fn zero_extend(mut bytes: Vec<Src>, size: usize) -> Vec<Src> {
    bytes.resize(size, Src::Const(0));
    bytes
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ShiftKind {
    Left,
    Right,
    SignedRight,
}
