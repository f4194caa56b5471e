//! The transfer function of value numbering: what an instruction does to what is known. First everything it may change gets a new
//! name, then what it is known to put somewhere gets the name of that.
//!
//! The two steps keep it sound by construction: an instruction that `assign` does not know has lost every holder that `effects`
//! says it writes, so a missing case costs an optimisation and never a wrong one. Arithmetic is followed only as far as
//! constants go: the names of other sums would have to be compared as expressions, and code that computes a sum twice has
//! been cleaned up by LLVM already. What is left to find here comes from lowering and spilling: copies, constants and flags.

use super::super::effects::RegSet;
use super::super::inst::{Inst, Mnemonic, Operand};
use super::super::named_bytes::{Byte, Effect};
use super::state::{A, C, Holder, MEMORY, NZ, State, Value, X, Y};

impl State {
    /// The state after an instruction. `operand` is the value it reads, if that has a name, and `direct` the byte of memory it
    /// names.
    pub(super) fn execute(
        &mut self,
        line: usize,
        inst: &Inst,
        effect: &Effect,
        operand: Option<Value>,
        direct: Option<Byte>,
    ) {
        // Instructions read before they write: `inc` and `rol` would find their own operand forgotten.
        let before = Before::of(self, direct);
        self.forget(line, effect);
        assign(self, &before, inst, operand, line);
    }

    /// Everything the line may change gets a new name. The name has the holder in it, because one line gives several holders
    /// values that are not equal: a call changes all registers.
    fn forget(&mut self, line: usize, effect: &Effect) {
        for (register, holder) in [
            (RegSet::A, A),
            (RegSet::X, X),
            (RegSet::Y, Y),
            (RegSet::C, C),
        ] {
            if effect.writes.meets(register) {
                self.holders[holder] = Value::Given(line, holder);
            }
        }
        if effect.writes.meets(RegSet::NZ) {
            self.set_flags(Value::Given(line, NZ));
            // N and Z may stem from different bytes (`bit`, `plp`, a call), until `assign` knows better.
            self.one_byte = false;
        }
        for byte in &effect.may_write {
            self.holders[MEMORY + byte] = Value::Given(line, MEMORY + byte);
        }
    }
}

/// What the registers, and the byte the operand names, held before the line.
struct Before {
    state: [Value; MEMORY],
    direct: Option<(Byte, Value)>,
}

impl Before {
    fn of(state: &State, direct: Option<Byte>) -> Before {
        let registers = state.holders[..MEMORY].try_into();
        Before {
            state: registers.expect("every state has the registers"),
            direct: direct.map(|byte| (byte, state.byte(byte))),
        }
    }

    fn value(&self, holder: Holder) -> Value {
        self.state[holder]
    }
}

/// What a line is known to put where.
fn assign(state: &mut State, before: &Before, inst: &Inst, operand: Option<Value>, line: usize) {
    use Mnemonic::*;
    let mut give = |holder: Holder, value: Value| {
        state.holders[holder] = value;
        state.set_flags(value);
    };
    match inst.op {
        Lda => give(A, operand.unwrap_or(Value::Given(line, A))),
        Ldx => give(X, operand.unwrap_or(Value::Given(line, X))),
        Ldy => give(Y, operand.unwrap_or(Value::Given(line, Y))),
        Tax => give(X, before.value(A)),
        Tay => give(Y, before.value(A)),
        Txa => give(A, before.value(X)),
        Tya => give(A, before.value(Y)),
        Inx => give(X, stepped(before.value(X), 1, Value::Given(line, X))),
        Iny => give(Y, stepped(before.value(Y), 1, Value::Given(line, Y))),
        Dex => give(X, stepped(before.value(X), 0xff, Value::Given(line, X))),
        Dey => give(Y, stepped(before.value(Y), 0xff, Value::Given(line, Y))),
        And | Ora | Eor | Pla => give(
            A,
            logic(inst.op, before.value(A), operand).unwrap_or(Value::Given(line, A)),
        ),
        // The sum has a new name, but N and Z are surely those of that sum: a test of it for zero can go.
        Adc | Sbc => give(A, Value::Given(line, A)),
        Inc | Dec => assign_step(state, before, inst, line),
        Asl | Lsr | Rol | Ror => assign_shift(state, before, inst, line),
        // An indexed store names no byte; what it may have hit was forgotten above.
        Sta | Stx | Sty => {
            let register = [A, X, Y][[Sta, Stx, Sty]
                .iter()
                .position(|op| *op == inst.op)
                .expect("one of them")];
            if let Some((byte, _)) = before.direct {
                state.holders[MEMORY + byte] = before.value(register);
            }
        }
        Cmp => compare(state, before.value(A), operand),
        Cpx => compare(state, before.value(X), operand),
        Cpy => compare(state, before.value(Y), operand),
        Clc => state.holders[C] = Value::Const(0),
        Sec => state.holders[C] = Value::Const(1),
        _ => {}
    }
}

