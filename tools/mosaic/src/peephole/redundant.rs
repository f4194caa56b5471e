//! Edits that follow from knowing what the registers hold: loads of what is already there, compares whose flags are
//! already set, carries already known, branches already decided.
//!
//! Every edit keeps all values as they were; it may spoil flags only when nobody looks at them. Edits that rely on N and
//! Z, and edits that rely on the carry, are therefore made in sweeps of their own, each with a fresh analysis: in one
//! sweep no edit relies on what another may spoil.

use super::hits::Hits;
use crate::asm::effects::RegSet;
use crate::asm::env::Env;
use crate::asm::flow::Flow;
use crate::asm::inst::{Inst, Line, Mnemonic, Operand, Place};
use crate::asm::live::{Live, Wanted};
use crate::asm::named_bytes::Bytes;
use crate::asm::value_numbering::{A, C, Holder, NZ, State, Value, Values, X, Y};
use crate::cpu::operation::Kind;
use crate::cpu::registers::Reg;

/// Names of the edits, for `--disable`.
pub const NAMES: [&str; 11] = [
    "equal-pointer",
    "known-load",
    "known-store",
    "known-transfer",
    "load-as-transfer",
    "known-operand",
    "load-as-step",
    "known-flags",
    "known-carry",
    "carry-in-operand",
    "known-branch",
];

/// What a sweep may rely on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sweep {
    Registers,
    Flags,
    Carry,
}

/// What to do with a line.
enum Edit {
    Delete(&'static str),
    Become(&'static str, Inst),
    /// The line goes and the instruction after it changes.
    Absorb(&'static str, Inst),
}

/// Runs all sweeps; tells whether anything changed.
pub fn run(lines: &mut Vec<Line>, env: &Env, hits: &mut Hits) -> bool {
    let mut changed = false;
    for sweep in [Sweep::Registers, Sweep::Flags, Sweep::Carry] {
        changed |= run_sweep(lines, env, hits, sweep);
    }
    changed
}

fn run_sweep(lines: &mut Vec<Line>, env: &Env, hits: &mut Hits, sweep: Sweep) -> bool {
    let flow = Flow::new(lines);
    let bytes = Bytes::new(lines, env);
    let live = Live::new(lines, &flow, &bytes, env);
    let Some(values) = Values::new(lines, &flow, &bytes, &live.effects) else {
        return false;
    };
    let mut edits: Vec<(usize, Edit)> = Vec::new();
    for (number, block) in flow.blocks.iter().enumerate() {
        let Some(mut cursor) = values.at_start(number) else {
            continue;
        };
        for index in block.lines.clone() {
            if let Line::Inst(inst) = &lines[index] {
                let view = View {
                    values: &values,
                    state: &cursor.state,
                    wanted: &live.after[index],
                    env,
                };
                let edit = match sweep {
                    Sweep::Registers => view.by_registers(inst),
                    Sweep::Flags => view.by_flags(inst),
                    Sweep::Carry => view.by_carry(
                        inst,
                        next_inst(lines, index).map(|next| (next.1, &live.after[next.0])),
                    ),
                };
                edits.extend(
                    edit.filter(|edit| hits.allows(edit.name()))
                        .map(|edit| (index, edit)),
                );
            }
            cursor.step(index);
        }
    }
    apply(lines, edits, hits)
}

impl Edit {
    fn name(&self) -> &'static str {
        match self {
            Edit::Delete(name) | Edit::Become(name, _) | Edit::Absorb(name, _) => name,
        }
    }
}

fn apply(lines: &mut Vec<Line>, edits: Vec<(usize, Edit)>, hits: &mut Hits) -> bool {
    let changed = !edits.is_empty();
    let mut delete = vec![false; lines.len()];
    for (index, edit) in edits {
        hits.count(edit.name());
        match edit {
            Edit::Delete(_) => delete[index] = true,
            Edit::Become(_, inst) => lines[index] = Line::Inst(inst),
            Edit::Absorb(_, inst) => {
                let next = next_inst(lines, index).expect("the edit saw it").0;
                lines[next] = Line::Inst(inst);
                delete[index] = true;
            }
        }
    }
    let mut keep = delete.into_iter().map(|delete| !delete);
    lines.retain(|_| keep.next().expect("one for each line"));
    changed
}

/// The instruction that follows without a label between.
fn next_inst(lines: &[Line], index: usize) -> Option<(usize, &Inst)> {
    let next = (index + 1..lines.len()).find(|next| !matches!(lines[*next], Line::Comment(_)))?;
    match &lines[next] {
        Line::Inst(inst) => Some((next, inst)),
        _ => None,
    }
}

/// One line with all that is known about it.
struct View<'a> {
    values: &'a Values<'a>,
    state: &'a State,
    wanted: &'a Wanted,
    env: &'a Env,
}

impl View<'_> {
    fn dead(&self, registers: RegSet) -> bool {
        !self.wanted.registers.meets(registers)
    }

