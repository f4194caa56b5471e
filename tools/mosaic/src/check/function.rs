//! A function's operations against its instructions. At the start of a block the check knows which variables, storage locations and
//! registers hold the same value on every path that leads there; from that it follows both sides through the block and
//! compares what they did and where they go, until nothing new is learnt.

use super::Interface;
use super::exchanged::Cells;
use super::formulas::{Address, Id, Node, Truth, Values};
use super::instructions::{Code, Exit};
use super::machine_state::State;
use super::operations::Wanted;
use super::paths::{Facts, decide};
use crate::alloc::convention::Crossing;
use crate::asm::effects::RegSet;
use crate::asm::inst::{Line, Mnemonic, Operand, Place};
use crate::error::{Error, Result};
use crate::ops::model::*;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What is known of a variable, storage location, register, flag or global at the start of a block: things of one class are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Known {
    Class(u32),
    Byte(u8),
    Truth(bool),
}

/// Variables, then storage locations, then A, X, Y, the byte N and Z tell about, the carry, and the globals that are copied.
type Entry = Vec<Known>;

/// Proves that the instructions do what the operations ask for, or says where they do not.
pub fn check(face: &Interface, lines: &[Line]) -> Result<()> {
    let mut checker = Checker {
        face,
        code: Code::new(lines, face.func.blocks.len()),
        globals: copied_globals(face),
        entries: BTreeMap::new(),
    };
    checker
        .all_blocks()
        .and_then(|()| kept_registers(face, lines))
        .map_err(|message| {
            Error::new(format!("allocation check: {message}")).in_function(&face.func.name)
        })
}

/// The fixed addresses that variables are loaded from.
fn copied_globals(face: &Interface) -> Vec<Place> {
    let ops = face.func.blocks.iter().flat_map(|block| &block.ops);
    let places = ops.filter_map(|op| match op {
        Op::Move {
            src: Src::Mem(Addr::Abs(place @ Place::Symbol(..))),
            ..
        } if !face.is_cell(place) => Some(place.clone()),
        _ => None,
    });
    places.collect::<BTreeSet<_>>().into_iter().collect()
}

/// A formula for a byte of which this is known.
fn byte(known: &Known, values: &mut Values) -> Id {
    match known {
        Known::Class(class) => values.make(Node::Symbol(*class)),
        Known::Byte(value) => values.constant(*value),
        Known::Truth(value) => values.constant(u8::from(*value)),
    }
}

struct Checker<'a> {
    face: &'a Interface<'a>,
    code: Code<'a>,
    /// Globals that a variable is loaded from: it may be read from there again.
    globals: Vec<Place>,
    entries: BTreeMap<Blk, Entry>,
}

type Outcome<T> = std::result::Result<T, String>;

