//! Numbers of several bytes that go up or down by one: the pattern of additions that becomes a step.

use crate::ops::model::*;

/// The bytes of a step that starts at an operation, lowest first, and whether it goes up. `byte` says what the step is
/// made of, given the destination and the operand of an addition; where it says nothing the number ends.
pub fn chain<T>(
    block: &Block,
    start: usize,
    mut byte: impl FnMut(Var, &Src) -> Option<T>,
) -> Option<(Vec<T>, bool)> {
    let (up, rest) = match &block.ops[start] {
        Op::Add {
            b: Src::Const(1),
            carry: CarryIn::Clear,
            ..
        } => (true, 0),
        Op::Add {
            b: Src::Const(0xff),
            carry: CarryIn::Clear,
            ..
        } => (false, 0xff),
        _ => return None,
    };
    let mut bytes = Vec::new();
    for (index, op) in block.ops.iter().enumerate().skip(start) {
        let Op::Add {
            dst: Some(dst),
            a,
            b: Src::Const(value),
            carry,
        } = op
        else {
            break;
        };
        if index > start && (*carry != CarryIn::Chain || *value != rest) {
            break;
        }
        match byte(*dst, a) {
            Some(byte) => bytes.push(byte),
            None => break,
        }
    }
    let whole = bytes.len() >= 2 && !block.carry_used(start + bytes.len() - 1);
    whole.then_some((bytes, up))
}
