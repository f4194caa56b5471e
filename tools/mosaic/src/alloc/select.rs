//! Byte operations -> 6502 instructions. For each operation every sensible instruction sequence is tried from every
//! state the search kept.

use super::convention::Crossing;
use super::moves::{Here, Search, index_of};
use super::state::{Hold, REGS, Reg, State};
use crate::asm::inst::{Inst, Mnemonic, Operand, Place};
use crate::lower::ops::*;

/// Levels of the software stack that keeps variables across recursive calls.
pub const STACK_LEVELS: u32 = 64;

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
            Op::Add { dst, a, b, carry } => self.add(state, *dst, a, b, *carry, here),
            Op::Sub { dst, a, b, carry } => self.subtract(state, *dst, a, b, *carry, here),
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

    fn add(
        &self,
        state: State,
        dst: Option<Var>,
        a: &Src,
        b: &Src,
        carry: CarryIn,
        here: Here,
    ) -> Vec<State> {
        let mut ways = Vec::new();
        if let (Some(dst), Src::Const(value), CarryIn::Clear, false) =
            (dst, b, carry, here.carry_used)
        {
            ways.extend(self.count(&state, dst, a, *value, here));
        }
        ways.extend(self.accumulate(state, Mnemonic::Adc, Some(carry), dst, a, b, true, here));
        ways
    }

    fn subtract(
        &self,
        state: State,
        dst: Option<Var>,
        a: &Src,
        b: &Src,
        carry: CarryIn,
        here: Here,
    ) -> Vec<State> {
        let mut ways = Vec::new();
        if let (Some(dst), Src::Const(value), CarryIn::Set, false) =
            (dst, b, carry, here.carry_used)
        {
            ways.extend(self.count(&state, dst, a, value.wrapping_neg(), here));
        }
        ways.extend(self.accumulate(state, Mnemonic::Sbc, Some(carry), dst, a, b, false, here));
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

    fn call(&self, state: State, call: &Call, here: Here) -> Vec<State> {
        let (name, crossings, mut clobbers, flags_from_a, recursive) = self.callee(call);
        // A result takes its register even from a value the callee left there; results in memory pass through A.
        for (fixed, index, _) in &call.results {
            match self.result_crossing(call, fixed, *index) {
                Crossing::Register(reg) => clobbers[reg as usize] = true,
                Crossing::Memory(_) => clobbers[Reg::A as usize] = true,
                Crossing::Unused => {}
            }
        }
        let saved: Vec<Var> = if recursive {
            here.after
                .iter()
                .map(|var| var as Var)
                .filter(|var| here.keeps(*var))
                .collect()
        } else {
            Vec::new()
        };
        let mut ways = Vec::new();
        for way in self.push_saved(state, &saved, here) {
            ways.extend(self.place_values(way, &crossings, here));
        }
        for way in &mut ways {
            let kept: Vec<Var> = way.stale.clone();
            for var in kept {
                if here.keeps(var) {
                    let safe = REGS
                        .iter()
                        .any(|reg| !clobbers[*reg as usize] && way.hold(*reg) == Hold::Var(var));
                    if !safe {
                        self.save(way, var);
                    }
                }
            }
            way.stale.retain(|var| here.keeps(*var));
            way.emit(
                self.costs,
                Mnemonic::Jsr,
                Operand::Memory(Place::Symbol(name.clone(), 0)),
            );
            for reg in REGS {
                if clobbers[reg as usize] {
                    way.put(reg, Hold::Nothing);
                }
            }
            way.carry = None;
            way.flags = None;
            self.take_results(way, call, flags_from_a);
            self.pop_saved(way, &saved);
        }
        ways
    }

    /// Symbol, argument crossings, what is destroyed, whether flags tell about A, whether it may come back to us.
    fn callee(&self, call: &Call) -> (String, Vec<(Crossing, Src)>, [bool; 3], bool, bool) {
        let args = |places: Vec<Crossing>| {
            places
                .into_iter()
                .zip(call.args.iter().map(|(_, src)| src.clone()))
                .collect::<Vec<_>>()
        };
        match &call.target {
            Target::Function(index) => {
                let convention = self.conventions.get(*index);
                let ours = self.conventions.get(self.index);
                let recursive = convention.recursive && convention.group == ours.group;
                let name = self.conventions.names[*index].clone();
                let clobbers = if recursive {
                    [true; 3]
                } else {
                    convention.clobbers
                };
                (
                    name,
                    args(convention.params.clone()),
                    clobbers,
                    convention.flags_from_a && !recursive,
                    recursive,
                )
            }
            Target::Pointer => {
                let (params, _) = super::convention::by_pointer(call.args.len(), 0);
                let recursive = self.conventions.get(self.index).pointer_recursive;
                (
                    "rt_callptr".into(),
                    args(params),
                    [true; 3],
                    false,
                    recursive,
                )
            }
            Target::Runtime(name) => {
                let places = call
                    .args
                    .iter()
                    .map(|(fixed, src)| {
                        (
                            crossing(fixed.as_ref().expect("runtime arguments have places")),
                            src.clone(),
                        )
                    })
                    .collect();
                (format!("rt_{name}"), places, [true; 3], false, false)
            }
        }
    }

    fn result_crossing(&self, call: &Call, fixed: &Option<Fixed>, index: u32) -> Crossing {
        match (&call.target, fixed) {
            (_, Some(fixed)) => crossing(fixed),
            (Target::Function(callee), None) => {
                self.conventions.get(*callee).results[index as usize].clone()
            }
            (_, None) => {
                super::convention::by_pointer(0, index as usize + 1).1[index as usize].clone()
            }
        }
    }

    fn take_results(&self, state: &mut State, call: &Call, flags_from_a: bool) {
        let mut in_memory = Vec::new();
        for (fixed, index, var) in &call.results {
            match self.result_crossing(call, fixed, *index) {
                Crossing::Register(reg) => {
                    state.define(reg, *var);
                    if reg == Reg::A && flags_from_a {
                        state.flags = Some(*var);
                    }
                }
                Crossing::Memory(place) => in_memory.push((*var, place)),
                Crossing::Unused => {}
            }
        }
        if in_memory.is_empty() {
            return;
        }
        // Register results go home first: the copies need the accumulator.
        for (_, _, var) in &call.results {
            self.save(state, *var);
        }
        for (var, place) in in_memory {
            state.emit(self.costs, Mnemonic::Lda, Operand::Memory(place));
            state.emit(self.costs, Mnemonic::Sta, Operand::Memory(self.home(var)));
            state.forget(var);
        }
        state.put(Reg::A, Hold::Nothing);
        state.flags = None;
    }

    /// Keeps the homes of variables that live across a recursive call on the software stack.
    fn push_saved(&self, state: State, saved: &[Var], here: Here) -> Vec<State> {
        if saved.is_empty() {
            return vec![state];
        }
        let mut state = state;
        for var in state.stale.clone() {
            if here.needs(var) {
                self.save(&mut state, var);
            }
        }
        state.emit(self.costs, Mnemonic::Ldx, Operand::Memory(level()));
        let mut first = None;
        if let Hold::Var(var) = state.hold(Reg::A)
            && saved.contains(&var)
        {
            first = Some(var);
        }
        let order = first
            .iter()
            .copied()
            .chain(saved.iter().copied().filter(|var| Some(*var) != first));
        for var in order {
            if Some(var) != first {
                state.emit(self.costs, Mnemonic::Lda, Operand::Memory(self.home(var)));
                state.put(Reg::A, Hold::Var(var));
            }
            let at = saved
                .iter()
                .position(|other| *other == var)
                .expect("it is one of them");
            state.emit(self.costs, Mnemonic::Sta, Operand::MemoryX(stack_place(at)));
        }
        state.emit(self.costs, Mnemonic::Inc, Operand::Memory(level()));
        state.put(Reg::X, Hold::Nothing);
        state.flags = None;
        vec![state]
    }

    fn pop_saved(&self, state: &mut State, saved: &[Var]) {
        if saved.is_empty() {
            return;
        }
        // The result waits in Y, or at home when there is more of it.
        if let (Hold::Var(var), Hold::Nothing, Hold::Nothing) =
            (state.hold(Reg::A), state.hold(Reg::X), state.hold(Reg::Y))
        {
            state.emit(self.costs, Mnemonic::Tay, Operand::None);
            state.put(Reg::Y, Hold::Var(var));
        } else {
            for var in state.stale.clone() {
                self.save(state, var);
            }
        }
        state.emit(self.costs, Mnemonic::Dec, Operand::Memory(level()));
        state.emit(self.costs, Mnemonic::Ldx, Operand::Memory(level()));
        state.put(Reg::X, Hold::Nothing);
        for (at, var) in saved.iter().enumerate() {
            state.emit(self.costs, Mnemonic::Lda, Operand::MemoryX(stack_place(at)));
            state.emit(self.costs, Mnemonic::Sta, Operand::Memory(self.home(*var)));
            state.put(Reg::A, Hold::Var(*var));
        }
        state.flags = None;
    }

    /// Values into the places a call or return wants: memory first, then the registers in every order.
    pub fn place_values(&self, state: State, values: &[(Crossing, Src)], here: Here) -> Vec<State> {
        let mut ways = vec![state];
        for (crossing, src) in values {
            let Crossing::Memory(place) = crossing else {
                continue;
            };
            ways = ways
                .into_iter()
                .flat_map(|way| self.store_to(way, place, src, here))
                .collect();
            super::blocks::prune(&mut ways, 8);
        }
        let wanted: Vec<(Reg, &Src)> = values
            .iter()
            .filter_map(|(crossing, src)| match crossing {
                Crossing::Register(reg) => Some((*reg, src)),
                _ => None,
            })
            .collect();
        let mut placed = Vec::new();
        for order in orders(wanted.len()) {
            let mut trial = ways.clone();
            let mut done: Vec<Reg> = Vec::new();
            for &at in &order {
                let (reg, src) = &wanted[at];
                trial = trial
                    .into_iter()
                    .flat_map(|way| self.load(way, *reg, src, here, &done))
                    .collect();
                super::blocks::prune(&mut trial, 6);
                done.push(*reg);
            }
            placed.extend(trial);
        }
        placed
    }

    /// A value to memory from whichever register has it, else through A.
    fn store_to(&self, state: State, place: &Place, src: &Src, here: Here) -> Vec<State> {
        let mut ways = Vec::new();
        for reg in REGS {
            let there = match src {
                Src::Var(var) => state.hold(reg) == Hold::Var(*var),
                Src::Const(value) => state.hold(reg) == Hold::Const(*value),
                _ => false,
            };
            if there || reg == Reg::A {
                for mut way in self.load(state.clone(), reg, src, here, &[]) {
                    way.emit(self.costs, reg.store(), Operand::Memory(place.clone()));
                    ways.push(way);
                }
            }
        }
        ways
    }
}

fn crossing(fixed: &Fixed) -> Crossing {
    match fixed {
        Fixed::A => Crossing::Register(Reg::A),
        Fixed::X => Crossing::Register(Reg::X),
        Fixed::Y => Crossing::Register(Reg::Y),
        Fixed::Memory(place) => Crossing::Memory(place.clone()),
    }
}

/// Depth of the software stack.
fn level() -> Place {
    Place::Symbol("rt_level".into(), 0)
}

/// The plane of the software stack that keeps the `at`-th variable of every level.
fn stack_place(at: usize) -> Place {
    Place::Symbol(
        crate::asm::write::SOFT_STACK.into(),
        at as i32 * STACK_LEVELS as i32,
    )
}

fn orders(count: usize) -> Vec<Vec<usize>> {
    match count {
        0 => vec![Vec::new()],
        1 => vec![vec![0]],
        2 => vec![vec![0, 1], vec![1, 0]],
        _ => vec![
            vec![0, 1, 2],
            vec![0, 2, 1],
            vec![1, 0, 2],
            vec![1, 2, 0],
            vec![2, 0, 1],
            vec![2, 1, 0],
        ],
    }
}
