//! The slow, obvious counterpart of the compiler: executes a module step by step on 64 KB of memory, exactly as the
//! language reference says. It is the reference of the tests, so it prefers a fault to a guess: whatever a
//! compiled program might do differently (undefined behaviour, a result that depends on poison) stops the run.

mod address_space;
mod arithmetic;
mod intrinsics;
mod values;

pub use self::address_space::Memory;
pub use self::values::Value;

use self::values::{in_range, mask, signed};
use super::model::{
    Block, BlockId, Call, Callee, CastOp, Const, Function, GepIndex, Global, Instr, Module, Op,
    Operand, Symbol, Terminator, Type, ValueId,
};
use std::fmt;

/// Why a run ended without a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// The program does something the language leaves undefined, or its result could be any value.
    Undefined(String),
    /// More steps than allowed.
    Endless,
    /// Recursion deeper than any 6502 program gets.
    TooDeep,
    /// A thing that only exists on the machine: inline assembly, an external function, a trap.
    NoMeaning(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Undefined(what) => write!(f, "undefined behaviour: {what}"),
            Fault::Endless => write!(f, "the step limit is reached"),
            Fault::TooDeep => write!(f, "the recursion is too deep"),
            Fault::NoMeaning(what) => write!(f, "cannot be interpreted: {what}"),
        }
    }
}

/// A result, or the reason why the program has no defined one.
pub type Outcome<T> = Result<T, Fault>;

fn undefined<T>(what: impl Into<String>) -> Outcome<T> {
    Err(Fault::Undefined(what.into()))
}

/// Where globals start.
const FIRST_GLOBAL: u16 = 0x0800;
/// Function pointers are numbers from here on; nothing can be loaded there.
const FIRST_FUNCTION: u16 = 0xF000;
/// Locals grow downwards from here.
const STACK_TOP: u16 = 0xF000;
const DEEPEST: u32 = 400;

/// A module and the state of its memory.
pub struct Machine<'m> {
    module: &'m Module,
    /// The memory of the program, for tests to set inputs and read results.
    pub memory: Memory,
    globals: Vec<u16>,
    stack: u16,
    /// Bytes that hold the locals of now, and the most they ever were, wherever the first of them lies.
    locals: u32,
    most_locals: u32,
    depth: u32,
    steps: u64,
    step_limit: u64,
}

/// The values of one activation, by [`ValueId`].
type Frame = Vec<Option<Value>>;

