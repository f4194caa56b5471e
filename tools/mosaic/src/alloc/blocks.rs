//! The code of one block: a beam search over the states of the processor, and the fix-ups on the edges to blocks whose
//! entry is already settled.
//!
//! With three registers that are good for different things, allocation and instruction selection cannot be told apart:
//! whether a sum is `inx` or `clc ; adc` depends on where its operand is, and where it is depends on what comes next. So
//! both are decided together. A state says what A, X and Y hold, which variables are only there, what the flags tell, and
//! what the code so far costs. Each operation is tried from every state by every sensible instruction sequence; of states
//! with the same [`Shape`] only the cheapest can be part of the best code, because what follows depends on the shape alone;
//! and of the rest the cheapest few are kept. A variable that is only in a register counts as if its store were still
//! to come, or the beam would fill up with states that have put off their spills.
//!
//! The search is exact as long as no more shapes are alive than the beam holds; beyond that it is a heuristic. It never
//! looks past the end of the block: what the registers should hold there is the business of `alloc::generate`.

use super::convention::Crossing;
use super::moves::{Here, Search};
use super::state::{Hold, REGS, Reg, Shape, State};
use super::stretches::Stretches;
use crate::asm::inst::{Inst, Label, Line, Mnemonic, Operand};
use crate::ops::live::BitSet;
use crate::ops::model::*;

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
pub(super) struct BlockEnd {
    pub(super) state: State,
    /// Instruction and index of the target it leads to, with what is known of the carry there.
    pub(super) branches: Vec<(Mnemonic, usize)>,
    /// Target reached when no branch is taken.
    pub(super) rest: usize,
    pub(super) carry: Vec<Option<bool>>,
    /// Compare-and-branch pairs of a switch: value and target.
    pub(super) cases: Vec<(u8, usize)>,
    pub(super) register: Reg,
}

