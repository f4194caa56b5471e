//! Constants that a loop loads or stores anew each time round, moved in front of it: when every change of an index
//! register or private byte inside the loop gives it one and the same constant, and nobody needs what it held at the
//! entry, it can be set once before. The copies inside then are known values, and `track` takes them out. The same for
//! the carry: when every back edge leaves it in one state, it is brought into that state before the loop.

use super::hits::Hits;
use crate::asm::effects::RegSet;
use crate::asm::env::Env;
use crate::asm::flow::{Flow, is_branch};
use crate::asm::inst::{Inst, Line, Mnemonic, Operand};
use crate::asm::live::{Live, Wanted};
use crate::asm::loops::{Loop, loops};
use crate::asm::named_bytes::{Byte, Bytes, Effect};
use crate::asm::value_numbering::{self, Holder, State, Value, Values};
use std::collections::{BTreeMap, BTreeSet};

/// Names of the edits, for `--disable`.
pub const NAMES: [&str; 2] = ["hoist-constant", "hoist-carry"];

/// Instructions to put before a line.
type Edit = (usize, Vec<Inst>);

/// Hoists one constant; tells whether it did. Everything it looked at is stale then: run again.
pub fn run(lines: &mut Vec<Line>, env: &Env, hits: &mut Hits) -> bool {
    if NAMES.iter().all(|name| !hits.allows(name)) {
        return false;
    }
    let flow = Flow::new(lines);
    let loops = loops(lines, &flow);
    if loops.is_empty() {
        return false;
    }
    let bytes = Bytes::new(lines, env);
    let live = Live::new(lines, &flow, &bytes, env);
    let Some(values) = Values::new(lines, &flow, &bytes, &live.effects) else {
        return false;
    };
    let view = View {
        lines,
        flow: &flow,
        bytes: &bytes,
        live: &live,
        values: &values,
    };
    let edits = |name: &'static str, find: &dyn Fn(&Loop) -> Option<Edit>| {
        let allowed = loops.iter().filter(|_| hits.allows(name));
        let (at, new) = { allowed }.find_map(find)?;
        Some((name, at, new))
    };
    let edit = edits(NAMES[0], &|each| view.hoist(each))
        .or_else(|| edits(NAMES[1], &|each| view.hoist_carry(each)));
    let Some((name, at, new)) = edit else {
        return false;
    };
    hits.count(name);
    lines.splice(at..at, new.into_iter().map(Line::Inst));
    true
}

struct View<'a> {
    lines: &'a [Line],
    flow: &'a Flow,
    bytes: &'a Bytes,
    live: &'a Live,
    values: &'a Values<'a>,
}

/// What is set to the same constant all over a loop.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Target {
    Index(Holder),
    Private(Byte),
}

