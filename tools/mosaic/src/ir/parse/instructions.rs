//! Instructions and terminators, one `match` on the leading word. Calls are in `call_instructions`, atomic
//! operations in `atomics`.

use super::constants::{GepWalk, constant_index, wrap_offset};
use super::cursor::Parser;
use super::functions::Body;
use crate::error::Result;
use crate::ir::lex::Kind;
use crate::ir::model::{
    BinaryOp, CastOp, Const, Flags, GepIndex, Instr, Op, Operand, Predicate, Terminator, Type,
    ValueId,
};

impl Parser<'_> {
    /// Reads one instruction into `instrs`, or the terminator.
    pub(super) fn statement(
        &mut self,
        body: &mut Body,
        instrs: &mut Vec<Instr>,
    ) -> Result<Option<Terminator>> {
        if let Kind::Group(_) = self.peek() {
            self.at += 1;
            self.skip_parentheses()?;
            return Ok(None);
        }
        let line = self.line();
        let result = match self.peek() {
            Kind::Local(name) => {
                let id = self.value_id(body, name)?;
                self.at += 1;
                self.expect('=')?;
                Some(id)
            }
            _ => None,
        };
        let Kind::Word(word) = self.peek() else {
            return self.unexpected("an instruction");
        };
        self.at += 1;
        if let Some(term) = self.terminator(body, word)? {
            return Ok(Some(term));
        }
        if self.atomic(body, word, result, instrs, line)? {
            return Ok(None);
        }
        if let Some((op, ty)) = self.instruction(body, word)? {
            let result = result.filter(|_| ty != Type::Void);
            self.set_type(body, result, ty);
            instrs.push(Instr { result, op, line });
        }
        Ok(None)
    }

    pub(super) fn set_type(&self, body: &mut Body, result: Option<ValueId>, ty: Type) {
        if let Some(id) = result {
            body.values[id.0 as usize].ty = ty;
        }
    }

    /// The operation and the type of its result; `None` for what leaves no trace in the program.
    fn instruction(&mut self, body: &Body, word: &str) -> Result<Option<(Op, Type)>> {
        if let Some(op) = binary_op(word) {
            return self.binary(body, op).map(Some);
        }
        if let Some(op) = cast_op(word) {
            return self.cast(body, op).map(Some);
        }
        match word {
            "icmp" => self.icmp(body).map(Some),
            "select" => self.select(body).map(Some),
            "freeze" => self.freeze(body).map(Some),
            "load" => self.load(body).map(Some),
            "store" => self.store(body).map(Some),
            "alloca" => self.alloca(body).map(Some),
            "getelementptr" => self.gep(body).map(Some),
            "phi" => self.phi(body).map(Some),
            "extractvalue" => self.extract_value(body).map(Some),
            "insertvalue" => self.insert_value(body).map(Some),
            "tail" | "musttail" | "notail" => {
                self.expect_word("call")?;
                self.call(body)
            }
            "call" => self.call(body),
            "fence" => self.fence(),
            "fadd" | "fsub" | "fmul" | "fdiv" | "frem" | "fneg" | "fcmp" | "sitofp" | "uitofp"
            | "fptosi" | "fptoui" | "fpext" | "fptrunc" => {
                self.at -= 1;
                self.fail(format!(
                    "`{word}` has to be a call of a routine here; `mosaic ir` and `mosaic build` make it one"
                ))
            }
            _ => {
                self.at -= 1;
                self.fail(format!("instruction `{word}` is not supported"))
            }
        }
    }

    fn terminator(&mut self, body: &Body, word: &str) -> Result<Option<Terminator>> {
        let term = match word {
            "br" => return self.br(body).map(Some),
            "switch" => return self.switch(body).map(Some),
            "ret" if self.accept_word("void") => Terminator::Ret(None),
            "ret" => Terminator::Ret(Some(self.typed_operand(body)?)),
            "unreachable" => Terminator::Unreachable,
            _ => return Ok(None),
        };
        self.attached()?;
        Ok(Some(term))
    }

    fn br(&mut self, body: &Body) -> Result<Terminator> {
        if self.peek() == &Kind::Word("label") {
            let target = self.label(body)?;
            self.attached()?;
            return Ok(Terminator::Br(target));
        }
        let (_, cond) = self.typed_operand(body)?;
        self.expect(',')?;
        let then = self.label(body)?;
        self.expect(',')?;
        let otherwise = self.label(body)?;
        let weights = self.attached()?.weights;
        Ok(Terminator::CondBr {
            cond,
            then,
            otherwise,
            weights,
        })
    }

    fn switch(&mut self, body: &Body) -> Result<Terminator> {
        let (ty, value) = self.typed_operand(body)?;
        self.expect(',')?;
        let default = self.label(body)?;
        self.expect('[')?;
        let mut cases = Vec::new();
        while !self.accept(']') {
            let (_, Const::Int(case)) = self.typed_constant()? else {
                return self.fail("a case has to be a number");
            };
            self.expect(',')?;
            cases.push((case, self.label(body)?));
        }
        self.attached()?;
        Ok(Terminator::Switch {
            ty,
            value,
            cases,
            default,
        })
    }

    fn flags(&mut self) -> Flags {
        let mut flags = Flags::default();
        loop {
            match self.peek() {
                Kind::Word("nuw") => flags.nuw = true,
                Kind::Word("nsw") => flags.nsw = true,
                Kind::Word("exact") => flags.exact = true,
                Kind::Word("disjoint") => flags.disjoint = true,
                Kind::Word("nneg") => flags.nneg = true,
                Kind::Word("samesign") => {}
                _ => return flags,
            }
            self.at += 1;
        }
    }

    fn binary(&mut self, body: &Body, op: BinaryOp) -> Result<(Op, Type)> {
        let flags = self.flags();
        let (ty, a, b) = self.pair(body)?;
        self.attached()?;
        Ok((
            Op::Binary {
                op,
                ty: ty.clone(),
                a,
                b,
                flags,
            },
            ty,
        ))
    }

    /// `type a, b`
    fn pair(&mut self, body: &Body) -> Result<(Type, Operand, Operand)> {
        let (ty, a) = self.typed_operand(body)?;
        self.expect(',')?;
        let b = self.operand(body, &ty)?;
        Ok((ty, a, b))
    }

    fn icmp(&mut self, body: &Body) -> Result<(Op, Type)> {
        self.flags();
        let Some(pred) = (match self.peek() {
            Kind::Word(word) => predicate(word),
            _ => None,
        }) else {
            return self.unexpected("a predicate");
        };
        self.at += 1;
        let (ty, a, b) = self.pair(body)?;
        self.attached()?;
        Ok((Op::Icmp { pred, ty, a, b }, Type::Int(1)))
    }

    fn select(&mut self, body: &Body) -> Result<(Op, Type)> {
        let (_, cond) = self.typed_operand(body)?;
        self.expect(',')?;
        let (ty, a) = self.typed_operand(body)?;
        self.expect(',')?;
        let (_, b) = self.typed_operand(body)?;
        self.attached()?;
        Ok((
            Op::Select {
                ty: ty.clone(),
                cond,
                a,
                b,
            },
            ty,
        ))
    }

    fn cast(&mut self, body: &Body, op: CastOp) -> Result<(Op, Type)> {
        let flags = self.flags();
        let (from, value) = self.typed_operand(body)?;
        self.expect_word("to")?;
        let to = self.ty()?;
        self.attached()?;
        Ok((
            Op::Cast {
                op,
                from,
                to: to.clone(),
                value,
                flags,
            },
            to,
        ))
    }

    fn freeze(&mut self, body: &Body) -> Result<(Op, Type)> {
        let (ty, value) = self.typed_operand(body)?;
        self.attached()?;
        let (from, to, flags) = (ty.clone(), ty.clone(), Flags::default());
        Ok((
            Op::Cast {
                op: CastOp::Freeze,
                from,
                to,
                value,
                flags,
            },
            ty,
        ))
    }

    /// `[atomic] [volatile]`; an atomic access keeps its place, which is all that one processor asks for.
    fn access(&mut self) -> bool {
        let atomic = self.accept_word("atomic");
        self.accept_word("volatile") || atomic
    }

    /// `[syncscope("…")] [ordering]` behind an atomic access.
    pub(super) fn ordering(&mut self) -> Result<()> {
        if self.accept_word("syncscope") {
            self.skip_parentheses()?;
        }
        if let Kind::Word(
            "unordered" | "monotonic" | "acquire" | "release" | "acq_rel" | "seq_cst",
        ) = self.peek()
        {
            self.at += 1;
        }
        Ok(())
    }

    fn fence(&mut self) -> Result<Option<(Op, Type)>> {
        self.ordering()?;
        self.attached()?;
        Ok(None)
    }

    pub(super) fn load(&mut self, body: &Body) -> Result<(Op, Type)> {
        let volatile = self.access();
        let ty = self.ty()?;
        self.expect(',')?;
        let (_, ptr) = self.typed_operand(body)?;
        self.ordering()?;
        let range = self.attached()?.range;
        Ok((
            Op::Load {
                ty: ty.clone(),
                ptr,
                volatile,
                range,
            },
            ty,
        ))
    }

    pub(super) fn store(&mut self, body: &Body) -> Result<(Op, Type)> {
        let volatile = self.access();
        let (ty, value) = self.typed_operand(body)?;
        self.expect(',')?;
        let (_, ptr) = self.typed_operand(body)?;
        self.ordering()?;
        self.attached()?;
        Ok((
            Op::Store {
                ty,
                ptr,
                value,
                volatile,
            },
            Type::Void,
        ))
    }

    fn alloca(&mut self, body: &Body) -> Result<(Op, Type)> {
        let ty = self.ty()?;
        let mut count = 1;
        if self.peek() == &Kind::Punctuation(',')
            && matches!(self.kind_at(self.at + 1), Kind::Word(word) if word.starts_with('i'))
        {
            self.at += 1;
            count = match self.typed_operand(body)? {
                (_, Operand::Const(Const::Int(count))) => count,
                _ => {
                    return self.fail("`alloca` of a size known only at run time is not supported");
                }
            };
        }
        let align = self.attached()?.align.unwrap_or(1);
        let align = self.object_alignment(align)?;
        let size = u128::from(ty.size()) * count;
        match u32::try_from(size) {
            Ok(size) if size <= 0xFFFF => Ok((Op::Alloca { size, align }, Type::Ptr)),
            _ => self.fail(format!("`alloca` of {size} bytes does not fit in memory")),
        }
    }

    fn gep(&mut self, body: &Body) -> Result<(Op, Type)> {
        let mut inbounds = false;
        let mut nuw = false;
        let flags = self.at;
        self.skip_gep_flags()?;
        for at in flags..self.at {
            inbounds |= self.kind_at(at) == &Kind::Word("inbounds");
            nuw |= self.kind_at(at) == &Kind::Word("nuw");
        }
        let source = self.ty()?;
        self.expect(',')?;
        let (_, base) = self.typed_operand(body)?;
        let mut walk = GepWalk::new(&source);
        let mut indices = Vec::new();
        while self.peek() == &Kind::Punctuation(',')
            && !matches!(self.kind_at(self.at + 1), Kind::Metadata(_))
        {
            self.at += 1;
            let (ty, value) = self.typed_operand(body)?;
            let number = match &value {
                Operand::Const(constant) => constant_index(&ty, constant),
                Operand::Value(_) => None,
            };
            let step = match number {
                Some(number) => walk.step(number),
                None => walk
                    .scale()
                    .map(|scale| indices.push(GepIndex { ty, value, scale })),
            };
            if let Err(message) = step {
                return self.fail(message);
            }
        }
        self.attached()?;
        indices.retain(|index| index.scale != 0);
        Ok((
            Op::Gep {
                base,
                offset: wrap_offset(walk.offset),
                indices,
                inbounds,
                nuw,
            },
            Type::Ptr,
        ))
    }

    fn phi(&mut self, body: &Body) -> Result<(Op, Type)> {
        let ty = self.ty()?;
        let mut incoming = Vec::new();
        loop {
            self.expect('[')?;
            let value = self.operand(body, &ty)?;
            self.expect(',')?;
            incoming.push((self.block_name(body)?, value));
            self.expect(']')?;
            if self.peek() != &Kind::Punctuation(',')
                || self.kind_at(self.at + 1) != &Kind::Punctuation('[')
            {
                break;
            }
            self.at += 1;
        }
        self.attached()?;
        Ok((
            Op::Phi {
                ty: ty.clone(),
                incoming,
            },
            ty,
        ))
    }

    fn extract_value(&mut self, body: &Body) -> Result<(Op, Type)> {
        let (ty, value) = self.typed_operand(body)?;
        let path = self.path()?;
        let Some(field) = ty.field(&path) else {
            return self.fail("the aggregate has no such field");
        };
        Ok((
            Op::ExtractValue {
                ty: ty.clone(),
                value,
                path,
            },
            field.clone(),
        ))
    }

    fn insert_value(&mut self, body: &Body) -> Result<(Op, Type)> {
        let (ty, aggregate) = self.typed_operand(body)?;
        self.expect(',')?;
        let (field_ty, field) = self.typed_operand(body)?;
        let path = self.path()?;
        if ty.field(&path) != Some(&field_ty) {
            return self.fail("the aggregate has no such field of that type");
        }
        Ok((
            Op::InsertValue {
                ty: ty.clone(),
                aggregate,
                field_ty,
                field,
                path,
            },
            ty,
        ))
    }

    /// `, 1, 0` and the metadata behind it.
    fn path(&mut self) -> Result<Vec<u32>> {
        let mut path = Vec::new();
        while self.peek() == &Kind::Punctuation(',')
            && matches!(self.kind_at(self.at + 1), Kind::Integer(_))
        {
            self.at += 1;
            path.push(self.number()?);
        }
        self.attached()?;
        Ok(path)
    }
}