impl<'m> Machine<'m> {
    /// Globals in the order of the module, each at the next address that its alignment allows.
    pub fn new(module: &'m Module, step_limit: u64) -> Machine<'m> {
        let mut next = FIRST_GLOBAL;
        let mut globals = Vec::new();
        for global in &module.globals {
            next = next.next_multiple_of(global.align.max(1) as u16);
            globals.push(next);
            next += global.ty.size() as u16;
        }
        let mut machine = Machine {
            module,
            memory: Memory::default(),
            globals,
            stack: STACK_TOP,
            locals: 0,
            most_locals: 0,
            depth: 0,
            steps: 0,
            step_limit,
        };
        for (global, address) in module.globals.iter().zip(machine.globals.clone()) {
            machine.initialise(global, address);
        }
        machine
    }

    fn initialise(&mut self, global: &Global, address: u16) {
        self.memory.allocate(address, global.ty.size());
        if let Some(init) = &global.init {
            let value = self.constant(init, &global.ty);
            self.memory.write(address, &global.ty, &value);
        }
        if global.constant {
            self.memory.protect(address, global.ty.size());
        }
    }

    /// Where a global lies.
    pub fn address(&self, name: &str) -> Option<u16> {
        match self.module.symbols.get(name)? {
            Symbol::Global(index) => Some(self.globals[*index]),
            Symbol::Function(_) => None,
        }
    }

    /// Calls a function by name with integer or pointer arguments. A poison result is a fault.
    pub fn run(&mut self, name: &str, args: &[u128]) -> Outcome<Value> {
        let Some(Symbol::Function(index)) = self.module.symbols.get(name) else {
            return Err(Fault::NoMeaning(format!("there is no function {name}")));
        };
        let result =
            self.call_function(*index, args.iter().map(|arg| Value::Int(*arg)).collect())?;
        if result.has_poison() {
            return undefined(format!("{name} returns poison"));
        }
        Ok(result)
    }

    /// Bytes that were enough for the locals of all activations so far, each behind as much as its alignment can cost.
    pub fn locals_bytes(&self) -> u32 {
        self.most_locals
    }

    fn step(&mut self) -> Outcome<()> {
        self.steps += 1;
        if self.steps > self.step_limit {
            Err(Fault::Endless)
        } else {
            Ok(())
        }
    }

    fn call_function(&mut self, index: usize, args: Vec<Value>) -> Outcome<Value> {
        let module = self.module;
        let function = &module.functions[index];
        if function.blocks.is_empty() {
            return self.call_external(function, &args);
        }
        if self.depth == DEEPEST {
            return Err(Fault::TooDeep);
        }
        self.depth += 1;
        let (stack, locals) = (self.stack, self.locals);
        let result = self.execute(function, args);
        self.memory.release(self.stack, stack);
        (self.stack, self.locals) = (stack, locals);
        self.depth -= 1;
        result
    }

    fn execute(&mut self, function: &Function, args: Vec<Value>) -> Outcome<Value> {
        let mut frame: Frame = vec![None; function.values.len()];
        for (param, arg) in function.params.iter().zip(args) {
            frame[param.value.0 as usize] = Some(in_range(arg, param.range));
        }
        let mut from = None;
        let mut at = BlockId(0);
        loop {
            let block = &function.blocks[at.0 as usize];
            self.phis(block, from, &mut frame)?;
            for instr in &block.instrs {
                self.instruction(instr, &mut frame)?;
            }
            self.step()?;
            let next = match &block.term {
                Terminator::Ret(None) => return Ok(Value::Int(0)),
                Terminator::Ret(Some((ty, value))) => {
                    return Ok(in_range(
                        self.operand(value, ty, &frame)?,
                        function.ret_range,
                    ));
                }
                Terminator::Br(target) => *target,
                Terminator::CondBr {
                    cond,
                    then,
                    otherwise,
                    ..
                } => {
                    let chosen = self.number(cond, &Type::Int(1), &frame, "a branch")?;
                    if chosen != 0 { *then } else { *otherwise }
                }
                Terminator::Switch {
                    ty,
                    value,
                    cases,
                    default,
                } => {
                    let value = self.number(value, ty, &frame, "a switch")?;
                    cases
                        .iter()
                        .find(|(case, _)| *case == value)
                        .map_or(*default, |(_, target)| *target)
                }
                Terminator::Unreachable => {
                    return undefined(format!("{} reaches `unreachable`", function.name));
                }
            };
            from = Some(at);
            at = next;
        }
    }

    /// All phis of a block read before any is written.
    fn phis(&mut self, block: &Block, from: Option<BlockId>, frame: &mut Frame) -> Outcome<()> {
        let mut joined = Vec::new();
        for instr in &block.instrs {
            let (Op::Phi { ty, incoming }, Some(result)) = (&instr.op, instr.result) else {
                break;
            };
            let Some((_, value)) = incoming.iter().find(|(block, _)| Some(*block) == from) else {
                return Err(Fault::NoMeaning(
                    "a phi has no value for the edge taken".to_owned(),
                ));
            };
            joined.push((result, self.operand(value, ty, frame)?));
        }
        for (result, value) in joined {
            frame[result.0 as usize] = Some(value);
        }
        Ok(())
    }

    fn instruction(&mut self, instr: &Instr, frame: &mut Frame) -> Outcome<()> {
        self.step()?;
        let value = match &instr.op {
            Op::Phi { .. } => return Ok(()),
            Op::Binary {
                op,
                ty,
                a,
                b,
                flags,
            } => {
                let (a, b) = (self.operand(a, ty, frame)?, self.operand(b, ty, frame)?);
                arithmetic::binary(*op, ty, &a, &b, *flags)?
            }
            Op::Icmp { pred, ty, a, b } => {
                let (a, b) = (self.operand(a, ty, frame)?, self.operand(b, ty, frame)?);
                arithmetic::compare(*pred, ty, &a, &b)
            }
            Op::Select { ty, cond, a, b } => match self.operand(cond, &Type::Int(1), frame)? {
                Value::Int(0) => self.operand(b, ty, frame)?,
                Value::Int(_) => self.operand(a, ty, frame)?,
                _ => Value::poison(ty),
            },
            Op::Cast {
                op,
                from,
                to,
                value,
                flags,
            } => {
                let value = self.operand(value, from, frame)?;
                if *op == CastOp::Freeze && value.has_poison() {
                    return undefined("a frozen poison value can be anything");
                }
                arithmetic::cast(*op, from, to, &value, *flags)
            }
            Op::Load { ty, ptr, range, .. } => {
                let address = self.pointer(ptr, frame)?;
                in_range(self.memory.load(address, ty)?, *range)
            }
            Op::Store { ty, ptr, value, .. } => {
                let address = self.pointer(ptr, frame)?;
                let value = self.operand(value, ty, frame)?;
                self.memory.store(address, ty, &value)?;
                return Ok(());
            }
            Op::Alloca { size, align } => self.alloca(*size, *align)?,
            Op::Gep {
                base,
                offset,
                indices,
                ..
            } => self.element(base, *offset, indices, frame)?,
            Op::Call(call) => self.call(call, frame)?,
            Op::ExtractValue { ty, value, path } => {
                self.operand(value, ty, frame)?.part(path).clone()
            }
            Op::InsertValue {
                ty,
                aggregate,
                field_ty,
                field,
                path,
            } => {
                let mut aggregate = self.operand(aggregate, ty, frame)?;
                *aggregate.part_mut(path) = self.operand(field, field_ty, frame)?;
                aggregate
            }
        };
        self.define(instr.result, value, frame)
    }

    /// The address that a `getelementptr` gives: poison if any part of it is.
    fn element(
        &self,
        base: &Operand,
        offset: i32,
        indices: &[GepIndex],
        frame: &Frame,
    ) -> Outcome<Value> {
        let Value::Int(mut address) = self.operand(base, &Type::Ptr, frame)? else {
            return Ok(Value::Poison);
        };
        address = address.wrapping_add(offset as u128);
        for index in indices {
            let Value::Int(value) = self.operand(&index.value, &index.ty, frame)? else {
                return Ok(Value::Poison);
            };
            let step =
                signed(value, index.ty.bits().unwrap_or(128)).wrapping_mul(i128::from(index.scale));
            address = address.wrapping_add(step as u128);
        }
        Ok(Value::Int(address & 0xFFFF))
    }

    fn define(&self, result: Option<ValueId>, value: Value, frame: &mut Frame) -> Outcome<()> {
        if let Some(result) = result {
            frame[result.0 as usize] = Some(value);
        }
        Ok(())
    }

    fn alloca(&mut self, size: u32, align: u32) -> Outcome<Value> {
        let room = self
            .stack
            .checked_sub(size as u16)
            .map(|bottom| bottom & (align as u16).wrapping_neg())
            .filter(|bottom| self.memory.is_free(*bottom, size));
        let Some(bottom) = room else {
            return Err(Fault::TooDeep);
        };
        self.stack = bottom;
        self.locals += size + align - 1;
        self.most_locals = self.most_locals.max(self.locals);
        self.memory.allocate(bottom, size);
        Ok(Value::Int(u128::from(bottom)))
    }

    fn call(&mut self, call: &Call, frame: &Frame) -> Outcome<Value> {
        let mut args = Vec::new();
        for (ty, arg) in &call.args {
            args.push(self.operand(arg, ty, frame)?);
        }
        let result = match &call.callee {
            Callee::Function(index) => self.call_function(*index, args)?,
            Callee::Pointer(pointer) => {
                let address = self.pointer(pointer, frame)?;
                let index = usize::from(address.wrapping_sub(FIRST_FUNCTION));
                if address < FIRST_FUNCTION || index >= self.module.functions.len() {
                    return undefined(format!("a call of ${address:04X}, where no function is"));
                }
                if self.module.functions[index].params.len() != args.len() {
                    return undefined("a call with the wrong number of arguments");
                }
                self.call_function(index, args)?
            }
            Callee::Intrinsic(intrinsic) => self.intrinsic(*intrinsic, call, &args)?,
            Callee::Asm(template, _) => {
                return Err(Fault::NoMeaning(format!("inline assembly `{template}`")));
            }
        };
        Ok(in_range(result, call.range))
    }

    fn operand(&self, operand: &Operand, ty: &Type, frame: &Frame) -> Outcome<Value> {
        match operand {
            Operand::Const(constant) => Ok(self.constant(constant, ty)),
            Operand::Value(id) => match &frame[id.0 as usize] {
                Some(value) => Ok(value.clone()),
                None => Err(Fault::NoMeaning(format!(
                    "value {} is used before it is defined",
                    id.0
                ))),
            },
        }
    }

    /// An operand that has to be a known number.
    fn number(&self, operand: &Operand, ty: &Type, frame: &Frame, user: &str) -> Outcome<u128> {
        match self.operand(operand, ty, frame)? {
            Value::Int(value) => Ok(value),
            _ => undefined(format!("{user} depends on poison")),
        }
    }

    fn pointer(&self, operand: &Operand, frame: &Frame) -> Outcome<u16> {
        self.number(operand, &Type::Ptr, frame, "an address")
            .map(|address| address as u16)
    }

    fn constant(&self, constant: &Const, ty: &Type) -> Value {
        match constant {
            Const::Int(value) => Value::Int(*value),
            Const::Undef => Value::poison(ty),
            Const::Zero => Value::zero(ty),
            Const::Address(symbol, offset) => {
                let base = match symbol {
                    Symbol::Global(index) => self.globals[*index],
                    Symbol::Function(index) => FIRST_FUNCTION + *index as u16,
                };
                let address = i128::from(base) + i128::from(*offset);
                Value::Int(address as u128 & 0xFFFF & mask(ty.bits().unwrap_or(16)))
            }
            Const::Bytes(bytes) => Value::Parts(
                bytes
                    .iter()
                    .map(|byte| Value::Int(u128::from(*byte)))
                    .collect(),
            ),
            Const::Aggregate(parts) => Value::Parts(
                parts
                    .iter()
                    .map(|(ty, part)| self.constant(part, ty))
                    .collect(),
            ),
        }
    }
}

#[cfg(test)]
mod tests;
