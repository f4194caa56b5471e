//! Pointers that walk through an object become offsets from its start, and offsets that grow by the size of an element
//! become counts of elements: what `for x in table.iter()` steps along is then an index register, not a pair in zero
//! page, and the object can lie in byte planes.
//!
//! Needs: a module. Leaves: one that means the same. Done only where the index costs nothing more: for objects in planes,
//! and for pointers into objects that a byte can index.

use super::{multiples, twins};
use crate::analyse::planes::{Object, Planes};
use crate::ir::model::*;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};

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

struct Finder<'m> {
    module: &'m Module,
    index: usize,
    function: &'m Function,
    defs: HashMap<ValueId, &'m Op>,
}

impl<'m> Finder<'m> {
    fn new(module: &'m Module, index: usize, function: &'m Function) -> Self {
        Finder {
            module,
            index,
            function,
            defs: function.defs(),
        }
    }

    fn walks(&self) -> Vec<Walk> {
        let mut nodes: BTreeMap<Object, BTreeSet<ValueId>> = BTreeMap::new();
        for (value, op) in &self.defs {
            if is_node(op)
                && let Origin::Inside(object) = self.origin(&Operand::Value(*value))
            {
                nodes.entry(object).or_default().insert(*value);
            }
        }
        let walks = nodes.into_iter();
        walks
            .filter_map(|(object, nodes)| self.walk(object, nodes))
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
                Some(Op::Alloca { size }) => *size,
                _ => 0,
            },
        }
    }

    fn walk(&self, object: Object, nodes: BTreeSet<ValueId>) -> Option<Walk> {
        let mut walk = Walk {
            function: self.index,
            object,
            size: self.size(object),
            nodes,
            steps: BTreeSet::new(),
            comparisons: BTreeSet::new(),
        };
        let moving = self.moving(&walk.nodes);
        let is_moving =
            |operand: &Operand| matches!(operand, Operand::Value(value) if moving.contains(value));
        for block in &self.function.blocks {
            for instr in &block.instrs {
                if instr.op.has_operand(is_moving) {
                    self.note_use(instr, &is_moving, &mut walk)?;
                }
            }
            if block.term.has_operand(is_moving) {
                return None;
            }
        }
        for node in walk.nodes.clone() {
            for operand in merged(self.defs[&node]) {
                self.note_step(operand, &mut walk)?;
            }
        }
        Some(walk)
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

    /// An instruction that uses a walking pointer; `None` if it wants the address itself.
    fn note_use(
        &self,
        instr: &Instr,
        is_moving: &impl Fn(&Operand) -> bool,
        walk: &mut Walk,
    ) -> Option<()> {
        match &instr.op {
            Op::Load { .. } => Some(()),
            Op::Store { value, .. } => (!is_moving(value)).then_some(()),
            Op::Gep { base, .. } => is_moving(base).then_some(()),
            op if is_node(op) => walk.nodes.contains(&instr.result?).then_some(()),
            Op::Icmp { pred, a, b, .. } => {
                // The order of two addresses is that of their offsets only inside the object.
                if !matches!(pred, Predicate::Eq | Predicate::Ne) {
                    return None;
                }
                walk.comparisons.insert(instr.result?);
                for operand in [a, b] {
                    if self.origin(operand) != Origin::Inside(walk.object) {
                        return None;
                    }
                    self.note_step(operand, walk)?;
                }
                Some(())
            }
            _ => None,
        }
    }

    /// An address whose offset is wanted, and those it is computed from.
    fn note_step(&self, operand: &Operand, walk: &mut Walk) -> Option<()> {
        let Operand::Value(value) = operand else {
            return Some(());
        };
        if let Op::Gep { base, .. } = self.defs.get(value)?
            && walk.steps.insert(*value)
        {
            self.note_step(base, walk)?;
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

/// Puts offsets in the place of the pointers of a walk.
struct Offsets<'a> {
    function: &'a mut Function,
    walk: &'a Walk,
    /// Nodes and steps to their offsets.
    offsets: HashMap<ValueId, ValueId>,
}

const WORD: Type = Type::Int(16);

impl<'a> Offsets<'a> {
    fn new(function: &'a mut Function, walk: &'a Walk) -> Self {
        let mut new = Offsets {
            function,
            walk,
            offsets: HashMap::new(),
        };
        for value in walk.nodes.iter().chain(&walk.steps) {
            let name = new.function.values[value.0 as usize].name.clone();
            let offset = new.value(&format!("{name}.offset"));
            new.offsets.insert(*value, offset);
        }
        new
    }

    fn rewrite(mut self) {
        for block in 0..self.function.blocks.len() {
            let instrs = std::mem::take(&mut self.function.blocks[block].instrs);
            let mut new = Vec::new();
            let mut pointers = Vec::new();
            for instr in instrs {
                // Addresses of nodes come behind all phis.
                if !matches!(instr.op, Op::Phi { .. }) {
                    new.append(&mut pointers);
                }
                self.instruction(instr, &mut new, &mut pointers);
            }
            new.append(&mut pointers);
            self.function.blocks[block].instrs = new;
        }
        drop_idle_addresses(self.function);
    }

    fn instruction(&mut self, instr: Instr, new: &mut Vec<Instr>, pointers: &mut Vec<Instr>) {
        let line = instr.line;
        let emit = |to: &mut Vec<Instr>, result: ValueId, op: Op| {
            to.push(Instr {
                result: Some(result),
                op,
                line,
            });
        };
        match instr.result {
            Some(result) if self.walk.comparisons.contains(&result) => {
                emit(new, result, self.comparison(instr.op));
            }
            Some(result) if self.walk.nodes.contains(&result) => {
                let op = self.node(instr.op);
                let behind = matches!(op, Op::Phi { .. });
                emit(new, self.offsets[&result], op);
                let address = self.address(result);
                emit(if behind { pointers } else { new }, result, address);
            }
            Some(result) if self.walk.steps.contains(&result) => {
                for (result, op) in self.step(result, &instr.op) {
                    emit(new, result, op);
                }
                new.push(instr);
            }
            _ => new.push(instr),
        }
    }

    fn value(&mut self, name: &str) -> ValueId {
        let name = name.to_owned();
        self.function.values.push(ValueInfo { ty: WORD, name });
        ValueId(self.function.values.len() as u32 - 1)
    }

    /// The offset of a pointer from the start of the object.
    fn offset(&self, operand: &Operand) -> Operand {
        match operand {
            Operand::Const(Const::Address(_, offset)) => word(*offset),
            Operand::Const(_) => Operand::Const(Const::Undef),
            Operand::Value(value) => match self.offsets.get(value) {
                Some(offset) => Operand::Value(*offset),
                // The object itself.
                None => word(0),
            },
        }
    }

    fn comparison(&self, op: Op) -> Op {
        let Op::Icmp { pred, a, b, .. } = op else {
            unreachable!("only comparisons are noted as such")
        };
        Op::Icmp {
            pred,
            ty: WORD,
            a: self.offset(&a),
            b: self.offset(&b),
        }
    }

    fn node(&self, op: Op) -> Op {
        match op {
            Op::Phi { incoming, .. } => Op::Phi {
                ty: WORD,
                incoming: incoming
                    .into_iter()
                    .map(|(block, operand)| (block, self.offset(&operand)))
                    .collect(),
            },
            Op::Select { cond, a, b, .. } => Op::Select {
                ty: WORD,
                cond,
                a: self.offset(&a),
                b: self.offset(&b),
            },
            other => other,
        }
    }

    /// The pointer of a node, now computed from its offset.
    fn address(&self, pointer: ValueId) -> Op {
        Op::Gep {
            base: match self.walk.object {
                Object::Global(index) => Operand::Const(Const::Address(Symbol::Global(index), 0)),
                Object::Local(_, alloca) => Operand::Value(alloca),
            },
            offset: 0,
            indices: vec![GepIndex {
                ty: WORD,
                value: Operand::Value(self.offsets[&pointer]),
                scale: 1,
            }],
            inbounds: true,
            nuw: true,
        }
    }

    /// The offset of an address computed from another, with what that takes.
    fn step(&mut self, result: ValueId, op: &Op) -> Vec<(ValueId, Op)> {
        let Op::Gep {
            base,
            offset,
            indices,
            inbounds,
            nuw,
        } = op
        else {
            unreachable!("only addresses are noted as steps")
        };
        // Inside the object offsets are neither negative nor beyond its size; so are the parts of a sum that never runs
        // over.
        let inside = *inbounds && self.walk.size < 0x8000 && (*nuw || indices.is_empty());
        let flags = Flags {
            nuw: inside && (*nuw || *offset as i16 >= 0),
            nsw: inside,
            ..Flags::default()
        };
        let mut new = Vec::new();
        let mut emit = |new: &mut Vec<(ValueId, Op)>, op: Op| {
            let result = self.value("offset.part");
            new.push((result, op));
            Operand::Value(result)
        };
        let mut parts = Vec::new();
        for index in indices {
            let mut part = index.value.clone();
            if let Some(op) = to_word(&index.ty, &part) {
                part = emit(&mut new, op);
            }
            if index.scale != 1 {
                let scaled = binary(BinaryOp::Mul, part, word(index.scale as i32), flags);
                part = emit(&mut new, scaled);
            }
            parts.push(part);
        }
        let mut sum = self.offset(base);
        for part in parts {
            let added = binary(BinaryOp::Add, sum, part, flags);
            let result = self.value("offset.sum");
            new.push((result, added));
            sum = Operand::Value(result);
        }
        new.push((
            self.offsets[&result],
            binary(BinaryOp::Add, sum, word(*offset), flags),
        ));
        new
    }
}

fn word(value: i32) -> Operand {
    Operand::Const(Const::Int(u64::from(value as u16)))
}

/// What makes a word of an index, if it is none: narrower ones are signed.
fn to_word(ty: &Type, value: &Operand) -> Option<Op> {
    let op = match ty.bits() {
        Some(16) | None => return None,
        Some(bits) if bits < 16 => CastOp::Sext,
        Some(_) => CastOp::Trunc,
    };
    Some(Op::Cast {
        op,
        from: ty.clone(),
        to: WORD,
        value: value.clone(),
        flags: Flags::default(),
    })
}

fn binary(op: BinaryOp, a: Operand, b: Operand, flags: Flags) -> Op {
    Op::Binary {
        op,
        ty: WORD,
        a,
        b,
        flags,
    }
}

/// Takes out addresses nobody uses any more.
fn drop_idle_addresses(function: &mut Function) {
    loop {
        let mut used = BTreeSet::new();
        let mut note = |operand: &Operand| {
            if let Operand::Value(value) = operand {
                used.insert(*value);
            }
        };
        for block in &function.blocks {
            let instrs = block.instrs.iter();
            instrs.for_each(|instr| instr.op.each_operand(&mut |operand| note(operand)));
            block.term.each_operand(&mut |operand| note(operand));
        }
        let mut changed = false;
        for block in &mut function.blocks {
            block.instrs.retain(|instr| {
                let idle = matches!(instr.op, Op::Gep { .. })
                    && instr.result.is_some_and(|result| !used.contains(&result));
                changed |= idle;
                !idle
            });
        }
        if !changed {
            return;
        }
    }
}
