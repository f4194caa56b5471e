//! Pointer induction variables rewritten: each becomes an offset from the start of its object, and is an address only where it is
//! loaded from or stored to.

use super::PointerInduction;
use crate::analyse::planes::Object;
use crate::ir::model::*;
use std::collections::{BTreeSet, HashMap};

/// Puts offsets in the place of the pointers of an induction.
pub(super) struct Offsets<'a> {
    function: &'a mut Function,
    induction: &'a PointerInduction,
    /// Nodes and steps to their offsets.
    offsets: HashMap<ValueId, ValueId>,
}

const WORD: Type = Type::Int(16);

impl<'a> Offsets<'a> {
    pub(super) fn new(function: &'a mut Function, induction: &'a PointerInduction) -> Self {
        let mut new = Offsets {
            function,
            induction,
            offsets: HashMap::new(),
        };
        for value in induction.nodes.iter().chain(&induction.steps) {
            let name = new.function.values[value.0 as usize].name.clone();
            let offset = new.value(&format!("{name}.offset"));
            new.offsets.insert(*value, offset);
        }
        new
    }

    pub(super) fn rewrite(mut self) {
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
            Some(result) if self.induction.comparisons.contains(&result) => {
                emit(new, result, self.comparison(instr.op));
            }
            Some(result) if self.induction.nodes.contains(&result) => {
                let op = self.node(instr.op);
                let behind = matches!(op, Op::Phi { .. });
                emit(new, self.offsets[&result], op);
                let address = self.address(result);
                emit(if behind { pointers } else { new }, result, address);
            }
            Some(result) if self.induction.steps.contains(&result) => {
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
            base: match self.induction.object {
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
        let inside = *inbounds && self.induction.size < 0x8000 && (*nuw || indices.is_empty());
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
    Operand::Const(Const::Int(u128::from(value as u16)))
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
