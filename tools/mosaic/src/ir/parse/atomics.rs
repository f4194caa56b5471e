//! Atomic operations. A 6502 has one processor, so only an interrupt can come between: what takes more than one instruction
//! runs with interrupts off, and what the flag was before is restored. A load or a store of one byte is one instruction.

use super::cursor::Parser;
use super::functions::Body;
use crate::error::Result;
use crate::ir::lex::Kind;
use crate::ir::model::{
    BinaryOp, Call, Callee, Const, Flags, Instr, Op, Operand, Predicate, Type, ValueId, ValueInfo,
};

/// The status register, with interrupts off from then on; and back.
const INTERRUPTS_OFF: (&str, &str) = ("php\npla\nsei", "={r24}");
const INTERRUPTS_BACK: (&str, &str) = ("pha\nplp", "{r24}");

/// What a read-modify-write stores.
enum Update {
    Exchange,
    Binary(BinaryOp),
    Nand,
    /// The old value if it compares so with the new one, else the new one.
    Keep(Predicate),
}

fn update(word: &str) -> Option<Update> {
    Some(match word {
        "xchg" => Update::Exchange,
        "add" => Update::Binary(BinaryOp::Add),
        "sub" => Update::Binary(BinaryOp::Sub),
        "and" => Update::Binary(BinaryOp::And),
        "or" => Update::Binary(BinaryOp::Or),
        "xor" => Update::Binary(BinaryOp::Xor),
        "nand" => Update::Nand,
        "max" => Update::Keep(Predicate::Sgt),
        "min" => Update::Keep(Predicate::Slt),
        "umax" => Update::Keep(Predicate::Ugt),
        "umin" => Update::Keep(Predicate::Ult),
        _ => return None,
    })
}

/// Instructions that one atomic instruction becomes.
struct Sequence<'s> {
    body: &'s mut Body,
    instrs: &'s mut Vec<Instr>,
    line: u32,
}

impl Sequence<'_> {
    fn fresh(&mut self, ty: &Type) -> ValueId {
        let id = ValueId(self.body.values.len() as u32);
        self.body.values.push(ValueInfo {
            ty: ty.clone(),
            name: format!("atomic.{}", id.0),
        });
        id
    }

    fn push(&mut self, result: Option<ValueId>, op: Op) {
        let line = self.line;
        self.instrs.push(Instr { result, op, line });
    }

    /// A new value that an operation computes.
    fn value(&mut self, ty: &Type, op: Op) -> Operand {
        let id = self.fresh(ty);
        self.push(Some(id), op);
        Operand::Value(id)
    }

    fn binary(&mut self, op: BinaryOp, ty: &Type, a: Operand, b: Operand) -> Operand {
        let flags = Flags::default();
        let computed = Op::Binary {
            op,
            ty: ty.clone(),
            a,
            b,
            flags,
        };
        self.value(ty, computed)
    }

    fn compare(&mut self, pred: Predicate, ty: &Type, a: Operand, b: Operand) -> Operand {
        let ty = ty.clone();
        self.value(&Type::Int(1), Op::Icmp { pred, ty, a, b })
    }

    fn select(&mut self, ty: &Type, cond: Operand, a: Operand, b: Operand) -> Operand {
        let chosen = Op::Select {
            ty: ty.clone(),
            cond,
            a,
            b,
        };
        self.value(ty, chosen)
    }

    fn store(&mut self, ty: &Type, ptr: &Operand, value: Operand) {
        let store = Op::Store {
            ty: ty.clone(),
            ptr: ptr.clone(),
            value,
            volatile: true,
        };
        self.push(None, store);
    }

    fn interrupts_off(&mut self) -> Operand {
        let (text, constraints) = INTERRUPTS_OFF;
        let call = assembly(text, constraints, Type::Int(8), Vec::new());
        self.value(&Type::Int(8), call)
    }

    fn interrupts_back(&mut self, status: Operand) {
        let (text, constraints) = INTERRUPTS_BACK;
        let args = vec![(Type::Int(8), status)];
        self.push(None, assembly(text, constraints, Type::Void, args));
    }

    fn updated(&mut self, update: &Update, ty: &Type, old: Operand, value: Operand) -> Operand {
        match update {
            Update::Exchange => value,
            Update::Binary(op) => self.binary(*op, ty, old, value),
            Update::Nand => {
                let both = self.binary(BinaryOp::And, ty, old, value);
                let ones = super::constants::mask(ty.bits().unwrap_or(128));
                self.binary(BinaryOp::Xor, ty, both, Operand::Const(Const::Int(ones)))
            }
            Update::Keep(pred) => {
                let keep = self.compare(*pred, ty, old.clone(), value.clone());
                self.select(ty, keep, old, value)
            }
        }
    }
}

