//! Value numbering over a whole routine: which value each register, flag pair and directly named byte holds, line by line,
//! by a forward data flow. Two places with the same `Value` surely hold the same byte at run time; nothing is said about
//! different ones.
//!
//! The states at the start of the blocks begin as "not reached" and are merged again until none changes: where edges meet, places that
//! are equal on every edge stay equal and all others get a value of their own, named by the block. If that has not settled
//! after a fixed number of rounds there is no result, and the passes that ask leave the routine as it is.
//!
//! A value is named by where it came from. When the line that names a value runs again, or the block whose merge names
//! it is entered again, every place that still holds the older one gets a name of its own, so equal names never mix
//! two rounds of a loop. Which lines of a block that concerns is known when it is entered, so a line of a block that is in
//! no loop costs the same however many places there are.

mod state;
mod transfer;

pub use state::{A, C, Holder, NZ, State, Value, X, Y};

use super::flow::{Flow, is_branch};
use super::inst::{Inst, Line, Operand, Place};
use super::named_bytes::{Byte, Bytes, Effect};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

/// A state on its way through the lines of one block.
pub struct Cursor<'v> {
    values: &'v Values<'v>,
    /// What the holders have before the current line.
    pub state: State,
    /// Lines of the block whose older values were still around when it was entered.
    recurring: BTreeSet<usize>,
}

/// The values of a whole routine, solved at the entry of every block.
pub struct Values<'a> {
    lines: &'a [Line],
    flow: &'a Flow,
    bytes: &'a Bytes,
    effects: &'a [Effect],
    addresses: HashMap<Place, usize>,
    /// State at the start of each block; `None` when it is never reached.
    entry: Vec<Option<State>>,
}

