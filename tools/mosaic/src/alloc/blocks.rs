//! The code of one block: the cheapest path through the states of its operations, and the fix-ups on the edges to
//! blocks whose entry is already settled.

use super::convention::Crossing;
use super::moves::{Here, Search};
use super::state::{Hold, Price, REGS, Reg, Shape, State};
use crate::analyse::live::BitSet;
use crate::asm::inst::{Data, Inst, Label, Line, Mnemonic, Operand};
use crate::lower::ops::*;
use std::collections::HashMap;

/// States kept after each operation.
const BEAM: usize = 24;

/// Switches with at least this many cases and few holes become jump tables.
const TABLE_CASES: usize = 7;

/// What a block needs to know of the block an edge leads to.
pub struct Target<'a> {
    pub block: Blk,
    pub label: Label,
    /// Settled entry, or nothing when this edge may decide.
    pub entry: Option<&'a Shape>,
    pub live: &'a BitSet,
    pub chance: f64,
    /// More than one edge leads there.
    pub shared: bool,
}

/// Code of a block.
#[derive(Debug, Clone)]
pub struct BlockCode {
    pub lines: Vec<Line>,
    /// Out-of-line fix-ups, each with its label first and a jump last.
    pub edges: Vec<Line>,
    /// Expected cost, fix-ups included.
    pub cost: f64,
    /// Entry this block proposes for each target that had none.
    pub exits: Vec<(Blk, Shape)>,
}

/// A branch to be written: conditions in order, each to a target; the last target is reached by falling out.
struct Ways {
    state: State,
    /// Instruction and index of the target it leads to, with what is known of the carry there.
    branches: Vec<(Mnemonic, usize)>,
    /// Target reached when no branch is taken.
    rest: usize,
    carry: Vec<Option<bool>>,
    /// Compare-and-branch pairs of a switch: value and target.
    cases: Vec<(u8, usize)>,
    register: Reg,
}

/// Keeps the cheapest state of each shape, and of those the cheapest few.
pub fn prune(states: &mut Vec<State>, keep: usize) {
    let mut best: HashMap<Shape, usize> = HashMap::with_capacity(states.len());
    let mut chosen: Vec<State> = Vec::with_capacity(states.len());
    for state in states.drain(..) {
        match best.entry(state.shape()) {
            std::collections::hash_map::Entry::Occupied(at) => {
                let held = &mut chosen[*at.get()];
                if state.cost < held.cost {
                    *held = state;
                }
            }
            std::collections::hash_map::Entry::Vacant(at) => {
                at.insert(chosen.len());
                chosen.push(state);
            }
        }
    }
    // What is not yet at home may still have to be stored.
    chosen.sort_by_key(|state| state.cost + state.stale.len() as u32 * Price::FAST.cycle);
    chosen.truncate(keep);
    *states = chosen;
}

