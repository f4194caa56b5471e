//! Types of operands, results and initialisers.

use crate::error::{Error, Result};
use crate::ir::intrinsic::{Intrinsic, Shape};
use crate::ir::model::{
    Call, Callee, CastOp, Const, Function, Instr, Module, Op, Operand, Symbol, Terminator, Type,
};

type Check = std::result::Result<(), String>;

fn ensure(holds: bool, message: impl FnOnce() -> String) -> Check {
    if holds { Ok(()) } else { Err(message()) }
}

/// Initialisers fit the types of their globals.
pub fn globals(module: &Module) -> Result<()> {
    for global in &module.globals {
        if let Some(init) = &global.init {
            constant(module, init, &global.ty).map_err(|message| {
                Error::at(global.line, format!("@{}: {message}", global.name))
            })?;
        }
    }
    Ok(())
}

fn constant(module: &Module, value: &Const, ty: &Type) -> Check {
    let fits = match (value, ty) {
        (_, Type::Void) => false,
        (Const::Undef | Const::Zero, _) => true,
        (Const::Int(number), _) => ty
            .bits()
            .is_some_and(|bits| bits == 128 || number >> bits == 0),
        (Const::Address(symbol, _), Type::Ptr | Type::Int(_)) => match symbol {
            Symbol::Global(index) => *index < module.globals.len(),
            Symbol::Function(index) => *index < module.functions.len(),
        },
        (Const::Bytes(bytes), Type::Array(count, element)) => {
            bytes.len() == *count as usize && **element == Type::Int(8)
        }
        (Const::Aggregate(parts), Type::Array(count, element)) => {
            parts.len() == *count as usize && parts.iter().all(|(part, _)| part == element.as_ref())
        }
        (Const::Aggregate(parts), Type::Struct(fields)) => {
            parts.len() == fields.len()
                && parts
                    .iter()
                    .zip(fields)
                    .all(|((part, _), field)| part == field)
        }
        _ => false,
    };
    ensure(fits, || format!("{value:?} is no constant of type {ty:?}"))?;
    match value {
        Const::Aggregate(parts) => parts
            .iter()
            .try_for_each(|(ty, part)| constant(module, part, ty)),
        _ => Ok(()),
    }
}

/// Whether `operand` has type `ty`.
fn operand(module: &Module, function: &Function, operand: &Operand, ty: &Type) -> Check {
    match operand {
        Operand::Value(value) => {
            let info = &function.values[value.0 as usize];
            ensure(info.ty == *ty, || {
                format!("%{} has type {:?}, {ty:?} is needed", info.name, info.ty)
            })
        }
        Operand::Const(value) => constant(module, value, ty),
    }
}

/// Types inside one instruction, and of its result.
pub fn instruction(module: &Module, function: &Function, instr: &Instr) -> Check {
    let result = result_type(&Operands { module, function }, &instr.op)?;
    let Some(value) = instr.result else {
        return Ok(());
    };
    let info = &function.values[value.0 as usize];
    ensure(info.ty == result && result != Type::Void, || {
        format!(
            "%{} is listed as {:?}, the instruction makes {result:?}",
            info.name, info.ty
        )
    })
}

/// The types of a function's operands.
struct Operands<'m> {
    module: &'m Module,
    function: &'m Function,
}

impl Operands<'_> {
    fn is(&self, value: &Operand, ty: &Type) -> Check {
        operand(self.module, self.function, value, ty)
    }

    fn are(&self, a: &Operand, b: &Operand, ty: &Type) -> Check {
        self.is(a, ty)?;
        self.is(b, ty)
    }
}

/// What an operation gives for operands of the right types.
fn result_type(operands: &Operands, op: &Op) -> std::result::Result<Type, String> {
    match op {
        Op::Binary { ty, a, b, .. } => {
            ensure(matches!(ty, Type::Int(_)), || {
                format!("arithmetic on {ty:?}")
            })?;
            operands.are(a, b, ty)?;
            Ok(ty.clone())
        }
        Op::Icmp { ty, a, b, .. } => {
            ensure(ty.bits().is_some(), || format!("comparison of {ty:?}"))?;
            operands.are(a, b, ty)?;
            Ok(Type::Int(1))
        }
        Op::Select { ty, cond, a, b } => {
            operands.is(cond, &Type::Int(1))?;
            operands.are(a, b, ty)?;
            Ok(ty.clone())
        }
        Op::Cast {
            op,
            from,
            to,
            value,
            ..
        } => {
            operands.is(value, from)?;
            cast(*op, from, to)?;
            Ok(to.clone())
        }
        Op::Phi { ty, incoming } => {
            let mut values = incoming.iter();
            values.try_for_each(|(_, value)| operands.is(value, ty))?;
            Ok(ty.clone())
        }
        Op::Call(call) => {
            let mut args = call.args.iter();
            args.try_for_each(|(ty, arg)| operands.is(arg, ty))?;
            callee(operands.module, operands.function, call)?;
            Ok(call.ret.clone())
        }
        Op::Load { .. } | Op::Store { .. } | Op::Alloca { .. } | Op::Gep { .. } => {
            memory_type(operands, op)
        }
        Op::ExtractValue { .. } | Op::InsertValue { .. } => aggregate_type(operands, op),
    }
}

