//! Instruction selection: byte operations -> 6502 instructions. For each operation every sensible instruction sequence is
//! tried from every state that the beam of `alloc::blocks` kept.
//!
//! "Sensible" is what keeps the number of alternatives small without losing good code: a sequence is left out only where
//! another one is never worse, whatever follows. Which alternative wins is not decided here: a copy that looks useless
//! now may save a reload ten operations later, and the beam finds that out.
//!
//! Each function leaves its states with three facts brought up to date besides the registers: which storage locations are
//! stale, whether the carry is known, and which variable N and Z tell about. A fact that is left standing although it no
//! longer holds is a miscompile, one that is dropped too early only costs an instruction; when in doubt it is dropped.

use super::moves::{Here, Search, index_of};
use super::state::{Hold, REGS, Reg, State};
use crate::asm::inst::{Inst, Mnemonic, Operand};
use crate::ops::model::*;

impl Search<'_> {
    /// Every sensible instruction sequence for one operation from a state, as the states after it.
    pub fn op(&self, state: State, op: &Op, here: Here) -> Vec<State> {
        let mut alternatives = match op {
            Op::Move { dst, src } => self.copy(state, *dst, src, here),
            Op::VolatileLoad { dst, addr } => self.volatile_load(state, *dst, addr, here),
            Op::Store {
                addr,
                src,
                volatile,
            } => self.store(state, addr, src, *volatile, here),
            Op::Logic { op, dst, a, b } => {
                let op = [Mnemonic::And, Mnemonic::Ora, Mnemonic::Eor][*op as usize];
                self.accumulate(state, op, None, Some(*dst), a, b, true, here)
            }
            Op::Add { dst, a, b, carry } => {
                self.arithmetic(state, Mnemonic::Adc, *dst, (a, b), *carry, here)
            }
            Op::Sub { dst, a, b, carry } => {
                self.arithmetic(state, Mnemonic::Sbc, *dst, (a, b), *carry, here)
            }
            Op::Compare { a, b } => self.compare(state, a, b, here),
            Op::Shift { op, dst, a, carry } => self.shift(state, *op, *dst, a, *carry, here),
            Op::SignToCarry { a } => self.compare(state, a, &Src::Const(0x80), here),
            Op::SignFill { dst, a } => self.sign_fill(state, *dst, a, here),
            Op::CarryToByte { dst } => self.carry_to_byte(state, *dst, here),
            Op::Modify { op, addr } => self.modify(state, *op, addr, here),
            Op::Step { vars, up } => self.step(state, vars, *up, here),
            Op::Call(call) => self.call(state, call, here),
        };
        for alternative in &mut alternatives {
            self.settle(alternative, here);
        }
        alternatives
    }

    /// `dst = src`. A copy between variables often costs nothing: the register that holds the source is renamed. If the
    /// source lives on and is up to date nowhere else, it has to be spilled first or the copy has to go to memory.
    fn copy(&self, state: State, dst: Var, src: &Src, here: Here) -> Vec<State> {
        let mut alternatives = Vec::new();
        match src {
            Src::Var(var) => {
                for reg in REGS {
                    for alternative in self.load(state.clone(), reg, src, here, &[]) {
                        // The old name goes on living in its storage location, the register takes the new one.
                        for mut alternative in self.release(alternative, reg, here, &[]) {
                            if here.keeps(*var)
                                && alternative.find(Hold::Var(*var)) == Some(reg)
                                && !alternative.is_stale(*var)
                            {
                                let mut stored = alternative.clone();
                                stored.emit(
                                    self.costs,
                                    reg.store(),
                                    Operand::Memory(self.location(dst)),
                                );
                                stored.forget(dst);
                                alternatives.push(stored);
                            }
                            alternative.define(reg, dst);
                            alternative.flags = if alternative.flags == Some(*var) {
                                Some(dst)
                            } else {
                                None
                            };
                            alternatives.push(alternative);
                        }
                    }
                }
                if let Some(reg) = state.find(Hold::Var(*var)) {
                    let mut stored = state;
                    stored.forget(dst);
                    stored.emit(self.costs, reg.store(), Operand::Memory(self.location(dst)));
                    alternatives.push(stored);
                }
            }
            _ => {
                // A rematerialised variable has the global itself as its storage location, so it is never stale, and
                // reading the global may wait until somebody wants the value.
                let is_copy = self.copies.contains_key(&dst);
                for reg in REGS {
                    for mut alternative in self.load(state.clone(), reg, src, here, &[]) {
                        // The register goes on holding the constant, which the next store of it can use.
                        if let Src::Const(_) = src {
                            let mut stored = alternative.clone();
                            stored.forget(dst);
                            stored.emit(
                                self.costs,
                                reg.store(),
                                Operand::Memory(self.location(dst)),
                            );
                            alternatives.push(stored);
                        }
                        alternative.define(reg, dst);
                        alternative.flags = matches!(src, Src::Mem(_)).then_some(dst);
                        if is_copy {
                            alternative.mark_stored(dst);
                        }
                        alternatives.push(alternative);
                    }
                }
                if is_copy {
                    let mut untouched = state;
                    untouched.forget(dst);
                    alternatives.push(untouched);
                }
            }
        }
        alternatives
    }

    /// A read that has to happen exactly once and here, so it can neither be an operand nor be repeated: always `lda`.
    fn volatile_load(&self, state: State, dst: Var, addr: &Addr, here: Here) -> Vec<State> {
        let mut alternatives = Vec::new();
        for (alternative, operand) in self.address(state, addr, Mnemonic::Lda, here, &[]) {
            for mut alternative in self.evacuate(
                alternative,
                Reg::A,
                &|var| here.needs(var),
                &index_of(&operand),
            ) {
                alternative.emit_inst(
                    self.costs,
                    Inst {
                        op: Mnemonic::Lda,
                        arg: operand.clone(),
                        volatile: true,
                    },
                );
                alternative.define(Reg::A, dst);
                alternative.flags = Some(dst);
                alternatives.push(alternative);
            }
        }
        alternatives
    }

    /// A store to memory. `stx` and `sty` have no absolute indexed form, so X and Y can only store to a fixed address.
    fn store(
        &self,
        state: State,
        addr: &Addr,
        src: &Src,
        volatile: bool,
        here: Here,
    ) -> Vec<State> {
        let mut alternatives = Vec::new();
        for reg in REGS {
            let simple = matches!(addr, Addr::Abs(_));
            if reg != Reg::A && (!simple || matches!(src, Src::Mem(_))) {
                continue;
            }
            // The value first, then the index; or in the opposite order when the index is in the accumulator.
            for alternative in self.load(state.clone(), reg, src, here, &[]) {
                for (mut alternative, arg) in
                    self.address(alternative, addr, reg.store(), here, &[reg])
                {
                    alternative.emit_inst(
                        self.costs,
                        Inst {
                            op: reg.store(),
                            arg,
                            volatile,
                        },
                    );
                    alternatives.push(alternative);
                }
            }
            if reg == Reg::A && !simple {
                for (alternative, arg) in self.address(state.clone(), addr, reg.store(), here, &[])
                {
                    let index = match arg {
                        Operand::MemoryX(_) => Reg::X,
                        _ => Reg::Y,
                    };
                    for mut alternative in self.load(alternative, reg, src, here, &[index]) {
                        alternative.emit_inst(
                            self.costs,
                            Inst {
                                op: reg.store(),
                                arg: arg.clone(),
                                volatile,
                            },
                        );
                        alternatives.push(alternative);
                    }
                }
            }
        }
        alternatives
    }

    /// `A = a op b`, either operand first when the operation allows.
    #[allow(clippy::too_many_arguments)] // an instruction has this many parts
    fn accumulate(
        &self,
        state: State,
        op: Mnemonic,
        carry: Option<CarryIn>,
        dst: Option<Var>,
        a: &Src,
        b: &Src,
        commutes: bool,
        here: Here,
    ) -> Vec<State> {
        let mut alternatives = Vec::new();
        let orders: &[(&Src, &Src)] = if commutes && a != b {
            &[(a, b), (b, a)]
        } else {
            &[(a, b)]
        };
        for (first, second) in orders {
            for alternative in self.load(state.clone(), Reg::A, first, here, &[]) {
                for (alternative, operand) in self.operand(alternative, second, op, here, &[Reg::A])
                {
                    // Behind the operand's index is in place, because a spill of A may go to X or Y.
                    for mut alternative in
                        self.release(alternative, Reg::A, here, &index_of(&operand))
                    {
                        // Moves never touch the carry (`alloc::moves`), so what is known of it before them still holds.
                        match carry {
                            Some(CarryIn::Clear) if alternative.carry != Some(false) => {
                                alternative.emit(self.costs, Mnemonic::Clc, Operand::None);
                            }
                            Some(CarryIn::Set) if alternative.carry != Some(true) => {
                                alternative.emit(self.costs, Mnemonic::Sec, Operand::None);
                            }
                            _ => {}
                        }
                        alternative.emit(self.costs, op, operand.clone());
                        if carry.is_some() {
                            alternative.carry = None;
                        }
                        self.result_in_a(&mut alternative, dst);
                        alternatives.push(alternative);
                    }
                }
            }
        }
        alternatives
    }

    /// Notes the result of an operation in A, whose N and Z tell about it. Without `dst` only the carry was wanted.
    fn result_in_a(&self, state: &mut State, dst: Option<Var>) {
        match dst {
            Some(dst) => {
                state.define(Reg::A, dst);
                state.flags = Some(dst);
            }
            None => {
                state.put(Reg::A, Hold::Nothing);
                state.flags = None;
            }
        }
    }

    /// An addition or subtraction; by a small constant whose carry nobody wants it may be a count.
    fn arithmetic(
        &self,
        state: State,
        op: Mnemonic,
        dst: Option<Var>,
        (a, b): (&Src, &Src),
        carry: CarryIn,
        here: Here,
    ) -> Vec<State> {
        let adds = op == Mnemonic::Adc;
        // The carry that neither adds nor borrows: with any other this is a middle byte of a wider number.
        let idle = if adds { CarryIn::Clear } else { CarryIn::Set };
        let mut alternatives = Vec::new();
        if let (Some(dst), Src::Const(value)) = (dst, b)
            && carry == idle
            && !here.carry_used
        {
            let step = if adds { *value } else { value.wrapping_neg() };
            alternatives.extend(self.count(&state, dst, a, step, here));
        }
        alternatives.extend(self.accumulate(state, op, Some(carry), dst, a, b, adds, here));
        alternatives
    }

    /// Small steps in an index register or in memory: `inx`, `dec slot`.
    fn count(&self, state: &State, dst: Var, a: &Src, value: u8, here: Here) -> Vec<State> {
        let steps = value as i8;
        if steps == 0 || !(-2..=2).contains(&steps) {
            return Vec::new();
        }
        let mut alternatives = Vec::new();
        for (reg, up, down) in [
            (Reg::X, Mnemonic::Inx, Mnemonic::Dex),
            (Reg::Y, Mnemonic::Iny, Mnemonic::Dey),
        ] {
            for alternative in self.load(state.clone(), reg, a, here, &[]) {
                for mut alternative in self.release(alternative, reg, here, &[]) {
                    for _ in 0..steps.unsigned_abs() {
                        alternative.emit(
                            self.costs,
                            if steps > 0 { up } else { down },
                            Operand::None,
                        );
                    }
                    alternative.define(reg, dst);
                    alternative.flags = Some(dst);
                    alternatives.push(alternative);
                }
            }
        }
        if *a == Src::Var(dst) && steps.unsigned_abs() == 1 {
            let mut alternative = state.clone();
            self.save(&mut alternative, dst);
            alternative.forget(dst);
            let op = if steps > 0 {
                Mnemonic::Inc
            } else {
                Mnemonic::Dec
            };
            alternative.emit(self.costs, op, Operand::Memory(self.location(dst)));
            alternative.flags = Some(dst);
            alternatives.push(alternative);
        }
        alternatives
    }

    /// Carry = `a >= b`, in each register that can compare the operands.
    pub fn compare(&self, state: State, a: &Src, b: &Src, here: Here) -> Vec<State> {
        let mut alternatives = Vec::new();
        for reg in REGS {
            // Constants and memory are compared in A alone; X and Y are tried for variables, which are often there already.
            let there = matches!(a, Src::Var(var) if state.hold(reg) == Hold::Var(*var));
            if reg != Reg::A && !there && !matches!(a, Src::Var(_)) {
                continue;
            }
            // `cpx` and `cpy` have no indexed addressing modes.
            if reg != Reg::A && matches!(b, Src::Mem(Addr::Indexed(..) | Addr::Indirect { .. })) {
                continue;
            }
            for alternative in self.load(state.clone(), reg, a, here, &[]) {
                for (mut alternative, operand) in
                    self.operand(alternative, b, reg.compare(), here, &[reg])
                {
                    alternative.emit(self.costs, reg.compare(), operand);
                    alternative.carry = None;
                    alternative.flags = None;
                    alternatives.push(alternative);
                }
            }
        }
        alternatives
    }

    /// A shift by one bit, in A or, where source and result are one variable, in its storage location. A carry that
    /// comes in makes it a rotation; one that is known to be clear leaves the shift, which needs no `clc`.
    fn shift(
        &self,
        state: State,
        op: Shift,
        dst: Var,
        a: &Src,
        carry: CarryIn,
        here: Here,
    ) -> Vec<State> {
        let (plain, rotate) = match op {
            Shift::Left => (Mnemonic::Asl, Mnemonic::Rol),
            Shift::Right => (Mnemonic::Lsr, Mnemonic::Ror),
        };
        let mnemonic = if carry == CarryIn::Clear {
            plain
        } else {
            rotate
        };
        let mut alternatives = Vec::new();
        let set = |alternative: &mut State| {
            if carry == CarryIn::Set && alternative.carry != Some(true) {
                alternative.emit(self.costs, Mnemonic::Sec, Operand::None);
            }
        };
        if *a == Src::Var(dst) {
            let mut alternative = state.clone();
            self.save(&mut alternative, dst);
            alternative.forget(dst);
            set(&mut alternative);
            alternative.emit(self.costs, mnemonic, Operand::Memory(self.location(dst)));
            alternative.carry = None;
            alternative.flags = Some(dst);
            alternatives.push(alternative);
        }
        for alternative in self.load(state, Reg::A, a, here, &[]) {
            for mut alternative in self.release(alternative, Reg::A, here, &[]) {
                set(&mut alternative);
                alternative.emit(self.costs, mnemonic, Operand::Accumulator);
                alternative.carry = None;
                self.result_in_a(&mut alternative, Some(dst));
                alternatives.push(alternative);
            }
        }
        alternatives
    }

    /// $FF for a negative byte, else 0: the upper bytes of a sign extension. `ora #$7f` makes $FF of every negative byte
    /// and $7F of every other, so one branch is enough and the carry survives.
    fn sign_fill(&self, state: State, dst: Var, a: &Src, here: Here) -> Vec<State> {
        let mut alternatives = Vec::new();
        for alternative in self.load(state, Reg::A, a, here, &[]) {
            for mut alternative in self.release(alternative, Reg::A, here, &[]) {
                let skip = self.label();
                alternative.emit(self.costs, Mnemonic::Ora, Operand::Immediate(0x7f));
                alternative.emit(self.costs, Mnemonic::Bmi, Operand::Label(skip));
                alternative.emit(self.costs, Mnemonic::Lda, Operand::Immediate(0));
                alternative.label(skip);
                self.result_in_a(&mut alternative, Some(dst));
                alternatives.push(alternative);
            }
        }
        alternatives
    }

    /// The carry as 0 or 1. The rotation moves bit 7 of zero out, so the carry is clear afterwards.
    fn carry_to_byte(&self, state: State, dst: Var, here: Here) -> Vec<State> {
        let mut alternatives = Vec::new();
        for mut alternative in self.load(state, Reg::A, &Src::Const(0), here, &[]) {
            alternative.emit(self.costs, Mnemonic::Rol, Operand::Accumulator);
            alternative.carry = Some(false);
            self.result_in_a(&mut alternative, Some(dst));
            alternatives.push(alternative);
        }
        alternatives
    }

    /// Read-modify-write of memory. No register is needed but for the index; only shifts change the carry.
    fn modify(&self, state: State, op: Modify, addr: &Addr, here: Here) -> Vec<State> {
        let mnemonic = match op {
            Modify::Increment => Mnemonic::Inc,
            Modify::Decrement => Mnemonic::Dec,
            Modify::ShiftLeft => Mnemonic::Asl,
            Modify::ShiftRight => Mnemonic::Lsr,
            Modify::RotateLeft => Mnemonic::Rol,
            Modify::RotateRight => Mnemonic::Ror,
        };
        let mut alternatives = Vec::new();
        for (mut alternative, operand) in self.address(state, addr, mnemonic, here, &[]) {
            alternative.emit(self.costs, mnemonic, operand);
            if !matches!(op, Modify::Increment | Modify::Decrement) {
                alternative.carry = None;
            }
            alternative.flags = None;
            alternatives.push(alternative);
        }
        alternatives
    }

    /// Steps a wide number in memory; the higher bytes are touched only when the lower ones wrap.
    fn step(&self, state: State, bytes: &[StepByte], up: bool, here: Here) -> Vec<State> {
        let mut state = state;
        let places: Vec<Operand> = bytes
            .iter()
            .map(|byte| match byte {
                StepByte::Var(var) => {
                    self.save(&mut state, *var);
                    state.forget(*var);
                    Operand::Memory(self.location(*var))
                }
                StepByte::Mem(Addr::Abs(place)) => Operand::Memory(place.clone()),
                StepByte::Mem(_) => unreachable!("steps are formed on fixed addresses only"),
            })
            .collect();
        let (last, rest) = places.split_last().expect("a number has bytes");
        // Upwards a byte has wrapped when it became zero, which `inc` itself tells. Downwards it is about to wrap when it
        // is zero already, so it has to be looked at before `dec`, from the lowest byte up; the bytes are then decremented from
        // the highest down.
        if up {
            let done = self.label();
            for place in rest {
                state.emit(self.costs, Mnemonic::Inc, place.clone());
                state.emit(self.costs, Mnemonic::Bne, Operand::Label(done));
            }
            state.emit(self.costs, Mnemonic::Inc, last.clone());
            state.label(done);
            state.flags = None;
            return vec![state];
        }
        let mut alternatives = Vec::new();
        for mut alternative in self.evacuate(state, Reg::A, &|var| here.needs(var), &[]) {
            let labels: Vec<_> = rest.iter().map(|_| self.label()).collect();
            for (place, label) in rest.iter().zip(&labels) {
                alternative.emit(self.costs, Mnemonic::Lda, place.clone());
                alternative.emit(self.costs, Mnemonic::Bne, Operand::Label(*label));
            }
            alternative.emit(self.costs, Mnemonic::Dec, last.clone());
            for (place, label) in rest.iter().zip(&labels).rev() {
                alternative.label(*label);
                alternative.emit(self.costs, Mnemonic::Dec, place.clone());
            }
            alternative.put(Reg::A, Hold::Nothing);
            alternative.flags = None;
            alternatives.push(alternative);
        }
        alternatives
    }
}
