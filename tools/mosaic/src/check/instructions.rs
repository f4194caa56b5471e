//! What the instructions of a block do: registers, flags, storage locations and memory as formulas, on every path through it.

use super::Interface;
use super::exchanged::Cells;
use super::formulas::{Address, Id, Node, Truth, Values};
use super::machine_state::State;
use super::operations::shifted;
use super::paths::{Facts, decide, merge};
use crate::alloc::convention::Crossing;
use crate::alloc::convention::{OVERFLOW, STACK_RESERVE};
use crate::asm::inst::{Data, Inst, Label, Line, Mnemonic, Operand, Place};
use crate::asm::write::SOFT_STACK;
use crate::ops::model::{Blk, Call, Logic, Op, Shift, Target};
use std::collections::{BTreeMap, HashMap};

const A: usize = 0;
const X: usize = 1;
const Y: usize = 2;

/// Where a path leaves its block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    Block(Blk),
    Return,
    Stop,
}

/// The code of a function.
pub struct Code<'a> {
    lines: &'a [Line],
    labels: HashMap<Label, usize>,
    blocks: usize,
}

/// What is wrong with the code.
pub type Fault = String;

impl<'a> Code<'a> {
    pub fn new(lines: &'a [Line], blocks: usize) -> Code<'a> {
        let label = |(at, line): (usize, &Line)| match line {
            Line::Label(label) => Some((*label, at)),
            _ => None,
        };
        Code {
            lines,
            labels: lines.iter().enumerate().filter_map(label).collect(),
            blocks,
        }
    }

    fn at(&self, label: Label) -> Result<usize, Fault> {
        let at = self.labels.get(&label).copied();
        at.ok_or_else(|| format!("{label} is nowhere"))
    }

    fn block(&self, label: Label) -> Option<Blk> {
        ((label.0 as usize) < self.blocks).then_some(label.0 as usize)
    }

    /// Follows every path through a block.
    pub fn run(
        &self,
        block: Blk,
        start: State,
        face: &Interface,
        values: &mut Values,
    ) -> Result<Vec<(Exit, Vec<Facts>, State)>, Fault> {
        let ops = &face.func.blocks[block].ops;
        let calls = ops.iter().filter_map(|op| match op {
            Op::Call(call) => Some(call),
            _ => None,
        });
        let mut runner = Runner {
            code: self,
            face,
            values,
            calls: calls.collect(),
            waiting: BTreeMap::new(),
            exits: Vec::new(),
        };
        let first = self.at(Label(block as u32))? + 1;
        runner
            .waiting
            .insert(first, vec![(vec![Vec::new()], start)]);
        while let Some((line, arrivals)) = runner.waiting.pop_first() {
            let (paths, state) = merge(arrivals, runner.values);
            runner
                .follow(line, paths, state)
                .map_err(|(line, fault)| match &self.lines[line] {
                    Line::Inst(inst) => format!("at `{inst}`: {fault}"),
                    _ => fault,
                })?;
        }
        Ok(runner.exits)
    }
}

struct Runner<'r, 'a> {
    code: &'r Code<'a>,
    face: &'r Interface<'r>,
    values: &'r mut Values,
    calls: Vec<&'r Call>,
    /// Worlds that wait at a line for the others that come there.
    waiting: BTreeMap<usize, Vec<(Vec<Facts>, State)>>,
    exits: Vec<(Exit, Vec<Facts>, State)>,
}

impl Runner<'_, '_> {
    fn follow(
        &mut self,
        start: usize,
        paths: Vec<Facts>,
        state: State,
    ) -> Result<(), (usize, Fault)> {
        let (mut line, mut paths, mut state) = (start, paths, state);
        loop {
            let here = line;
            let fault = |fault: Fault| (here, fault);
            match self.code.lines.get(line) {
                None => return Err((start, "it runs out of the function".into())),
                Some(Line::Data(_)) => return Err((line, "it runs into data".into())),
                Some(Line::Comment(_)) => {}
                Some(Line::Label(label)) => {
                    if self.code.block(*label).is_some() {
                        return Err((line, "it runs into another block".into()));
                    }
                    if let Some(others) = self.waiting.get_mut(&line) {
                        others.push((paths, state));
                        return Ok(());
                    }
                }
                Some(Line::Inst(inst)) => match (inst.op, &inst.arg) {
                    (Mnemonic::Rts, _) => {
                        self.exits.push((Exit::Return, paths, state));
                        return Ok(());
                    }
                    (Mnemonic::Brk, _) => {
                        self.exits.push((Exit::Stop, paths, state));
                        return Ok(());
                    }
                    (Mnemonic::Jmp, Operand::Label(label)) => {
                        return self.go(*label, here, paths, state).map_err(fault);
                    }
                    (Mnemonic::Jmp, Operand::Indirect(vector, table)) => {
                        let vector = (vector, *table);
                        return self.dispatch(vector, here, paths, state).map_err(fault);
                    }
                    (op, Operand::Label(label)) => {
                        let Some(taken) = self.condition(op, &state) else {
                            return Err(fault("not a branch".into()));
                        };
                        let (yes, no) = self.split(paths, taken);
                        if !yes.is_empty() {
                            self.go(*label, here, yes, state.clone()).map_err(fault)?;
                        }
                        if no.is_empty() {
                            return Ok(());
                        }
                        paths = no;
                    }
                    (Mnemonic::Jsr, Operand::Memory(Place::Symbol(name, 0)))
                        if name == OVERFLOW && self.stack_is_full(&paths, &state) =>
                    {
                        return Ok(());
                    }
                    _ => self.step(inst, &mut state).map_err(fault)?,
                },
            }
            line += 1;
        }
    }