fn binary_op(word: &str) -> Option<BinaryOp> {
    Some(match word {
        "add" => BinaryOp::Add,
        "sub" => BinaryOp::Sub,
        "mul" => BinaryOp::Mul,
        "udiv" => BinaryOp::UDiv,
        "sdiv" => BinaryOp::SDiv,
        "urem" => BinaryOp::URem,
        "srem" => BinaryOp::SRem,
        "and" => BinaryOp::And,
        "or" => BinaryOp::Or,
        "xor" => BinaryOp::Xor,
        "shl" => BinaryOp::Shl,
        "lshr" => BinaryOp::LShr,
        "ashr" => BinaryOp::AShr,
        _ => return None,
    })
}

fn cast_op(word: &str) -> Option<CastOp> {
    Some(match word {
        "zext" => CastOp::Zext,
        "sext" => CastOp::Sext,
        "trunc" => CastOp::Trunc,
        "ptrtoint" | "ptrtoaddr" => CastOp::PtrToInt,
        "inttoptr" => CastOp::IntToPtr,
        "bitcast" | "addrspacecast" => CastOp::Bitcast,
        _ => return None,
    })
}

fn predicate(word: &str) -> Option<Predicate> {
    Some(match word {
        "eq" => Predicate::Eq,
        "ne" => Predicate::Ne,
        "ult" => Predicate::Ult,
        "ule" => Predicate::Ule,
        "ugt" => Predicate::Ugt,
        "uge" => Predicate::Uge,
        "slt" => Predicate::Slt,
        "sle" => Predicate::Sle,
        "sgt" => Predicate::Sgt,
        "sge" => Predicate::Sge,
        _ => return None,
    })
}
