//! Applies the table of rules: a rule is compiled into steps, matched against the lines, and its replacement taken when
//! what it destroys is dead and the 6502 has the instructions for less.

use super::hits::Hits;
use super::pattern::{self, Arg, Bindings, Step};
use super::rules::{Only, RULES, Rule};
use crate::asm::effects::RegSet;
use crate::asm::env::Env;
use crate::asm::flow::{Flow, is_branch, next_label};
use crate::asm::inst::{Data, Inst, Line, Mnemonic, Operand};
use crate::asm::live::Live;
use crate::asm::named_bytes::Bytes;
use crate::cpu::opcode::Access;
use crate::cpu::operation::Kind;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A rule ready to be matched.
pub struct Compiled {
    /// The row of the table.
    pub rule: &'static Rule,
    /// What it matches.
    pub find: Vec<Step>,
    /// What takes its place.
    pub becomes: Vec<Step>,
    /// The replacement looks at a register or flag the original did not: liveness before it changes.
    extends: bool,
    dead: RegSet,
    not_io: bool,
    apart: bool,
    once: bool,
}

/// All rules, parsed once.
pub static COMPILED: LazyLock<Vec<Compiled>> =
    LazyLock::new(|| RULES.iter().map(compile).collect());

/// Rules by the operation they start with: most lines start none.
static BY_FIRST: LazyLock<BTreeMap<Mnemonic, Vec<usize>>> = LazyLock::new(|| {
    let mut index: BTreeMap<Mnemonic, Vec<usize>> = BTreeMap::new();
    for (number, compiled) in COMPILED.iter().enumerate() {
        let Step::Inst(op, _) = compiled.find[0] else {
            panic!("{} starts with a label", compiled.rule.name)
        };
        index.entry(op).or_default().push(number);
    }
    index
});

fn compile(rule: &'static Rule) -> Compiled {
    let (find, becomes) = (pattern::parse(rule.find), pattern::parse(rule.becomes));
    let dead = rule
        .only
        .iter()
        .fold(RegSet::EMPTY, |dead, only| dead | only.dead());
    let extends = !(exposed(&becomes) - exposed(&find)).is_empty();
    let has = |only| rule.only.contains(&only);
    Compiled {
        rule,
        find,
        becomes,
        extends,
        dead,
        not_io: has(Only::NotIo),
        apart: has(Only::Apart),
        once: has(Only::Once),
    }
}

impl Only {
    /// What this condition says nobody looks at.
    pub fn dead(self) -> RegSet {
        match self {
            Only::ADead => RegSet::A,
            Only::XDead => RegSet::X,
            Only::YDead => RegSet::Y,
            Only::CDead => RegSet::C,
            Only::NDead => RegSet::N,
            Only::VDead => RegSet::V,
            Only::NzDead => RegSet::NZ,
            Only::NotIo | Only::Apart | Only::Once => RegSet::EMPTY,
        }
    }
}

/// Registers and flags a side of a rule looks at before it sets them.
fn exposed(steps: &[Step]) -> RegSet {
    let mut set = RegSet::EMPTY;
    let mut read = RegSet::EMPTY;
    for step in steps {
        if let Step::Inst(op, arg) = step {
            let arg = if *arg == Arg::Accumulator {
                Operand::Accumulator
            } else {
                Operand::None
            };
            let inst = Inst::new(*op, arg);
            read |= inst.reads() - set;
            set |= inst.writes();
        }
    }
    read
}

/// Applies the rules in one pass over the lines; a replacement that looks at more than the original ends it, so that liveness is fresh.
pub fn run(lines: &mut Vec<Line>, env: &Env, hits: &mut Hits) -> bool {
    let mut changed = false;
    let mut start = 0;
    loop {
        let flow = Flow::new(lines);
        let bytes = Bytes::new(lines, env);
        let live = Live::new(lines, &flow, &bytes, env);
        let mut next_label = next_label(lines);
        let mut new = Vec::with_capacity(lines.len());
        let mut index = 0;
        let mut again = None;
        while index < lines.len() {
            let found = if index >= start && again.is_none() {
                find(lines, index, &live, env, hits)
            } else {
                None
            };
            let Some((compiled, end, mut bindings)) = found else {
                new.push(lines[index].clone());
                index += 1;
                continue;
            };
            hits.count(compiled.rule.name);
            changed = true;
            if compiled.extends {
                again = Some(new.len());
            }
            replace(
                compiled,
                &lines[index..end],
                &mut bindings,
                &mut next_label,
                &mut new,
            );
            index = end;
        }
        *lines = new;
        match again {
            Some(position) => start = position,
            None => return changed,
        }
    }
}

/// The first rule that fits at a line, where the match ends, and its operands.
fn find(
    lines: &[Line],
    index: usize,
    live: &Live,
    env: &Env,
    hits: &Hits,
) -> Option<(&'static Compiled, usize, Bindings)> {
    let Line::Inst(inst) = &lines[index] else {
        return None;
    };
    for number in BY_FIRST.get(&inst.op)? {
        let compiled = &COMPILED[*number];
        if !hits.allows(compiled.rule.name) {
            continue;
        }
        if let Some((end, bindings)) = fit(compiled, lines, index)
            && (!compiled.apart || apart(&bindings))
            && (!compiled.once || once(compiled, lines, &lines[index..end], &bindings))
            && holds(compiled, &lines[index..end], index, live)
            && pays(compiled, &lines[index..end], &bindings, env)
        {
            return Some((compiled, end, bindings));
        }
    }
    None
}

