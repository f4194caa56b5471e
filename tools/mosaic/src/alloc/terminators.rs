//! Ends of blocks that decide: flags for a test by every sequence that may be cheap, switches as comparisons or as jumps
//! through a table.
//!
//! Which sequence is cheap depends on what the registers and flags happen to hold and on what the blocks behind want to find
//! there, so none is chosen here: every alternative is priced with its edges and the register search takes the best.

use super::blocks::{BlockCode, BlockEnd, Target, jump, plain};
use super::moves::{Here, Search};
use super::state::{Hold, REGS, Reg, State};
use crate::asm::inst::{Data, Label, Line, Mnemonic, Operand, Place};
use crate::ops::model::*;

/// Switches with at least this many cases and few holes become jump tables.
const TABLE_CASES: usize = 7;

impl Search<'_> {
    /// Flags set for a test, by every sequence that may be cheap.
    #[allow(clippy::too_many_arguments)] // a test and its two targets
    pub(super) fn test(
        &self,
        state: State,
        test: &Test,
        then: usize,
        other: usize,
        here: Here,
        count: usize,
        alternatives: &mut Vec<BlockEnd>,
    ) {
        let add = |alternatives: &mut Vec<BlockEnd>,
                   states: Vec<State>,
                   op: Mnemonic,
                   carry: Option<bool>| {
            for state in states {
                let mut alternative = plain(state, vec![(op, then)], other, count);
                if let Some(carry) = carry {
                    alternative.carry[then] = Some(carry).filter(|_| then != other);
                    alternative.carry[other] = Some(!carry).filter(|_| then != other);
                }
                alternatives.push(alternative);
            }
        };
        let turned = constant_second(test);
        match turned.as_ref().unwrap_or(test) {
            Test::Equal(a, Src::Const(0)) | Test::Less(a, Src::Const(1)) => {
                add(
                    alternatives,
                    self.flags(state, a, here),
                    Mnemonic::Beq,
                    None,
                );
            }
            Test::NotEqual(a, Src::Const(0)) | Test::GreaterOrEqual(a, Src::Const(1)) => {
                add(
                    alternatives,
                    self.flags(state, a, here),
                    Mnemonic::Bne,
                    None,
                );
            }
            Test::Equal(a, b) => add(
                alternatives,
                self.compared(state, a, b, here),
                Mnemonic::Beq,
                None,
            ),
            Test::NotEqual(a, b) => add(
                alternatives,
                self.compared(state, a, b, here),
                Mnemonic::Bne,
                None,
            ),
            Test::Less(a, Src::Const(0x80)) | Test::NotNegative(a) => {
                add(alternatives, self.sign(state, a, here), Mnemonic::Bpl, None);
            }
            Test::GreaterOrEqual(a, Src::Const(0x80)) | Test::Negative(a) => {
                add(alternatives, self.sign(state, a, here), Mnemonic::Bmi, None);
            }
            Test::Less(a, b) => add(
                alternatives,
                self.ordered(state, a, b, here),
                Mnemonic::Bcc,
                Some(false),
            ),
            Test::GreaterOrEqual(a, b) => add(
                alternatives,
                self.ordered(state, a, b, here),
                Mnemonic::Bcs,
                Some(true),
            ),
            Test::CarryClear => add(alternatives, vec![state], Mnemonic::Bcc, Some(false)),
            Test::CarrySet => add(alternatives, vec![state], Mnemonic::Bcs, Some(true)),
            Test::SignedLess => add(alternatives, vec![self.signed(state)], Mnemonic::Bmi, None),
            Test::SignedGreaterOrEqual => {
                add(alternatives, vec![self.signed(state)], Mnemonic::Bpl, None)
            }
        }
    }

    /// Equality is symmetric: whichever operand is in a register already is compared with the other. A constant can only be the
    /// second one.
    fn compared(&self, state: State, a: &Src, b: &Src, here: Here) -> Vec<State> {
        let mut alternatives = self.ordered(state.clone(), a, b, here);
        if !matches!(b, Src::Const(_) | Src::Low(_) | Src::High(_)) {
            alternatives.extend(self.ordered(state, b, a, here));
        }
        alternatives
    }

    fn ordered(&self, state: State, a: &Src, b: &Src, here: Here) -> Vec<State> {
        self.compare(state, a, b, here)
    }

    /// After a subtraction: N is right unless the result overflowed.
    fn signed(&self, mut state: State) -> State {
        let skip = self.label();
        state.emit(self.costs, Mnemonic::Bvc, Operand::Label(skip));
        state.emit(self.costs, Mnemonic::Eor, Operand::Immediate(0x80));
        state.label(skip);
        state.put(Reg::A, Hold::Nothing);
        state.flags = None;
        state
    }

    /// N and Z of an operand: there already from what computed it, by a compare with zero in the register that has it (which leaves
    /// the carry set), or by loading it, which costs no more than comparing memory would.
    fn flags(&self, state: State, a: &Src, here: Here) -> Vec<State> {
        if let Src::Var(var) = a
            && state.flags == Some(*var)
        {
            return vec![state];
        }
        let mut alternatives = Vec::new();
        for reg in REGS {
            let there = matches!(a, Src::Var(var) if state.hold(reg) == Hold::Var(*var));
            if there {
                let mut alternative = state.clone();
                alternative.emit(self.costs, reg.compare(), Operand::Immediate(0));
                alternative.carry = Some(true);
                alternative.flags = a.var();
                alternatives.push(alternative);
            } else {
                alternatives.extend(self.load(state.clone(), reg, a, here, &[]));
            }
        }
        alternatives
    }

    /// N of an operand; `bit` reads it without a register.
    fn sign(&self, state: State, a: &Src, here: Here) -> Vec<State> {
        let place = match a {
            Src::Var(var) if !state.is_stale(*var) && state.flags != Some(*var) => {
                Some(self.location(*var))
            }
            Src::Mem(Addr::Abs(place)) => Some(place.clone()),
            _ => None,
        };
        let mut alternatives = Vec::new();
        if let Some(place) = place {
            let mut alternative = state.clone();
            alternative.emit(self.costs, Mnemonic::Bit, Operand::Memory(place));
            alternative.flags = None;
            alternatives.push(alternative);
        }
        alternatives.extend(self.flags(state, a, here));
        alternatives
    }

    pub(super) fn switch(
        &self,
        states: Vec<State>,
        value: &Src,
        cases: &[(u8, usize)],
        default: usize,
        here: Here,
        targets: &[Target],
    ) -> BlockCode {
        if let Some(span) = table_span(cases.iter().map(|(key, _)| *key)) {
            return self.jump_table(states, value, cases, default, span, here, targets);
        }
        let mut alternatives = Vec::new();
        for state in states {
            for reg in REGS {
                for mut alternative in self.load(state.clone(), reg, value, here, &[]) {
                    alternative.carry = None;
                    alternative.flags = None;
                    // Half of the comparisons are made on average.
                    alternative.charge(self.costs, cases.len() as u32 * 2 + 1);
                    let mut alternative = plain(alternative, Vec::new(), default, targets.len());
                    alternative.cases = cases.to_vec();
                    alternative.register = reg;
                    alternatives.push(alternative);
                }
            }
        }
        self.choose(alternatives, here, targets)
    }

    /// Through a vector of two zero-page slots, which belong to this function alone: an interrupt handler has its own.
    #[allow(clippy::too_many_arguments)] // a switch and its table
    fn jump_table(
        &self,
        states: Vec<State>,
        value: &Src,
        cases: &[(u8, usize)],
        default: usize,
        (low, high): (u8, u8),
        here: Here,
        targets: &[Target],
    ) -> BlockCode {
        let mut alternatives: Vec<State> = states
            .into_iter()
            .flat_map(|state| self.load(state, Reg::X, value, here, &[]))
            .collect();
        // Every target starts with all values in memory: the table's jump has no room for fix-ups.
        for alternative in &mut alternatives {
            for var in alternative.stale.clone() {
                if here.after.contains(var as usize) {
                    self.save(alternative, var);
                }
            }
        }
        let mut state = alternatives
            .into_iter()
            .min_by_key(|state| state.cost)
            .expect("a value can be in X");
        let labels = TableLabels {
            low: self.label(),
            high: self.label(),
            miss: self.label(),
        };
        // The tables speak of edge labels, which lead on with whatever fix-up the target needs.
        let edge_labels: Vec<Label> = targets.iter().map(|_| self.label()).collect();
        let case = |key: u8| {
            let found = cases.iter().find(|(other, _)| *other == key);
            edge_labels[found.map_or(default, |(_, target)| *target)]
        };
        self.jump_through_table(&mut state, (low, high), &labels, case);
        state.put(Reg::A, Hold::Nothing);
        state.carry = None;
        state.flags = None;
        let mut code = BlockCode {
            lines: Vec::new(),
            edges: Vec::new(),
            cost: f64::from(state.cost),
            exits: Vec::new(),
        };
        let mut lines = state.code.lines();
        lines.push(jump(edge_labels[default]));
        for (target, label) in targets.iter().zip(&edge_labels) {
            let (fix, cost, exit) = self.conform(&state, target, None);
            code.edges.push(Line::Label(*label));
            code.edges.extend(fix);
            code.edges.push(jump(target.label));
            code.cost += cost * target.chance;
            if let Some(exit) = exit {
                code.exits.push((target.block, exit));
            }
        }
        code.lines = lines;
        code
    }

    /// Looks the key in X up and jumps through the vector; what is no key of the table goes on behind it. The low and the high
    /// bytes of the addresses are tables of their own, so that X need not be doubled.
    fn jump_through_table(
        &self,
        state: &mut State,
        (low, high): (u8, u8),
        labels: &TableLabels,
        case: impl Fn(u8) -> Label,
    ) {
        if high < 0xff {
            state.emit(self.costs, Mnemonic::Cpx, Operand::Immediate(high + 1));
            state.emit(self.costs, Mnemonic::Bcs, Operand::Label(labels.miss));
        }
        if low > 0 {
            state.emit(self.costs, Mnemonic::Cpx, Operand::Immediate(low));
            state.emit(self.costs, Mnemonic::Bcc, Operand::Label(labels.miss));
        }
        let vector = |half| Place::Slot(vector_slot(self.first_slot, self.func) + half);
        for (half, table) in [labels.low, labels.high].into_iter().enumerate() {
            let entry = Operand::LabelX(table, -i32::from(low));
            state.emit(self.costs, Mnemonic::Lda, entry);
            let half = Operand::Memory(vector(half as u32));
            state.emit(self.costs, Mnemonic::Sta, half);
        }
        let through = Operand::Indirect(vector(0), labels.low);
        state.emit(self.costs, Mnemonic::Jmp, through);
        for (table, half) in [
            (labels.low, Data::LabelLow as fn(Label) -> Data),
            (labels.high, Data::LabelHigh),
        ] {
            state.label(table);
            for key in low..=high {
                state.data(half(case(key)));
            }
        }
        state.label(labels.miss);
    }
}