impl View<'_> {
    fn hoist(&self, each: &Loop) -> Option<Edit> {
        let head = &self.flow.blocks[each.head];
        // The head starts with a label, after which nothing has happened yet.
        let wanted = &self.live.after[head.lines.start];
        let entering = self.leaving(each.entry)?;
        let mut targets = self.targets(each, wanted);
        if wanted.registers.meets(RegSet::NZ) {
            targets.retain(|target| matches!(target, Target::Private(_)));
        }
        for (target, constant) in self.constants(each, targets)? {
            if target.value(&entering) == self.value(&constant) {
                continue;
            }
            if let Some(edit) = self.edit(each, target, constant, wanted) {
                return Some(edit);
            }
        }
        None
    }

    /// `clc ; adc #4` at the head, reached again with the carry set, is `adc #3` if the carry is set at first too.
    fn hoist_carry(&self, each: &Loop) -> Option<Edit> {
        let mut again = each.back.iter().map(|from| {
            Some(
                self.values
                    .on_the_way(*from, each.head)?
                    .value(value_numbering::C),
            )
        });
        let first = again.next()??;
        let Value::Const(carry) = first else {
            return None;
        };
        let entering = self.values.on_the_way(each.entry, each.head)?;
        let settled = entering.value(value_numbering::C) == first;
        if settled || !again.all(|other| other == Some(first)) || !self.serves(each, carry) {
            return None;
        }
        let op = if carry == 0 {
            Mnemonic::Clc
        } else {
            Mnemonic::Sec
        };
        Some((each.insert_at, vec![Inst::implied(op)]))
    }

    /// Whether the loop starts by setting the carry, and needs not if it comes in like this.
    fn serves(&self, each: &Loop, carry: u8) -> bool {
        use Mnemonic::*;
        let head = self.flow.blocks[each.head].lines.clone();
        let mut insts = head.filter_map(|line| match &self.lines[line] {
            Line::Inst(inst) => Some((line, inst)),
            _ => None,
        });
        let touches = |(line, inst): &(usize, &Inst)| {
            let effect = &self.live.effects[*line];
            is_branch(inst.op) || (effect.reads | effect.writes).meets(RegSet::C)
        };
        let Some((_, set)) = insts.by_ref().find(touches) else {
            return false;
        };
        match (set.op, carry, insts.next()) {
            (Clc, 0, _) | (Sec, 1, _) => true,
            (Clc, _, Some((line, next))) if next.op == Adc => self.takes_carry(line, next),
            (Sec, _, Some((line, next))) if next.op == Sbc => self.takes_carry(line, next),
            _ => false,
        }
    }

    fn takes_carry(&self, line: usize, inst: &Inst) -> bool {
        let overflow = self.live.after[line].registers.meets(RegSet::V);
        matches!(inst.arg, Operand::Immediate(1..)) && !overflow
    }

    fn leaving(&self, block: usize) -> Option<State> {
        let mut cursor = self.values.at_start(block)?;
        let lines = self.flow.blocks[block].lines.clone();
        lines.for_each(|line| cursor.step(line));
        Some(cursor.state)
    }

    /// What the loop sets in every round and does not need from outside.
    fn targets(&self, each: &Loop, wanted: &Wanted) -> BTreeSet<Target> {
        let mut targets = BTreeSet::new();
        for line in each
            .always
            .iter()
            .flat_map(|block| self.flow.blocks[*block].lines.clone())
        {
            let Line::Inst(inst) = &self.lines[line] else {
                continue;
            };
            let effect = &self.live.effects[line];
            for (register, holder) in [
                (RegSet::X, value_numbering::X),
                (RegSet::Y, value_numbering::Y),
            ] {
                let load = matches!(inst.op, Mnemonic::Ldx | Mnemonic::Ldy);
                if load && effect.writes.meets(register) && !wanted.registers.meets(register) {
                    targets.insert(Target::Index(holder));
                }
            }
            if let Some(byte) = effect.sets
                && self.bytes.private[byte]
                && !inst.volatile
                && !wanted.byte(byte)
            {
                targets.insert(Target::Private(byte));
            }
        }
        targets
    }

    /// Those targets that all changes in the loop give the same constant, with it as an immediate operand.
    fn constants(
        &self,
        each: &Loop,
        targets: BTreeSet<Target>,
    ) -> Option<BTreeMap<Target, Operand>> {
        if targets.is_empty() {
            return None;
        }
        let mut left = targets;
        let mut found: BTreeMap<Target, Value> = BTreeMap::new();
        for block in &each.body {
            let mut cursor = self.values.at_start(*block)?;
            for line in self.flow.blocks[*block].lines.clone() {
                cursor.step(line);
                for target in set_by(&self.live.effects[line]) {
                    if !left.contains(&target) {
                        continue;
                    }
                    let value = target.value(&cursor.state);
                    let first = *found.entry(target).or_insert(value);
                    if first != value || self.flags_are_wanted(target, line) {
                        left.remove(&target);
                    }
                }
            }
        }
        found.retain(|target, _| left.contains(target));
        let operand = |(target, value)| Some((target, self.values.immediate(value)?));
        Some(found.into_iter().filter_map(operand).collect())
    }

    /// A load whose flags somebody looks at would stay in the loop.
    fn flags_are_wanted(&self, target: Target, line: usize) -> bool {
        matches!(target, Target::Index(_)) && self.live.after[line].registers.meets(RegSet::NZ)
    }

    fn value(&self, constant: &Operand) -> Value {
        self.values.constant(constant).expect("made from a value")
    }

    fn edit(
        &self,
        each: &Loop,
        target: Target,
        constant: Operand,
        wanted: &Wanted,
    ) -> Option<Edit> {
        match target {
            Target::Index(holder) => {
                let op = if holder == value_numbering::X {
                    Mnemonic::Ldx
                } else {
                    Mnemonic::Ldy
                };
                Some((each.insert_at, vec![Inst::new(op, constant)]))
            }
            Target::Private(byte) => {
                let (at, load, store) = self.free_register(each, byte, wanted)?;
                let place = Operand::Memory(self.bytes.places[byte].clone());
                Some((at, vec![Inst::new(load, constant), Inst::new(store, place)]))
            }
        }
    }

    /// The last place before the loop where a register is free to store a byte, and its instructions.
    fn free_register(
        &self,
        each: &Loop,
        byte: Byte,
        wanted: &Wanted,
    ) -> Option<(usize, Mnemonic, Mnemonic)> {
        use Mnemonic::*;
        let choices = [
            (RegSet::A, Lda, Sta),
            (RegSet::X, Ldx, Stx),
            (RegSet::Y, Ldy, Sty),
        ];
        let mut wanted = wanted.clone();
        let mut at = each.insert_at;
        loop {
            let free = choices
                .into_iter()
                .find(|(register, ..)| !wanted.registers.meets(*register | RegSet::NZ));
            if let Some((_, load, store)) = free {
                return Some((at, load, store));
            }
            if at == self.flow.blocks[each.entry].lines.start {
                return None;
            }
            at -= 1;
            let effect = &self.live.effects[at];
            let touches = effect.may_read.contains(&byte) || effect.may_write.contains(&byte);
            if touches || matches!(&self.lines[at], Line::Inst(inst) if is_branch(inst.op)) {
                return None;
            }
            wanted.step_back(effect);
        }
    }
}

impl Target {
    fn value(self, state: &State) -> Value {
        match self {
            Target::Index(holder) => state.value(holder),
            Target::Private(byte) => state.byte(byte),
        }
    }
}

/// What a line may set.
fn set_by(effect: &Effect) -> impl Iterator<Item = Target> {
    let indexes = [
        (RegSet::X, value_numbering::X),
        (RegSet::Y, value_numbering::Y),
    ];
    let written = indexes
        .into_iter()
        .filter(|(register, _)| effect.writes.meets(*register));
    let bytes = effect.may_write.iter().map(|byte| Target::Private(*byte));
    written
        .map(|(_, holder)| Target::Index(holder))
        .chain(bytes)
}