fn fit(compiled: &Compiled, lines: &[Line], start: usize) -> Option<(usize, Bindings)> {
    let mut bindings = Bindings::new();
    let mut index = start;
    for step in &compiled.find {
        while matches!(lines.get(index)?, Line::Comment(_)) {
            index += 1;
        }
        if !step.fits(&lines[index], &mut bindings) {
            return None;
        }
        index += 1;
    }
    Some((index, bindings))
}

/// Whether the directly named bytes of a match are all different.
pub fn apart(bindings: &Bindings) -> bool {
    let direct: Vec<_> = bindings
        .iter()
        .filter(|(letter, _)| "mno".contains(**letter))
        .map(|(_, byte)| byte)
        .collect();
    direct
        .iter()
        .enumerate()
        .all(|(index, byte)| !direct[..index].contains(byte))
}

/// The conditions: what must be dead is dead wherever the matched lines lead.
fn holds(compiled: &Compiled, matched: &[Line], start: usize, live: &Live) -> bool {
    let last = matched.len() - 1;
    if live.after[start + last].registers.meets(compiled.dead) {
        return false;
    }
    matched.iter().enumerate().all(|(offset, line)| {
        let Line::Inst(inst) = line else { return true };
        let io = inst.volatile && (compiled.not_io || !keeps_accesses(compiled));
        let elsewhere =
            is_branch(inst.op) && live.after[start + offset].registers.meets(compiled.dead);
        !io && !elsewhere
    })
}

/// Whether the labels a rule takes out are used by the matched lines only.
fn once(compiled: &Compiled, lines: &[Line], matched: &[Line], bindings: &Bindings) -> bool {
    let uses = |lines: &[Line], label: &Operand| {
        let stored = |line: &&Line| matches!(line, Line::Data(Data::LabelLow(at) | Data::LabelHigh(at)) if Operand::Label(*at) == *label);
        let jumps = |line: &&Line| match line {
            Line::Inst(Inst {
                arg: Operand::LabelX(at, _) | Operand::Indirect(_, at),
                ..
            }) => Operand::Label(*at) == *label,
            Line::Inst(inst) => inst.arg == *label,
            _ => false,
        };
        let jumps = lines.iter().filter(jumps).count();
        jumps + lines.iter().filter(stored).count()
    };
    let kept = |letter: &char| compiled.becomes.contains(&Step::Mark(*letter));
    let marked = compiled.find.iter().filter_map(|step| match step {
        Step::Mark(letter) => Some(letter),
        Step::Inst(..) => None,
    });
    let mut gone = marked
        .filter(|letter| !kept(letter))
        .map(|letter| &bindings[letter]);
    gone.all(|label| uses(lines, label) == uses(matched, label))
}

/// Volatile accesses survive when both sides have exactly one memory operand, of the same kind of access.
fn keeps_accesses(compiled: &Compiled) -> bool {
    accesses(&compiled.find) == accesses(&compiled.becomes)
}

/// The memory accesses of a side in order: operand and whether it is written.
pub fn accesses(steps: &[Step]) -> Vec<(Arg, bool)> {
    let access = |step: &Step| match step {
        Step::Inst(
            op,
            arg @ (Arg::Direct(_) | Arg::Loadable(_) | Arg::Plain(_) | Arg::Memory(_)),
        ) => Some((*arg, matches!(op.kind(), Kind::Store(_)))),
        _ => None,
    };
    steps.iter().filter_map(access).collect()
}

/// The replacement exists on the 6502 and costs less: neither more bytes nor more cycles.
fn pays(compiled: &Compiled, matched: &[Line], bindings: &Bindings, env: &Env) -> bool {
    let mut bindings = bindings.clone();
    let mut scratch = 0;
    let built: Vec<Line> = compiled
        .becomes
        .iter()
        .map(|step| step.build(&mut bindings, &mut scratch))
        .collect();
    let cost = |lines: &[Line]| {
        lines
            .iter()
            .try_fold((0, 0), |(bytes, cycles), line| match line {
                Line::Inst(inst) => {
                    let opcode = inst.opcode(&env.zero_page)?;
                    Some((
                        bytes + opcode.mode.length(),
                        cycles + u32::from(opcode.cycles),
                    ))
                }
                _ => Some((bytes, cycles)),
            })
    };
    let (Some(new), Some(old)) = (cost(&built), cost(matched)) else {
        return false;
    };
    new.0 <= old.0 && new.1 <= old.1 && new != old
}

fn replace(
    compiled: &Compiled,
    matched: &[Line],
    bindings: &mut Bindings,
    next_label: &mut u32,
    new: &mut Vec<Line>,
) {
    let volatile = matched
        .iter()
        .any(|line| matches!(line, Line::Inst(inst) if inst.volatile));
    new.extend(
        matched
            .iter()
            .filter(|line| matches!(line, Line::Comment(_)))
            .cloned(),
    );
    for step in &compiled.becomes {
        let mut line = step.build(bindings, next_label);
        if let Line::Inst(inst) = &mut line {
            inst.volatile = volatile && inst.access() != Access::Nothing;
        }
        new.push(line);
    }
}
