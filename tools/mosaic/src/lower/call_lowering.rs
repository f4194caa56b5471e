//! Calls: to functions of the program, through pointers, and to the memory intrinsics.

use super::address::{Address, Base};
use super::arith::runtime_place;
use super::builder::constant_value;
use super::function::Lowering;
use crate::analyse::planes::INLINE_BYTES;
use crate::asm::text::readable;
use crate::error::{Error, Result};
use crate::ir::model::{Call as IrCall, Callee, Intrinsic, Operand, Type};
use crate::ops::model::*;
use crate::runtime::Libcall;

impl<'m> Lowering<'m> {
    /// Result bytes, or nothing for a call without a result.
    pub fn call(&mut self, call: &'m IrCall) -> Result<Option<Vec<Src>>> {
        match &call.callee {
            Callee::Intrinsic(Intrinsic::MemCpy | Intrinsic::MemMove) => {
                self.copy_block(call).map(|()| None)
            }
            Callee::Intrinsic(Intrinsic::MemSet) => self.fill_block(call).map(|()| None),
            Callee::Intrinsic(Intrinsic::Trap) => {
                self.builder.emit(Op::Call(Call {
                    target: Target::Runtime(Libcall::Trap),
                    args: Vec::new(),
                    results: Vec::new(),
                }));
                Ok(None)
            }
            Callee::Intrinsic(intrinsic) => self.integer_intrinsic(*intrinsic, call).map(Some),
            Callee::Function(index) => self.call_function(*index, call),
            Callee::Pointer(pointer) => self.call_pointer(pointer, call),
            Callee::Asm(template, _) if template.trim().is_empty() => Ok(None),
            Callee::Asm(template, constraints) => self.inline_assembly(template, constraints, call),
        }
    }

    fn call_function(&mut self, index: usize, call: &'m IrCall) -> Result<Option<Vec<Src>>> {
        let callee = &self.module.functions[index];
        if callee.blocks.is_empty() {
            return self.call_library(&callee.name, call);
        }
        self.emit_call(Target::Function(index), call)
    }

    fn emit_call(&mut self, target: Target, call: &'m IrCall) -> Result<Option<Vec<Src>>> {
        let mut args = Vec::new();
        for (ty, operand) in &call.args {
            args.extend(
                self.operand(operand, ty)?
                    .into_iter()
                    .map(|src| (None, src)),
            );
        }
        let results: Vec<Var> = (0..call.ret.size()).map(|_| self.builder.var()).collect();
        let wanted = results
            .iter()
            .enumerate()
            .map(|(index, var)| (None, index as u32, *var))
            .collect();
        self.builder.emit(Op::Call(Call {
            target,
            args,
            results: wanted,
        }));
        let bytes: Vec<Src> = results.into_iter().map(Src::Var).collect();
        if let Some(range) = call.range {
            self.learn_range(&bytes, range);
        }
        self.learn_width(&bytes, &call.ret);
        Ok((!bytes.is_empty()).then_some(bytes))
    }

    fn call_pointer(&mut self, pointer: &'m Operand, call: &'m IrCall) -> Result<Option<Vec<Src>>> {
        let bytes = self.operand(pointer, &Type::Ptr)?;
        for (index, src) in bytes.into_iter().enumerate() {
            self.builder.emit(Op::Store {
                addr: Addr::Abs(runtime_place("rt_p", index)),
                src,
                volatile: false,
            });
        }
        self.emit_call(Target::Pointer, call)
    }

    /// Functions that rustc calls without defining them.
    fn call_library(&mut self, name: &str, call: &'m IrCall) -> Result<Option<Vec<Src>>> {
        if let Some(called) = self.call_routine(name, call) {
            return called;
        }
        match name {
            "memcpy" => self.copy_block(call),
            "memmove" => self.copy_block(call),
            "memset" => self.fill_block(call),
            "memcmp" | "bcmp" => return self.compare_block(call).map(Some),
            _ => {
                return Err(Error::new(format!(
                    "{} is called but not defined: no crate of the program has it, and mosaic has no routine of that name",
                    readable(name)
                )));
            }
        }?;
        let (ty, dst) = &call.args[0];
        self.operand(dst, ty).map(Some)
    }

    fn block_argument(
        &mut self,
        block: &'static str,
        call: &'m IrCall,
        index: usize,
    ) -> Result<Vec<(Option<Fixed>, Src)>> {
        let (ty, operand) = &call.args[index];
        let bytes = self.operand(operand, ty)?;
        Ok(bytes
            .into_iter()
            .take(2)
            .enumerate()
            .map(|(at, src)| (Some(Fixed::Memory(runtime_place(block, at))), src))
            .collect())
    }