    /// Whether on every path there is no further level, or too little is left of the processor's stack.
    fn stack_is_full(&mut self, paths: &[Facts], state: &State) -> bool {
        let levels = self.values.constant(self.face.levels as u8);
        let full = self.values.at_least(state.level, levels);
        let reserve = self.values.constant(STACK_RESERVE);
        let room = self.values.at_least(state.stack_pointer, reserve);
        paths.iter().all(|path| {
            decide(path, full, self.values) == Some(true)
                || decide(path, room, self.values) == Some(false)
        })
    }

    /// Sends a world to a label: out of the block, or to wait there.
    fn go(
        &mut self,
        label: Label,
        from: usize,
        paths: Vec<Facts>,
        state: State,
    ) -> Result<(), Fault> {
        if let Some(block) = self.code.block(label) {
            self.exits.push((Exit::Block(block), paths, state));
            return Ok(());
        }
        let at = self.code.at(label)?;
        if at <= from {
            return Err(format!("{label} lies behind"));
        }
        self.waiting.entry(at).or_default().push((paths, state));
        Ok(())
    }

    /// The truth on which a branch is taken.
    fn condition(&mut self, op: Mnemonic, state: &State) -> Option<Truth> {
        Some(match op {
            Mnemonic::Beq => self.values.zero(state.z),
            Mnemonic::Bne => self.values.zero(state.z).opposite(),
            Mnemonic::Bmi => self.values.negative(state.n),
            Mnemonic::Bpl => self.values.negative(state.n).opposite(),
            Mnemonic::Bcs => state.carry,
            Mnemonic::Bcc => state.carry.opposite(),
            Mnemonic::Bvs => state.overflow,
            Mnemonic::Bvc => state.overflow.opposite(),
            _ => return None,
        })
    }

    /// Paths on which the truth holds and paths on which it does not; where nothing decides it, both.
    fn split(&self, paths: Vec<Facts>, truth: Truth) -> (Vec<Facts>, Vec<Facts>) {
        let (mut yes, mut no) = (Vec::new(), Vec::new());
        for path in paths {
            match decide(&path, truth, self.values) {
                Some(true) => yes.push(path),
                Some(false) => no.push(path),
                None => {
                    let with = |holds: bool| {
                        let mut path = path.clone();
                        path.push((truth.id, holds != truth.not));
                        path
                    };
                    yes.push(with(true));
                    no.push(with(false));
                }
            }
        }
        (yes, no)
    }