impl<'a> Values<'a> {
    /// Runs the analysis; `None` if it does not settle, which leaves the code as it is.
    pub fn new(
        lines: &'a [Line],
        flow: &'a Flow,
        bytes: &'a Bytes,
        effects: &'a [Effect],
    ) -> Option<Values<'a>> {
        let mut addresses = HashMap::new();
        for line in lines {
            if let Line::Inst(Inst {
                arg: Operand::ImmediateLow(place) | Operand::ImmediateHigh(place),
                ..
            }) = line
            {
                let next = addresses.len();
                addresses.entry(place.clone()).or_insert(next);
            }
        }
        let entry = vec![None; flow.blocks.len()];
        let mut values = Values {
            lines,
            flow,
            bytes,
            effects,
            addresses,
            entry,
        };
        values.settle().then_some(values)
    }

    /// Before the first line of a block, `None` if the block is never reached.
    pub fn at_start(&self, block: usize) -> Option<Cursor<'_>> {
        Some(self.enter(block, self.entry[block].clone()?))
    }

    /// Before the first line of a block with a state of one's own.
    pub fn enter(&self, block: usize, state: State) -> Cursor<'_> {
        let lines = &self.flow.blocks[block].lines;
        let recurring = state
            .naming_lines()
            .filter(|line| lines.contains(line))
            .collect();
        Cursor {
            values: self,
            state,
            recurring,
        }
    }

    fn settle(&mut self) -> bool {
        const ROUNDS: usize = 60;
        let before = self.flow.predecessors();
        let mut leaving: Vec<Option<State>> = vec![None; self.flow.blocks.len()];
        // Blocks that a new state leads to: all others would be merged to what they have.
        let mut open = vec![true; self.flow.blocks.len()];
        for _ in 0..ROUNDS {
            let mut changed = false;
            for block in 0..self.flow.blocks.len() {
                if !std::mem::take(&mut open[block]) {
                    continue;
                }
                let Some(state) = self.merge(block, &before[block], &leaving) else {
                    continue;
                };
                if self.entry[block].as_ref() == Some(&state) {
                    continue;
                }
                self.entry[block] = Some(state.clone());
                changed = true;
                let after = self.through(block, state);
                if leaving[block].as_ref() != Some(&after) {
                    leaving[block] = Some(after);
                    let next = &self.flow.blocks[block].next;
                    next.iter().for_each(|next| open[*next] = true);
                }
            }
            if !changed {
                return true;
            }
        }
        false
    }

    fn through(&self, block: usize, state: State) -> State {
        let mut cursor = self.enter(block, state);
        for line in self.flow.blocks[block].lines.clone() {
            cursor.step(line);
        }
        cursor.state
    }

    fn merge(&self, block: usize, before: &[usize], leaving: &[Option<State>]) -> Option<State> {
        let mut edges_in: Vec<Cow<State>> = Vec::new();
        if self.flow.is_entry(block) {
            let initial = State::initial(self.bytes.places.len());
            edges_in.push(Cow::Owned(initial));
        }
        for from in before {
            if let Some(state) = &leaving[*from] {
                self.edges(*from, block, state, &mut edges_in);
            }
        }
        match edges_in.len() {
            0 => None,
            1 => edges_in.pop().map(Cow::into_owned),
            _ => Some(State::join(block, &edges_in)),
        }
    }

    /// The states with which one block goes on to another: two when a branch leads where falling through leads.
    fn edges<'s>(
        &self,
        from: usize,
        to: usize,
        state: &'s State,
        edges_in: &mut Vec<Cow<'s, State>>,
    ) {
        let range = self.flow.blocks[from].lines.clone();
        let branch = match &self.lines[range.end - 1] {
            Line::Inst(inst) if is_branch(inst.op) => Some(inst.op),
            _ => None,
        };
        let next = &self.flow.blocks[from].next;
        let Some(op) = branch else {
            edges_in.push(Cow::Borrowed(state));
            return;
        };
        for (index, _) in next.iter().enumerate().filter(|(_, block)| **block == to) {
            let taken = index == next.len() - 1;
            let mut state = Cow::Borrowed(state);
            if state.can_learn(op, taken) {
                state.to_mut().learn(op, taken);
            }
            edges_in.push(state);
        }
    }

    /// The state with which one block goes on to another, if there is exactly one such edge.
    pub fn on_the_way(&self, from: usize, to: usize) -> Option<State> {
        let leaving = self.through(from, self.entry[from].clone()?);
        let mut edges_in = Vec::new();
        self.edges(from, to, &leaving, &mut edges_in);
        if edges_in.len() == 1 {
            edges_in.pop().map(Cow::into_owned)
        } else {
            None
        }
    }

    /// The number of a byte of memory, if the routine names it.
    pub fn byte(&self, place: &Place) -> Option<Byte> {
        self.bytes.number(place)
    }

    /// The value of an immediate operand.
    pub fn constant(&self, operand: &Operand) -> Option<Value> {
        match operand {
            Operand::Immediate(value) => Some(Value::Const(*value)),
            Operand::ImmediateLow(place) => Some(Value::Low(self.addresses[place])),
            Operand::ImmediateHigh(place) => Some(Value::High(self.addresses[place])),
            _ => None,
        }
    }

    /// A value that is known before the program runs, as an immediate operand.
    pub fn immediate(&self, value: Value) -> Option<Operand> {
        let place = |number: usize| {
            let found = self.addresses.iter().find(|(_, other)| **other == number);
            found.expect("numbered by this table").0.clone()
        };
        match value {
            Value::Const(value) => Some(Operand::Immediate(value)),
            Value::Low(number) => Some(Operand::ImmediateLow(place(number))),
            Value::High(number) => Some(Operand::ImmediateHigh(place(number))),
            _ => None,
        }
    }

    /// The value an operand delivers, if it has a name.
    pub fn operand(&self, state: &State, inst: &Inst) -> Option<Value> {
        if let Some(value) = self.constant(&inst.arg) {
            return Some(value);
        }
        match &inst.arg {
            Operand::Memory(_) if !inst.volatile => {
                self.bytes.direct(inst).map(|byte| state.byte(byte))
            }
            Operand::Accumulator => Some(state.value(A)),
            _ => None,
        }
    }
}

impl Cursor<'_> {
    /// Goes across the next line of the block.
    pub fn step(&mut self, line: usize) {
        let (values, state) = (self.values, &mut self.state);
        let Line::Inst(inst) = &values.lines[line] else {
            return;
        };
        let effect = &values.effects[line];
        if self.recurring.contains(&line)
            && (!effect.writes.is_empty() || !effect.may_write.is_empty())
        {
            state.outdate(line);
        }
        let operand = values.operand(state, inst);
        let direct = values.bytes.direct(inst).filter(|_| !inst.volatile);
        state.execute(line, inst, effect, operand, direct);
    }
}
