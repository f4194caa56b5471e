//! Stack objects. Those of a recursive function have an address per activation, on a stack of their own; all others are
//! named objects with a fixed address.

use super::address::Address;
use super::arith::runtime_place;
use super::builder::{address_bytes, constant_bytes};
use super::function::Lowering;
use crate::analyse::planes::Object;
use crate::asm::inst::Place;
use crate::error::Result;
use crate::ir::model::{self, Function, ValueId};
use crate::ops::model::*;
use crate::runtime::Libcall;
use std::cmp::Reverse;
use std::collections::HashMap;

/// What is known about the stack objects of a function.
#[derive(Debug, Clone, Default)]
pub struct ObjectStack {
    /// They need an address per activation.
    pub recursive: bool,
    /// First address the object stack must not reach, if that is to be checked.
    pub limit: Option<Place>,
}

/// The word that says how much of the object stack is taken.
pub const OBJECT_POINTER: &str = "rt_fp";

/// The room an activation took of the object stack.
#[derive(Debug, Clone)]
pub(super) struct Activation {
    /// The object pointer as the caller had it.
    before: Vec<Src>,
    /// The first object's address.
    base: Vec<Src>,
    /// Where each object lies behind the first.
    offsets: HashMap<ValueId, u32>,
}

/// How the stack objects of one activation lie behind each other: the most strictly aligned first, so that an object that
/// asks for a page leaves the rest of it to the others.
struct Frame {
    offsets: HashMap<ValueId, u32>,
    /// What the first object asks for.
    align: u32,
    bytes: u32,
}

impl Frame {
    fn of(function: &Function) -> Frame {
        let instrs = function.blocks.iter().flat_map(|block| &block.instrs);
        let mut objects: Vec<(ValueId, u32, u32)> = instrs
            .filter_map(|instr| match (instr.result, &instr.op) {
                (Some(result), model::Op::Alloca { size, align }) => Some((result, *size, *align)),
                _ => None,
            })
            .collect();
        // The sort is stable: objects of one alignment stay in the order of the program.
        objects.sort_by_key(|(_, _, align)| Reverse(*align));
        let mut frame = Frame {
            offsets: HashMap::new(),
            align: objects.first().map_or(1, |(_, _, align)| *align),
            bytes: 0,
        };
        for (object, size, align) in objects {
            let offset = frame.bytes.next_multiple_of(align);
            frame.offsets.insert(object, offset);
            frame.bytes = offset + size;
        }
        frame
    }
}

impl<'m> Lowering<'m> {
    /// Takes room for all stack objects of a recursive function; `close_object_stack` gives it back.
    pub(super) fn open_object_stack(&mut self) {
        let frame = Frame::of(self.function);
        if !self.stack.recursive || frame.bytes == 0 {
            return;
        }
        let place = |index| Addr::Abs(runtime_place(OBJECT_POINTER, index));
        let before = vec![
            self.builder.load(place(0), false),
            self.builder.load(place(1), false),
        ];
        let base = self.round_up(&before, frame.align);
        let top = self
            .builder
            .add_wide(&base, &constant_bytes(u128::from(frame.bytes), 2));
        if let Some(limit) = self.stack.limit.clone() {
            self.check_room(&top, limit);
        }
        self.set_object_pointer(top);
        self.activation = Some(Activation {
            before,
            base,
            offsets: frame.offsets,
        });
    }

    /// The next address that is a multiple of `align`.
    fn round_up(&mut self, address: &[Src], align: u32) -> Vec<Src> {
        if align == 1 {
            return address.to_vec();
        }
        let beyond = u128::from(align - 1);
        let sum = self.builder.add_wide(address, &constant_bytes(beyond, 2));
        self.builder
            .logic_wide(Logic::And, &sum, &constant_bytes(!beyond, 2))
    }

    /// Stops the program if the object stack would reach `limit`.
    fn check_room(&mut self, top: &[Src], limit: Place) {
        self.builder.emit(Op::Compare {
            a: top[0].clone(),
            b: Src::Low(limit.clone()),
        });
        self.builder.emit(Op::Sub {
            dst: None,
            a: top[1].clone(),
            b: Src::High(limit),
            carry: CarryIn::Chain,
        });
        let (full, room) = (self.builder.block(), self.builder.block());
        self.builder.end(Term::Branch {
            test: Test::CarryClear,
            then: room,
            other: full,
            likely: Some(true),
        });
        self.builder.current = full;
        self.builder.emit(Op::Call(Call {
            target: Target::Runtime(Libcall::Overflow),
            args: Vec::new(),
            results: Vec::new(),
        }));
        self.builder.end(Term::Stop);
        self.builder.current = room;
    }

    pub(super) fn close_object_stack(&mut self) {
        if let Some(activation) = self.activation.clone() {
            self.set_object_pointer(activation.before);
        }
    }

    fn set_object_pointer(&mut self, bytes: Vec<Src>) {
        for (index, src) in bytes.into_iter().enumerate() {
            self.builder.emit(Op::Store {
                addr: Addr::Abs(runtime_place(OBJECT_POINTER, index)),
                src,
                volatile: false,
            });
        }
    }

    /// An `alloca` is a named object with a fixed address, or a piece of the object stack.
    pub(super) fn alloca(&mut self, result: Option<ValueId>, size: u32, align: u32) -> Result<()> {
        let Some(result) = result else {
            return Ok(());
        };
        if let Some(activation) = &self.activation {
            let offset = activation.offsets[&result];
            let at = self
                .builder
                .add_wide(&activation.base, &constant_bytes(u128::from(offset), 2));
            self.define(result, at);
            return Ok(());
        }
        let name = format!("{}.stack{}", self.function.name, self.stack_objects.len());
        self.stack_objects.push(StackObject {
            name: name.clone(),
            size,
            align,
        });
        let place = Place::Symbol(name, 0);
        self.values.insert(result, address_bytes(&place));
        let shape = self.planes.shape(Object::Local(self.index, result));
        self.addresses.insert(result, Address::to(place, 0, shape));
        Ok(())
    }
}
