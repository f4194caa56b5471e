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

use super::effects::RegSet;
use super::flow::{Flow, is_branch};
use super::inst::{Inst, Line, Mnemonic, Operand, Place};
use super::named_bytes::{Byte, Bytes, Effect};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

/// Something that holds a byte: a register, the flags as a test of a byte, the carry, or a numbered byte of memory.
pub type Holder = usize;
/// The accumulator.
pub const A: Holder = 0;
/// The X register.
pub const X: Holder = 1;
/// The Y register.
pub const Y: Holder = 2;
/// The value N and Z were set by.
pub const NZ: Holder = 3;
/// The carry: a constant 0 or 1, or unknown.
pub const C: Holder = 4;
const MEMORY: Holder = 5;

/// The number of a value: two holders of one number hold the same byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// A constant.
    Const(u8),
    /// Low or high byte of an address, by its number in the table of addresses.
    Low(usize),
    /// The high byte of an address, by its number in the table of addresses.
    High(usize),
    /// What the holder had when the routine was entered.
    Initial(Holder),
    /// What the line last gave the holder.
    Given(usize, Holder),
    /// What the holder had when the line last ran and replaced the value it shared.
    Kept(usize, Holder),
    /// What the holder had when the block was last entered over different edges.
    Merged(usize, Holder),
}

impl Value {
    /// The line that names it.
    pub fn line(self) -> Option<usize> {
        match self {
            Value::Given(line, _) | Value::Kept(line, _) => Some(line),
            _ => None,
        }
    }
}

/// What every holder has at one place of the code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    holders: Vec<Value>,
    /// Two values whose difference Z tells: a compare whose flags are still there.
    compared: Option<(Value, Value)>,
    /// N and Z were set by one and the same byte, as all instructions but `bit` and `plp` do.
    one_byte: bool,
    /// Two values a branch found to differ.
    unequal: Option<(Value, Value)>,
}

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

impl State {
    /// What a holder has.
    pub fn value(&self, holder: Holder) -> Value {
        self.holders[holder]
    }

