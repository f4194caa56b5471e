//! Calls: of functions, through pointers, of inline assembly, and of LLVM's intrinsics. An intrinsic that only
//! informs the optimiser is dropped; one that asks what the optimiser knows is answered here.

use super::cursor::Parser;
use super::functions::Body;
use crate::error::Result;
use crate::ir::lex::Kind;
use crate::ir::model::{
    Call, Callee, CastOp, Const, Flags, FunctionAttributes, Intrinsic, Op, Operand, Range, Symbol,
    Type,
};

/// What a call of `llvm.…` becomes.
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
                callee: Callee::Intrinsic(*intrinsic),
                ret: ret.clone(),
                args,
                range,
            }),
            Meaning::Answer(value) => answer(*value, &ret),
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

/// Intrinsics whose full name is this, or this followed by a dot and the types it is made for.
#[rustfmt::skip]
const MEANINGS: &[(&str, Meaning)] = &[
    ("memcpy",                         Meaning::Compute(Intrinsic::MemCpy)),
    ("memmove",                        Meaning::Compute(Intrinsic::MemMove)),
    ("memset",                         Meaning::Compute(Intrinsic::MemSet)),
    ("umax",                           Meaning::Compute(Intrinsic::UMax)),
    ("umin",                           Meaning::Compute(Intrinsic::UMin)),
    ("smax",                           Meaning::Compute(Intrinsic::SMax)),
    ("smin",                           Meaning::Compute(Intrinsic::SMin)),
    ("abs",                            Meaning::Compute(Intrinsic::Abs)),
    ("fshl",                           Meaning::Compute(Intrinsic::Fshl)),
    ("fshr",                           Meaning::Compute(Intrinsic::Fshr)),
    ("ctpop",                          Meaning::Compute(Intrinsic::Ctpop)),
    ("ctlz",                           Meaning::Compute(Intrinsic::Ctlz)),
    ("cttz",                           Meaning::Compute(Intrinsic::Cttz)),
    ("bswap",                          Meaning::Compute(Intrinsic::Bswap)),
    ("bitreverse",                     Meaning::Compute(Intrinsic::BitReverse)),
    ("uadd.sat",                       Meaning::Compute(Intrinsic::UAddSat)),
    ("usub.sat",                       Meaning::Compute(Intrinsic::USubSat)),
    ("sadd.sat",                       Meaning::Compute(Intrinsic::SAddSat)),
    ("ssub.sat",                       Meaning::Compute(Intrinsic::SSubSat)),
    ("ushl.sat",                       Meaning::Compute(Intrinsic::UShlSat)),
    ("sshl.sat",                       Meaning::Compute(Intrinsic::SShlSat)),
    ("uadd.with.overflow",             Meaning::Compute(Intrinsic::UAddOverflow)),
    ("usub.with.overflow",             Meaning::Compute(Intrinsic::USubOverflow)),
    ("umul.with.overflow",             Meaning::Compute(Intrinsic::UMulOverflow)),
    ("sadd.with.overflow",             Meaning::Compute(Intrinsic::SAddOverflow)),
    ("ssub.with.overflow",             Meaning::Compute(Intrinsic::SSubOverflow)),
    ("smul.with.overflow",             Meaning::Compute(Intrinsic::SMulOverflow)),
    ("ucmp",                           Meaning::Compute(Intrinsic::UCmp)),
    ("scmp",                           Meaning::Compute(Intrinsic::SCmp)),
    ("expect",                         Meaning::Compute(Intrinsic::Identity)),
    ("ssa.copy",                       Meaning::Compute(Intrinsic::Identity)),
    ("launder.invariant.group",        Meaning::Compute(Intrinsic::Identity)),
    ("strip.invariant.group",          Meaning::Compute(Intrinsic::Identity)),
    ("threadlocal.address",            Meaning::Compute(Intrinsic::Identity)),
    ("annotation",                     Meaning::Compute(Intrinsic::Identity)),
    ("ptr.annotation",                 Meaning::Compute(Intrinsic::Identity)),
    ("ptrmask",                        Meaning::Compute(Intrinsic::PtrMask)),
    ("trap",                           Meaning::Compute(Intrinsic::Trap)),
    ("ubsantrap",                      Meaning::Compute(Intrinsic::Trap)),
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

fn meaning(name: &str) -> Option<&'static Meaning> {
    MEANINGS.iter().find_map(|(prefix, meaning)| {
        let rest = name.strip_prefix(prefix)?;
        (rest.is_empty() || rest.starts_with('.')).then_some(meaning)
    })
}
