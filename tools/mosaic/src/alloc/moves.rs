//! Bringing values where an instruction wants them. Each step returns every sensible alternative, as states; the
//! search keeps the cheap ones. Nothing here changes the carry, so a chain of additions survives the moves between.

use super::convention::Conventions;
use super::convention::Stack;
use super::state::{Costs, Hold, REGS, Reg, State};
use crate::asm::inst::{Label, Mnemonic, Operand, Place};
use crate::ops::live::BitSet;
use crate::ops::model::{Addr, Func, Index, Src, Var};
use std::cell::Cell;
use std::collections::BTreeMap;

/// The search for one function's code.
pub struct Search<'p> {
    /// The function in byte operations.
    pub func: &'p Func,
    /// Variables that are read again from the global they are a copy of.
    pub copies: BTreeMap<Var, Place>,
    /// Index of the function in the module.
    pub index: usize,
    /// What an instruction costs.
    pub costs: &'p Costs,
    /// Slot of variable 0; the others follow in order.
    pub first_slot: u32,
    /// Number of the next new label.
    pub labels: Cell<u32>,
    /// How the functions of the program are called, this one included.
    pub conventions: &'p Conventions,
    /// The stack on which recursive functions save their slots.
    pub stack: Stack,
}

/// Where in the block the search is.
#[derive(Clone, Copy)]
pub struct Here<'a> {
    /// Variables live after the current operation.
    pub after: &'a BitSet,
    /// Variables the current operation reads, and those it gives a new value.
    pub uses: &'a [Var],
    /// Variables the current operation gives a new value.
    pub defs: &'a [Var],
    /// The next operation looks at the carry this one leaves.
    pub carry_used: bool,
}

impl Here<'_> {
    /// Whether a variable is live after the operation.
    pub fn lives(&self, var: Var) -> bool {
        self.after.contains(var as usize)
    }

    /// The value from before the operation is wanted after it.
    pub fn keeps(&self, var: Var) -> bool {
        self.lives(var) && !self.defs.contains(&var)
    }

    /// Whether the value from before the operation is still wanted: by the operation itself or after it.
    pub fn needs(&self, var: Var) -> bool {
        self.keeps(var) || self.uses.contains(&var)
    }
}