    /// A jump through a vector that was filled from two tables of this function.
    fn dispatch(
        &mut self,
        (vector, table): (&Place, Label),
        from: usize,
        paths: Vec<Facts>,
        state: State,
    ) -> Result<(), Fault> {
        let Place::Slot(slot) = vector else {
            return Err("the vector is not in a slot of the function".into());
        };
        let halves = [*slot, slot + 1].map(|slot| {
            let location = slot.checked_sub(self.face.locations.start)?;
            match self.values.node(*state.locations.get(location as usize)?) {
                Node::Entry(table, offset, index) => Some((*table, *offset, *index)),
                _ => None,
            }
        });
        let [
            Some((low, offset, index)),
            Some((high, offset_high, index_high)),
        ] = halves
        else {
            return Err("the vector does not come from a table".into());
        };
        if low != table {
            return Err("the vector comes from another table".into());
        }
        if (offset, index) != (offset_high, index_high) {
            return Err("the halves of the vector come from different entries".into());
        }
        for key in 0..=255u8 {
            let constant = self.values.constant(key);
            let here = self.values.equal(index, constant);
            let (yes, _) = self.split(paths.clone(), here);
            if yes.is_empty() {
                continue;
            }
            let entry = usize::try_from(offset + i32::from(key)).ok();
            let labels = [low, high].map(|table| {
                let at = self.code.at(table).ok()? + 1 + entry?;
                match self.code.lines.get(at)? {
                    Line::Data(Data::LabelLow(label)) if table == low => Some(*label),
                    Line::Data(Data::LabelHigh(label)) if table == high => Some(*label),
                    _ => None,
                }
            });
            match labels {
                [Some(low), Some(high)] if low == high => {
                    self.go(low, from, yes, state.clone())?;
                }
                _ => return Err(format!("the table has no entry for {key}")),
            }
        }
        Ok(())
    }

    fn location(&self, place: &Place) -> Option<usize> {
        match place {
            Place::Slot(slot) if self.face.locations.contains(slot) => {
                Some((slot - self.face.locations.start) as usize)
            }
            _ => None,
        }
    }

    fn address(&mut self, arg: &Operand, state: &State) -> Result<Address, Fault> {
        let address = match arg {
            Operand::Memory(place) => Address::Fixed(place.clone()),
            Operand::MemoryX(place) => Address::Indexed(place.clone(), state.regs[X]),
            Operand::MemoryY(place) => Address::Indexed(place.clone(), state.regs[Y]),
            Operand::IndirectY(place) => {
                let Some(low) = self.location(place) else {
                    return Err("the pointer is not in a slot of the function".into());
                };
                let pairs = &self.face.func.pairs;
                let Some((_, high)) = pairs.iter().find(|(other, _)| *other as usize == low) else {
                    return Err("the pointer has no high byte".into());
                };
                Address::Pointer {
                    low: state.locations[low],
                    high: state.locations[*high as usize],
                    index: state.regs[Y],
                }
            }
            _ => return Err("an operand no operation asks for".into()),
        };
        Ok(self.values.settled(address))
    }

