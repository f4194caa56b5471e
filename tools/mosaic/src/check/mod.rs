//! The independent check of what the register search and the placement of slots decided. It shares no code with
//! them: `function` follows a function's byte operations and its instructions side by side and proves that every
//! store, call, branch and result gets the value the operations ask for; `slots` does the same for slots and the
//! bytes they were given, over the whole program.
//!
//! Taken as given: the byte operations, what each mnemonic does, where arguments and results cross a call.

mod exchanged;
mod formulas;
mod function;
mod instructions;
mod machine_state;
mod operations;
mod paths;
pub mod slots;

pub use function::check;

use crate::alloc::convention::{Conventions, Crossing, ORDER, POINTER_BLOCK};
use crate::asm::inst::Place;
use crate::ops::model::*;
use crate::runtime;
use std::collections::BTreeSet;
use std::ops::Range;

/// A function and what it agreed on with others.
pub struct Interface<'a> {
    /// The function in byte operations, after its webs were merged.
    pub func: &'a Func,
    /// Index in the module.
    pub index: usize,
    /// Slots of its variables, in order, and of its jump vector.
    pub locations: Range<u32>,
    /// How the functions of the program are called.
    pub conventions: &'a Conventions,
    /// Functions from which this one can be reached: a call to them may overwrite every slot.
    pub leads_back: &'a BTreeSet<usize>,
    /// Levels of the software stack.
    pub levels: u32,
    /// Functions that its calls through pointers may reach.
    pub by_pointer: &'a BTreeSet<usize>,
}

impl Interface<'_> {
    /// Bytes that belong to no variable and are no memory of the program.
    fn is_cell(&self, place: &Place) -> bool {
        match place {
            Place::Slot(slot) => !self.locations.contains(slot),
            Place::Symbol(name, _) => {
                name == POINTER_BLOCK || runtime::BLOCKS.contains(&name.as_str())
            }
            Place::Address(_) => false,
        }
    }

    /// Where the address of a call through a pointer is kept.
    fn pointer_cells(&self) -> impl Iterator<Item = Place> {
        (0..2).map(|byte| Place::Symbol("rt_p".to_owned(), byte))
    }

    fn symbol(&self, call: &Call) -> String {
        match &call.target {
            Target::Function(index) => self.conventions.names[*index].clone(),
            Target::Pointer => runtime::CALL_POINTER.to_owned(),
            Target::Runtime(routine) => routine.label().to_owned(),
            Target::Address(address) => routine_symbol(*address),
            Target::Assembly(text) => runtime::assembly_symbol(text),
        }
    }

    fn arguments(&self, call: &Call) -> Vec<Crossing> {
        match &call.target {
            Target::Function(index) => self.conventions.get(*index).params.clone(),
            Target::Pointer => (0..call.args.len()).map(pointer_cell).collect(),
            Target::Runtime(_) | Target::Address(_) | Target::Assembly(_) => call
                .args
                .iter()
                .map(|(fixed, _)| fixed.as_ref().map_or(Crossing::Unused, fixed_crossing))
                .collect(),
        }
    }

    fn result(&self, call: &Call, fixed: &Option<Fixed>, index: u32) -> Crossing {
        match (&call.target, fixed) {
            (_, Some(fixed)) => fixed_crossing(fixed),
            (Target::Function(callee), None) => {
                self.conventions.get(*callee).results[index as usize].clone()
            }
            (_, None) => match ORDER.get(index as usize) {
                Some(reg) => Crossing::Register(*reg),
                None => pointer_cell(index as usize),
            },
        }
    }

    /// Whether slots of this function can be overwritten during the call.
    fn comes_back(&self, call: &Call) -> bool {
        match &call.target {
            Target::Function(callee) => self.leads_back.contains(callee),
            Target::Pointer => !self.leads_back.is_disjoint(self.by_pointer),
            Target::Runtime(_) | Target::Address(_) | Target::Assembly(_) => false,
        }
    }
}

fn pointer_cell(index: usize) -> Crossing {
    Crossing::Memory(Place::Symbol(POINTER_BLOCK.to_owned(), index as i32))
}

fn fixed_crossing(fixed: &Fixed) -> Crossing {
    use crate::alloc::state::Reg;
    match fixed {
        Fixed::A => Crossing::Register(Reg::A),
        Fixed::X => Crossing::Register(Reg::X),
        Fixed::Y => Crossing::Register(Reg::Y),
        Fixed::Memory(place) => Crossing::Memory(place.clone()),
    }
}
