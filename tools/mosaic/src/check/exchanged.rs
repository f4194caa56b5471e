//! Bytes through which functions and runtime routines exchange values: slots of other frames, the blocks of the
//! runtime, the block for calls by pointer. A call leaves something in every one of them.

use super::formulas::{Id, Node, Values};
use crate::asm::inst::Place;
use std::collections::BTreeMap;

#[derive(Clone, PartialEq, Eq)]
pub struct Cells {
    /// The call after which everything not written since is as it was left.
    base: Id,
    written: BTreeMap<Place, Id>,
}

impl Cells {
    pub fn after(call: Id) -> Cells {
        Cells {
            base: call,
            written: BTreeMap::new(),
        }
    }

    pub fn read(&self, values: &mut Values, place: &Place) -> Id {
        match self.written.get(place) {
            Some(value) => *value,
            None => values.make(Node::LeftIn(self.base, place.clone())),
        }
    }

    pub fn write(&mut self, place: &Place, value: Id) {
        self.written.insert(place.clone(), value);
    }

    /// The first cell in which two worlds differ.
    pub fn difference(&self, other: &Cells, values: &mut Values) -> Option<Place> {
        let places: Vec<Place> = self
            .written
            .keys()
            .chain(other.written.keys())
            .cloned()
            .collect();
        if self.base != other.base {
            return Some(places.first().cloned().unwrap_or(Place::Address(0)));
        }
        places
            .into_iter()
            .find(|place| self.read(values, place) != other.read(values, place))
    }

    /// One of two worlds, told apart by `choose`.
    pub fn merged(
        &self,
        other: &Cells,
        values: &mut Values,
        choose: &mut dyn FnMut(&mut Values, Id, Id) -> Id,
    ) -> Cells {
        if self.base != other.base {
            return Cells::after(values.fresh());
        }
        let places = self.written.keys().chain(other.written.keys());
        let mut merged = Cells::after(self.base);
        for place in places {
            let (mine, theirs) = (self.read(values, place), other.read(values, place));
            let value = choose(values, mine, theirs);
            merged.write(place, value);
        }
        merged
    }
}
