//! The bytes of memory a routine names directly, numbered, and for each line which of them it may read, may write and
//! surely overwrites. Everything unknown counts as touching whatever it could reach.

use super::effects::RegSet;
use super::env::{CallEffect, Env, Touched};
use super::flow::Exit;
use super::inst::{Inst, Line, Mnemonic, Operand, Place};
use crate::cpu::opcode::Access;
use std::collections::BTreeMap;

/// Number of a byte in the routine's table.
pub type Byte = usize;

/// The bytes of memory that a routine names directly, numbered so that sets of them are bit sets.
pub struct Bytes {
    /// The place of each byte.
    pub places: Vec<Place>,
    /// Whether nobody but this routine can see the byte, so that it is dead when the routine returns.
    pub private: Vec<bool>,
    numbers: BTreeMap<Place, Byte>,
}

/// What one line does, registers and numbered bytes alike.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Effect {
    /// Registers and flags that are read.
    pub reads: RegSet,
    /// Registers and flags that are written.
    pub writes: RegSet,
    /// Bytes that may be read, also by way of an index, a pointer or a callee.
    pub may_read: Vec<Byte>,
    /// Bytes that may be written, also by way of an index, a pointer or a callee.
    pub may_write: Vec<Byte>,
    /// The byte that surely has a new value afterwards.
    pub sets: Option<Byte>,
}

impl Bytes {
    /// Numbers the bytes that the lines name.
    pub fn new(lines: &[Line], env: &Env) -> Bytes {
        let mut bytes = Bytes {
            places: Vec::new(),
            private: Vec::new(),
            numbers: BTreeMap::new(),
        };
        for line in lines {
            let Line::Inst(inst) = line else { continue };
            match &inst.arg {
                Operand::Memory(place) if !matches!(inst.op, Mnemonic::Jsr | Mnemonic::Jmp) => {
                    bytes.add(place, env)
                }
                Operand::IndirectY(place)
                | Operand::IndirectX(place)
                | Operand::Indirect(place, _) => bytes.add(place, env),
                _ => {}
            }
        }
        bytes
    }

    fn add(&mut self, place: &Place, env: &Env) {
        if !self.numbers.contains_key(place) {
            self.numbers.insert(place.clone(), self.places.len());
            self.places.push(place.clone());
            self.private.push((env.private)(place));
        }
    }

    /// The number of a place, if the routine names it.
    pub fn number(&self, place: &Place) -> Option<Byte> {
        self.numbers.get(place).copied()
    }

    /// The byte an operand names directly.
    pub fn direct(&self, inst: &Inst) -> Option<Byte> {
        match &inst.arg {
            Operand::Memory(place) => self.number(place),
            _ => None,
        }
    }

    /// What an instruction reads and writes of registers, flags and named bytes.
    pub fn effect(&self, inst: &Inst, env: &Env) -> Effect {
        if inst.op == Mnemonic::Jsr {
            let Operand::Memory(place) = &inst.arg else {
                panic!("jsr without a symbol: {inst}")
            };
            return self.call(&env.call(place));
        }
        let (may_read, may_write) = self.touched(inst, env);
        let sets = if matches!(inst.access(), Access::Write | Access::Modify) {
            self.direct(inst)
        } else {
            None
        };
        Effect {
            reads: inst.reads(),
            writes: inst.writes(),
            may_read,
            may_write,
            sets,
        }
    }

    fn touched(&self, inst: &Inst, env: &Env) -> (Vec<Byte>, Vec<Byte>) {
        let mut pointer = Vec::new();
        let reached = match &inst.arg {
            Operand::Memory(place) => self.number(place).into_iter().collect(),
            Operand::MemoryX(place) | Operand::MemoryY(place) => self.around(place),
            Operand::IndirectY(place) => {
                pointer = self.pointer(place, env);
                self.where_byte(|_, private| !private)
            }
            Operand::Indirect(place, _) => self.pointer(place, env),
            Operand::IndirectX(_) => {
                pointer = self.where_byte(|_, _| true);
                self.where_byte(|_, private| !private)
            }
            _ => Vec::new(),
        };
        match inst.access() {
            Access::Nothing => (pointer, Vec::new()),
            Access::Read => ([pointer, reached].concat(), Vec::new()),
            Access::Write => (pointer, reached),
            Access::Modify => ([pointer, reached.clone()].concat(), reached),
        }
    }

    fn where_byte(&self, wanted: impl Fn(&Place, bool) -> bool) -> Vec<Byte> {
        (0..self.places.len())
            .filter(|byte| wanted(&self.places[*byte], self.private[*byte]))
            .collect()
    }

    /// What an indexed access from `base` can reach: its own symbol; from an address, all that is no other symbol's.
    fn around(&self, base: &Place) -> Vec<Byte> {
        self.where_byte(|place, private| match (base, place) {
            (Place::Symbol(name, _), Place::Symbol(other, _)) => name == other,
            (Place::Slot(_), Place::Slot(_)) => true,
            (Place::Address(from), Place::Address(to)) => (*from < 256) == (*to < 256),
            (Place::Address(from), Place::Symbol(..)) => *from < 256 || !private,
            _ => false,
        })
    }

    fn pointer(&self, low: &Place, env: &Env) -> Vec<Byte> {
        let high = match low {
            Place::Symbol(name, offset) => Place::Symbol(name.clone(), offset + 1),
            Place::Address(address) => Place::Address(address.wrapping_add(1)),
            Place::Slot(slot) => match env.pairs.get(slot) {
                Some(high) => Place::Slot(*high),
                None => return self.where_byte(|place, _| matches!(place, Place::Slot(_))),
            },
        };
        [low, &high]
            .into_iter()
            .filter_map(|place| self.number(place))
            .collect()
    }

    fn call(&self, call: &CallEffect) -> Effect {
        Effect {
            reads: call.reads | RegSet::STACK,
            writes: call.writes,
            may_read: self.outside(&call.reads_places),
            may_write: self.outside(&call.writes_places),
            sets: None,
        }
    }

    /// Bytes code outside the routine can touch: all that is not private, and of the private ones those named.
    pub fn outside(&self, touched: &Touched) -> Vec<Byte> {
        self.where_byte(|place, private| match touched {
            _ if !private => true,
            Touched::Anything => true,
            Touched::Only(places) => places.contains(place),
        })
    }

    /// Registers and bytes somebody looks at after the routine is left by this exit.
    pub fn after(&self, exit: &Exit, env: &Env) -> (RegSet, Vec<Byte>) {
        match exit {
            Exit::Inside => (RegSet::EMPTY, Vec::new()),
            Exit::Return => (env.live_at_return, self.outside(&env.places_at_return)),
            Exit::Tail(place) => {
                let call = env.call(place);
                let mut bytes = self.outside(&call.reads_places);
                bytes.extend(self.outside(&env.places_at_return));
                (call.reads | (env.live_at_return - call.writes), bytes)
            }
            Exit::Unknown => (RegSet::ALL, self.outside(&Touched::Anything)),
        }
    }
}