    /// Whether a branch goes, if that is known.
    pub fn decides(&self, op: Mnemonic) -> Option<bool> {
        use Mnemonic::*;
        let flags = match self.holders[NZ] {
            Value::Const(value) if self.one_byte => Some(value),
            _ => None,
        };
        match op {
            Beq => flags
                .map(|value| value == 0)
                .or(self.differs().then_some(false)),
            Bne => flags
                .map(|value| value != 0)
                .or(self.differs().then_some(true)),
            Bmi => flags.map(|value| value >= 0x80),
            Bpl => flags.map(|value| value < 0x80),
            Bcc | Bcs => match self.holders[C] {
                Value::Const(carry) => Some((carry == 1) == (op == Bcs)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The flags are those of two values, or of one and zero, that an earlier branch found to differ.
    fn differs(&self) -> bool {
        let tested = self
            .compared
            .or(self.one_byte.then_some((self.holders[NZ], Value::Const(0))));
        tested.is_some() && tested == self.unequal
    }

    fn fixed(&self) -> [Value; MEMORY] {
        self.holders[..MEMORY]
            .try_into()
            .expect("every state has the registers")
    }

    /// What a named byte of memory has.
    pub fn byte(&self, byte: Byte) -> Value {
        self.holders[MEMORY + byte]
    }

    fn set_flags(&mut self, value: Value) {
        self.holders[NZ] = value;
        self.compared = None;
        self.one_byte = true;
    }

    /// The lines that name what the places hold or what is known of comparisons.
    fn naming_lines(&self) -> impl Iterator<Item = usize> {
        let pairs = self.compared.into_iter().chain(self.unequal);
        let held = self.holders.iter().copied();
        held.chain(pairs.flat_map(|(a, b)| [a, b]))
            .filter_map(Value::line)
    }

    /// Gives places that still hold an older value of this line names of their own.
    fn outdate(&mut self, line: usize) {
        for (holder, value) in self.holders.iter_mut().enumerate() {
            if matches!(value, Value::Given(at, _) | Value::Kept(at, _) if *at == line) {
                *value = Value::Kept(line, holder);
            }
        }
        let old = |value: &Value| matches!(value, Value::Given(at, _) | Value::Kept(at, _) if *at == line);
        if self
            .compared
            .as_ref()
            .is_some_and(|(a, b)| old(a) || old(b))
        {
            self.compared = None;
        }
        if self.unequal.as_ref().is_some_and(|(a, b)| old(a) || old(b)) {
            self.unequal = None;
        }
    }

    fn replace(&mut self, from: Value, to: Value) {
        self.holders
            .iter_mut()
            .filter(|value| **value == from)
            .for_each(|value| *value = to);
    }

    /// Whether a branch can tell anything: most states are then shared by the edges that leave with them.
    fn can_learn(&self, op: Mnemonic, taken: bool) -> bool {
        use Mnemonic::*;
        match (op, taken) {
            (Beq | Bne, _) => self.compared.is_some() || self.one_byte,
            (Bcc | Bcs, _) => self.holders[C] != Value::Const(u8::from(taken == (op == Bcs))),
            _ => false,
        }
    }

    /// What taking or not taking a branch tells.
    fn learn(&mut self, op: Mnemonic, taken: bool) {
        use Mnemonic::*;
        match (op, taken) {
            (Beq, true) | (Bne, false) => {
                if let Some((a, b)) = self.compared {
                    let (unknown, known) = if matches!(a, Value::Const(_)) {
                        (b, a)
                    } else {
                        (a, b)
                    };
                    if !matches!(unknown, Value::Const(_)) {
                        self.replace(unknown, known);
                    }
                    // Equal is not less; a carry that was set since then is known already.
                    if matches!(self.holders[C], Value::Given(_, C)) {
                        self.holders[C] = Value::Const(1);
                    }
                }
                let tested = self.holders[NZ];
                if self.one_byte && !matches!(tested, Value::Const(_)) {
                    self.replace(tested, Value::Const(0));
                }
            }
            (Bne, true) | (Beq, false) => {
                let zero = (self.holders[NZ], Value::Const(0));
                self.unequal = self
                    .compared
                    .or(self.one_byte.then_some(zero))
                    .or(self.unequal);
            }
            (Bcc, true) | (Bcs, false) => self.holders[C] = Value::Const(0),
            (Bcs, true) | (Bcc, false) => self.holders[C] = Value::Const(1),
            _ => {}
        }
    }
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
            let holders = (0..MEMORY + self.bytes.places.len())
                .map(Value::Initial)
                .collect();
            edges_in.push(Cow::Owned(State {
                holders,
                compared: None,
                one_byte: false,
                unequal: None,
            }));
        }
        for from in before {
            if let Some(state) = &leaving[*from] {
                self.edges(*from, block, state, &mut edges_in);
            }
        }
        match edges_in.len() {
            0 => None,
            1 => edges_in.pop().map(Cow::into_owned),
            _ => Some(join(block, &edges_in)),
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

    /// Everything the line may change gets a new name.
    fn forget(&self, state: &mut State, line: usize, effect: &Effect) {
        for (register, holder) in [
            (RegSet::A, A),
            (RegSet::X, X),
            (RegSet::Y, Y),
            (RegSet::C, C),
        ] {
            if effect.writes.meets(register) {
                state.holders[holder] = Value::Given(line, holder);
            }
        }
        if effect.writes.meets(RegSet::NZ) {
            state.set_flags(Value::Given(line, NZ));
            state.one_byte = false;
        }
        for byte in &effect.may_write {
            state.holders[MEMORY + byte] = Value::Given(line, MEMORY + byte);
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
        let before = Before {
            state: state.fixed(),
            direct: direct.map(|byte| (byte, state.byte(byte))),
        };
        values.forget(state, line, effect);
        assign(state, &before, inst, operand, line);
    }
}

/// What the registers, and the byte the operand names, held before the line.
struct Before {
    state: [Value; MEMORY],
    direct: Option<(Byte, Value)>,
}

impl Before {
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
        Adc | Sbc => give(A, Value::Given(line, A)),
        Inc | Dec => assign_step(state, before, inst, line),
        Asl | Lsr | Rol | Ror => assign_shift(state, before, inst, line),
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

fn assign_step(state: &mut State, before: &Before, inst: &Inst, line: usize) {
    let Some((byte, old)) = before.direct else {
        return;
    };
    let by = if inst.op == Mnemonic::Inc { 1 } else { 0xff };
    let value = stepped(old, by, Value::Given(line, MEMORY + byte));
    state.holders[MEMORY + byte] = value;
    state.set_flags(value);
}

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

/// Merges the states of several edges into a block: holders that are equal on every edge stay equal.
fn join(block: usize, edges_in: &[Cow<State>]) -> State {
    let (first, others) = edges_in.split_first().expect("edges meet here");
    let own = |value: &Value| matches!(value, Value::Merged(at, _) if *at == block);
    let mut holders = first.holders.clone();
    let mut differing: Vec<Holder> = Vec::new();
    for (holder, value) in holders.iter().enumerate() {
        if own(value) || others.iter().any(|edge| edge.holders[holder] != *value) {
            differing.push(holder);
        }
    }
    // Those that have the same values on all edges come to stand side by side, and are named by the first of them.
    let values = |holder: Holder| edges_in.iter().map(move |edge| edge.holders[holder]);
    differing.sort_by(|a, b| values(*a).cmp(values(*b)).then(a.cmp(b)));
    for group in differing.chunk_by(|a, b| values(*a).eq(values(*b))) {
        for holder in group {
            holders[*holder] = Value::Merged(block, group[0]);
        }
    }
    let agreed = |pair: &dyn Fn(&State) -> Option<(Value, Value)>| {
        pair(&edges_in[0]).filter(|(a, b)| {
            !own(a) && !own(b) && edges_in.iter().all(|edge| pair(edge) == Some((*a, *b)))
        })
    };
    State {
        holders,
        compared: agreed(&|edge| edge.compared),
        one_byte: edges_in.iter().all(|edge| edge.one_byte),
        unequal: agreed(&|edge| edge.unequal),
    }
}
