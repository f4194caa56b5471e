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
                let numbers: Option<Vec<u64>> = args.iter().map(Value::int).collect();
                let bits = call.args[0].0.bits().unwrap_or(64);
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
                Ok(Value::Int(a.cmp(b) as i64 as u64 & mask(bits)))
            }
            "strlen" => {
                let start = address(0)?;
                let mut length = 0u16;
                while self.memory.bytes(start.wrapping_add(length), 1)? != [0] {
                    length += 1;
                }
                Ok(Value::Int(u64::from(length)))
            }
            name => Err(Fault::NoMeaning(format!("{name} is only declared"))),
        }
    }
}

fn known(args: &[Value], index: usize) -> Outcome<u64> {
    match args.get(index) {
        Some(Value::Int(value)) => Ok(*value),
        _ => undefined("an argument that has to be known is poison"),
    }
}

/// The intrinsics that compute on numbers of `bits` bits; three-way comparisons give `result_bits`.
fn compute(intrinsic: Intrinsic, bits: u32, result_bits: u32, args: &[u64]) -> Value {
    use Intrinsic::*;
    let a = args[0];
    let b = args.get(1).copied().unwrap_or(0);
    let (sa, sb) = (signed(a, bits), signed(b, bits));
    let number = |value: u64| Value::Int(value & mask(bits));
    let (lowest, highest) = (-1i128 << (bits - 1), (1i128 << (bits - 1)) - 1);
    let clamp_signed = |value: i128| number(value.clamp(lowest, highest) as u64);
    let clamp_unsigned = |value: i128| number(value.clamp(0, i128::from(mask(bits))) as u64);
    let pair = |value: i128, overflow: bool| {
        Value::Parts(vec![number(value as u64), Value::Int(u64::from(overflow))])
    };
    let pair_signed = |value: i128| pair(value, !(lowest..=highest).contains(&value));
    let pair_unsigned = |value: i128| pair(value, !(0..=i128::from(mask(bits))).contains(&value));
    let (wa, wb) = (i128::from(a), i128::from(b));
    let (xa, xb) = (i128::from(sa), i128::from(sb));
    match intrinsic {
        UMax => number(a.max(b)),
        UMin => number(a.min(b)),
        SMax => number(sa.max(sb) as u64),
        SMin => number(sa.min(sb) as u64),
        Abs if b != 0 && xa == lowest => Value::Poison,
        Abs => number(sa.unsigned_abs()),
        Fshl | Fshr => number(funnel(
            intrinsic,
            bits,
            a,
            b,
            args.get(2).copied().unwrap_or(0),
        )),
        Ctpop => number(u64::from(a.count_ones())),
        Ctlz | Cttz if b != 0 && a == 0 => Value::Poison,
        Ctlz => number(u64::from(a.leading_zeros() - (64 - bits))),
        Cttz => number(u64::from(a.trailing_zeros().min(bits))),
        Bswap => number(a.swap_bytes() >> (64 - bits)),
        BitReverse => number(a.reverse_bits() >> (64 - bits)),
        UAddSat => clamp_unsigned(wa + wb),
        USubSat => clamp_unsigned(wa - wb),
        SAddSat => clamp_signed(xa + xb),
        SSubSat => clamp_signed(xa - xb),
        UShlSat | SShlSat if b >= u64::from(bits) => Value::Poison,
        UShlSat => clamp_unsigned(wa << b),
        SShlSat => clamp_signed(xa << b),
        UAddOverflow => pair_unsigned(wa + wb),
        USubOverflow => pair_unsigned(wa - wb),
        UMulOverflow => {
            let product = u128::from(a) * u128::from(b);
            pair(product as i128, product > u128::from(mask(bits)))
        }
        SAddOverflow => pair_signed(xa + xb),
        SSubOverflow => pair_signed(xa - xb),
        SMulOverflow => pair_signed(xa * xb),
        UCmp => Value::Int(a.cmp(&b) as i64 as u64 & mask(result_bits)),
        SCmp => Value::Int(sa.cmp(&sb) as i64 as u64 & mask(result_bits)),
        PtrMask => number(a & b),
        MemCpy | MemMove | MemSet | Identity | Trap => Value::Poison,
    }
}

/// The high (or low) half of `high:low` shifted by `amount` modulo the width.
fn funnel(intrinsic: Intrinsic, bits: u32, high: u64, low: u64, amount: u64) -> u64 {
    let amount = amount % u64::from(bits);
    let both = u128::from(high) << bits | u128::from(low);
    match intrinsic {
        Intrinsic::Fshl => (both << amount >> bits) as u64,
        _ => (both >> amount) as u64,
    }
}