impl Search<'_> {
    /// Generates a block from its entry: the beam search over its operations, then the cheapest way to leave it. `after` has what is live after each operation and, last, at the end.
    pub fn block(
        &self,
        block: Blk,
        entry: &Shape,
        after: &[BitSet],
        targets: &[Target],
        stretches: &Stretches,
    ) -> BlockCode {
        let body = &self.func.blocks[block];
        let states = stretches.search(self, block, entry, after);
        self.finish(&body.term, states, &after[body.ops.len()], targets)
    }

    /// The terminator, tried from every state that the operations left: the cheapest state before it need not be the
    /// cheapest after it, because a branch may want a value in a register or find its flags set already.
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
        let at = |block: Blk| {
            let mut blocks = targets.iter().map(|target| target.block);
            blocks
                .position(|target| target == block)
                .expect("a successor")
        };
        match term {
            Term::Return(values) => self.give_back(states, values, here),
            Term::Stop => self.stop(states),
            Term::Jump(_) => {
                let alternatives = states
                    .into_iter()
                    .map(|state| plain(state, Vec::new(), 0, targets.len()))
                    .collect();
                self.choose(alternatives, here, targets)
            }
            Term::Branch {
                test, then, other, ..
            } => {
                let (then, other) = (at(*then), at(*other));
                let mut alternatives = Vec::new();
                for state in states {
                    self.test(
                        state,
                        test,
                        then,
                        other,
                        here,
                        targets.len(),
                        &mut alternatives,
                    );
                }
                self.choose(alternatives, here, targets)
            }
            Term::Switch {
                value,
                cases,
                default,
            } => {
                let cases: Vec<(u8, usize)> = cases
                    .iter()
                    .map(|(key, block)| (*key, at(*block)))
                    .collect();
                self.switch(states, value, &cases, at(*default), here, targets)
            }
        }
    }

    /// An end that is never reached; a break tells if it is all the same.
    fn stop(&self, states: Vec<State>) -> BlockCode {
        let mut state = states
            .into_iter()
            .min_by_key(|state| state.cost)
            .expect("the beam is never empty");
        state.emit(self.costs, Mnemonic::Brk, Operand::None);
        BlockCode {
            lines: state.code.lines(),
            edges: Vec::new(),
            cost: 0.0,
            exits: Vec::new(),
        }
    }

    /// A return: the results go where the callers take them, by this function's own convention.
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

    /// The cheapest alternative, with its fix-ups written out. Each fix-up counts by the probability of its edge. The
    /// alternatives are sorted by what they cost without fix-ups, so the first one that costs more than the best one with them
    /// ends the search.
    pub(super) fn choose(
        &self,
        alternatives: Vec<BlockEnd>,
        here: Here,
        targets: &[Target],
    ) -> BlockCode {
        let mut alternatives = alternatives;
        // Of alternatives that cost the same, the one that leaves most in registers.
        let held = |alternative: &BlockEnd| {
            let lives = |hold: &&Hold| matches!(hold, Hold::Var(var) if here.lives(*var));
            alternative.state.regs.iter().filter(lives).count()
        };
        alternatives.sort_by_key(|alternative| {
            (alternative.state.cost, std::cmp::Reverse(held(alternative)))
        });
        let mut best: Option<(f64, usize)> = None;
        for (index, alternative) in alternatives.iter().enumerate() {
            let base = f64::from(alternative.state.cost);
            if best.is_some_and(|(cost, _)| cost <= base) {
                break;
            }
            let fix: f64 = targets
                .iter()
                .enumerate()
                .map(|(at, target)| {
                    self.conform(&alternative.state, target, alternative.carry[at])
                        .1
                        * target.chance
                })
                .sum();
            if best.is_none_or(|(cost, _)| base + fix < cost) {
                best = Some((base + fix, index));
            }
        }
        let (cost, index) = best.expect("a block can end");
        let alternative = alternatives.swap_remove(index);
        debug_assert!(alternative.state.stale.iter().all(|var| here.needs(*var)));
        self.write_end(alternative, cost, targets)
    }

    /// Writes the branches. A fix-up on a taken branch needs a block of its own with a jump at its end; the one on the
    /// path that falls through stands in line.
    fn write_end(&self, alternative: BlockEnd, cost: f64, targets: &[Target]) -> BlockCode {
        let mut code = BlockCode {
            lines: alternative.state.code.lines(),
            edges: Vec::new(),
            cost,
            exits: Vec::new(),
        };
        let mut fixes: Vec<Vec<Line>> = Vec::new();
        for (at, target) in targets.iter().enumerate() {
            let (fix, _, exit) = self.conform(&alternative.state, target, alternative.carry[at]);
            fixes.push(fix);
            if let Some(exit) = exit {
                code.exits.push((target.block, exit));
            }
        }
        let mut branches = alternative.branches;
        let mut rest = alternative.rest;
        // A fix-up costs least where the branch falls through.
        if let [(op, then)] = branches.as_slice()
            && !fixes[*then].is_empty()
            && fixes[rest].is_empty()
        {
            let inverted = (op.inverse().expect("a branch has an opposite"), rest);
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
        for (key, at) in alternative.cases {
            code.lines.push(Line::Inst(Inst::new(
                alternative.register.compare(),
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
    ///
    /// An entry says what the registers hold and which storage locations are stale. A variable that the target expects to be
    /// stored is stored here; one that it expects to be stale may be stored all the same, so nothing is to be done for it.
    pub(super) fn conform(
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

pub(super) fn plain(
    state: State,
    branches: Vec<(Mnemonic, usize)>,
    rest: usize,
    targets: usize,
) -> BlockEnd {
    let carry = vec![state.carry; targets];
    BlockEnd {
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
        // At a join a constant would oblige every other edge to load it; likewise what is known of the flags below.
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

pub(super) fn jump(label: Label) -> Line {
    branch(Mnemonic::Jmp, label)
}

fn branch(op: Mnemonic, label: Label) -> Line {
    Line::Inst(Inst::new(op, Operand::Label(label)))
}
