//! What a program needs beside its own code: routines of the runtime with their zero-page blocks, and the stacks of recursion.

use super::objects::add_object_stack;
use crate::alloc::convention::POINTER_BLOCK;
use crate::alloc::frames::Frame;
use crate::asm::inst::{Inst, Line, Mnemonic, Operand, Place};
use crate::asm::program::{Content, Object, Program};
use crate::asm::write::SOFT_STACK;
use crate::lower::stack::OBJECT_POINTER;
use crate::runtime::{self, Libcall};
use std::collections::BTreeSet;

/// Found in the code of all functions.
#[derive(Default)]
pub(super) struct Needs {
    runtime: BTreeSet<Libcall>,
    /// Bytes of the software stack, on which recursive functions save their slots.
    stack: u32,
    /// Bytes of arguments that cross in memory when a function is called through a pointer.
    pointer_arguments: u32,
    /// Whether recursive functions have stack objects.
    objects: bool,
}

impl Needs {
    /// What the code mentions; `levels` of recursion have room on the software stack.
    pub fn of(frames: &[Frame], levels: u32) -> Needs {
        let mut needs = Needs::default();
        for line in frames.iter().flat_map(|frame| &frame.lines) {
            if let Line::Inst(inst) = line {
                needs.note(inst, levels);
            }
        }
        needs
    }

    fn note(&mut self, inst: &Inst, levels: u32) {
        match &inst.arg {
            Operand::Memory(Place::Symbol(name, offset)) if name == POINTER_BLOCK => {
                self.pointer_arguments = self.pointer_arguments.max(*offset as u32 + 1);
            }
            Operand::Memory(Place::Symbol(name, _)) if name == OBJECT_POINTER => {
                self.objects = true;
            }
            Operand::MemoryX(Place::Symbol(name, offset)) if name == SOFT_STACK => {
                self.stack = self.stack.max(*offset as u32 + levels);
            }
            _ => self.runtime.extend(libcall(inst)),
        }
    }

    /// Bytes of zero page that all of it takes.
    pub fn zero_page(&self) -> u32 {
        let blocks: u32 = runtime::blocks_of(&self.runtime).values().sum();
        // A pointer each to the stack of variables and to the stack of objects.
        let pointers = 2 * (u32::from(self.stack > 0) + u32::from(self.objects));
        blocks + pointers + self.level() + self.pointer_arguments
    }

    /// Bytes that count the levels of recursion.
    fn level(&self) -> u32 {
        u32::from(self.stack > 0)
    }

    /// Puts it into the program.
    pub fn add_to(self, program: &mut Program, object_stack: u32) {
        let level = self.level();
        program.stack = self.stack;
        program.runtime = self.runtime;
        if self.objects {
            add_object_stack(program, object_stack);
        }
        for (name, bytes) in [("rt_level", level), (POINTER_BLOCK, self.pointer_arguments)] {
            if bytes > 0 {
                program.objects.push(Object {
                    name: name.into(),
                    section: Some("ZEROPAGE".into()),
                    constant: false,
                    align: 1,
                    content: Content::Zero(bytes),
                });
            }
        }
    }
}

/// The routine of the runtime that an instruction calls.
pub(super) fn libcall(inst: &Inst) -> Option<Libcall> {
    match (inst.op, &inst.arg) {
        (Mnemonic::Jsr | Mnemonic::Jmp, Operand::Memory(Place::Symbol(name, _))) => {
            Libcall::labelled(name)
        }
        _ => None,
    }
}
