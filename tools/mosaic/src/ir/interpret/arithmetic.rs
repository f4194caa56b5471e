//! Integer operations on masked numbers, with the promises of their flags: a broken promise gives poison, a
//! division that has no result is a fault.

use super::values::{Value, mask, signed};
use super::{Outcome, undefined};
use crate::ir::model::{BinaryOp, CastOp, Flags, Predicate, Type};

pub fn binary(op: BinaryOp, ty: &Type, a: &Value, b: &Value, flags: Flags) -> Outcome<Value> {
    use BinaryOp::*;
    let bits = ty.bits().unwrap_or(64);
    if let (UDiv | SDiv | URem | SRem, Value::Poison) = (op, b) {
        return undefined("division by poison");
    }
    let (Value::Int(a), Value::Int(b)) = (a, b) else {
        return Ok(Value::Poison);
    };
    let (a, b) = (*a, *b);
    let (sa, sb) = (signed(a, bits), signed(b, bits));
    let exact_signed = match op {
        Add => i128::from(sa) + i128::from(sb),
        Sub => i128::from(sa) - i128::from(sb),
        Mul => i128::from(sa) * i128::from(sb),
        _ => 0,
    };
    let exact_unsigned = match op {
        Add => i128::from(a) + i128::from(b),
        Sub => i128::from(a) - i128::from(b),
        Mul => (u128::from(a) * u128::from(b)).min(1 << 100) as i128,
        _ => 0,
    };
    let wraps_signed = exact_signed != i128::from(signed(exact_signed as u64 & mask(bits), bits));
    let wraps_unsigned = exact_unsigned != i128::from(exact_signed as u64 & mask(bits));
    let broken = match op {
        Add | Sub | Mul => (flags.nsw && wraps_signed) || (flags.nuw && wraps_unsigned),
        Or => flags.disjoint && a & b != 0,
        Shl if b < u64::from(bits) => {
            let shifted = a << b & mask(bits);
            (flags.nuw && shifted >> b != a) || (flags.nsw && signed(shifted, bits) >> b != sa)
        }
        LShr | AShr if b < u64::from(bits) => flags.exact && a & !(u64::MAX << b) != 0,
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
        Add | Sub | Mul => exact_signed as u64,
        UDiv => a / b,
        URem => a % b,
        SDiv => (sa / sb) as u64,
        SRem => (sa % sb) as u64,
        And => a & b,
        Or => a | b,
        Xor => a ^ b,
        Shl => a << b,
        LShr => a >> b,
        AShr => (sa >> b) as u64,
    };
    Ok(Value::Int(result & mask(bits)))
}

pub fn compare(pred: Predicate, ty: &Type, a: &Value, b: &Value) -> Value {
    let bits = ty.bits().unwrap_or(64);
    let (Value::Int(a), Value::Int(b)) = (a, b) else {
        return Value::Poison;
    };
    let (sa, sb) = (signed(*a, bits), signed(*b, bits));
    Value::Int(u64::from(match pred {
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
    let (narrow, wide) = (from.bits().unwrap_or(64), to.bits().unwrap_or(64));
    let result = match op {
        CastOp::Sext => signed(*number, narrow) as u64 & mask(wide),
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