    fn cost(&self, inst: &Inst) -> (u32, u32) {
        (
            inst.bytes(&self.env.zero_page),
            inst.cycles(&self.env.zero_page),
        )
    }

    fn cheaper(&self, new: &Inst, old: &Inst) -> bool {
        let (new, old) = (self.cost(new), self.cost(old));
        new != old && new.0 <= old.0 && new.1 <= old.1
    }

    fn by_registers(&self, inst: &Inst) -> Option<Edit> {
        use Mnemonic::*;
        if inst.volatile {
            return None;
        }
        if let Some(edit) = self.equal_pointer(inst) {
            return Some(edit);
        }
        match inst.op {
            Lda | Ldx | Ldy => self.load(inst),
            Sta | Stx | Sty => {
                let held = self.values.operand(self.state, inst)?;
                (held == self.state.value(register(inst.op))).then_some(Edit::Delete("known-store"))
            }
            Tax | Tay | Txa | Tya => {
                let (from, to) = transfer(inst.op);
                let same = self.state.value(from) == self.state.value(to);
                (same && self.dead(RegSet::NZ)).then_some(Edit::Delete("known-transfer"))
            }
            Adc | Sbc | And | Ora | Eor | Cmp | Cpx | Cpy => self.constant_operand(inst),
            _ => None,
        }
    }

    /// Of several pointers that are equal the first is used, so that nobody needs the others.
    fn equal_pointer(&self, inst: &Inst) -> Option<Edit> {
        let Operand::IndirectY(Place::Slot(low)) = inst.arg else {
            return None;
        };
        let held = |slot: u32| {
            let byte = self.values.byte(&Place::Slot(slot))?;
            Some(self.state.byte(byte))
        };
        let pointer = |low: u32| Some((held(low)?, held(*self.env.pairs.get(&low)?)?));
        let wanted = pointer(low)?;
        let mut others = self.env.pairs.keys().take_while(|other| **other < low);
        let other = others.find(|other| pointer(**other) == Some(wanted))?;
        let new = Inst::new(inst.op, Operand::IndirectY(Place::Slot(*other)));
        Some(Edit::Become("equal-pointer", new))
    }

    fn load(&self, inst: &Inst) -> Option<Edit> {
        let value = self.values.operand(self.state, inst)?;
        let holder = register(inst.op);
        if self.state.value(holder) == value && self.dead(RegSet::NZ) {
            return Some(Edit::Delete("known-load"));
        }
        let transfers: &[Mnemonic] = match inst.op {
            Mnemonic::Lda => &[Mnemonic::Txa, Mnemonic::Tya],
            Mnemonic::Ldx => &[Mnemonic::Tax],
            _ => &[Mnemonic::Tay],
        };
        for op in transfers {
            let new = Inst::implied(*op);
            if self.state.value(transfer(*op).0) == value && self.cheaper(&new, inst) {
                return Some(Edit::Become("load-as-transfer", new));
            }
        }
        self.step_instead(inst, value)
            .or_else(|| self.constant_operand(inst))
    }

