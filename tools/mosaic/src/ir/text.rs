//! Functions of a module as text, for `--show`: close to LLVM's own, with addresses as the sums they have become.

use super::model::*;
use std::fmt::{Result, Write};

/// The body of a function.
pub fn function(module: &Module, function: &Function) -> String {
    let mut text = String::new();
    let writer = Writer { module, function };
    writer
        .body(&mut text)
        .expect("a string takes everything that is written to it");
    text
}

struct Writer<'m> {
    module: &'m Module,
    function: &'m Function,
}

impl Writer<'_> {
    fn body(&self, text: &mut String) -> Result {
        for block in &self.function.blocks {
            writeln!(text, "{}:", block.name)?;
            for instr in &block.instrs {
                match instr.result {
                    Some(result) => write!(text, "    {} = ", self.value(result))?,
                    None => write!(text, "    ")?,
                }
                writeln!(text, "{}", self.op(&instr.op))?;
            }
            writeln!(text, "    {}", self.terminator(&block.term))?;
        }
        Ok(())
    }

    fn value(&self, value: ValueId) -> String {
        format!("%{}", self.function.values[value.0 as usize].name)
    }

    fn operand(&self, operand: &Operand) -> String {
        match operand {
            Operand::Value(value) => self.value(*value),
            Operand::Const(constant) => self.constant(constant),
        }
    }

    fn constant(&self, constant: &Const) -> String {
        match constant {
            Const::Int(number) => number.to_string(),
            Const::Undef => "undef".to_owned(),
            Const::Zero => "zero".to_owned(),
            Const::Address(symbol, offset) => {
                let name = match symbol {
                    Symbol::Global(index) => &self.module.globals[*index].name,
                    Symbol::Function(index) => &self.module.functions[*index].name,
                };
                let name = rustc_demangle::demangle(name);
                match offset {
                    0 => format!("@{name:#}"),
                    _ => format!("@{name:#}{offset:+}"),
                }
            }
            Const::Bytes(bytes) => format!("{bytes:02x?}"),
            Const::Aggregate(fields) => {
                let fields: Vec<String> = fields
                    .iter()
                    .map(|(ty, field)| format!("{} {}", name(ty), self.constant(field)))
                    .collect();
                format!("{{ {} }}", fields.join(", "))
            }
        }
    }

    fn block(&self, block: BlockId) -> &str {
        &self.function.blocks[block.0 as usize].name
    }

    fn op(&self, op: &Op) -> String {
        let operand = |operand: &Operand| self.operand(operand);
        match op {
            Op::Binary { op, ty, a, b, .. } => {
                let (word, ty) = (word(op), name(ty));
                format!("{word} {ty} {}, {}", operand(a), operand(b))
            }
            Op::Icmp { pred, ty, a, b } => {
                let (pred, ty) = (word(pred), name(ty));
                format!("icmp {pred} {ty} {}, {}", operand(a), operand(b))
            }
            Op::Select { ty, cond, a, b } => {
                let (cond, a, b) = (operand(cond), operand(a), operand(b));
                format!("select {} {cond}, {a}, {b}", name(ty))
            }
            Op::Cast {
                op,
                from,
                to,
                value,
                ..
            } => {
                let (word, from) = (word(op), name(from));
                format!("{word} {from} {} to {}", operand(value), name(to))
            }
            Op::Load { ty, ptr, .. } => format!("load {}, {}", name(ty), operand(ptr)),
            Op::Store { ty, ptr, value, .. } => {
                format!("store {} {}, {}", name(ty), operand(value), operand(ptr))
            }
            Op::Alloca { size, align } => format!("alloca {size}, align {align}"),
            Op::Gep {
                base,
                offset,
                indices,
                ..
            } => self.address(base, *offset, indices),
            Op::Phi { ty, incoming } => {
                let edges: Vec<String> = incoming
                    .iter()
                    .map(|(block, value)| format!("[ {}, {} ]", operand(value), self.block(*block)))
                    .collect();
                format!("phi {} {}", name(ty), edges.join(", "))
            }
            Op::Call(call) => self.call(call),
            Op::ExtractValue { value, path, .. } => {
                format!("extractvalue {}, {path:?}", operand(value))
            }
            Op::InsertValue {
                aggregate,
                field,
                path,
                ..
            } => {
                let (aggregate, field) = (operand(aggregate), operand(field));
                format!("insertvalue {aggregate}, {field}, {path:?}")
            }
        }
    }

    fn address(&self, base: &Operand, offset: i32, indices: &[GepIndex]) -> String {
        let mut sum = format!("address {}", self.operand(base));
        for index in indices {
            let value = self.operand(&index.value);
            sum += &match index.scale {
                1 => format!(" + {value}"),
                scale => format!(" + {value} * {scale}"),
            };
        }
        if offset != 0 {
            sum += &format!(" + {offset}");
        }
        sum
    }

    fn call(&self, call: &Call) -> String {
        let callee = match &call.callee {
            Callee::Function(index) => self.constant(&Const::Address(Symbol::Function(*index), 0)),
            Callee::Pointer(pointer) => self.operand(pointer),
            Callee::Intrinsic(intrinsic) => word(intrinsic),
            Callee::Asm(template, _) => format!("asm {template:?}"),
        };
        let arguments: Vec<String> = call
            .args
            .iter()
            .map(|(ty, value)| format!("{} {}", name(ty), self.operand(value)))
            .collect();
        format!(
            "call {} {callee}({})",
            name(&call.ret),
            arguments.join(", ")
        )
    }

    fn terminator(&self, term: &Terminator) -> String {
        match term {
            Terminator::Br(to) => format!("br {}", self.block(*to)),
            Terminator::CondBr {
                cond,
                then,
                otherwise,
                ..
            } => {
                let (then, otherwise) = (self.block(*then), self.block(*otherwise));
                format!("br {}, {then}, {otherwise}", self.operand(cond))
            }
            Terminator::Switch {
                value,
                cases,
                default,
                ..
            } => {
                let cases: Vec<String> = cases
                    .iter()
                    .map(|(case, block)| format!("{case}: {}", self.block(*block)))
                    .collect();
                let (value, default) = (self.operand(value), self.block(*default));
                format!("switch {value} [ {} ] else {default}", cases.join(", "))
            }
            Terminator::Ret(Some((ty, value))) => {
                format!("ret {} {}", name(ty), self.operand(value))
            }
            Terminator::Ret(None) => "ret".to_owned(),
            Terminator::Unreachable => "unreachable".to_owned(),
        }
    }
}

/// The name of an operation as LLVM writes it.
fn word(op: &impl std::fmt::Debug) -> String {
    format!("{op:?}").to_lowercase()
}

fn name(ty: &Type) -> String {
    match ty {
        Type::Void => "void".to_owned(),
        Type::Int(bits) => format!("i{bits}"),
        Type::Ptr => "ptr".to_owned(),
        Type::Array(count, element) => format!("[{count} x {}]", name(element)),
        Type::Struct(fields) => {
            let fields: Vec<String> = fields.iter().map(name).collect();
            format!("{{ {} }}", fields.join(", "))
        }
    }
}
