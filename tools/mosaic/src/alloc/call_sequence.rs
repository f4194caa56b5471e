//! Calls: arguments to where the callee takes them, results from where it leaves them, and what lives across a
//! recursive call kept on the software stack.
//!
//! There is no frame on a stack: every function has its slots at fixed addresses (`alloc::frames`), and a callee's never
//! overlap what is live in its callers. So a call saves nothing but registers that the callee clobbers, and callees are
//! allocated first so that their clobbers are known. Only a call that may come back to this function, through a cycle
//! of the call graph, would find its slots overwritten: what lives across it is copied to the software stack, one plane of bytes for
//! each variable, indexed by the depth of the recursion (`rt_level`), and back.

use super::convention::{Crossing, OVERFLOW, STACK_RESERVE};
use super::moves::{Here, Search};
use super::state::{Hold, REGS, Reg, State};
use crate::asm::inst::{Mnemonic, Operand, Place};
use crate::ops::model::*;
use crate::runtime::{CALL_POINTER, assembly_symbol};

impl Search<'_> {
    /// The order matters: what is saved is pushed while it is still in place, then the arguments are placed, then what is
    /// only in a register that the callee clobbers is spilled, and nothing may stand between that and the `jsr`.
    pub(super) fn call(&self, state: State, call: &Call, here: Here) -> Vec<State> {
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
        let mut alternatives = Vec::new();
        let before = if recursive && saved.is_empty() && self.stack.check {
            self.look_at_stack(state, here)
        } else {
            self.push_saved(state, &saved, here)
        };
        for alternative in before {
            alternatives.extend(self.place_values(alternative, &crossings, here));
        }
        for alternative in &mut alternatives {
            let kept: Vec<Var> = alternative.stale.clone();
            for var in kept {
                if here.keeps(var) {
                    let safe = REGS.iter().any(|reg| {
                        !clobbers[*reg as usize] && alternative.hold(*reg) == Hold::Var(var)
                    });
                    if !safe {
                        self.save(alternative, var);
                    }
                }
            }
            alternative.stale.retain(|var| here.keeps(*var));
            alternative.emit(
                self.costs,
                Mnemonic::Jsr,
                Operand::Memory(Place::Symbol(name.clone(), 0)),
            );
            for reg in REGS {
                if clobbers[reg as usize] {
                    alternative.put(reg, Hold::Nothing);
                }
            }
            alternative.carry = None;
            alternative.flags = None;
            self.take_results(alternative, call, flags_from_a);
            self.pop_saved(alternative, &saved);
        }
        alternatives
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
                    CALL_POINTER.into(),
                    args(params),
                    [true; 3],
                    false,
                    recursive,
                )
            }
            Target::Runtime(_) | Target::Address(_) | Target::Assembly(_) => {
                let name = match &call.target {
                    Target::Address(address) => routine_symbol(*address),
                    Target::Assembly(text) => assembly_symbol(text),
                    Target::Runtime(routine) => routine.label().to_owned(),
                    _ => unreachable!("one of the three"),
                };
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
                (name, places, [true; 3], false, false)
            }
        }
    }

    /// Where a result is left: by the routine's own rule, by the callee's convention, or, through a pointer, by the
    /// convention that all functions whose address is taken have in common.
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

    /// Notes the results of the call in the registers they came in, and copies the others from memory, which the next
    /// call may overwrite.
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
        // Register results are stored first: the copies need the accumulator.
        for (_, _, var) in &call.results {
            self.save(state, *var);
        }
        for (var, place) in in_memory {
            state.emit(self.costs, Mnemonic::Lda, Operand::Memory(place));
            state.emit(
                self.costs,
                Mnemonic::Sta,
                Operand::Memory(self.location(var)),
            );
            state.forget(var);
        }
        state.put(Reg::A, Hold::Nothing);
        state.flags = None;
    }

    /// Stops when a recursive call that saves nothing would use up the processor's stack.
    fn look_at_stack(&self, state: State, here: Here) -> Vec<State> {
        let mut state = state;
        if let Hold::Var(var) = state.hold(Reg::X)
            && here.needs(var)
        {
            self.save(&mut state, var);
        }
        state.emit(self.costs, Mnemonic::Tsx, Operand::None);
        state.put(Reg::X, Hold::Nothing);
        let lowest = Operand::Immediate(STACK_RESERVE);
        state.emit(self.costs, Mnemonic::Cpx, lowest);
        self.stop_unless(&mut state, Mnemonic::Bcs);
        state.flags = None;
        vec![state]
    }

    /// Goes on if the branch is taken, which says that there is room.
    fn stop_unless(&self, state: &mut State, branch: Mnemonic) {
        let room = self.label();
        state.emit(self.costs, branch, Operand::Label(room));
        let stop = Operand::Memory(Place::Symbol(OVERFLOW.into(), 0));
        state.emit(self.costs, Mnemonic::Jsr, stop);
        state.label(room);
        state.carry = None;
    }

    /// Keeps the values of variables that live across a recursive call on the software stack.
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
        if self.stack.check {
            let full = Operand::Immediate(self.stack.levels as u8);
            state.emit(self.costs, Mnemonic::Cpx, full);
            self.stop_unless(&mut state, Mnemonic::Bcc);
        }
        // What A already holds goes first and needs no load.
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
                state.emit(
                    self.costs,
                    Mnemonic::Lda,
                    Operand::Memory(self.location(var)),
                );
                state.put(Reg::A, Hold::Var(var));
            }
            let at = saved
                .iter()
                .position(|other| *other == var)
                .expect("it is one of them");
            state.emit(
                self.costs,
                Mnemonic::Sta,
                Operand::MemoryX(self.stack_place(at)),
            );
        }
        state.emit(self.costs, Mnemonic::Inc, Operand::Memory(level()));
        state.put(Reg::X, Hold::Nothing);
        state.flags = None;
        vec![state]
    }

    /// Brings the saved variables back behind the call. Their registers hold nothing of use then, but the results may
    /// still be in theirs, and the copying needs A and X.
    fn pop_saved(&self, state: &mut State, saved: &[Var]) {
        if saved.is_empty() {
            return;
        }
        // The result waits in Y, or in memory when there is more of it.
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
            state.emit(
                self.costs,
                Mnemonic::Lda,
                Operand::MemoryX(self.stack_place(at)),
            );
            state.emit(
                self.costs,
                Mnemonic::Sta,
                Operand::Memory(self.location(*var)),
            );
            state.put(Reg::A, Hold::Var(*var));
        }
        state.flags = None;
    }

    /// The plane of the software stack that keeps the `at`-th variable of every level.
    fn stack_place(&self, at: usize) -> Place {
        Place::Symbol(
            crate::asm::write::SOFT_STACK.into(),
            at as i32 * self.stack.levels as i32,
        )
    }

    /// Values into the places a call or return wants: memory first, then the registers in every order.
    pub fn place_values(&self, state: State, values: &[(Crossing, Src)], here: Here) -> Vec<State> {
        let mut alternatives = vec![state];
        for (crossing, src) in values {
            let Crossing::Memory(place) = crossing else {
                continue;
            };
            alternatives = alternatives
                .into_iter()
                .flat_map(|alternative| self.store_to(alternative, place, src, here))
                .collect();
            super::state::prune(&mut alternatives, 8);
        }
        let wanted: Vec<(Reg, &Src)> = values
            .iter()
            .filter_map(|(crossing, src)| match crossing {
                Crossing::Register(reg) => Some((*reg, src)),
                _ => None,
            })
            .collect();
        let mut placed = Vec::new();
        // One register's load may need another one that is already taken (`ldx table,y`, `tax`), so the order decides
        // whether there is a way at all, and how dear it is. At most six orders: all are tried.
        for order in orders(wanted.len()) {
            let mut trial = alternatives.clone();
            let mut done: Vec<Reg> = Vec::new();
            for &at in &order {
                let (reg, src) = &wanted[at];
                trial = trial
                    .into_iter()
                    .flat_map(|alternative| self.load(alternative, *reg, src, here, &done))
                    .collect();
                super::state::prune(&mut trial, 6);
                done.push(*reg);
            }
            placed.extend(trial);
        }
        placed
    }

    /// A value to memory from whichever register has it, else through A.
    fn store_to(&self, state: State, place: &Place, src: &Src, here: Here) -> Vec<State> {
        let mut alternatives = Vec::new();
        for reg in REGS {
            let there = match src {
                Src::Var(var) => state.hold(reg) == Hold::Var(*var),
                Src::Const(value) => state.hold(reg) == Hold::Const(*value),
                _ => false,
            };
            if there || reg == Reg::A {
                for mut alternative in self.load(state.clone(), reg, src, here, &[]) {
                    alternative.emit(self.costs, reg.store(), Operand::Memory(place.clone()));
                    alternatives.push(alternative);
                }
            }
        }
        alternatives
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