    /// `ldx #5` where X is 4: one byte instead of two.
    fn step_instead(&self, inst: &Inst, value: Value) -> Option<Edit> {
        use Mnemonic::*;
        let (Value::Const(wanted), Value::Const(held)) =
            (value, self.state.value(register(inst.op)))
        else {
            return None;
        };
        let op = match (inst.op, wanted.wrapping_sub(held)) {
            (Ldx, 1) => Inx,
            (Ldx, 0xff) => Dex,
            (Ldy, 1) => Iny,
            (Ldy, 0xff) => Dey,
            _ => return None,
        };
        let new = Inst::implied(op);
        self.cheaper(&new, inst)
            .then_some(Edit::Become("load-as-step", new))
    }

    fn constant_operand(&self, inst: &Inst) -> Option<Edit> {
        let Value::Const(value) = self.values.operand(self.state, inst)? else {
            return None;
        };
        let new = Inst::new(inst.op, Operand::Immediate(value));
        self.cheaper(&new, inst)
            .then_some(Edit::Become("known-operand", new))
    }

    fn by_flags(&self, inst: &Inst) -> Option<Edit> {
        use Mnemonic::*;
        if inst.volatile {
            return None;
        }
        let flags = self.state.value(NZ);
        match inst.op {
            Lda | Ldx | Ldy => {
                let value = self.values.operand(self.state, inst)?;
                let known = value == flags && value == self.state.value(register(inst.op));
                known.then_some(Edit::Delete("known-load"))
            }
            Tax | Tay | Txa | Tya => {
                let (from, to) = transfer(inst.op);
                let known =
                    self.state.value(from) == self.state.value(to) && self.state.value(to) == flags;
                known.then_some(Edit::Delete("known-transfer"))
            }
            Cmp | Cpx | Cpy => {
                let zero = inst.arg == Operand::Immediate(0);
                let known =
                    zero && self.state.value(register(inst.op)) == flags && self.dead(RegSet::C);
                known.then_some(Edit::Delete("known-flags"))
            }
            Beq | Bne | Bmi | Bpl => decided(inst, self.state.decides(inst.op)?),
            _ => None,
        }
    }

    fn by_carry(&self, inst: &Inst, next: Option<(&Inst, &Wanted)>) -> Option<Edit> {
        use Mnemonic::*;
        let Value::Const(carry) = self.state.value(C) else {
            return None;
        };
        match inst.op {
            Clc if carry == 0 => Some(Edit::Delete("known-carry")),
            Sec if carry == 1 => Some(Edit::Delete("known-carry")),
            Bcc => decided(inst, carry == 0),
            Bcs => decided(inst, carry == 1),
            Clc | Sec => {
                let (next, after) = next?;
                let (Adc | Sbc, Operand::Immediate(value @ 1..)) = (next.op, &next.arg) else {
                    return None;
                };
                // With the other carry one less is added or subtracted; only the overflow of $80 differs.
                let fits =
                    (inst.op == Clc) == (next.op == Adc) && !after.registers.meets(RegSet::V);
                let new = Inst::new(next.op, Operand::Immediate(value - 1));
                fits.then_some(Edit::Absorb("carry-in-operand", new))
            }
            _ => None,
        }
    }
}

/// A branch that always or never goes.
fn decided(inst: &Inst, taken: bool) -> Option<Edit> {
    if taken {
        Some(Edit::Become(
            "known-branch",
            Inst::new(Mnemonic::Jmp, inst.arg.clone()),
        ))
    } else {
        Some(Edit::Delete("known-branch"))
    }
}

/// The register an instruction loads, stores or compares.
fn register(op: Mnemonic) -> Holder {
    match op.kind() {
        Kind::Load(register) | Kind::Store(register) | Kind::Compare(register) => holder(register),
        _ => A,
    }
}

/// Where the values of a register are kept.
fn holder(register: Reg) -> Holder {
    [A, X, Y][register as usize]
}

/// Source and target of a transfer.
fn transfer(op: Mnemonic) -> (Holder, Holder) {
    match op.kind() {
        Kind::Transfer(from, to) => (holder(from), holder(to)),
        _ => unreachable!("{op:?} is no transfer"),
    }
}
