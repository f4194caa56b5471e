//! Pointer induction variables turned into counters. A pointer that steps through an object becomes an offset from the
//! object's start, and an offset that grows by the size of an element becomes the number of that element. What
//! `for x in table.iter()` advances is then an index register instead of a pair of bytes in zero page, and the object can
//! be split into byte planes (`analyse::planes`).
//!
//! Needs: a module. Leaves: one that means the same. Done only where the index costs nothing more: for objects split into
//! planes, and for pointers into objects that a byte can index.

mod congruent;
mod offsets;
mod pointers;
mod strides;

use self::offsets::Offsets;
use self::pointers::Finder;
use crate::analyse::planes::{Object, Planes};
use crate::ir::model::*;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// An index register reaches so far.
const REACH: u32 = 256;

/// Rewrites the pointer induction variables of all functions where that makes their code cheaper.
///
/// Whether an object can be split into planes depends on the rewriting (a pointer through the object prevents it), and the
/// rewriting of large objects pays only with planes. So everything is rewritten on trial first, the planes of that module
/// are found, and the original is rewritten again with only what pays.
pub fn pointers_to_counters(module: Cow<'_, Module>) -> Cow<'_, Module> {
    let mut inductions = Vec::new();
    for (index, function) in module.functions.iter().enumerate() {
        inductions.extend(Finder::new(&module, index, function).inductions());
    }
    let mut counted = rewritten(&module, &inductions);
    strides::count(&mut counted, |_| true);
    let planes = Planes::of(&counted);
    inductions
        .retain(|induction| induction.size <= REACH || planes.shape(induction.object).is_some());
    let mut module = rewritten(&module, &inductions);
    strides::count(&mut module, |object| planes.shape(object).is_some());
    congruent::merge(&mut module);
    Cow::Owned(module)
}

fn rewritten(module: &Module, inductions: &[PointerInduction]) -> Module {
    let mut module = module.clone();
    for induction in inductions {
        let function = &mut module.functions[induction.function];
        Offsets::new(function, induction).rewrite();
    }
    module
}

/// The pointer induction variables of one function that step through one object.
struct PointerInduction {
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