    fn read(&mut self, inst: &Inst, state: &mut State) -> Result<Id, Fault> {
        match &inst.arg {
            Operand::Accumulator => Ok(state.regs[A]),
            Operand::Immediate(value) => Ok(self.values.constant(*value)),
            Operand::ImmediateLow(place) => Ok(self.values.make(Node::Low(place.clone()))),
            Operand::ImmediateHigh(place) => Ok(self.values.make(Node::High(place.clone()))),
            Operand::LabelX(table, offset) => {
                Ok(self
                    .values
                    .make(Node::Entry(*table, *offset, state.regs[X])))
            }
            Operand::Memory(place) if is_level(place) => Ok(state.level),
            Operand::Memory(place) if self.location(place).is_some() => {
                Ok(state.locations[self.location(place).expect("just seen")])
            }
            Operand::Memory(place) if self.face.is_cell(place) => {
                Ok(state.cells.read(self.values, place))
            }
            Operand::MemoryX(Place::Symbol(name, plane)) if name == SOFT_STACK => {
                let saved = state.saved.get(&(*plane, state.regs[X])).copied();
                saved.ok_or_else(|| "nothing was saved there".into())
            }
            arg => {
                let address = self.address(arg, state)?;
                let value = self.values.load(state.memory, address.clone());
                if inst.volatile {
                    state.memory = self.values.make(Node::Observed(state.memory, address));
                }
                Ok(value)
            }
        }
    }

    fn write(&mut self, inst: &Inst, value: Id, state: &mut State) -> Result<(), Fault> {
        match &inst.arg {
            Operand::Accumulator => state.regs[A] = value,
            Operand::Memory(place) if is_level(place) => state.level = value,
            Operand::Memory(place) if self.location(place).is_some() => {
                state.locations[self.location(place).expect("just seen")] = value;
            }
            Operand::Memory(place) if self.face.is_cell(place) => state.cells.write(place, value),
            Operand::MemoryX(Place::Symbol(name, plane)) if name == SOFT_STACK => {
                if state.regs[X] != state.level {
                    return Err("X is not the depth of the stack".into());
                }
                state.saved.insert((*plane, state.level), value);
            }
            arg => {
                let address = self.address(arg, state)?;
                let node = Node::Stored(state.memory, address, value, inst.volatile);
                state.memory = self.values.make(node);
            }
        }
        Ok(())
    }

    fn step(&mut self, inst: &Inst, state: &mut State) -> Result<(), Fault> {
        use Mnemonic::*;
        match inst.op {
            Lda | Ldx | Ldy => {
                let value = self.read(inst, state)?;
                let reg = [Lda, Ldx, Ldy].iter().position(|op| *op == inst.op);
                state.set(reg.expect("one of the three"), value);
            }
            Sta => self.write(inst, state.regs[A], state)?,
            Stx => self.write(inst, state.regs[X], state)?,
            Sty => self.write(inst, state.regs[Y], state)?,
            Tax => state.set(X, state.regs[A]),
            Tsx => state.set(X, state.stack_pointer),
            Tay => state.set(Y, state.regs[A]),
            Txa => state.set(A, state.regs[X]),
            Tya => state.set(A, state.regs[Y]),
            Inx => state.set(X, self.values.stepped(state.regs[X], 1)),
            Dex => state.set(X, self.values.stepped(state.regs[X], 0xff)),
            Iny => state.set(Y, self.values.stepped(state.regs[Y], 1)),
            Dey => state.set(Y, self.values.stepped(state.regs[Y], 0xff)),
            Clc => state.carry = self.values.truth(false),
            Sec => state.carry = self.values.truth(true),
            And | Ora | Eor => {
                let value = self.read(inst, state)?;
                let op = match inst.op {
                    And => Logic::And,
                    Ora => Logic::Or,
                    _ => Logic::Xor,
                };
                state.set(A, self.values.logic(op, state.regs[A], value));
            }
            Adc | Sbc => self.arithmetic(inst, state)?,
            Cmp | Cpx | Cpy => {
                let reg = [Cmp, Cpx, Cpy].iter().position(|op| *op == inst.op);
                let held = state.regs[reg.expect("one of the three")];
                let value = self.read(inst, state)?;
                let no_borrow = self.values.truth(true);
                state.carry = self.values.at_least(held, value);
                state.flags(self.values.difference(held, value, no_borrow));
                if self.values.as_constant(value).is_none() {
                    state.z = self.values.make(Node::Compared(held, value));
                }
            }
            Bit => {
                let value = self.read(inst, state)?;
                state.n = value;
                state.z = self.values.logic(Logic::And, state.regs[A], value);
                state.overflow = self.values.fresh_truth();
            }
            Inc | Dec => {
                let before = self.read(inst, state)?;
                let step = if inst.op == Inc { 1 } else { 0xff };
                let after = self.values.stepped(before, step);
                self.write(inst, after, state)?;
                state.flags(after);
            }
            Asl | Lsr | Rol | Ror => {
                let before = self.read(inst, state)?;
                let carry = if matches!(inst.op, Asl | Lsr) {
                    self.values.truth(false)
                } else {
                    state.carry
                };
                let op = if matches!(inst.op, Asl | Rol) {
                    Shift::Left
                } else {
                    Shift::Right
                };
                let (after, out) = shifted(op, before, carry, self.values);
                self.write(inst, after, state)?;
                state.carry = out;
                state.flags(after);
            }
            Jsr => self.call(inst, state)?,
            _ => return Err("an instruction no operation asks for".into()),
        }
        Ok(())
    }

