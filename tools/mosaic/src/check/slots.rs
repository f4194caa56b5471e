//! Slots against the bytes they were given, over the whole program: no byte is read as one slot after something else,
//! in the same function or in one called in between, has been written to it. Forward, by what is lost: a slot that was
//! written and whose byte then went to another is lost until it is written again.

use crate::asm::flow::{Exit, Flow};
use crate::asm::inst::{Inst, Line, Mnemonic, Operand, Place};
use crate::cpu::opcode::Access;
use crate::error::{Error, Result};
use crate::runtime::CALL_POINTER;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The code of a function with slots and with the bytes that took their place.
pub struct Body<'a> {
    /// Index of the function in the module.
    pub function: usize,
    /// The code with slots.
    pub before: &'a [Line],
    /// The same code with addresses.
    pub after: Vec<Line>,
    /// Slots its callers write, and slots they read.
    pub arguments: &'a [u32],
    /// Slots its callers read.
    pub results: &'a [u32],
    /// Low slot to high slot of pointers.
    pub pairs: &'a BTreeMap<u32, u32>,
}

/// The whole program as the check sees it.
pub struct Program<'a> {
    /// All functions that have code.
    pub bodies: Vec<Body<'a>>,
    /// Symbols of all functions.
    pub names: &'a [String],
    /// For each function, those that its calls through pointers may reach.
    pub by_pointer: &'a BTreeMap<usize, BTreeSet<usize>>,
    /// The byte each slot was given.
    pub place_of: &'a HashMap<u32, Place>,
    /// Interrupt handlers.
    pub handlers: &'a BTreeSet<usize>,
}

