//! Finds pointer induction variables: phis and selects of pointers that all lead into one object and are only loaded from,
//! stored to and compared for equality. Whoever wants the address itself (a call, a store of the pointer, an ordering)
//! keeps the pointer.

use super::PointerInduction;
use crate::analyse::planes::Object;
use crate::ir::model::*;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What a pointer points into.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// Whatever the others say.
    Any,
    Inside(Object),
    Unknown,
}

impl Origin {
    fn join(self, other: Origin) -> Origin {
        match (self, other) {
            (Origin::Any, known) | (known, Origin::Any) => known,
            (a, b) if a == b => a,
            _ => Origin::Unknown,
        }
    }
}

pub(super) struct Finder<'m> {
    module: &'m Module,
    index: usize,
    function: &'m Function,
    defs: HashMap<ValueId, &'m Op>,
}

impl<'m> Finder<'m> {
    pub(super) fn new(module: &'m Module, index: usize, function: &'m Function) -> Self {
        Finder {
            module,
            index,
            function,
            defs: function.defs(),
        }
    }

    pub(super) fn inductions(&self) -> Vec<PointerInduction> {
        let mut nodes: BTreeMap<Object, BTreeSet<ValueId>> = BTreeMap::new();
        for (value, op) in &self.defs {
            if is_node(op)
                && let Origin::Inside(object) = self.origin(&Operand::Value(*value))
            {
                nodes.entry(object).or_default().insert(*value);
            }
        }
        let candidates = nodes.into_iter();
        candidates
            .filter_map(|(object, nodes)| self.induction(object, nodes))
            .collect()
    }

    fn origin(&self, operand: &Operand) -> Origin {
        self.origin_beside(operand, &mut BTreeSet::new())
    }

    /// The origin of a pointer, those seen already left aside: they are asked elsewhere.
    fn origin_beside(&self, operand: &Operand, seen: &mut BTreeSet<ValueId>) -> Origin {
        let value = match operand {
            Operand::Const(Const::Address(Symbol::Global(index), _)) => {
                return Origin::Inside(Object::Global(*index));
            }
            Operand::Const(Const::Undef) => return Origin::Any,
            Operand::Const(_) => return Origin::Unknown,
            Operand::Value(value) => value,
        };
        if !seen.insert(*value) {
            return Origin::Any;
        }
        match self.defs.get(value) {
            Some(Op::Alloca { .. }) => Origin::Inside(Object::Local(self.index, *value)),
            Some(Op::Gep { base, .. }) => self.origin_beside(base, seen),
            Some(op) if is_node(op) => merged(op)
                .into_iter()
                .map(|operand| self.origin_beside(operand, seen))
                .fold(Origin::Any, Origin::join),
            _ => Origin::Unknown,
        }
    }

    fn size(&self, object: Object) -> u32 {
        match object {
            Object::Global(index) => self.module.globals[index].ty.size(),
            Object::Local(_, value) => match self.defs.get(&value) {
                Some(Op::Alloca { size, .. }) => *size,
                _ => 0,
            },
        }
    }

    fn induction(&self, object: Object, nodes: BTreeSet<ValueId>) -> Option<PointerInduction> {
        let mut induction = PointerInduction {
            function: self.index,
            object,
            size: self.size(object),
            nodes,
            steps: BTreeSet::new(),
            comparisons: BTreeSet::new(),
        };
        let moving = self.moving(&induction.nodes);
        let is_moving =
            |operand: &Operand| matches!(operand, Operand::Value(value) if moving.contains(value));
        for block in &self.function.blocks {
            for instr in &block.instrs {
                if instr.op.has_operand(is_moving) {
                    self.note_use(instr, &is_moving, &mut induction)?;
                }
            }
            if block.term.has_operand(is_moving) {
                return None;
            }
        }
        for node in induction.nodes.clone() {
            for operand in merged(self.defs[&node]) {
                self.note_step(operand, &mut induction)?;
            }
        }
        Some(induction)
    }

    /// The nodes and all addresses computed from them.
    fn moving(&self, nodes: &BTreeSet<ValueId>) -> BTreeSet<ValueId> {
        let mut moving = nodes.clone();
        loop {
            let before = moving.len();
            for (value, op) in &self.defs {
                if let Op::Gep {
                    base: Operand::Value(base),
                    ..
                } = op
                    && moving.contains(base)
                {
                    moving.insert(*value);
                }
            }
            if moving.len() == before {
                return moving;
            }
        }
    }

    /// An instruction that uses a pointer induction variable; `None` if it wants the address itself.
    fn note_use(
        &self,
        instr: &Instr,
        is_moving: &impl Fn(&Operand) -> bool,
        induction: &mut PointerInduction,
    ) -> Option<()> {
        match &instr.op {
            Op::Load { .. } => Some(()),
            Op::Store { value, .. } => (!is_moving(value)).then_some(()),
            Op::Gep { base, .. } => is_moving(base).then_some(()),
            op if is_node(op) => induction.nodes.contains(&instr.result?).then_some(()),
            Op::Icmp { pred, a, b, .. } => {
                // The order of two addresses is that of their offsets only inside the object.
                if !matches!(pred, Predicate::Eq | Predicate::Ne) {
                    return None;
                }
                induction.comparisons.insert(instr.result?);
                for operand in [a, b] {
                    if self.origin(operand) != Origin::Inside(induction.object) {
                        return None;
                    }
                    self.note_step(operand, induction)?;
                }
                Some(())
            }
            _ => None,
        }
    }

    /// An address whose offset is wanted, and those it is computed from.
    fn note_step(&self, operand: &Operand, induction: &mut PointerInduction) -> Option<()> {
        let Operand::Value(value) = operand else {
            return Some(());
        };
        if let Op::Gep { base, .. } = self.defs.get(value)?
            && induction.steps.insert(*value)
        {
            self.note_step(base, induction)?;
        }
        Some(())
    }
}

fn is_node(op: &Op) -> bool {
    matches!(
        op,
        Op::Phi { ty: Type::Ptr, .. } | Op::Select { ty: Type::Ptr, .. }
    )
}

/// The pointers a node chooses from.
fn merged(node: &Op) -> Vec<&Operand> {
    match node {
        Op::Phi { incoming, .. } => incoming.iter().map(|(_, operand)| operand).collect(),
        Op::Select { a, b, .. } => vec![a, b],
        _ => Vec::new(),
    }
}