/// The labels of a jump table: its two halves, and what follows for other keys.
struct TableLabels {
    low: Label,
    high: Label,
    miss: Label,
}

/// First and last key, if a switch over these keys becomes a jump table.
fn table_span(keys: impl Iterator<Item = u8> + Clone) -> Option<(u8, u8)> {
    let (low, high) = (keys.clone().min()?, keys.clone().max()?);
    let (count, span) = (keys.count(), usize::from(high - low) + 1);
    (count >= TABLE_CASES && span <= count * 2 && span < 128).then_some((low, high))
}

/// Slots beside those of the variables: the two of the vector if the function has a jump table.
pub fn vector_slots(func: &Func) -> u32 {
    let has_table = func.blocks.iter().any(|block| {
        matches!(&block.term, Term::Switch { cases, .. } if table_span(cases.iter().map(|(key, _)| *key)).is_some())
    });
    if has_table { 2 } else { 0 }
}

/// The vector's low byte: it follows the variables.
pub fn vector_slot(first_slot: u32, func: &Func) -> u32 {
    first_slot + func.var_count
}

/// A test for equality with its constant behind the other operand, if that is not where it stands.
fn constant_second(test: &Test) -> Option<Test> {
    match test {
        Test::Equal(a @ Src::Const(_), b) if !matches!(b, Src::Const(_)) => {
            Some(Test::Equal(b.clone(), a.clone()))
        }
        Test::NotEqual(a @ Src::Const(_), b) if !matches!(b, Src::Const(_)) => {
            Some(Test::NotEqual(b.clone(), a.clone()))
        }
        _ => None,
    }
}