impl Checker<'_> {
    fn all_blocks(&mut self) -> Outcome<()> {
        let start = self.function_entry();
        self.entries.insert(0, start);
        let mut open = BTreeSet::from([0]);
        while let Some(block) = open.pop_first() {
            let exits = self
                .block(block)
                .map_err(|fault| format!("block {block}: {fault}"))?;
            for (target, entry) in exits {
                let known = match self.entries.get(&target) {
                    None => numbered(&entry),
                    Some(before) => meet(before, &entry),
                };
                if self.entries.get(&target) != Some(&known) {
                    self.entries.insert(target, known);
                    open.insert(target);
                }
            }
        }
        Ok(())
    }

    fn vars(&self) -> usize {
        self.face.func.var_count as usize
    }

    /// Parameters are where the convention puts them; a variable that has no value yet is what its storage location holds.
    fn function_entry(&self) -> Entry {
        let (vars, locations) = (self.vars(), self.face.locations.len());
        let mut class = 0..;
        let mut fresh = || Known::Class(class.next().expect("numbers do not end"));
        let mut entry: Entry = (0..vars + locations + 5 + self.globals.len())
            .map(|_| fresh())
            .collect();
        for var in 0..vars {
            entry[vars + var] = entry[var];
        }
        let convention = self.face.conventions.get(self.face.index);
        for (param, crossing) in self.face.func.params.iter().zip(&convention.params) {
            if let (Some(var), Crossing::Register(reg)) = (param, crossing) {
                entry[vars + *var as usize] = fresh();
                entry[vars + locations + *reg as usize] = entry[*var as usize];
            }
        }
        entry
    }

    /// Follows a block from what is known at its start; what is known at the blocks it leads to.
    fn block(&self, block: Blk) -> Outcome<Vec<(Blk, Vec<Key>)>> {
        let entry = &self.entries[&block];
        let (vars, locations) = (self.vars(), self.face.locations.len());
        let classes = 2 * entry.len() as u32;
        let mut values = Values::new(classes + 4);
        let outside = [0, 1, 2, 3].map(|number| values.make(Node::Symbol(classes + number)));
        let [memory, cells, level, stack_pointer] = outside;
        let mut ids: Vec<Id> = Vec::new();
        for known in &entry[..vars + locations + 4] {
            ids.push(byte(known, &mut values));
        }
        for (place, known) in self.globals.iter().zip(&entry[vars + locations + 5..]) {
            let value = byte(known, &mut values);
            values.contains(memory, place.clone(), value);
        }
        let carry = match entry[vars + locations + 4] {
            Known::Truth(value) => values.truth(value),
            _ => values.fresh_truth(),
        };
        let cells = Cells::after(cells);
        let mut wanted = Wanted::new(ids[..vars].to_vec(), memory, cells.clone(), carry);
        wanted.run(&self.face.func.blocks[block], self.face, &mut values);
        let at = vars + locations;
        let state = State::new(
            [ids[at], ids[at + 1], ids[at + 2]],
            ids[at + 3],
            carry,
            ids[vars..at].to_vec(),
            cells,
            (memory, level, stack_pointer),
            &mut values,
        );
        let exits = self.code.run(block, state, self.face, &mut values)?;
        let mut leads = Vec::new();
        for (exit, paths, state) in exits {
            self.compare(block, exit, &paths, &state, &wanted, level, &mut values)?;
            if let Exit::Block(target) = exit {
                let mut keys = keys(&wanted, &state, &paths, &mut values);
                for place in &self.globals {
                    let held = values.load(state.memory, Address::Fixed(place.clone()));
                    keys.push(byte_key(held, &values));
                }
                leads.push((target, keys));
            }
        }
        Ok(leads)
    }

    #[allow(clippy::too_many_arguments)] // both sides at the end of a path
    fn compare(
        &self,
        block: Blk,
        exit: Exit,
        paths: &[Facts],
        state: &State,
        wanted: &Wanted,
        level: Id,
        values: &mut Values,
    ) -> Outcome<()> {
        if state.memory != wanted.memory {
            let (found, meant) = values.difference_of(state.memory, wanted.memory);
            return Err(format!(
                "memory is changed to\n      {}\n    instead of\n      {}\n    because of {} instead of {}",
                values.text(state.memory),
                values.text(wanted.memory),
                values.text(found),
                values.text(meant)
            ));
        }
        let term = &self.face.func.blocks[block].term;
        if exit != Exit::Stop && state.level != level {
            return Err("the software stack is left at another depth".into());
        }
        match exit {
            Exit::Stop if *term == Term::Stop => Ok(()),
            Exit::Return => self.compare_results(term, state, wanted, values),
            Exit::Block(target) => {
                if let Some(place) = state.cells.difference(&wanted.cells, values) {
                    return Err(format!("{place} does not hold what was stored there"));
                }
                for path in paths {
                    let meant = self.target(term, path, wanted, values)?;
                    if meant != target {
                        return Err(format!("it goes to block {target} instead of {meant}"));
                    }
                }
                Ok(())
            }
            Exit::Stop => Err("it stops".into()),
        }
    }

    fn compare_results(
        &self,
        term: &Term,
        state: &State,
        wanted: &Wanted,
        values: &mut Values,
    ) -> Outcome<()> {
        let Term::Return(results) = term else {
            return Err("it returns".into());
        };
        let convention = self.face.conventions.get(self.face.index);
        for (crossing, src) in convention.results.iter().zip(results) {
            let meant = wanted.src(src, self.face, values);
            let (place, found) = match crossing {
                Crossing::Register(reg) => (format!("{reg:?}"), state.regs[*reg as usize]),
                Crossing::Memory(place) => (place.to_string(), state.cells.read(values, place)),
                Crossing::Unused => continue,
            };
            if found != meant {
                let (found, meant) = (values.text(found), values.text(meant));
                return Err(format!("it returns {found} in {place} instead of {meant}"));
            }
        }
        if convention.flags_from_a && (state.n != state.regs[0] || state.z != state.regs[0]) {
            return Err("the flags do not tell about the result".into());
        }
        Ok(())
    }

    /// Where the operations go on a path.
    fn target(
        &self,
        term: &Term,
        path: &Facts,
        wanted: &Wanted,
        values: &mut Values,
    ) -> Outcome<Blk> {
        match term {
            Term::Jump(target) => Ok(*target),
            Term::Branch {
                test, then, other, ..
            } => {
                if then == other {
                    return Ok(*then);
                }
                let truth = wanted.test(test, self.face, values);
                match decide(path, truth, values) {
                    Some(true) => Ok(*then),
                    Some(false) => Ok(*other),
                    None => Err(format!(
                        "the code branches without having asked {}{}",
                        if truth.not { "not " } else { "" },
                        values.text(truth.id)
                    )),
                }
            }
            Term::Switch {
                value,
                cases,
                default,
            } => {
                let value = wanted.src(value, self.face, values);
                let mut undecided = None;
                for (key, target) in cases {
                    let constant = values.constant(*key);
                    let equal = values.equal(value, constant);
                    match decide(path, equal, values) {
                        Some(true) => return Ok(*target),
                        Some(false) => {}
                        None if target == default => {}
                        None => undecided = Some(*key),
                    }
                }
                match undecided {
                    None => Ok(*default),
                    Some(key) => Err(format!("the code never asks whether it is case {key}")),
                }
            }
            Term::Return(_) => Err("it does not return".into()),
            Term::Stop => Err("it goes on".into()),
        }
    }
}

