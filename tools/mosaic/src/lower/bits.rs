//! Bits of an integer moved or counted: funnel shifts, rotations, population, leading and trailing zeros, reversal.

use super::builder::{constant_bytes, constant_value};
use super::function::Lowering;
use super::integer::ShiftKind;
use crate::error::Result;
use crate::ir::model::{Predicate, Type};
use crate::ops::model::*;

impl<'m> Lowering<'m> {
    /// High part of `high:low << count` (or low part of `>> count`), count modulo the width.
    pub(super) fn funnel(
        &mut self,
        ty: &Type,
        high: &[Src],
        low: &[Src],
        count: &[Src],
        left: bool,
    ) -> Result<Vec<Src>> {
        let bits = ty.bits().unwrap_or(8);
        if let Some(count) = constant_value(count) {
            let count = (count % u128::from(bits)) as u32;
            return self.funnel_constant(ty, high, low, count, left);
        }
        // A variable count: one bit at a time, the top bit of `low` following into `high`.
        let count = if bits.is_power_of_two() {
            self.builder
                .logic(Logic::And, count[0].clone(), Src::Const((bits - 1) as u8))
        } else {
            let divisor = constant_bytes(u128::from(bits), count.len());
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
    pub(super) fn population(&mut self, ty: &Type, a: &[Src]) -> Result<Vec<Src>> {
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

    pub(super) fn leading_zeros(&mut self, ty: &Type, a: &[Src]) -> Result<Vec<Src>> {
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

    pub(super) fn trailing_zeros(&mut self, ty: &Type, a: &[Src]) -> Result<Vec<Src>> {
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

    pub(super) fn reverse_bits(&mut self, ty: &Type, a: &[Src]) -> Result<Vec<Src>> {
        let table: Vec<u8> = (0..=255u8).map(u8::reverse_bits).collect();
        let bytes: Vec<Src> = a
            .iter()
            .rev()
            .map(|byte| self.lookup("table.reverse".into(), table.clone(), byte.clone()))
            .collect();
        let slack = (8 - ty.bits().unwrap_or(8) % 8) % 8;
        Ok(self.builder.shift_right(&bytes, slack, false))
    }
}
