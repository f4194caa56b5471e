//! Pointers that walk through an object become offsets from its start, and offsets that grow by the size of an element
//! become counts of elements: what `for x in table.iter()` steps along is then an index register, not a pair in zero
//! page, and the object can lie in byte planes.
//!
//! Needs: a module. Leaves: one that means the same. Done only where the index costs nothing more: for objects in planes,
//! and for pointers into objects that a byte can index.

mod find;
mod multiples;
mod offsets;
mod twins;

use self::find::Finder;
use self::offsets::Offsets;
use crate::analyse::planes::{Object, Planes};
use crate::ir::model::*;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// An index register reaches so far.
const REACH: u32 = 256;

pub fn count(module: Cow<'_, Module>) -> Cow<'_, Module> {
    let mut walks = Vec::new();
    for (index, function) in module.functions.iter().enumerate() {
        walks.extend(Finder::new(&module, index, function).walks());
    }
    let mut counted = rewritten(&module, &walks);
    multiples::count(&mut counted, |_| true);
    let planes = Planes::of(&counted);
    walks.retain(|walk| walk.size <= REACH || planes.shape(walk.object).is_some());
    let mut module = rewritten(&module, &walks);
    multiples::count(&mut module, |object| planes.shape(object).is_some());
    twins::merge(&mut module);
    Cow::Owned(module)
}

fn rewritten(module: &Module, walks: &[Walk]) -> Module {
    let mut module = module.clone();
    for walk in walks {
        let function = &mut module.functions[walk.function];
        Offsets::new(function, walk).rewrite();
    }
    module
}

/// The pointers of one function that walk through one object.
struct Walk {
    function: usize,
    object: Object,
    /// Bytes of the object.
    size: u32,
    /// Phis and selects.
    nodes: BTreeSet<ValueId>,
    /// Addresses that flow into a node or a comparison.
    steps: BTreeSet<ValueId>,
    comparisons: BTreeSet<ValueId>,
}