    fn arithmetic(&mut self, inst: &Inst, state: &mut State) -> Result<(), Fault> {
        let (a, b) = (state.regs[A], self.read(inst, state)?);
        let carry = state.carry;
        let subtracted = inst.op == Mnemonic::Sbc;
        state.overflow = self.values.overflow(subtracted, a, b, carry);
        let result = if subtracted {
            state.carry = self.values.difference_carry(a, b, carry);
            self.values.difference(a, b, carry)
        } else {
            state.carry = self.values.sum_carry(a, b, carry);
            self.values.sum(a, b, carry)
        };
        state.set(A, result);
        Ok(())
    }

    fn call(&mut self, inst: &Inst, state: &mut State) -> Result<(), Fault> {
        let Some(call) = self.calls.get(state.calls).copied() else {
            return Err("a call no operation asks for".into());
        };
        state.calls += 1;
        let symbol = self.face.symbol(call);
        if inst.arg != Operand::Memory(Place::Symbol(symbol.clone(), 0)) {
            return Err(format!("the operation calls {symbol}"));
        }
        let mut given = Vec::new();
        if call.target == Target::Pointer {
            let cells = self.face.pointer_cells();
            given.extend(cells.map(|place| state.cells.read(self.values, &place)));
        }
        for crossing in self.face.arguments(call).iter().take(call.args.len()) {
            match crossing {
                Crossing::Register(reg) => given.push(state.regs[*reg as usize]),
                Crossing::Memory(place) => given.push(state.cells.read(self.values, place)),
                Crossing::Unused => {}
            }
        }
        let called = self.values.make(Node::Called(state.memory, symbol, given));
        self.after_call(call, called, state);
        Ok(())
    }

    /// What is left of the world when a call comes back.
    fn after_call(&mut self, call: &Call, called: Id, state: &mut State) {
        let back = self.face.comes_back(call);
        let (mut changed, mut flags_from_a) = ([true; 3], false);
        if let (Target::Function(callee), false) = (&call.target, back) {
            let convention = self.face.conventions.get(*callee);
            changed = convention.clobbers;
            flags_from_a = convention.flags_from_a;
        }
        for (reg, changed) in changed.into_iter().enumerate() {
            if changed {
                state.regs[reg] = self.values.make(Node::LeftInRegister(called, reg as u8));
            }
        }
        if back {
            for location in &mut state.locations {
                *location = self.values.fresh();
            }
            let level = state.level;
            let below = |depth: Id| self.values.depth_below(depth, level);
            state.saved.retain(|(_, depth), _| below(*depth));
        }
        let flags = if flags_from_a {
            state.regs[A]
        } else {
            self.values.fresh()
        };
        state.flags(flags);
        state.carry = self.values.fresh_truth();
        state.overflow = self.values.fresh_truth();
        state.cells = Cells::after(called);
        state.memory = called;
    }
}

fn is_level(place: &Place) -> bool {
    matches!(place, Place::Symbol(name, 0) if name == "rt_level")
}
