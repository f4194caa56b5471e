//! Byte operations -> 6502 instructions. For each operation every sensible instruction sequence is tried from every
//! state the search kept.

use super::moves::{Here, Search, index_of};
use super::state::{Hold, REGS, Reg, State};
use crate::asm::inst::{Inst, Mnemonic, Operand};
use crate::ops::model::*;

impl Search<'_> {
    pub fn op(&self, state: State, op: &Op, here: Here) -> Vec<State> {
        let mut ways = match op {
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
        for way in &mut ways {
            self.settle(way, here);
        }
        ways
    }

    fn copy(&self, state: State, dst: Var, src: &Src, here: Here) -> Vec<State> {
        let mut ways = Vec::new();
        match src {
            Src::Var(var) => {
                for reg in REGS {
                    for way in self.load(state.clone(), reg, src, here, &[]) {
                        // The old name goes on living in its home, the register takes the new one.
                        for mut way in self.release(way, reg, here, &[]) {
                            if here.keeps(*var)
                                && way.find(Hold::Var(*var)) == Some(reg)
                                && !way.is_stale(*var)
                            {
                                let mut stored = way.clone();
                                stored.emit(
                                    self.costs,
                                    reg.store(),
                                    Operand::Memory(self.home(dst)),
                                );
                                stored.forget(dst);
                                ways.push(stored);
                            }
                            way.define(reg, dst);
                            way.flags = if way.flags == Some(*var) {
                                Some(dst)
                            } else {
                                None
                            };
                            ways.push(way);
                        }
                    }
                }
                if let Some(reg) = state.find(Hold::Var(*var)) {
                    let mut stored = state;
                    stored.forget(dst);
                    stored.emit(self.costs, reg.store(), Operand::Memory(self.home(dst)));
                    ways.push(stored);
                }
            }
            _ => {
                for reg in REGS {
                    for mut way in self.load(state.clone(), reg, src, here, &[]) {
                        if let Src::Const(_) = src {
                            let mut stored = way.clone();
                            stored.forget(dst);
                            stored.emit(self.costs, reg.store(), Operand::Memory(self.home(dst)));
                            ways.push(stored);
                        }
                        way.define(reg, dst);
                        way.flags = matches!(src, Src::Mem(_)).then_some(dst);
                        ways.push(way);
                    }
                }
            }
        }
        ways
    }

    fn volatile_load(&self, state: State, dst: Var, addr: &Addr, here: Here) -> Vec<State> {
        let mut ways = Vec::new();
        for (way, operand) in self.address(state, addr, Mnemonic::Lda, here, &[]) {
            for mut way in self.evacuate(way, Reg::A, &|var| here.needs(var), &index_of(&operand)) {
                way.emit_inst(
                    self.costs,
                    Inst {
                        op: Mnemonic::Lda,
                        arg: operand.clone(),
                        volatile: true,
                    },
                );
                way.define(Reg::A, dst);
                way.flags = Some(dst);
                ways.push(way);
            }
        }
        ways
    }

    fn store(
        &self,
        state: State,
        addr: &Addr,
        src: &Src,
        volatile: bool,
        here: Here,
    ) -> Vec<State> {
        let mut ways = Vec::new();
        for reg in REGS {
            let simple = matches!(addr, Addr::Abs(_));
            if reg != Reg::A && (!simple || matches!(src, Src::Mem(_))) {
                continue;
            }
            // The value first, then the index; or the other way round when the index is in the accumulator.
            for way in self.load(state.clone(), reg, src, here, &[]) {
                for (mut way, arg) in self.address(way, addr, reg.store(), here, &[reg]) {
                    way.emit_inst(
                        self.costs,
                        Inst {
                            op: reg.store(),
                            arg,
                            volatile,
                        },
                    );
                    ways.push(way);
                }
            }
            if reg == Reg::A && !simple {
                for (way, arg) in self.address(state.clone(), addr, reg.store(), here, &[]) {
                    let index = match arg {
                        Operand::MemoryX(_) => Reg::X,
                        _ => Reg::Y,
                    };
                    for mut way in self.load(way, reg, src, here, &[index]) {
                        way.emit_inst(
                            self.costs,
                            Inst {
                                op: reg.store(),
                                arg: arg.clone(),
                                volatile,
                            },
                        );
                        ways.push(way);
                    }
                }
            }
        }
        ways
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
        let mut ways = Vec::new();
        let orders: &[(&Src, &Src)] = if commutes && a != b {
            &[(a, b), (b, a)]
        } else {
            &[(a, b)]
        };
        for (first, second) in orders {
            for way in self.load(state.clone(), Reg::A, first, here, &[]) {
                for (way, operand) in self.operand(way, second, op, here, &[Reg::A]) {
                    for mut way in self.release(way, Reg::A, here, &index_of(&operand)) {
                        match carry {
                            Some(CarryIn::Clear) if way.carry != Some(false) => {
                                way.emit(self.costs, Mnemonic::Clc, Operand::None);
                            }
                            Some(CarryIn::Set) if way.carry != Some(true) => {
                                way.emit(self.costs, Mnemonic::Sec, Operand::None);
                            }
                            _ => {}
                        }
                        way.emit(self.costs, op, operand.clone());
                        if carry.is_some() {
                            way.carry = None;
                        }
                        self.result_in_a(&mut way, dst);
                        ways.push(way);
                    }
                }
            }
        }
        ways
    }

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
        let idle = if adds { CarryIn::Clear } else { CarryIn::Set };
        let mut ways = Vec::new();
        if let (Some(dst), Src::Const(value)) = (dst, b)
            && carry == idle
            && !here.carry_used
        {
            let step = if adds { *value } else { value.wrapping_neg() };
            ways.extend(self.count(&state, dst, a, step, here));
        }
        ways.extend(self.accumulate(state, op, Some(carry), dst, a, b, adds, here));
        ways
    }

    /// Small steps in an index register or in memory: `inx`, `dec home`.
    fn count(&self, state: &State, dst: Var, a: &Src, value: u8, here: Here) -> Vec<State> {
        let steps = value as i8;
        if steps == 0 || !(-2..=2).contains(&steps) {
            return Vec::new();
        }
        let mut ways = Vec::new();
        for (reg, up, down) in [
            (Reg::X, Mnemonic::Inx, Mnemonic::Dex),
            (Reg::Y, Mnemonic::Iny, Mnemonic::Dey),
        ] {
            for way in self.load(state.clone(), reg, a, here, &[]) {
                for mut way in self.release(way, reg, here, &[]) {
                    for _ in 0..steps.unsigned_abs() {
                        way.emit(self.costs, if steps > 0 { up } else { down }, Operand::None);
                    }
                    way.define(reg, dst);
                    way.flags = Some(dst);
                    ways.push(way);
                }
            }
        }
        if *a == Src::Var(dst) && steps.unsigned_abs() == 1 {
            let mut way = state.clone();
            self.save(&mut way, dst);
            way.forget(dst);
            let op = if steps > 0 {
                Mnemonic::Inc
            } else {
                Mnemonic::Dec
            };
            way.emit(self.costs, op, Operand::Memory(self.home(dst)));
            way.flags = Some(dst);
            ways.push(way);
        }
        ways
    }

    pub fn compare(&self, state: State, a: &Src, b: &Src, here: Here) -> Vec<State> {
        let mut ways = Vec::new();
        for reg in REGS {
            let there = matches!(a, Src::Var(var) if state.hold(reg) == Hold::Var(*var));
            if reg != Reg::A && !there && !matches!(a, Src::Var(_)) {
                continue;
            }
            if reg != Reg::A && matches!(b, Src::Mem(Addr::Indexed(..) | Addr::Indirect { .. })) {
                continue;
            }
            for way in self.load(state.clone(), reg, a, here, &[]) {
                for (mut way, operand) in self.operand(way, b, reg.compare(), here, &[reg]) {
                    way.emit(self.costs, reg.compare(), operand);
                    way.carry = None;
                    way.flags = None;
                    ways.push(way);
                }
            }
        }
        ways
    }

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
        let mut ways = Vec::new();
        let set = |way: &mut State| {
            if carry == CarryIn::Set && way.carry != Some(true) {
                way.emit(self.costs, Mnemonic::Sec, Operand::None);
            }
        };
        if *a == Src::Var(dst) {
            let mut way = state.clone();
            self.save(&mut way, dst);
            way.forget(dst);
            set(&mut way);
            way.emit(self.costs, mnemonic, Operand::Memory(self.home(dst)));
            way.carry = None;
            way.flags = Some(dst);
            ways.push(way);
        }
        for way in self.load(state, Reg::A, a, here, &[]) {
            for mut way in self.release(way, Reg::A, here, &[]) {
                set(&mut way);
                way.emit(self.costs, mnemonic, Operand::Accumulator);
                way.carry = None;
                self.result_in_a(&mut way, Some(dst));
                ways.push(way);
            }
        }
        ways
    }

    fn sign_fill(&self, state: State, dst: Var, a: &Src, here: Here) -> Vec<State> {
        let mut ways = Vec::new();
        for way in self.load(state, Reg::A, a, here, &[]) {
            for mut way in self.release(way, Reg::A, here, &[]) {
                let skip = self.label();
                way.emit(self.costs, Mnemonic::Ora, Operand::Immediate(0x7f));
                way.emit(self.costs, Mnemonic::Bmi, Operand::Label(skip));
                way.emit(self.costs, Mnemonic::Lda, Operand::Immediate(0));
                way.label(skip);
                self.result_in_a(&mut way, Some(dst));
                ways.push(way);
            }
        }
        ways
    }

    fn carry_to_byte(&self, state: State, dst: Var, here: Here) -> Vec<State> {
        let mut ways = Vec::new();
        for mut way in self.load(state, Reg::A, &Src::Const(0), here, &[]) {
            way.emit(self.costs, Mnemonic::Rol, Operand::Accumulator);
            way.carry = Some(false);
            self.result_in_a(&mut way, Some(dst));
            ways.push(way);
        }
        ways
    }

    fn modify(&self, state: State, op: Modify, addr: &Addr, here: Here) -> Vec<State> {
        let mnemonic = match op {
            Modify::Increment => Mnemonic::Inc,
            Modify::Decrement => Mnemonic::Dec,
            Modify::ShiftLeft => Mnemonic::Asl,
            Modify::ShiftRight => Mnemonic::Lsr,
            Modify::RotateLeft => Mnemonic::Rol,
            Modify::RotateRight => Mnemonic::Ror,
        };
        let mut ways = Vec::new();
        for (mut way, operand) in self.address(state, addr, mnemonic, here, &[]) {
            way.emit(self.costs, mnemonic, operand);
            if !matches!(op, Modify::Increment | Modify::Decrement) {
                way.carry = None;
            }
            way.flags = None;
            ways.push(way);
        }
        ways
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
                    Operand::Memory(self.home(*var))
                }
                StepByte::Mem(Addr::Abs(place)) => Operand::Memory(place.clone()),
                StepByte::Mem(_) => unreachable!("steps are formed on fixed addresses only"),
            })
            .collect();
        let (last, rest) = places.split_last().expect("a number has bytes");
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
        let mut ways = Vec::new();
        for mut way in self.evacuate(state, Reg::A, &|var| here.needs(var), &[]) {
            let labels: Vec<_> = rest.iter().map(|_| self.label()).collect();
            for (place, label) in rest.iter().zip(&labels) {
                way.emit(self.costs, Mnemonic::Lda, place.clone());
                way.emit(self.costs, Mnemonic::Bne, Operand::Label(*label));
            }
            way.emit(self.costs, Mnemonic::Dec, last.clone());
            for (place, label) in rest.iter().zip(&labels).rev() {
                way.label(*label);
                way.emit(self.costs, Mnemonic::Dec, place.clone());
            }
            way.put(Reg::A, Hold::Nothing);
            way.flags = None;
            ways.push(way);
        }
        ways
    }
}