/// What a thing is at the end of a path.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    Value(Id),
    Truth(Truth),
    Byte(u8),
    Bit(bool),
    /// Like nothing else.
    Alone(usize),
}

fn byte_key(id: Id, values: &Values) -> Key {
    match values.as_constant(id) {
        Some(value) => Key::Byte(value),
        None => Key::Value(id),
    }
}

fn keys(wanted: &Wanted, state: &State, paths: &[Facts], values: &mut Values) -> Vec<Key> {
    let mut keys: Vec<Key> = wanted
        .vars
        .iter()
        .chain(&state.locations)
        .chain(&state.regs)
        .map(|id| byte_key(*id, values))
        .collect();
    keys.push(if state.n == state.z {
        byte_key(state.n, values)
    } else {
        Key::Alone(keys.len())
    });
    let mut known = paths.iter().map(|path| decide(path, state.carry, values));
    let first = known.next().flatten();
    keys.push(
        match first.filter(|first| known.all(|other| other == Some(*first))) {
            Some(value) => Key::Bit(value),
            None => Key::Truth(state.carry),
        },
    );
    keys
}

/// Classes of things with equal keys, numbered in order.
fn numbered(keys: &[Key]) -> Entry {
    let mut classes: HashMap<Key, u32> = HashMap::new();
    keys.iter()
        .map(|key| match key {
            Key::Byte(value) => Known::Byte(*value),
            Key::Bit(value) => Known::Truth(*value),
            other => {
                let next = classes.len() as u32;
                Known::Class(*classes.entry(*other).or_insert(next))
            }
        })
        .collect()
}

/// What is known both before and on a new path.
fn meet(before: &Entry, keys: &[Key]) -> Entry {
    let mut classes: HashMap<(Known, Key), u32> = HashMap::new();
    before
        .iter()
        .zip(keys)
        .map(|(known, key)| match (known, key) {
            (Known::Byte(a), Key::Byte(b)) if a == b => *known,
            (Known::Truth(a), Key::Bit(b)) if a == b => *known,
            pair => {
                let next = classes.len() as u32;
                Known::Class(*classes.entry((*pair.0, *pair.1)).or_insert(next))
            }
        })
        .collect()
}

/// Registers the function promises to leave alone: nothing in it, and nothing it calls, changes them.
fn kept_registers(face: &Interface, lines: &[Line]) -> Outcome<()> {
    let clobbers = face.conventions.get(face.index).clobbers;
    let sets = [RegSet::A, RegSet::X, RegSet::Y];
    for line in lines {
        let Line::Inst(inst) = line else { continue };
        let called = match (inst.op, &inst.arg) {
            (Mnemonic::Jsr, Operand::Memory(Place::Symbol(name, _))) => Some(name),
            _ => None,
        };
        for reg in 0..3 {
            let changed = match called {
                None => inst.writes().meets(sets[reg]),
                Some(name) => {
                    let callee = face
                        .conventions
                        .names
                        .iter()
                        .position(|other| other == name);
                    let convention = callee.and_then(|callee| face.conventions.of[callee].as_ref());
                    convention.is_none_or(|convention| convention.clobbers[reg])
                }
            };
            if changed && !clobbers[reg] {
                return Err(format!("`{inst}` changes a register that should be kept"));
            }
        }
    }
    Ok(())
}