impl Program<'_> {
    /// Proves that every slot keeps its value as long as it is looked at.
    pub fn check(&self) -> Result<()> {
        let calls: BTreeMap<usize, BTreeSet<usize>> = self
            .bodies
            .iter()
            .map(|body| (body.function, self.callees(body)))
            .collect();
        let writes = self.written_bytes(&calls);
        self.handlers_apart(&calls)?;
        for body in &self.bodies {
            let failed = |message: String| {
                Error::new(format!("allocation check: {message}"))
                    .in_function(&self.names[body.function])
            };
            self.same_code(body).map_err(failed)?;
            Follower::new(self, body, &writes).run().map_err(failed)?;
        }
        Ok(())
    }

    /// No byte of a handler, or of what it calls, belongs to anything else.
    fn handlers_apart(&self, calls: &BTreeMap<usize, BTreeSet<usize>>) -> Result<()> {
        for handler in self.handlers {
            let mut own = BTreeSet::new();
            let mut open = vec![*handler];
            while let Some(next) = open.pop() {
                if own.insert(next) {
                    open.extend(calls.get(&next).into_iter().flatten());
                }
            }
            let (inside, outside): (Vec<&Body>, Vec<&Body>) = self
                .bodies
                .iter()
                .partition(|body| own.contains(&body.function));
            let taken: BTreeSet<&Place> =
                outside.iter().flat_map(|body| self.bytes(body)).collect();
            for body in inside {
                if let Some(place) = self.bytes(body).find(|place| taken.contains(place)) {
                    let message = format!(
                        "allocation check: {place} is used by an interrupt handler and by others"
                    );
                    return Err(Error::new(message).in_function(&self.names[body.function]));
                }
            }
        }
        Ok(())
    }

    /// Bytes of all slots a function names.
    fn bytes<'b>(&'b self, body: &'b Body) -> impl Iterator<Item = &'b Place> {
        body.before.iter().filter_map(|line| match line {
            Line::Inst(inst) => match inst.place() {
                Some(Place::Slot(slot)) => self.place_of.get(slot),
                _ => None,
            },
            _ => None,
        })
    }

    fn body(&self, function: usize) -> Option<&Body<'_>> {
        self.bodies.iter().find(|body| body.function == function)
    }

    /// Functions that an instruction of a function may call.
    fn called(&self, function: usize, inst: &Inst) -> Vec<usize> {
        let (Mnemonic::Jsr | Mnemonic::Jmp, Operand::Memory(Place::Symbol(name, _))) =
            (inst.op, &inst.arg)
        else {
            return Vec::new();
        };
        if name == CALL_POINTER {
            return self.by_pointer[&function].iter().copied().collect();
        }
        let index = self.names.iter().position(|other| other == name);
        index.into_iter().collect()
    }

    fn callees(&self, body: &Body) -> BTreeSet<usize> {
        let insts = body.before.iter().filter_map(|line| match line {
            Line::Inst(inst) => Some(inst),
            _ => None,
        });
        insts
            .flat_map(|inst| self.called(body.function, inst))
            .collect()
    }

    /// Bytes each function writes, itself or through those it calls.
    fn written_bytes(
        &self,
        calls: &BTreeMap<usize, BTreeSet<usize>>,
    ) -> BTreeMap<usize, BTreeSet<&Place>> {
        let mut writes: BTreeMap<usize, BTreeSet<&Place>> = BTreeMap::new();
        for body in &self.bodies {
            let slots = body.before.iter().filter_map(|line| match line {
                Line::Inst(inst) => written_slot(inst),
                _ => None,
            });
            let bytes = slots.filter_map(|slot| self.place_of.get(&slot));
            writes.insert(body.function, bytes.collect());
        }
        loop {
            let mut grown = false;
            for (function, callees) in calls {
                for callee in callees {
                    let more = writes.get(callee).cloned().unwrap_or_default();
                    let own = writes.entry(*function).or_default();
                    let before = own.len();
                    own.extend(more);
                    grown |= own.len() > before;
                }
            }
            if !grown {
                return writes;
            }
        }
    }

    /// The lines differ in nothing but bytes for slots; halves of a pointer are neighbours.
    fn same_code(&self, body: &Body) -> std::result::Result<(), String> {
        if body.before.len() != body.after.len() {
            return Err("lines were lost while slots were placed".into());
        }
        for (before, after) in body.before.iter().zip(&body.after) {
            let mut expected = before.clone();
            if let Line::Inst(inst) = &mut expected {
                if let Operand::IndirectY(Place::Slot(low))
                | Operand::Indirect(Place::Slot(low), _) = inst.arg
                {
                    self.neighbours(low, body)?;
                }
                if let Operand::Memory(place)
                | Operand::IndirectY(place)
                | Operand::Indirect(place, _) = &mut inst.arg
                    && let Place::Slot(slot) = place
                {
                    let Some(byte) = self.place_of.get(slot) else {
                        return Err(format!("slot {slot} has no byte"));
                    };
                    *place = byte.clone();
                }
            }
            if expected != *after {
                return Err(format!("{before:?} became {after:?}"));
            }
        }
        Ok(())
    }

    fn neighbours(&self, low: u32, body: &Body) -> std::result::Result<(), String> {
        let high = body
            .pairs
            .get(&low)
            .and_then(|high| self.place_of.get(high));
        match (self.place_of.get(&low), high) {
            (Some(Place::Symbol(name, at)), Some(Place::Symbol(other, next)))
                if name == other && at + 1 == *next =>
            {
                Ok(())
            }
            _ => Err(format!("the halves of the pointer in slot {low} are apart")),
        }
    }
}

fn written_slot(inst: &Inst) -> Option<u32> {
    match (&inst.arg, inst.access()) {
        (Operand::Memory(Place::Slot(slot)), Access::Write | Access::Modify) => Some(*slot),
        _ => None,
    }
}

fn read_slots(inst: &Inst, pairs: &BTreeMap<u32, u32>) -> Vec<u32> {
    match (&inst.arg, inst.access()) {
        (Operand::IndirectY(Place::Slot(low)) | Operand::Indirect(Place::Slot(low), _), _) => {
            [*low].into_iter().chain(pairs.get(low).copied()).collect()
        }
        (Operand::Memory(Place::Slot(slot)), Access::Read | Access::Modify) => vec![*slot],
        _ => Vec::new(),
    }
}

/// What is known of a slot; of two paths the later in this list counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Slot {
    /// Never written here: it has no value that could be lost.
    Empty,
    Holds,
    Lost,
}