impl Search<'_> {
    /// Generates a block from its entry. `after` has what is live after each operation and, last, at the end.
    pub fn block(
        &self,
        block: Blk,
        entry: &Shape,
        after: &[BitSet],
        targets: &[Target],
    ) -> BlockCode {
        let body = &self.func.blocks[block];
        let mut states = vec![State::with(entry.clone())];
        for (index, op) in body.ops.iter().enumerate() {
            let mut uses = Vec::new();
            op.each_use(&mut |var| uses.push(var));
            let mut defs = Vec::new();
            op.each_def(&mut |var| defs.push(var));
            let here = Here {
                after: &after[index],
                uses: &uses,
                defs: &defs,
                carry_used: crate::opt::clean::carry_used(body, index),
            };
            states = states
                .into_iter()
                .flat_map(|state| self.op(state, op, here))
                .collect();
            assert!(
                !states.is_empty(),
                "{}: no way to do {op:?}",
                self.func.name
            );
            prune(&mut states, BEAM);
        }
        self.finish(&body.term, states, &after[body.ops.len()], targets)
    }

    fn finish(
        &self,
        term: &Term,
        states: Vec<State>,
        live: &BitSet,
        targets: &[Target],
    ) -> BlockCode {
        let mut uses = Vec::new();
        term.each_use(&mut |var| uses.push(var));
        let here = Here {
            after: live,
            uses: &uses,
            defs: &[],
            carry_used: false,
        };
        match term {
            Term::Return(values) => self.give_back(states, values, here),
            Term::Stop => {
                let mut state = states
                    .into_iter()
                    .min_by_key(|state| state.cost)
                    .expect("the beam is never empty");
                // Never reached; a break tells if it is all the same.
                state.emit(self.costs, Mnemonic::Brk, Operand::None);
                BlockCode {
                    lines: state.code.lines(),
                    edges: Vec::new(),
                    cost: 0.0,
                    exits: Vec::new(),
                }
            }
            Term::Jump(_) => {
                let ways = states
                    .into_iter()
                    .map(|state| plain(state, Vec::new(), 0, targets.len()))
                    .collect();
                self.choose(ways, here, targets)
            }
            Term::Branch {
                test, then, other, ..
            } => {
                let at = |block: Blk| {
                    targets
                        .iter()
                        .position(|target| target.block == block)
                        .expect("a successor")
                };
                let (then, other) = (at(*then), at(*other));
                let mut ways = Vec::new();
                for state in states {
                    self.test(state, test, then, other, here, targets.len(), &mut ways);
                }
                self.choose(ways, here, targets)
            }
            Term::Switch {
                value,
                cases,
                default,
            } => {
                let at = |block: Blk| {
                    targets
                        .iter()
                        .position(|target| target.block == block)
                        .expect("a successor")
                };
                let cases: Vec<(u8, usize)> = cases
                    .iter()
                    .map(|(key, block)| (*key, at(*block)))
                    .collect();
                self.switch(states, value, &cases, at(*default), here, targets)
            }
        }
    }

    fn give_back(&self, states: Vec<State>, values: &[Src], here: Here) -> BlockCode {
        let results = &self.conventions.get(self.index).results;
        let wanted: Vec<(Crossing, Src)> = results
            .iter()
            .cloned()
            .zip(values.iter().cloned())
            .collect();
        let best = states
            .into_iter()
            .flat_map(|state| self.place_values(state, &wanted, here))
            .min_by_key(|state| state.cost)
            .expect("results can be placed");
        let mut best = best;
        best.emit(self.costs, Mnemonic::Rts, Operand::None);
        BlockCode {
            cost: f64::from(best.cost),
            lines: best.code.lines(),
            edges: Vec::new(),
            exits: Vec::new(),
        }
    }

    /// Flags set for a test, in every way that may be cheap.
    #[allow(clippy::too_many_arguments)] // a test and its two targets
    fn test(
        &self,
        state: State,
        test: &Test,
        then: usize,
        other: usize,
        here: Here,
        count: usize,
        ways: &mut Vec<Ways>,
    ) {
        let add = |ways: &mut Vec<Ways>, states: Vec<State>, op: Mnemonic, carry: Option<bool>| {
            for state in states {
                let mut way = plain(state, vec![(op, then)], other, count);
                if let Some(carry) = carry {
                    way.carry[then] = Some(carry).filter(|_| then != other);
                    way.carry[other] = Some(!carry).filter(|_| then != other);
                }
                ways.push(way);
            }
        };
        match test {
            Test::Equal(a, Src::Const(0)) | Test::Less(a, Src::Const(1)) => {
                add(ways, self.flags(state, a, here), Mnemonic::Beq, None);
            }
            Test::NotEqual(a, Src::Const(0)) | Test::GreaterOrEqual(a, Src::Const(1)) => {
                add(ways, self.flags(state, a, here), Mnemonic::Bne, None);
            }
            Test::Equal(Src::Const(_), b) if !matches!(b, Src::Const(_)) => {
                let Test::Equal(a, b) = test else {
                    unreachable!()
                };
                self.test(
                    state,
                    &Test::Equal(b.clone(), a.clone()),
                    then,
                    other,
                    here,
                    count,
                    ways,
                );
            }
            Test::NotEqual(Src::Const(_), b) if !matches!(b, Src::Const(_)) => {
                let Test::NotEqual(a, b) = test else {
                    unreachable!()
                };
                self.test(
                    state,
                    &Test::NotEqual(b.clone(), a.clone()),
                    then,
                    other,
                    here,
                    count,
                    ways,
                );
            }
            Test::Equal(a, b) => add(ways, self.compared(state, a, b, here), Mnemonic::Beq, None),
            Test::NotEqual(a, b) => {
                add(ways, self.compared(state, a, b, here), Mnemonic::Bne, None)
            }
            Test::Less(a, Src::Const(0x80)) | Test::NotNegative(a) => {
                add(ways, self.sign(state, a, here), Mnemonic::Bpl, None);
            }
            Test::GreaterOrEqual(a, Src::Const(0x80)) | Test::Negative(a) => {
                add(ways, self.sign(state, a, here), Mnemonic::Bmi, None);
            }
            Test::Less(a, b) => add(
                ways,
                self.ordered(state, a, b, here),
                Mnemonic::Bcc,
                Some(false),
            ),
            Test::GreaterOrEqual(a, b) => add(
                ways,
                self.ordered(state, a, b, here),
                Mnemonic::Bcs,
                Some(true),
            ),
            Test::CarryClear => add(ways, vec![state], Mnemonic::Bcc, Some(false)),
            Test::CarrySet => add(ways, vec![state], Mnemonic::Bcs, Some(true)),
            Test::SignedLess => add(ways, vec![self.signed(state)], Mnemonic::Bmi, None),
            Test::SignedGreaterOrEqual => add(ways, vec![self.signed(state)], Mnemonic::Bpl, None),
        }
    }

    fn compared(&self, state: State, a: &Src, b: &Src, here: Here) -> Vec<State> {
        let mut ways = self.ordered(state.clone(), a, b, here);
        if !matches!(b, Src::Const(_) | Src::Low(_) | Src::High(_)) {
            ways.extend(self.ordered(state, b, a, here));
        }
        ways
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

    /// N and Z of an operand.
    fn flags(&self, state: State, a: &Src, here: Here) -> Vec<State> {
        if let Src::Var(var) = a
            && state.flags == Some(*var)
        {
            return vec![state];
        }
        let mut ways = Vec::new();
        for reg in REGS {
            let there = matches!(a, Src::Var(var) if state.hold(reg) == Hold::Var(*var));
            if there {
                let mut way = state.clone();
                way.emit(self.costs, reg.compare(), Operand::Immediate(0));
                way.carry = Some(true);
                way.flags = a.var();
                ways.push(way);
            } else {
                ways.extend(self.load(state.clone(), reg, a, here, &[]));
            }
        }
        ways
    }

    /// N of an operand; `bit` reads it without a register.
    fn sign(&self, state: State, a: &Src, here: Here) -> Vec<State> {
        let place = match a {
            Src::Var(var) if !state.is_stale(*var) && state.flags != Some(*var) => {
                Some(self.home(*var))
            }
            Src::Mem(Addr::Abs(place)) => Some(place.clone()),
            _ => None,
        };
        let mut ways = Vec::new();
        if let Some(place) = place {
            let mut way = state.clone();
            way.emit(self.costs, Mnemonic::Bit, Operand::Memory(place));
            way.flags = None;
            ways.push(way);
        }
        ways.extend(self.flags(state, a, here));
        ways
    }

    fn switch(
        &self,
        states: Vec<State>,
        value: &Src,
        cases: &[(u8, usize)],
        default: usize,
        here: Here,
        targets: &[Target],
    ) -> BlockCode {
        let low = cases.iter().map(|(key, _)| *key).min().unwrap_or(0);
        let high = cases.iter().map(|(key, _)| *key).max().unwrap_or(0);
        let span = usize::from(high - low) + 1;
        if cases.len() >= TABLE_CASES && span <= cases.len() * 2 && span < 128 {
            return self.jump_table(states, value, cases, default, (low, high), here, targets);
        }
        let mut ways = Vec::new();
        for state in states {
            for reg in REGS {
                for mut way in self.load(state.clone(), reg, value, here, &[]) {
                    way.carry = None;
                    way.flags = None;
                    // Half of the comparisons are made on average.
                    way.charge(self.costs, cases.len() as u32 * 2 + 1);
                    let mut way = plain(way, Vec::new(), default, targets.len());
                    way.cases = cases.to_vec();
                    way.register = reg;
                    ways.push(way);
                }
            }
        }
        self.choose(ways, here, targets)
    }

    /// Through the stack: the address less one, high byte first, then `rts`.
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
        let mut ways: Vec<State> = states
            .into_iter()
            .flat_map(|state| self.load(state, Reg::X, value, here, &[]))
            .collect();
        // Every target starts from homes: the table's jump has no room for fix-ups.
        for way in &mut ways {
            for var in way.stale.clone() {
                if here.after.contains(var as usize) {
                    self.save(way, var);
                }
            }
        }
        let mut state = ways
            .into_iter()
            .min_by_key(|state| state.cost)
            .expect("a value can be in X");
        let (table_low, table_high) = (self.label(), self.label());
        let miss = self.label();
        if high < 0xff {
            state.emit(self.costs, Mnemonic::Cpx, Operand::Immediate(high + 1));
            state.emit(self.costs, Mnemonic::Bcs, Operand::Label(miss));
        }
        if low > 0 {
            state.emit(self.costs, Mnemonic::Cpx, Operand::Immediate(low));
            state.emit(self.costs, Mnemonic::Bcc, Operand::Label(miss));
        }
        for table in [table_high, table_low] {
            state.emit(
                self.costs,
                Mnemonic::Lda,
                Operand::LabelX(table, -i32::from(low)),
            );
            state.emit(self.costs, Mnemonic::Pha, Operand::None);
        }
        state.emit(self.costs, Mnemonic::Rts, Operand::None);
        let case = |key: u8| {
            cases
                .iter()
                .find(|(other, _)| *other == key)
                .map_or(default, |(_, target)| *target)
        };
        // The tables speak of edge labels, which lead on with whatever fix-up the target needs.
        let edge_labels: Vec<Label> = targets.iter().map(|_| self.label()).collect();
        for (table, low_half) in [(table_low, true), (table_high, false)] {
            state.label(table);
            for key in low..=high {
                let label = edge_labels[case(key)];
                state.data(if low_half {
                    Data::LabelLow(label, 1)
                } else {
                    Data::LabelHigh(label, 1)
                });
            }
        }
        state.label(miss);
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

    /// The cheapest way, with its fix-ups written out.
    fn choose(&self, ways: Vec<Ways>, here: Here, targets: &[Target]) -> BlockCode {
        let mut ways = ways;
        ways.sort_by_key(|way| way.state.cost);
        let mut best: Option<(f64, usize)> = None;
        for (index, way) in ways.iter().enumerate() {
            let base = f64::from(way.state.cost);
            if best.is_some_and(|(cost, _)| cost <= base) {
                break;
            }
            let fix: f64 = targets
                .iter()
                .enumerate()
                .map(|(at, target)| {
                    self.conform(&way.state, target, way.carry[at]).1 * target.chance
                })
                .sum();
            if best.is_none_or(|(cost, _)| base + fix < cost) {
                best = Some((base + fix, index));
            }
        }
        let (cost, index) = best.expect("a block can end");
        let way = ways.swap_remove(index);
        debug_assert!(way.state.stale.iter().all(|var| here.needs(*var)));
        self.write_end(way, cost, targets)
    }

    fn write_end(&self, way: Ways, cost: f64, targets: &[Target]) -> BlockCode {
        let mut code = BlockCode {
            lines: way.state.code.lines(),
            edges: Vec::new(),
            cost,
            exits: Vec::new(),
        };
        let mut fixes: Vec<Vec<Line>> = Vec::new();
        for (at, target) in targets.iter().enumerate() {
            let (fix, _, exit) = self.conform(&way.state, target, way.carry[at]);
            fixes.push(fix);
            if let Some(exit) = exit {
                code.exits.push((target.block, exit));
            }
        }
        let mut branches = way.branches;
        let mut rest = way.rest;
        // A fix-up costs least where the branch falls through.
        if let [(op, then)] = branches.as_slice()
            && !fixes[*then].is_empty()
            && fixes[rest].is_empty()
        {
            let inverted = (
                crate::asm::flow::inverse(*op).expect("a branch has an opposite"),
                rest,
            );
            rest = *then;
            branches = vec![inverted];
        }
        let mut edge_label: Vec<Option<Label>> = vec![None; targets.len()];
        let mut edge_lines = Vec::new();
        let mut label_of = |at: usize| {
            if fixes[at].is_empty() {
                return targets[at].label;
            }
            *edge_label[at].get_or_insert_with(|| {
                let label = self.label();
                edge_lines.push(Line::Label(label));
                edge_lines.extend(fixes[at].clone());
                edge_lines.push(jump(targets[at].label));
                label
            })
        };
        for (op, at) in branches {
            code.lines.push(branch(op, label_of(at)));
        }
        for (key, at) in way.cases {
            code.lines.push(Line::Inst(Inst::new(
                way.register.compare(),
                Operand::Immediate(key),
            )));
            code.lines.push(branch(Mnemonic::Beq, label_of(at)));
        }
        code.lines.extend(fixes[rest].clone());
        code.lines.push(jump(targets[rest].label));
        code.edges = edge_lines;
        code
    }

    /// What an edge needs so that its target finds what it expects; or the entry it proposes.
    fn conform(
        &self,
        state: &State,
        target: &Target,
        carry: Option<bool>,
    ) -> (Vec<Line>, f64, Option<Shape>) {
        let Some(entry) = target.entry else {
            return (Vec::new(), 0.0, Some(propose(state, target, carry)));
        };
        let uses: Vec<Var> = entry
            .regs
            .iter()
            .filter_map(|hold| {
                if let Hold::Var(var) = hold {
                    Some(*var)
                } else {
                    None
                }
            })
            .collect();
        let here = Here {
            after: target.live,
            uses: &uses,
            defs: &[],
            carry_used: false,
        };
        let mut start = State::with(state.shape());
        start.stale.retain(|var| here.lives(*var));
        for hold in &mut start.regs {
            if matches!(hold, Hold::Var(var) if !here.lives(*var)) {
                *hold = Hold::Nothing;
            }
        }
        for var in start.stale.clone() {
            if !entry.stale.contains(&var) {
                self.save(&mut start, var);
            }
        }
        let wanted: Vec<(Crossing, Src)> = REGS
            .iter()
            .filter_map(|reg| match entry.regs[*reg as usize] {
                Hold::Var(var) => Some((Crossing::Register(*reg), Src::Var(var))),
                Hold::Const(value) => Some((Crossing::Register(*reg), Src::Const(value))),
                Hold::Nothing => None,
            })
            .collect();
        let best = self
            .place_values(start, &wanted, here)
            .into_iter()
            .min_by_key(|state| state.cost)
            .expect("registers can be loaded");
        (best.code.lines(), f64::from(best.cost), None)
    }
}

fn plain(state: State, branches: Vec<(Mnemonic, usize)>, rest: usize, targets: usize) -> Ways {
    let carry = vec![state.carry; targets];
    Ways {
        state,
        branches,
        rest,
        carry,
        cases: Vec::new(),
        register: Reg::A,
    }
}

/// The state at the end of an edge, as far as it matters to the target.
fn propose(state: &State, target: &Target, carry: Option<bool>) -> Shape {
    let mut shape = state.shape();
    for hold in &mut shape.regs {
        let dead = match hold {
            Hold::Var(var) => !target.live.contains(*var as usize),
            Hold::Const(_) => target.shared,
            Hold::Nothing => false,
        };
        if dead {
            *hold = Hold::Nothing;
        }
    }
    shape
        .stale
        .retain(|var| target.live.contains(*var as usize));
    shape.carry = if target.shared { None } else { carry };
    shape.flags = shape
        .flags
        .filter(|var| !target.shared && target.live.contains(*var as usize));
    shape
}

fn jump(label: Label) -> Line {
    branch(Mnemonic::Jmp, label)
}

fn branch(op: Mnemonic, label: Label) -> Line {
    Line::Inst(Inst::new(op, Operand::Label(label)))
}
