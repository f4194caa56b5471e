//! What the code of one routine may assume about its surroundings: what its callees look at and change, what its
//! caller looks at when it returns, and which bytes of memory no pointer and no index can reach.

use super::effects::{RegSet, ZeroPage};
use super::inst::Place;
use super::write::{FRAMES, ZERO_PAGE_FRAMES};
use crate::show::Show;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Private bytes somebody else reads or writes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Touched {
    /// Any byte of memory.
    #[default]
    Anything,
    /// These places and no others.
    Only(Vec<Place>),
}

/// What a call does, from the caller's side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallEffect {
    /// Registers and flags that carry arguments.
    pub reads: RegSet,
    /// Registers and flags that do not keep their value.
    pub writes: RegSet,
    /// Memory the callee may read.
    pub reads_places: Touched,
    /// Memory the callee may write.
    pub writes_places: Touched,
}

impl Default for CallEffect {
    /// An unknown routine: may take arguments in A, X and Y, keeps nothing.
    fn default() -> CallEffect {
        CallEffect {
            reads: RegSet::AXY,
            writes: RegSet::AXY | RegSet::FLAGS,
            reads_places: Touched::Anything,
            writes_places: Touched::Anything,
        }
    }
}

/// The surroundings of one routine.
#[derive(Clone)]
pub struct Env {
    /// Symbols in zero page, which decides the addressing mode.
    pub zero_page: Rc<ZeroPage>,
    /// By symbol; a symbol that is missing has the default effect.
    pub calls: Rc<BTreeMap<String, CallEffect>>,
    /// Registers and flags the caller looks at.
    pub live_at_return: RegSet,
    /// Private bytes the caller looks at.
    pub places_at_return: Touched,
    /// Bytes that only direct operands and zero-page pointers name.
    pub private: Rc<dyn Fn(&Place) -> bool>,
    /// Slots of pointers, low byte to high byte; when a pair is missing every slot may be the high byte.
    pub pairs: Rc<BTreeMap<u32, u32>>,
    /// The largest byte of each constant object.
    pub largest: Rc<BTreeMap<String, u8>>,
    /// Passes whose output is wanted.
    pub show: Rc<Show>,
}

impl Default for Env {
    fn default() -> Env {
        Env {
            zero_page: Rc::default(),
            calls: Rc::default(),
            live_at_return: RegSet::AXY,
            places_at_return: Touched::Anything,
            private: Rc::new(|place| match place {
                Place::Slot(_) => true,
                Place::Address(address) => *address < 256,
                Place::Symbol(..) => false,
            }),
            pairs: Rc::default(),
            largest: Rc::default(),
            show: Rc::default(),
        }
    }
}

impl Env {
    /// The same surroundings after slots have become bytes of frames: frames share memory, so a call may touch any
    /// of them, and what is read after the return is no longer told apart.
    pub fn placed(&self) -> Env {
        let anything = |call: &CallEffect| CallEffect {
            reads_places: Touched::Anything,
            writes_places: Touched::Anything,
            ..call.clone()
        };
        let calls = self
            .calls
            .iter()
            .map(|(name, call)| (name.clone(), anything(call)));
        Env {
            calls: Rc::new(calls.collect()),
            places_at_return: Touched::Anything,
            private: Rc::new(
                |place| matches!(place, Place::Symbol(name, _) if name == ZERO_PAGE_FRAMES || name == FRAMES),
            ),
            ..self.clone()
        }
    }

    /// What a call of a place does; everything is possible when nothing is known of it.
    pub fn call(&self, place: &Place) -> CallEffect {
        match place {
            Place::Symbol(name, 0) => self.calls.get(name).cloned().unwrap_or_default(),
            _ => CallEffect::default(),
        }
    }
}
