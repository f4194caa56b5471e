//! Integer operations on masked numbers, with the promises of their flags: a broken promise gives poison, a
//! division that has no result is a fault.

use super::values::{Value, mask, signed};
use super::{Outcome, undefined};
use crate::ir::model::{BinaryOp, CastOp, Flags, Predicate, Type};

pub fn binary(op: BinaryOp, ty: &Type, a: &Value, b: &Value, flags: Flags) -> Outcome<Value> {
    use BinaryOp::*;
    let bits = ty.bits().unwrap_or(128);
    if let (UDiv | SDiv | URem | SRem, Value::Poison) = (op, b) {
        return undefined("division by poison");
    }
    let (Value::Int(a), Value::Int(b)) = (a, b) else {
        return Ok(Value::Poison);
    };
    let (a, b) = (*a, *b);
    let (sa, sb) = (signed(a, bits), signed(b, bits));
    let (sum_signed, beyond_signed) = match op {
        Add => sa.overflowing_add(sb),
        Sub => sa.overflowing_sub(sb),
        Mul => sa.overflowing_mul(sb),
        _ => (0, false),
    };
    let (sum, beyond) = match op {
        Add => a.overflowing_add(b),
        Sub => a.overflowing_sub(b),
        Mul => a.overflowing_mul(b),
        _ => (0, false),
    };
    let wraps_signed = beyond_signed || sum_signed != signed(sum & mask(bits), bits);
    let wraps_unsigned = beyond || sum != sum & mask(bits);
    let broken = match op {
        Add | Sub | Mul => (flags.nsw && wraps_signed) || (flags.nuw && wraps_unsigned),
        Or => flags.disjoint && a & b != 0,
        Shl if b < u128::from(bits) => {
            let shifted = a << b & mask(bits);
            (flags.nuw && shifted >> b != a) || (flags.nsw && signed(shifted, bits) >> b != sa)
        }
        LShr | AShr if b < u128::from(bits) => flags.exact && a & !(u128::MAX << b) != 0,
        Shl | LShr | AShr => true,
        UDiv => flags.exact && b != 0 && a % b != 0,
        SDiv => flags.exact && b != 0 && sa.wrapping_rem(sb) != 0,
        _ => false,
    };
    match op {
        UDiv | SDiv | URem | SRem if b == 0 => return undefined("division by zero"),
        SDiv | SRem if sb == -1 && a == 1 << (bits - 1) => {
            return undefined("signed division overflows");
        }
        _ if broken => return Ok(Value::Poison),
        _ => {}
    }
    let result = match op {
        Add | Sub | Mul => sum,
        UDiv => a / b,
        URem => a % b,
        SDiv => (sa / sb) as u128,
        SRem => (sa % sb) as u128,
        And => a & b,
        Or => a | b,
        Xor => a ^ b,
        Shl => a << b,
        LShr => a >> b,
        AShr => (sa >> b) as u128,
    };
    Ok(Value::Int(result & mask(bits)))
}

pub fn compare(pred: Predicate, ty: &Type, a: &Value, b: &Value) -> Value {
    let bits = ty.bits().unwrap_or(128);
    let (Value::Int(a), Value::Int(b)) = (a, b) else {
        return Value::Poison;
    };
    let (sa, sb) = (signed(*a, bits), signed(*b, bits));
    Value::Int(u128::from(match pred {
        Predicate::Eq => a == b,
        Predicate::Ne => a != b,
        Predicate::Ult => a < b,
        Predicate::Ule => a <= b,
        Predicate::Ugt => a > b,
        Predicate::Uge => a >= b,
        Predicate::Slt => sa < sb,
        Predicate::Sle => sa <= sb,
        Predicate::Sgt => sa > sb,
        Predicate::Sge => sa >= sb,
    }))
}

pub fn cast(op: CastOp, from: &Type, to: &Type, value: &Value, flags: Flags) -> Value {
    let Value::Int(number) = value else {
        return value.clone();
    };
    let (narrow, wide) = (from.bits().unwrap_or(128), to.bits().unwrap_or(128));
    let result = match op {
        CastOp::Sext => signed(*number, narrow) as u128 & mask(wide),
        _ => *number & mask(wide),
    };
    let broken = match op {
        CastOp::Zext => flags.nneg && signed(*number, narrow) < 0,
        CastOp::Trunc => {
            (flags.nuw && result != *number)
                || (flags.nsw && signed(result, wide) != signed(*number, narrow))
        }
        _ => false,
    };
    if broken {
        Value::Poison
    } else {
        Value::Int(result)
    }
}
