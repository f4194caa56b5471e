//! What is known of every register, flag pair and named byte of memory at one place of the code, what a branch adds to that,
//! and what is left of it where edges meet.

use super::super::inst::Mnemonic;
use super::super::named_bytes::Byte;
use std::borrow::Cow;

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
/// Bytes of memory by number, from here on.
pub(super) const MEMORY: Holder = 5;

/// The number of a value: two holders of one number hold the same byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// A constant.
    Const(u8),
    /// The low byte of an address, by its number in the table of addresses.
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
    pub(super) holders: Vec<Value>,
    /// Two values whose difference Z tells: a compare whose flags are still there.
    pub(super) compared: Option<(Value, Value)>,
    /// N and Z were set by one and the same byte, as all instructions but `bit` and `plp` do.
    pub(super) one_byte: bool,
    /// Two values a branch found to differ.
    unequal: Option<(Value, Value)>,
}

impl State {
    /// What is known when the routine is entered: nothing of any register or of the `bytes` named bytes of memory.
    pub(super) fn initial(bytes: usize) -> State {
        State {
            holders: (0..MEMORY + bytes).map(Value::Initial).collect(),
            compared: None,
            one_byte: false,
            unequal: None,
        }
    }

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

    /// What a named byte of memory has.
    pub fn byte(&self, byte: Byte) -> Value {
        self.holders[MEMORY + byte]
    }

    pub(super) fn set_flags(&mut self, value: Value) {
        self.holders[NZ] = value;
        self.compared = None;
        self.one_byte = true;
    }

    /// The lines that name what the places hold or what is known of comparisons.
    pub(super) fn naming_lines(&self) -> impl Iterator<Item = usize> {
        let pairs = self.compared.into_iter().chain(self.unequal);
        let held = self.holders.iter().copied();
        held.chain(pairs.flat_map(|(a, b)| [a, b]))
            .filter_map(Value::line)
    }

    /// Gives places that still hold an older value of this line names of their own.
    pub(super) fn outdate(&mut self, line: usize) {
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
    pub(super) fn can_learn(&self, op: Mnemonic, taken: bool) -> bool {
        use Mnemonic::*;
        match (op, taken) {
            (Beq | Bne, _) => self.compared.is_some() || self.one_byte,
            (Bcc | Bcs, _) => self.holders[C] != Value::Const(u8::from(taken == (op == Bcs))),
            _ => false,
        }
    }

    /// What taking or not taking a branch tells.
    pub(super) fn learn(&mut self, op: Mnemonic, taken: bool) {
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

    /// Merges the states of several edges into a block: holders that are equal on every edge stay equal.
    pub(super) fn join(block: usize, edges_in: &[Cow<State>]) -> State {
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
}