/// `inc` and `dec`. Without a byte of its own (`inc table,x`) the flags are those of a byte that nothing else names.
fn assign_step(state: &mut State, before: &Before, inst: &Inst, line: usize) {
    let Some((byte, old)) = before.direct else {
        return;
    };
    let by = if inst.op == Mnemonic::Inc { 1 } else { 0xff };
    let value = stepped(old, by, Value::Given(line, MEMORY + byte));
    state.holders[MEMORY + byte] = value;
    state.set_flags(value);
}

/// Shifts: both the byte and the carry that leaves it are known if the byte and the carry that enters are.
fn assign_shift(state: &mut State, before: &Before, inst: &Inst, line: usize) {
    let (holder, old) = match before.direct {
        Some((byte, old)) => (MEMORY + byte, old),
        None if inst.arg == Operand::Accumulator => (A, before.value(A)),
        None => return,
    };
    let carry = match (inst.op, before.value(C)) {
        (Mnemonic::Asl | Mnemonic::Lsr, _) => Some(0),
        (_, Value::Const(carry)) => Some(carry),
        _ => None,
    };
    let (value, out) = match (old, carry) {
        (Value::Const(old), Some(carry)) if matches!(inst.op, Mnemonic::Asl | Mnemonic::Rol) => {
            (Value::Const(old << 1 | carry), Value::Const(old >> 7))
        }
        (Value::Const(old), Some(carry)) => {
            (Value::Const(old >> 1 | carry << 7), Value::Const(old & 1))
        }
        _ => (Value::Given(line, holder), Value::Given(line, C)),
    };
    state.holders[holder] = value;
    state.holders[C] = out;
    state.set_flags(value);
}

fn stepped(value: Value, by: u8, otherwise: Value) -> Value {
    match value {
        Value::Const(value) => Value::Const(value.wrapping_add(by)),
        _ => otherwise,
    }
}

fn logic(op: Mnemonic, a: Value, b: Option<Value>) -> Option<Value> {
    let (Value::Const(a), Some(Value::Const(b))) = (a, b) else {
        return None;
    };
    match op {
        Mnemonic::And => Some(Value::Const(a & b)),
        Mnemonic::Ora => Some(Value::Const(a | b)),
        Mnemonic::Eor => Some(Value::Const(a ^ b)),
        _ => None,
    }
}

/// `cmp`, `cpx` and `cpy`. Their flags are those of a difference that no holder keeps, so they have a name of their own in most
/// cases; what is compared is noted beside it, for the branch that follows (`State::learn`).
fn compare(state: &mut State, a: Value, b: Option<Value>) {
    match (a, b) {
        (Value::Const(a), Some(Value::Const(b))) => {
            state.set_flags(Value::Const(a.wrapping_sub(b)));
            state.holders[C] = Value::Const(u8::from(a >= b));
        }
        (a, Some(b)) if a == b => {
            state.set_flags(Value::Const(0));
            state.holders[C] = Value::Const(1);
        }
        // The difference to zero is the byte itself: if the flags are its own already, the line is redundant.
        (a, Some(Value::Const(0))) => {
            state.set_flags(a);
            state.holders[C] = Value::Const(1);
        }
        (a, Some(b)) => {
            state.compared = Some((a, b));
            state.one_byte = true;
        }
        _ => state.one_byte = true,
    }
}