    fn length(&mut self, call: &'m IrCall) -> Result<Option<u128>> {
        let (ty, operand) = &call.args[2];
        Ok(constant_value(&self.operand(operand, ty)?))
    }

    fn copy_block(&mut self, call: &'m IrCall) -> Result<()> {
        let length = self.length(call)?;
        if length == Some(0) {
            return Ok(());
        }
        if let Some(length) = length
            && length <= INLINE_BYTES
        {
            let source = self.address(&call.args[1].1)?;
            let modes = self.modes(&source, length as u32);
            let bytes: Vec<Src> = modes
                .into_iter()
                .map(|mode| self.builder.load(mode, false))
                .collect();
            let target = self.address(&call.args[0].1)?;
            let modes = self.modes(&target, length as u32);
            for (addr, src) in modes.into_iter().zip(bytes) {
                self.builder.emit(Op::Store {
                    addr,
                    src,
                    volatile: false,
                });
            }
            return Ok(());
        }
        let moves = matches!(call.callee, Callee::Intrinsic(Intrinsic::MemMove))
            || matches!(call.callee, Callee::Function(index) if self.module.functions[index].name == "memmove");
        let mut args = self.block_argument("rt_p", call, 0)?;
        args.extend(self.block_argument("rt_q", call, 1)?);
        args.extend(self.block_argument("rt_n", call, 2)?);
        let routine = if moves { Libcall::Move } else { Libcall::Copy };
        self.builder.emit(Op::Call(Call {
            target: Target::Runtime(routine),
            args,
            results: Vec::new(),
        }));
        Ok(())
    }

    fn fill_block(&mut self, call: &'m IrCall) -> Result<()> {
        let length = self.length(call)?;
        if length == Some(0) {
            return Ok(());
        }
        let (ty, operand) = &call.args[1];
        let value = self.operand(operand, ty)?[0].clone();
        if let Some(length) = length {
            // Planes are only filled all at once: they are an object like any other then.
            let target = self.address(&call.args[0].1)?.whole();
            if length <= INLINE_BYTES {
                for addr in self.modes(&target, length as u32) {
                    self.builder.emit(Op::Store {
                        addr,
                        src: value.clone(),
                        volatile: false,
                    });
                }
                return Ok(());
            }
            if let (
                Address {
                    base: Base::Place(place),
                    index: None,
                },
                9..=256,
            ) = (&target, length)
            {
                return self.fill_loop(place.clone(), value, length);
            }
        }
        let mut args = vec![(Some(Fixed::A), value)];
        args.extend(self.block_argument("rt_p", call, 0)?);
        args.extend(self.block_argument("rt_n", call, 2)?);
        self.builder.emit(Op::Call(Call {
            target: Target::Runtime(Libcall::Fill),
            args,
            results: Vec::new(),
        }));
        Ok(())
    }

    /// Up to 256 bytes at a fixed place: a countdown in an index register.
    fn fill_loop(
        &mut self,
        place: crate::asm::inst::Place,
        value: Src,
        length: u128,
    ) -> Result<()> {
        let entry = self.builder.current;
        let (head, done) = (self.builder.block(), self.builder.block());
        self.builder.end(Term::Jump(head));
        let left = self
            .builder
            .phi(head, vec![(entry, Src::Const(length as u8))]);
        self.builder.known[left as usize] = Default::default();
        self.builder.current = head;
        let next = self
            .builder
            .sub_wide(&[Src::Var(left)], &[Src::Const(1)])
            .remove(0);
        let index = self.builder.as_var(next.clone());
        self.builder.emit(Op::Store {
            addr: Addr::Indexed(place, index),
            src: value,
            volatile: false,
        });
        let test = Test::NotEqual(next.clone(), Src::Const(0));
        self.builder.end(Term::Branch {
            test,
            then: head,
            other: done,
            likely: Some(true),
        });
        self.builder.blocks[head].phis[0]
            .incoming
            .push((head, next));
        self.builder.current = done;
        Ok(())
    }

    fn compare_block(&mut self, call: &'m IrCall) -> Result<Vec<Src>> {
        let mut args = self.block_argument("rt_p", call, 0)?;
        args.extend(self.block_argument("rt_q", call, 1)?);
        args.extend(self.block_argument("rt_n", call, 2)?);
        let (low, high) = (self.builder.var(), self.builder.var());
        self.builder.emit(Op::Call(Call {
            target: Target::Runtime(Libcall::Compare),
            args,
            results: vec![(Some(Fixed::A), 0, low), (Some(Fixed::X), 1, high)],
        }));
        let bytes = vec![Src::Var(low), Src::Var(high)];
        let size = call.ret.size() as usize;
        Ok(self.builder.sign_extend(&bytes, size))
    }
}
