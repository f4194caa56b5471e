//! Which operations may change which bytes of memory: symbols are objects of their own, and a pointer may lead anywhere.

use super::model::*;
use crate::asm::inst::Place;

/// Could executing `op` change the byte at `addr`?
pub fn may_write(op: &Op, addr: &Addr) -> bool {
    match op {
        Op::Store { addr: other, .. } | Op::Modify { addr: other, .. } => may_alias(other, addr),
        Op::Step { vars, .. } => vars.iter().any(|byte| match byte {
            StepByte::Var(_) => false,
            StepByte::Mem(other) => may_alias(other, addr),
        }),
        Op::Call(_) | Op::VolatileLoad { .. } => true,
        _ => false,
    }
}

/// Different symbols are different memory; one symbol at two fixed offsets likewise.
pub fn may_alias(a: &Addr, b: &Addr) -> bool {
    match (a, b) {
        (Addr::Abs(a), Addr::Abs(b)) => a == b || symbolic(a) != symbolic(b),
        (Addr::Abs(a) | Addr::Indexed(a, _), Addr::Abs(b) | Addr::Indexed(b, _)) => {
            same_object(a, b)
        }
        _ => true,
    }
}

fn symbolic(place: &Place) -> bool {
    matches!(place, Place::Symbol(..))
}

fn same_object(a: &Place, b: &Place) -> bool {
    match (a, b) {
        (Place::Symbol(a, _), Place::Symbol(b, _)) => a == b,
        _ => true,
    }
}
