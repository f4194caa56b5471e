//! The state of the machine as the checker follows it through the instructions of a block.

use super::exchanged::Cells;
use super::formulas::{Id, Truth, Values};
use std::collections::BTreeMap;

/// Registers, flags, storage locations and memory, each as a formula.
#[derive(Clone)]
pub struct State {
    pub regs: [Id; 3],
    pub carry: Truth,
    /// The bytes N and Z tell about.
    pub n: Id,
    pub z: Id,
    pub overflow: Truth,
    pub locations: Vec<Id>,
    pub cells: Cells,
    pub memory: Id,
    /// Depth of the software stack, and what lies on it by plane and depth.
    pub level: Id,
    /// The processor's stack pointer, which every block and call leaves as it was.
    pub stack_pointer: Id,
    pub saved: BTreeMap<(i32, Id), Id>,
    /// Calls of the block made so far.
    pub calls: usize,
}

type Choose<'c, T> = &'c mut dyn FnMut(&mut Values, T, T) -> T;

impl State {
    /// The state at the start of a block.
    pub fn new(
        regs: [Id; 3],
        flags: Id,
        carry: Truth,
        locations: Vec<Id>,
        cells: Cells,
        (memory, level, stack_pointer): (Id, Id, Id),
        values: &mut Values,
    ) -> State {
        State {
            regs,
            carry,
            n: flags,
            z: flags,
            overflow: values.fresh_truth(),
            locations,
            cells,
            memory,
            level,
            stack_pointer,
            saved: BTreeMap::new(),
            calls: 0,
        }
    }

    /// One of two states.
    pub fn merged(
        &self,
        other: &State,
        values: &mut Values,
        choose: Choose<'_, Id>,
        choose_truth: Choose<'_, Truth>,
    ) -> State {
        let mut merged = self.clone();
        for reg in 0..3 {
            merged.regs[reg] = choose(values, self.regs[reg], other.regs[reg]);
        }
        for (location, theirs) in merged.locations.iter_mut().zip(&other.locations) {
            if location != theirs {
                *location = choose(values, *location, *theirs);
            }
        }
        merged.n = choose(values, self.n, other.n);
        merged.z = choose(values, self.z, other.z);
        merged.memory = choose(values, self.memory, other.memory);
        merged.level = choose(values, self.level, other.level);
        merged.carry = choose_truth(values, self.carry, other.carry);
        merged.overflow = choose_truth(values, self.overflow, other.overflow);
        merged.cells = self.cells.merged(&other.cells, values, choose);
        merged
            .saved
            .retain(|key, value| other.saved.get(key) == Some(value));
        merged.calls = merged.calls.max(other.calls);
        merged
    }

    /// Gives a register a value, and the flags that tell about it.
    pub fn set(&mut self, reg: usize, value: Id) {
        self.regs[reg] = value;
        self.flags(value);
    }

    /// Makes N and Z tell about a value.
    pub fn flags(&mut self, value: Id) {
        self.n = value;
        self.z = value;
    }
}