type Slots = BTreeMap<u32, Slot>;

struct Follower<'a> {
    program: &'a Program<'a>,
    body: &'a Body<'a>,
    writes: &'a BTreeMap<usize, BTreeSet<&'a Place>>,
    flow: Flow,
}

impl<'a> Follower<'a> {
    fn new(
        program: &'a Program<'a>,
        body: &'a Body<'a>,
        writes: &'a BTreeMap<usize, BTreeSet<&'a Place>>,
    ) -> Self {
        Follower {
            program,
            body,
            writes,
            flow: Flow::new(body.before),
        }
    }

    fn run(&self) -> std::result::Result<(), String> {
        let mut start: Slots = Slots::new();
        for slot in self.body.arguments {
            self.write(*slot, &mut start);
        }
        if let Some((slot, _)) = start.iter().find(|(_, state)| **state == Slot::Lost) {
            return Err(format!("argument slot {slot} shares its byte with another"));
        }
        let mut entries: BTreeMap<usize, Slots> = BTreeMap::from([(0, start)]);
        let mut open = BTreeSet::from([0]);
        while let Some(block) = open.pop_first() {
            let mut slots = entries[&block].clone();
            self.block(block, &mut slots)?;
            for next in &self.flow.blocks[block].next {
                let known = entries.get(next);
                let joined = known.map_or_else(|| slots.clone(), |known| join(known, &slots));
                if known != Some(&joined) {
                    entries.insert(*next, joined);
                    open.insert(*next);
                }
            }
        }
        Ok(())
    }

    fn block(&self, block: usize, slots: &mut Slots) -> std::result::Result<(), String> {
        let block = &self.flow.blocks[block];
        for line in &self.body.before[block.lines.clone()] {
            let Line::Inst(inst) = line else { continue };
            for slot in read_slots(inst, self.body.pairs) {
                self.intact(slot, slots, inst)?;
            }
            for callee in self.program.called(self.body.function, inst) {
                self.call(callee, inst, slots)?;
            }
            if let Some(slot) = written_slot(inst) {
                self.write(slot, slots);
            }
        }
        if matches!(block.exit, Exit::Return | Exit::Tail(_)) {
            for slot in self.body.results {
                self.intact(*slot, slots, &Inst::implied(Mnemonic::Rts))?;
            }
        }
        Ok(())
    }

    fn intact(&self, slot: u32, slots: &Slots, inst: &Inst) -> std::result::Result<(), String> {
        match slots.get(&slot) {
            Some(Slot::Lost) => Err(format!(
                "`{inst}` looks at slot {slot}, but its byte {} was given to another in between",
                self.program.place_of[&slot]
            )),
            _ => Ok(()),
        }
    }

    fn write(&self, slot: u32, slots: &mut Slots) {
        // A slot nobody looks at has no byte.
        let place = self.program.place_of.get(&slot);
        for (other, state) in slots.iter_mut() {
            let shared = place.is_some() && self.program.place_of.get(other) == place;
            if *other != slot && shared {
                *state = Slot::Lost;
            }
        }
        slots.insert(slot, Slot::Holds);
    }

    fn call(
        &self,
        callee: usize,
        inst: &Inst,
        slots: &mut Slots,
    ) -> std::result::Result<(), String> {
        let Some(body) = self.program.body(callee) else {
            return Ok(());
        };
        for slot in body.arguments {
            self.intact(*slot, slots, inst)?;
        }
        let written = &self.writes[&callee];
        for (slot, state) in slots.iter_mut() {
            if self
                .program
                .place_of
                .get(slot)
                .is_some_and(|place| written.contains(place))
            {
                *state = Slot::Lost;
            }
        }
        for slot in body.results {
            self.write(*slot, slots);
        }
        Ok(())
    }
}

fn join(known: &Slots, other: &Slots) -> Slots {
    let mut joined = known.clone();
    for (slot, state) in other {
        let held = joined.entry(*slot).or_insert(Slot::Empty);
        *held = (*held).max(*state);
    }
    joined
}
