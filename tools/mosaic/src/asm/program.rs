//! The whole program after code generation: what the writer prints and the linker places.

use super::inst::{Place, Routine};
use crate::runtime::Libcall;
use std::collections::{BTreeMap, BTreeSet};

/// A compiled program, ready for the linker.
#[derive(Debug, Default)]
pub struct Program {
    /// Functions.
    pub routines: Vec<Routine>,
    /// Globals, constants, tables and objects of functions.
    pub objects: Vec<Object>,
    /// Routines of the runtime library that the code calls.
    pub runtime: BTreeSet<Libcall>,
    /// Names visible in the symbol files: functions and globals that are not internal.
    pub exports: BTreeMap<String, Place>,
    /// Zero page from the layout's first free byte: bytes given to frames.
    pub zero_page_frames: u32,
    /// Bytes of frames outside zero page (symbol `frames`).
    pub frames: u32,
    /// Functions that come back to their caller.
    pub returning: BTreeSet<String>,
    /// Bytes of the software stack (symbol `softstack`), 0 when nothing recurses.
    pub stack: u32,
    /// Notes printed above a routine: its frame map.
    pub notes: BTreeMap<String, Vec<String>>,
}

impl Program {
    /// Names of the routines and objects that lie in a segment.
    pub fn members(&self, segment: &str) -> BTreeSet<String> {
        let routines = self.routines.iter().map(|r| (&r.name, &r.section));
        let objects = self.objects.iter().map(|o| (&o.name, &o.section));
        routines
            .chain(objects)
            .filter(|(_, section)| section.as_deref() == Some(segment))
            .map(|(name, _)| name.clone())
            .collect()
    }
}

/// A global: initialised bytes or reserved space.
#[derive(Debug)]
pub struct Object {
    /// The symbol of its first byte.
    pub name: String,
    /// Segment of the layout; `None` lets constness and contents decide.
    pub section: Option<String>,
    /// Nobody writes it, so it may lie among the constants.
    pub constant: bool,
    /// Its address is a multiple of this.
    pub align: u32,
    /// What it holds when the program starts.
    pub content: Content,
}

/// What an object holds when the program starts.
#[derive(Debug)]
pub enum Content {
    /// Every byte given; may contain addresses.
    Bytes(Vec<Cell>),
    /// Zeroed by the start code.
    Zero(u32),
}

/// One byte of an initialised object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    /// A number.
    Byte(u8),
    /// The low byte of an address.
    Low(Place),
    /// The high byte of an address.
    High(Place),
}
