//! Calls: of functions, through pointers, of inline assembly, and of LLVM's intrinsics. An intrinsic that only
//! informs the optimiser is dropped; one that asks what the optimiser knows is answered here.

use super::cursor::Parser;
use super::functions::Body;
use crate::error::Result;
use crate::ir::intrinsic::{self, Intrinsic, goes_by};
use crate::ir::lex::Kind;
use crate::ir::model::{
    Call, Callee, CastOp, Const, Flags, FunctionAttributes, Op, Operand, Range, Symbol, Type,
};

/// What a call of `llvm.…` becomes.
#[derive(Clone, Copy)]
enum Meaning {
    Dropped,
    Compute(Intrinsic),
    /// A question to the optimiser, answered by this number.
    Answer(u128),
    /// `llvm.objectsize`: zero or all ones, as its second argument asks.
    Unknown,
}

impl Parser<'_> {
    /// Everything behind the word `call`.
    pub(super) fn call(&mut self, body: &Body) -> Result<Option<(Op, Type)>> {
        let range = self.call_prefix()?;
        let ret = self.ty()?;
        if self.peek() == &Kind::Punctuation('(') {
            self.skip_parentheses()?;
        }
        let callee = match self.peek() {
            Kind::Global(name) => match name.strip_prefix("llvm.") {
                Some(intrinsic) => return self.intrinsic_call(body, intrinsic, ret, range),
                None => self.callee_symbol(body, name)?,
            },
            Kind::Word("asm") => self.inline_assembly()?,
            _ => Callee::Pointer(self.operand(body, &Type::Ptr)?),
        };
        let args = self.arguments(body)?;
        let range = self.call_suffix()?.or(range);
        Ok(Some((
            Op::Call(Call {
                callee,
                ret: ret.clone(),
                args,
                range,
            }),
            ret,
        )))
    }

    /// Fast-math flags, calling convention and attributes of the result.
    fn call_prefix(&mut self) -> Result<Option<Range>> {
        let mut range = None;
        while !self.at_type() {
            if self.accept_word("cc") {
                self.number()?;
                continue;
            }
            let before = self.at;
            range = self.value_attributes()?.range.or(range);
            if self.at == before {
                return self.unexpected("a return type");
            }
        }
        Ok(range)
    }

    fn callee_symbol(&mut self, body: &Body, name: &str) -> Result<Callee> {
        match self.symbols.get(name) {
            Some(Symbol::Function(index)) => {
                let index = *index;
                self.at += 1;
                Ok(Callee::Function(index))
            }
            // Instructions in an array of bytes: LLVM folds the pointer to them into the call.
            Some(Symbol::Global(_)) => Ok(Callee::Pointer(self.operand(body, &Type::Ptr)?)),
            None => self.fail(format!("@{name} is not defined")),
        }
    }

    fn inline_assembly(&mut self) -> Result<Callee> {
        self.expect_word("asm")?;
        while let Kind::Word("sideeffect" | "alignstack" | "inteldialect" | "unwind") = self.peek()
        {
            self.at += 1;
        }
        let template = self.text()?;
        self.expect(',')?;
        Ok(Callee::Asm(template, self.text()?))
    }

    fn arguments(&mut self, body: &Body) -> Result<Vec<(Type, Operand)>> {
        self.expect('(')?;
        let mut args = Vec::new();
        while !self.accept(')') {
            if !args.is_empty() {
                self.expect(',')?;
            }
            let ty = self.ty()?;
            self.value_attributes()?;
            let operand = self.operand(body, &ty)?;
            args.push((ty, operand));
        }
        Ok(args)
    }

    /// Attributes, operand bundles and metadata behind the arguments.
    fn call_suffix(&mut self) -> Result<Option<Range>> {
        let mut attributes = FunctionAttributes::default();
        while self.at_call_attribute() {
            self.function_attribute(&mut attributes)?;
        }
        if self.accept('[') {
            while !self.accept(']') {
                if self.next() == &Kind::End {
                    return self.unexpected("`]`");
                }
            }
        }
        Ok(self.attached()?.range)
    }

    /// Attributes of a call stay on its line in what LLVM prints; the next instruction starts another.
    fn at_call_attribute(&self) -> bool {
        match self.peek() {
            Kind::Group(name) => name.bytes().all(|byte| byte.is_ascii_digit()),
            Kind::Text(_) => true,
            Kind::Word(_) => self.line() == self.line_before(),
            _ => false,
        }
    }

    fn intrinsic_call(
        &mut self,
        body: &Body,
        name: &str,
        ret: Type,
        range: Option<Range>,
    ) -> Result<Option<(Op, Type)>> {
        let Some(meaning) = meaning(name) else {
            return self.fail(format!("intrinsic `llvm.{name}` is not supported"));
        };
        self.at += 1;
        if let Meaning::Dropped = meaning {
            self.skip_parentheses()?;
            self.call_suffix()?;
            return Ok(None);
        }
        let args = self.arguments(body)?;
        let range = self.call_suffix()?.or(range);
        let op = match meaning {
            Meaning::Compute(intrinsic) => Op::Call(Call {
                callee: Callee::Intrinsic(intrinsic),
                ret: ret.clone(),
                args,
                range,
            }),
            Meaning::Answer(value) => answer(value, &ret),
            _ => answer(
                if args.get(1).is_some_and(|arg| is_true(&arg.1)) {
                    0
                } else {
                    u128::MAX
                },
                &ret,
            ),
        };
        Ok(Some((op, ret)))
    }
}

fn is_true(operand: &Operand) -> bool {
    matches!(operand, Operand::Const(Const::Int(1)))
}

fn answer(value: u128, ty: &Type) -> Op {
    let value = Operand::Const(Const::Int(
        value & super::constants::mask(ty.bits().unwrap_or(128)),
    ));
    Op::Cast {
        op: CastOp::Freeze,
        from: ty.clone(),
        to: ty.clone(),
        value,
        flags: Flags::default(),
    }
}

/// What nothing is computed for; the others are in the table of `intrinsic`.
#[rustfmt::skip]
const HINTS: &[(&str, Meaning)] = &[
    ("is.constant",                    Meaning::Answer(0)),
    ("allow.ubsan.check",              Meaning::Answer(1)),
    ("allow.runtime.check",            Meaning::Answer(1)),
    ("objectsize",                     Meaning::Unknown),
    ("assume",                         Meaning::Dropped),
    ("lifetime",                       Meaning::Dropped),
    ("invariant.start",                Meaning::Dropped),
    ("invariant.end",                  Meaning::Dropped),
    ("experimental.noalias.scope.decl",Meaning::Dropped),
    ("dbg",                            Meaning::Dropped),
    ("donothing",                      Meaning::Dropped),
    ("sideeffect",                     Meaning::Dropped),
    ("prefetch",                       Meaning::Dropped),
    ("pseudoprobe",                    Meaning::Dropped),
    ("var.annotation",                 Meaning::Dropped),
];

fn meaning(name: &str) -> Option<Meaning> {
    let hint = HINTS.iter().find(|(prefix, _)| goes_by(name, prefix));
    hint.map(|(_, meaning)| *meaning)
        .or_else(|| intrinsic::named(name).map(Meaning::Compute))
}