fn assembly(text: &str, constraints: &str, ret: Type, args: Vec<(Type, Operand)>) -> Op {
    Op::Call(Call {
        callee: Callee::Asm(text.to_owned(), constraints.to_owned()),
        ret,
        args,
        range: None,
    })
}

impl Parser<'_> {
    /// Takes an atomic instruction of more than one byte or of more than one access, from behind its word; tells whether it was one.
    pub(super) fn atomic(
        &mut self,
        body: &mut Body,
        word: &str,
        result: Option<ValueId>,
        instrs: &mut Vec<Instr>,
        line: u32,
    ) -> Result<bool> {
        let mut sequence = Sequence { body, instrs, line };
        match word {
            "atomicrmw" => self.read_modify_write(&mut sequence, result)?,
            "cmpxchg" => self.compare_exchange(&mut sequence, result)?,
            "load" | "store" if self.peek() == &Kind::Word("atomic") => {
                return self.wide_access(&mut sequence, word, result);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn read_modify_write(&mut self, to: &mut Sequence, result: Option<ValueId>) -> Result<()> {
        self.accept_word("volatile");
        let Some(update) = (match self.peek() {
            Kind::Word(word) => update(word),
            _ => None,
        }) else {
            return self.unexpected("an atomic operation on integers");
        };
        self.at += 1;
        let (_, ptr) = self.typed_operand(to.body)?;
        self.expect(',')?;
        let (ty, value) = self.typed_operand(to.body)?;
        self.ordering()?;
        self.attached()?;
        let status = to.interrupts_off();
        let old = self.load_old(to, result, &ty, &ptr);
        let new = to.updated(&update, &ty, old, value);
        to.store(&ty, &ptr, new);
        to.interrupts_back(status);
        Ok(())
    }

    /// The result is what was there, and whether that was what was expected.
    fn compare_exchange(&mut self, to: &mut Sequence, result: Option<ValueId>) -> Result<()> {
        self.accept_word("weak");
        self.accept_word("volatile");
        let (_, ptr) = self.typed_operand(to.body)?;
        self.expect(',')?;
        let (ty, expected) = self.typed_operand(to.body)?;
        self.expect(',')?;
        let (_, new) = self.typed_operand(to.body)?;
        self.ordering()?;
        self.ordering()?;
        self.attached()?;
        let status = to.interrupts_off();
        let old = self.load_old(to, None, &ty, &ptr);
        let same = to.compare(Predicate::Eq, &ty, old.clone(), expected);
        let stored = to.select(&ty, same.clone(), new, old.clone());
        to.store(&ty, &ptr, stored);
        to.interrupts_back(status);
        let pair = Type::Struct(vec![ty.clone(), Type::Int(1)]);
        let half = Op::InsertValue {
            ty: pair.clone(),
            aggregate: Operand::Const(Const::Undef),
            field_ty: ty,
            field: old,
            path: vec![0],
        };
        let aggregate = to.value(&pair, half);
        let whole = Op::InsertValue {
            ty: pair.clone(),
            aggregate,
            field_ty: Type::Int(1),
            field: same,
            path: vec![1],
        };
        self.set_type(to.body, result, pair);
        to.push(result, whole);
        Ok(())
    }

    /// A load or store of several bytes; one of a byte is left to the reader of plain ones.
    fn wide_access(
        &mut self,
        to: &mut Sequence,
        word: &str,
        result: Option<ValueId>,
    ) -> Result<bool> {
        let start = self.at;
        let (op, ty) = match word {
            "load" => self.load(to.body)?,
            _ => self.store(to.body)?,
        };
        let size = match &op {
            Op::Store { ty, .. } => ty.size(),
            _ => ty.size(),
        };
        if size == 1 {
            self.at = start;
            return Ok(false);
        }
        let status = to.interrupts_off();
        let result = result.filter(|_| ty != Type::Void);
        self.set_type(to.body, result, ty);
        to.push(result, op);
        to.interrupts_back(status);
        Ok(true)
    }

    fn load_old(
        &mut self,
        to: &mut Sequence,
        result: Option<ValueId>,
        ty: &Type,
        ptr: &Operand,
    ) -> Operand {
        let result = result.unwrap_or_else(|| to.fresh(ty));
        self.set_type(to.body, Some(result), ty.clone());
        let load = Op::Load {
            ty: ty.clone(),
            ptr: ptr.clone(),
            volatile: true,
            range: None,
        };
        to.push(Some(result), load);
        Operand::Value(result)
    }
}