impl Search<'_> {
    /// The storage location of a variable.
    pub fn location(&self, var: Var) -> Place {
        match self.copies.get(&var) {
            Some(global) => global.clone(),
            None => Place::Slot(self.first_slot + var),
        }
    }

    /// A label that the function does not have yet.
    pub fn label(&self) -> Label {
        self.labels.set(self.labels.get() + 1);
        Label(self.labels.get() - 1)
    }

    /// Brings a variable's storage location up to date: the spill store, made only when it is needed.
    pub fn save(&self, state: &mut State, var: Var) {
        if state.is_stale(var) {
            let reg = state
                .find(Hold::Var(var))
                .expect("a stale variable is in a register");
            state.emit(self.costs, reg.store(), Operand::Memory(self.location(var)));
            state.mark_stored(var);
        }
    }

    /// Makes `reg` free to be overwritten: what is still needed is spilled or goes to another register.
    pub fn evacuate(
        &self,
        state: State,
        reg: Reg,
        needed: &dyn Fn(Var) -> bool,
        pinned: &[Reg],
    ) -> Vec<State> {
        let Hold::Var(var) = state.hold(reg) else {
            return vec![state];
        };
        // Nothing is lost when the variable is stored, in a second register, or wanted no more.
        let elsewhere = REGS
            .iter()
            .any(|other| *other != reg && state.hold(*other) == Hold::Var(var));
        if !state.is_stale(var) || elsewhere || !needed(var) {
            return vec![state];
        }
        let mut alternatives = Vec::new();
        for to in REGS {
            let occupied = matches!(state.hold(to), Hold::Var(other) if state.is_stale(other) && needed(other));
            if let Some(transfer) = reg.transfer(to)
                && !occupied
                && !pinned.contains(&to)
            {
                let mut alternative = state.clone();
                alternative.emit(self.costs, transfer, Operand::None);
                alternative.flags = Some(var);
                alternative.put(to, Hold::Var(var));
                alternatives.push(alternative);
            }
        }
        let mut location = state;
        self.save(&mut location, var);
        alternatives.push(location);
        alternatives
    }

    /// States in which `reg` holds the operand.
    pub fn load(
        &self,
        state: State,
        reg: Reg,
        src: &Src,
        here: Here,
        pinned: &[Reg],
    ) -> Vec<State> {
        let needed = |var: Var| here.needs(var);
        match src {
            Src::Var(var) => self.load_named(
                state,
                reg,
                Hold::Var(*var),
                Operand::Memory(self.location(*var)),
                &needed,
                pinned,
            ),
            Src::Const(value) => self.load_named(
                state,
                reg,
                Hold::Const(*value),
                Operand::Immediate(*value),
                &needed,
                pinned,
            ),
            Src::Low(place) => self.load_plain(
                state,
                reg,
                Operand::ImmediateLow(place.clone()),
                &needed,
                pinned,
            ),
            Src::High(place) => self.load_plain(
                state,
                reg,
                Operand::ImmediateHigh(place.clone()),
                &needed,
                pinned,
            ),
            Src::Mem(addr) => self.load_memory(state, reg, addr, here, pinned),
        }
    }

    /// A variable or a constant: the search knows where it is already, so it may be a transfer. There is none between X
    /// and Y, so a value that is only in the other index register goes by memory.
    fn load_named(
        &self,
        state: State,
        reg: Reg,
        hold: Hold,
        from: Operand,
        needed: &dyn Fn(Var) -> bool,
        pinned: &[Reg],
    ) -> Vec<State> {
        if state.hold(reg) == hold {
            return vec![state];
        }
        let mut alternatives = Vec::new();
        for mut alternative in self.evacuate(state, reg, needed, pinned) {
            let source = alternative.find(hold);
            match source.and_then(|source| source.transfer(reg)) {
                Some(transfer) => alternative.emit(self.costs, transfer, Operand::None),
                None => {
                    if let Hold::Var(var) = hold {
                        self.save(&mut alternative, var);
                    }
                    alternative.emit(self.costs, reg.load(), from.clone());
                }
            }
            alternative.put(reg, hold);
            alternative.flags = if let Hold::Var(var) = hold {
                Some(var)
            } else {
                None
            };
            alternatives.push(alternative);
        }
        alternatives
    }

    /// A value without a name, which cannot be found again in its register.
    fn load_plain(
        &self,
        state: State,
        reg: Reg,
        from: Operand,
        needed: &dyn Fn(Var) -> bool,
        pinned: &[Reg],
    ) -> Vec<State> {
        let mut alternatives = self.evacuate(state, reg, needed, pinned);
        for alternative in &mut alternatives {
            alternative.emit(self.costs, reg.load(), from.clone());
            alternative.put(reg, Hold::Nothing);
            alternative.flags = None;
        }
        alternatives
    }

    fn load_memory(
        &self,
        state: State,
        reg: Reg,
        addr: &Addr,
        here: Here,
        pinned: &[Reg],
    ) -> Vec<State> {
        let needed = |var: Var| here.needs(var);
        let mut alternatives = Vec::new();
        for (alternative, operand) in self.address(state.clone(), addr, reg.load(), here, pinned) {
            let pinned = [&index_of(&operand), pinned].concat();
            alternatives.extend(self.load_plain(alternative, reg, operand, &needed, &pinned));
        }
        // `ldx table,x` does not exist, nor does `ldx (pointer),y`: such a value comes through A.
        if alternatives.is_empty() && reg != Reg::A && !pinned.contains(&Reg::A) {
            let transfer = Reg::A.transfer(reg).expect("A reaches every register");
            for alternative in self.load_memory(state, Reg::A, addr, here, pinned) {
                for mut alternative in
                    self.evacuate(alternative, reg, &needed, &[&[Reg::A], pinned].concat())
                {
                    alternative.emit(self.costs, transfer, Operand::None);
                    alternative.put(reg, Hold::Nothing);
                    alternative.flags = None;
                    alternatives.push(alternative);
                }
            }
        }
        alternatives
    }

    /// The operand of an instruction that works on this address, with its index in a register the instruction takes.
    pub fn address(
        &self,
        state: State,
        addr: &Addr,
        op: Mnemonic,
        here: Here,
        pinned: &[Reg],
    ) -> Vec<(State, Operand)> {
        match addr {
            Addr::Abs(place) => vec![(state, Operand::Memory(place.clone()))],
            Addr::Indexed(place, index) => {
                let mut alternatives = Vec::new();
                for (reg, operand) in [
                    (Reg::X, Operand::MemoryX(place.clone())),
                    (Reg::Y, Operand::MemoryY(place.clone())),
                ] {
                    let there = state.hold(reg) == Hold::Var(*index);
                    if !self.costs.exists(op, &operand) || (pinned.contains(&reg) && !there) {
                        continue;
                    }
                    for alternative in
                        self.load(state.clone(), reg, &Src::Var(*index), here, pinned)
                    {
                        alternatives.push((alternative, operand.clone()));
                    }
                }
                alternatives
            }
            Addr::Indirect { low, high, index } => {
                let operand = Operand::IndirectY(self.location(*low));
                if !self.costs.exists(op, &operand) {
                    return Vec::new();
                }
                // The processor reads the pointer from zero page, where allocation puts these two side by side.
                let mut state = state;
                self.save(&mut state, *low);
                self.save(&mut state, *high);
                let src = match index {
                    Index::Const(value) => Src::Const(*value),
                    Index::Var(var) => Src::Var(*var),
                };
                let there = match &src {
                    Src::Const(value) => state.hold(Reg::Y) == Hold::Const(*value),
                    Src::Var(var) => state.hold(Reg::Y) == Hold::Var(*var),
                    _ => false,
                };
                if pinned.contains(&Reg::Y) && !there {
                    return Vec::new();
                }
                self.load(state, Reg::Y, &src, here, pinned)
                    .into_iter()
                    .map(|alternative| (alternative, operand.clone()))
                    .collect()
            }
        }
    }

    /// The second operand of an arithmetic instruction: immediate, a storage location, or memory.
    pub fn operand(
        &self,
        state: State,
        src: &Src,
        op: Mnemonic,
        here: Here,
        pinned: &[Reg],
    ) -> Vec<(State, Operand)> {
        match src {
            // No instruction adds or compares two registers: a second operand that is only in a register is stored first.
            Src::Var(var) => {
                let mut state = state;
                self.save(&mut state, *var);
                vec![(state, Operand::Memory(self.location(*var)))]
            }
            Src::Const(value) => vec![(state, Operand::Immediate(*value))],
            Src::Low(place) => vec![(state, Operand::ImmediateLow(place.clone()))],
            Src::High(place) => vec![(state, Operand::ImmediateHigh(place.clone()))],
            Src::Mem(addr) => self.address(state, addr, op, here, pinned),
        }
    }

    /// Before `reg` is changed in place: its variable, if it lives on, must be somewhere else.
    pub fn release(&self, state: State, reg: Reg, here: Here, pinned: &[Reg]) -> Vec<State> {
        self.evacuate(state, reg, &|var| here.keeps(var), pinned)
    }

    /// Drops what is dead after the operation.
    pub fn settle(&self, state: &mut State, here: Here) {
        for hold in &mut state.regs {
            if matches!(hold, Hold::Var(var) if !here.lives(*var)) {
                *hold = Hold::Nothing;
            }
        }
        state.stale.retain(|var| here.lives(*var));
        if state.flags.is_some_and(|var| !here.lives(var)) {
            state.flags = None;
        }
    }
}

/// The register an operand is indexed by.
pub fn index_of(operand: &Operand) -> Vec<Reg> {
    match operand {
        Operand::MemoryX(_) => vec![Reg::X],
        Operand::MemoryY(_) | Operand::IndirectY(_) => vec![Reg::Y],
        _ => Vec::new(),
    }
}