/// The same for what makes addresses and uses them.
fn memory_type(operands: &Operands, op: &Op) -> std::result::Result<Type, String> {
    match op {
        Op::Load { ty, ptr, .. } => {
            operands.is(ptr, &Type::Ptr)?;
            Ok(ty.clone())
        }
        Op::Store { ty, ptr, value, .. } => {
            operands.is(ptr, &Type::Ptr)?;
            operands.is(value, ty)?;
            Ok(Type::Void)
        }
        Op::Gep { base, indices, .. } => {
            operands.is(base, &Type::Ptr)?;
            for index in indices {
                ensure(matches!(index.ty, Type::Int(_)), || {
                    format!("index of type {:?}", index.ty)
                })?;
                operands.is(&index.value, &index.ty)?;
            }
            Ok(Type::Ptr)
        }
        _ => Ok(Type::Ptr),
    }
}

/// The same for parts of structs and arrays.
fn aggregate_type(operands: &Operands, op: &Op) -> std::result::Result<Type, String> {
    match op {
        Op::ExtractValue { ty, value, path } => {
            operands.is(value, ty)?;
            field(ty, path).cloned()
        }
        Op::InsertValue {
            ty,
            aggregate,
            field_ty,
            field: value,
            path,
        } => {
            operands.is(aggregate, ty)?;
            operands.is(value, field_ty)?;
            let place = field(ty, path)?;
            ensure(place == field_ty, || {
                format!("a field of type {place:?} cannot hold {field_ty:?}")
            })?;
            Ok(ty.clone())
        }
        _ => Ok(Type::Void),
    }
}

fn cast(op: CastOp, from: &Type, to: &Type) -> Check {
    let fits = match (op, from, to) {
        (CastOp::Zext | CastOp::Sext, Type::Int(from), Type::Int(to)) => from < to,
        (CastOp::Trunc, Type::Int(from), Type::Int(to)) => from > to,
        (CastOp::PtrToInt, Type::Ptr, Type::Int(_))
        | (CastOp::IntToPtr, Type::Int(_), Type::Ptr) => true,
        (CastOp::Bitcast, _, _) => from.bits().is_some() && from.bits() == to.bits(),
        (CastOp::Freeze, _, _) => from == to,
        _ => false,
    };
    ensure(fits, || format!("{op:?} from {from:?} to {to:?}"))
}

fn callee(module: &Module, function: &Function, call: &Call) -> Check {
    match &call.callee {
        Callee::Pointer(pointer) => operand(module, function, pointer, &Type::Ptr),
        Callee::Asm(..) => Ok(()),
        Callee::Intrinsic(intrinsic) => intrinsic_types(*intrinsic, call),
        Callee::Function(index) => {
            let target = module
                .functions
                .get(*index)
                .ok_or_else(|| format!("function {index} does not exist"))?;
            ensure(target.ret == call.ret, || {
                format!("{} returns {:?}", target.name, target.ret)
            })?;
            ensure(target.params.len() == call.args.len(), || {
                format!("{} takes {} arguments", target.name, target.params.len())
            })?;
            for (param, (ty, _)) in target.params.iter().zip(&call.args) {
                let wanted = &target.values[param.value.0 as usize].ty;
                ensure(wanted == ty, || {
                    format!("{} takes {wanted:?}, not {ty:?}", target.name)
                })?;
            }
            Ok(())
        }
    }
}

fn intrinsic_types(intrinsic: Intrinsic, call: &Call) -> Check {
    let first = call.args.first().map(|(ty, _)| ty);
    let fits = match intrinsic.shape() {
        Shape::Same => first == Some(&call.ret),
        Shape::Checked => {
            first.is_some_and(|ty| call.ret == Type::Struct(vec![ty.clone(), Type::Int(1)]))
        }
        Shape::Order => call.args.len() == 2 && matches!(call.ret, Type::Int(2..)),
        Shape::Memory => call.args.len() == 4 && call.ret == Type::Void,
        Shape::Nothing => call.ret == Type::Void,
    };
    ensure(fits, || {
        format!(
            "{intrinsic:?} of {:?} cannot give {:?}",
            call.args, call.ret
        )
    })
}

fn field<'a>(ty: &'a Type, path: &[u32]) -> std::result::Result<&'a Type, String> {
    ty.field(path)
        .ok_or_else(|| format!("{ty:?} has no field at {path:?}"))
}

pub fn terminator(function: &Function, term: &Terminator) -> Check {
    let value_type = |operand: &Operand| match operand {
        Operand::Value(value) => Some(&function.values[value.0 as usize].ty),
        Operand::Const(_) => None,
    };
    match term {
        Terminator::CondBr { cond, .. } => ensure(
            value_type(cond).is_none_or(|ty| *ty == Type::Int(1)),
            || format!("a branch on {:?}", value_type(cond)),
        ),
        Terminator::Switch {
            ty, value, cases, ..
        } => {
            let Type::Int(bits) = ty else {
                return Err(format!("a switch on {ty:?}"));
            };
            ensure(value_type(value).is_none_or(|found| found == ty), || {
                "the switch has another type".to_owned()
            })?;
            ensure(
                cases
                    .iter()
                    .all(|(case, _)| *bits == 128 || case >> bits == 0),
                || "a case does not fit the type of the switch".to_owned(),
            )
        }
        Terminator::Ret(value) => {
            let ty = value.as_ref().map_or(&Type::Void, |(ty, _)| ty);
            ensure(*ty == function.ret, || {
                format!("{:?} has to be returned, not {ty:?}", function.ret)
            })?;
            let found = value.as_ref().and_then(|(_, operand)| value_type(operand));
            ensure(found.is_none_or(|found| found == ty), || {
                format!("the returned value has type {found:?}")
            })
        }
        Terminator::Br(_) | Terminator::Unreachable => Ok(()),
    }
}
