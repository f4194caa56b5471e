//! LLVM's intrinsics, and the few library functions a compiler may call on its own.

use super::values::{Value, mask, signed};
use super::{Fault, Machine, Outcome, undefined};
use crate::ir::model::{Call, Function, Intrinsic};

impl Machine<'_> {
    pub(super) fn intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        call: &Call,
        args: &[Value],
    ) -> Outcome<Value> {
        use Intrinsic::*;
        match intrinsic {
            MemCpy | MemMove => {
                let size = known(args, 2)?;
                if size != 0 {
                    self.memory.copy(
                        known(args, 0)? as u16,
                        known(args, 1)? as u16,
                        size as u32,
                        intrinsic == MemMove,
                    )?;
                }
                Ok(Value::Int(0))
            }
            MemSet => {
                let size = known(args, 2)?;
                if size != 0 {
                    self.memory
                        .fill(known(args, 0)? as u16, &args[1], size as u32)?;
                }
                Ok(Value::Int(0))
            }
            Identity => Ok(args[0].clone()),
            Trap => Err(Fault::NoMeaning("a trap".to_owned())),
            _ => {
                let numbers: Option<Vec<u128>> = args.iter().map(Value::int).collect();
                let bits = call.args[0].0.bits().unwrap_or(128);
                Ok(match numbers {
                    Some(numbers) => {
                        compute(intrinsic, bits, call.ret.bits().unwrap_or(bits), &numbers)
                    }
                    None => Value::poison(&call.ret),
                })
            }
        }
    }

    /// Functions that are only declared: the ones every backend brings along.
    pub(super) fn call_external(&mut self, function: &Function, args: &[Value]) -> Outcome<Value> {
        let address = |index: usize| known(args, index).map(|address| address as u16);
        match function.name.as_str() {
            "memcpy" | "memmove" => {
                self.memory.copy(
                    address(0)?,
                    address(1)?,
                    known(args, 2)? as u32,
                    function.name == "memmove",
                )?;
                Ok(args[0].clone())
            }
            "memset" => {
                let byte = Value::Int(known(args, 1)? & 0xFF);
                self.memory
                    .fill(address(0)?, &byte, known(args, 2)? as u32)?;
                Ok(args[0].clone())
            }
            "memcmp" | "bcmp" => {
                let size = known(args, 2)? as u32;
                let a = self.memory.bytes(address(0)?, size)?;
                let b = self.memory.bytes(address(1)?, size)?;
                let bits = function.ret.bits().unwrap_or(16);
                Ok(Value::Int(a.cmp(b) as i128 as u128 & mask(bits)))
            }
            "strlen" => {
                let start = address(0)?;
                let mut length = 0u16;
                while self.memory.bytes(start.wrapping_add(length), 1)? != [0] {
                    length += 1;
                }
                Ok(Value::Int(u128::from(length)))
            }
            name => Err(Fault::NoMeaning(format!("{name} is only declared"))),
        }
    }
}

fn known(args: &[Value], index: usize) -> Outcome<u128> {
    match args.get(index) {
        Some(Value::Int(value)) => Ok(*value),
        _ => undefined("an argument that has to be known is poison"),
    }
}

/// The intrinsics that compute on numbers of `bits` bits; three-way comparisons give `result_bits`.
fn compute(intrinsic: Intrinsic, bits: u32, result_bits: u32, args: &[u128]) -> Value {
    use Intrinsic::*;
    let a = args[0];
    let b = args.get(1).copied().unwrap_or(0);
    let (sa, sb) = (signed(a, bits), signed(b, bits));
    let number = |value: u128| Value::Int(value & mask(bits));
    let lowest = signed(1 << (bits - 1), bits);
    match intrinsic {
        UMax => number(a.max(b)),
        UMin => number(a.min(b)),
        SMax => number(sa.max(sb) as u128),
        SMin => number(sa.min(sb) as u128),
        Abs if b != 0 && sa == lowest => Value::Poison,
        Abs => number(sa.unsigned_abs()),
        Fshl | Fshr => number(funnel(
            intrinsic,
            bits,
            a,
            b,
            args.get(2).copied().unwrap_or(0),
        )),
        Ctpop => number(u128::from(a.count_ones())),
        Ctlz | Cttz if b != 0 && a == 0 => Value::Poison,
        Ctlz => number(u128::from(a.leading_zeros() - (128 - bits))),
        Cttz => number(u128::from(a.trailing_zeros().min(bits))),
        Bswap => number(a.swap_bytes() >> (128 - bits)),
        BitReverse => number(a.reverse_bits() >> (128 - bits)),
        UShlSat | SShlSat if b >= u128::from(bits) => Value::Poison,
        UShlSat if a << b & mask(bits) == a << b && a << b >> b == a => number(a << b),
        UShlSat => number(u128::MAX),
        SShlSat if signed(a << b & mask(bits), bits) >> b == sa => number(a << b),
        SShlSat => number(limit(bits, sa < 0)),
        UAddSat | USubSat | SAddSat | SSubSat | UAddOverflow | USubOverflow | UMulOverflow
        | SAddOverflow | SSubOverflow | SMulOverflow => overflowing(intrinsic, bits, a, b),
        UCmp => Value::Int(a.cmp(&b) as i128 as u128 & mask(result_bits)),
        SCmp => Value::Int(sa.cmp(&sb) as i128 as u128 & mask(result_bits)),
        PtrMask => number(a & b),
        MemCpy | MemMove | MemSet | Identity | Trap => Value::Poison,
    }
}

/// The largest number, or the smallest.
fn limit(bits: u32, negative: bool) -> u128 {
    let smallest = 1u128 << (bits - 1);
    if negative { smallest } else { smallest - 1 }
}

/// Sums, differences and products that saturate or tell whether they fit.
fn overflowing(intrinsic: Intrinsic, bits: u32, a: u128, b: u128) -> Value {
    use Intrinsic::*;
    let (sa, sb) = (signed(a, bits), signed(b, bits));
    let unsigned = |(value, over): (u128, bool)| (value, over || value & mask(bits) != value);
    let with_sign = |(value, over): (i128, bool)| {
        let fits = signed(value as u128 & mask(bits), bits) == value;
        (value as u128, over || !fits)
    };
    let (value, over) = match intrinsic {
        UAddSat | UAddOverflow => unsigned(a.overflowing_add(b)),
        USubSat | USubOverflow => unsigned(a.overflowing_sub(b)),
        UMulOverflow => unsigned(a.overflowing_mul(b)),
        SAddSat | SAddOverflow => with_sign(sa.overflowing_add(sb)),
        SSubSat | SSubOverflow => with_sign(sa.overflowing_sub(sb)),
        _ => with_sign(sa.overflowing_mul(sb)),
    };
    let value = match intrinsic {
        UAddSat if over => u128::MAX,
        USubSat if over => 0,
        SAddSat | SSubSat if over => limit(bits, sa < 0),
        _ => value,
    } & mask(bits);
    match intrinsic {
        UAddSat | USubSat | SAddSat | SSubSat => Value::Int(value),
        _ => Value::Parts(vec![Value::Int(value), Value::Int(u128::from(over))]),
    }
}

/// The high (or low) half of `high:low` shifted by `amount` modulo the width.
fn funnel(intrinsic: Intrinsic, bits: u32, high: u128, low: u128, amount: u128) -> u128 {
    let amount = (amount % u128::from(bits)) as u32;
    let left = match intrinsic {
        Intrinsic::Fshl => amount,
        _ if amount == 0 => return low,
        _ => bits - amount,
    };
    if left == 0 {
        return high;
    }
    high << left | low >> (bits - left)
}
