//! Arrays of words and records that may lie in memory as byte planes: all first bytes, then all second bytes, and so on.
//! Byte `b` of element `i` is then `plane b,x` with X the number of the element, and no index is ever multiplied by the
//! size of an element.
//!
//! Guarantees for every object it names: nobody outside the program knows its layout, its address is only loaded from
//! and stored to, no access reaches from one element into the next, and a byte is enough to number the elements.

use crate::ir::model::*;
use std::collections::{BTreeMap, HashMap};
use std::fmt;

/// An index register can tell no more elements apart.
const MOST_ELEMENTS: u32 = 256;
/// Blocks up to this many bytes are copied or filled by single loads and stores, which planes allow; larger ones by a
/// routine that needs the bytes side by side.
pub const INLINE_BYTES: u128 = 8;
/// Distances inside larger objects could be taken for negative ones.
const MOST_BYTES: u32 = 0x4000;

/// How an object is cut: `count` elements of `width` bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// Elements of the array.
    pub count: u32,
    /// Bytes of an element, and so the number of planes.
    pub width: u32,
}

impl Shape {
    /// The element a distance in bytes leads to, modulo 2^16 as addresses are; before the first it is negative.
    pub fn element(self, offset: i32) -> i32 {
        i32::from(offset as i16).div_euclid(self.width as i32)
    }

    /// The byte of its element a distance leads to, which is the number of its plane.
    pub fn plane(self, offset: i32) -> i32 {
        i32::from(offset as i16).rem_euclid(self.width as i32)
    }

    /// The bytes of an object in their new order.
    pub fn split<T: Clone>(self, bytes: &[T]) -> Vec<T> {
        let width = self.width as usize;
        (0..width)
            .flat_map(|plane| bytes.iter().skip(plane).step_by(width).cloned())
            .collect()
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} planes of {} bytes", self.width, self.count)
    }
}

/// The objects that lie in planes.
#[derive(Debug, Clone, Default)]
pub struct Planes {
    objects: BTreeMap<Object, Shape>,
}

/// A global, or a stack object of a function by the result of its `alloca`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Object {
    /// A global, by its index in the module.
    Global(usize),
    /// An `alloca`, by its function's index and its value.
    Local(usize, ValueId),
}

impl Object {
    /// The object an address of a function lies in and its constant distance from the start.
    pub fn of(
        address: &Operand,
        function: usize,
        defs: &HashMap<ValueId, &Op>,
    ) -> Option<(Object, i32)> {
        match address {
            Operand::Const(Const::Address(Symbol::Global(index), offset)) => {
                Some((Object::Global(*index), *offset))
            }
            Operand::Const(_) => None,
            Operand::Value(value) => match defs.get(value)? {
                Op::Alloca { .. } => Some((Object::Local(function, *value), 0)),
                Op::Gep { base, offset, .. } => {
                    let (object, from) = Object::of(base, function, defs)?;
                    Some((object, from.wrapping_add(*offset)))
                }
                _ => None,
            },
        }
    }
}

impl Planes {
    /// Finds the objects of a module that can be split into planes.
    pub fn of(module: &Module) -> Planes {
        let mut seen = BTreeMap::new();
        for (index, global) in module.globals.iter().enumerate() {
            if global.internal && global.section.is_none() && global.init.is_some() {
                seen.insert(Object::Global(index), Uses::of(global.ty.size()));
            }
        }
        let mut survey = Survey { seen };
        for init in module
            .globals
            .iter()
            .filter_map(|global| global.init.as_ref())
        {
            survey.keep_whole(init);
        }
        for (index, function) in module.functions.iter().enumerate() {
            Reader::new(index, function, &mut survey).read();
        }
        let shapes = survey.seen.iter();
        Planes {
            objects: shapes
                .filter_map(|(object, uses)| Some((*object, uses.shape()?)))
                .collect(),
        }
    }

    /// How many objects there are.
    pub fn count(&self) -> usize {
        self.objects.len()
    }

    /// How an object is split, if it is.
    pub fn shape(&self, object: Object) -> Option<Shape> {
        self.objects.get(&object).copied()
    }
}

/// What the program does with an object.
#[derive(Debug)]
struct Uses {
    size: u32,
    /// Greatest common divisor of all that an index is multiplied by; 0 without an index.
    stride: u32,
    /// Loads and stores: constant distance from the start, and bytes.
    accesses: Vec<(i32, u32)>,
    /// Somebody relies on the order of its bytes.
    whole: bool,
}

impl Uses {
    fn of(size: u32) -> Uses {
        Uses {
            size,
            stride: 0,
            accesses: Vec::new(),
            whole: false,
        }
    }

    fn shape(&self) -> Option<Shape> {
        let width = self.stride;
        if self.whole || width < 2 || self.size > MOST_BYTES || !self.size.is_multiple_of(width) {
            return None;
        }
        let shape = Shape {
            count: self.size / width,
            width,
        };
        let inside = |(offset, bytes): &(i32, u32)| shape.plane(*offset) as u32 + bytes <= width;
        let fits = (2..=MOST_ELEMENTS).contains(&shape.count) && self.accesses.iter().all(inside);
        fits.then_some(shape)
    }
}

/// Greatest common divisor.
pub fn divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { divisor(b, a % b) }
}

struct Survey {
    seen: BTreeMap<Object, Uses>,
}

impl Survey {
    fn keep(&mut self, object: Object) {
        if let Some(uses) = self.seen.get_mut(&object) {
            uses.whole = true;
        }
    }

    /// The addresses in a constant are wanted as such.
    fn keep_whole(&mut self, constant: &Const) {
        match constant {
            Const::Address(Symbol::Global(index), _) => self.keep(Object::Global(*index)),
            Const::Aggregate(fields) => fields.iter().for_each(|(_, field)| self.keep_whole(field)),
            _ => {}
        }
    }
}

/// One function's uses.
struct Reader<'a> {
    index: usize,
    function: &'a Function,
    defs: HashMap<ValueId, &'a Op>,
    survey: &'a mut Survey,
}

impl<'a> Reader<'a> {
    fn new(index: usize, function: &'a Function, survey: &'a mut Survey) -> Self {
        Reader {
            index,
            function,
            defs: function.defs(),
            survey,
        }
    }

    fn read(mut self) {
        for (value, op) in &self.defs {
            if let Op::Alloca { size, .. } = op {
                let object = Object::Local(self.index, *value);
                self.survey.seen.insert(object, Uses::of(*size));
            }
        }
        for block in &self.function.blocks {
            for instr in &block.instrs {
                self.instruction(&instr.op);
            }
            block.term.each_operand(&mut |operand| self.wanted(operand));
        }
    }

    fn instruction(&mut self, op: &'a Op) {
        match op {
            Op::Load { ty, ptr, .. } => self.access(ptr, ty.size()),
            Op::Store { ty, ptr, value, .. } => {
                self.access(ptr, ty.size());
                self.wanted(value);
            }
            Op::Gep { base, indices, .. } => {
                if let Some((object, _)) = self.root(base)
                    && let Some(uses) = self.survey.seen.get_mut(&object)
                {
                    let strides = indices.iter().map(|index| index.scale);
                    uses.stride = strides.fold(uses.stride, divisor);
                }
                indices.iter().for_each(|index| self.wanted(&index.value));
            }
            Op::Call(call) => self.call(call),
            other => other.each_operand(&mut |operand| self.wanted(operand)),
        }
    }

    fn call(&mut self, call: &'a Call) {
        let length = match call.args.get(2) {
            Some((_, Operand::Const(Const::Int(length)))) => Some(*length),
            _ => None,
        };
        match (&call.callee, length) {
            (Callee::Intrinsic(Intrinsic::MemCpy | Intrinsic::MemMove), Some(length))
                // Single loads and stores, which may go to planes.
                if length <= INLINE_BYTES =>
            {
                self.access(&call.args[0].1, length as u32);
                self.access(&call.args[1].1, length as u32);
            }
            // The same byte everywhere: no matter in which order.
            (Callee::Intrinsic(Intrinsic::MemSet), Some(length))
                if self.is_all(&call.args[0].1, length) => {}
            _ => {
                if let Callee::Pointer(pointer) = &call.callee {
                    self.wanted(pointer);
                }
                call.args
                    .iter()
                    .for_each(|(_, operand)| self.wanted(operand));
            }
        }
    }

    fn root(&self, operand: &Operand) -> Option<(Object, i32)> {
        Object::of(operand, self.index, &self.defs)
    }

    fn access(&mut self, pointer: &Operand, bytes: u32) {
        if let Some((object, offset)) = self.root(pointer)
            && let Some(uses) = self.survey.seen.get_mut(&object)
        {
            uses.accesses.push((offset, bytes));
        }
    }

    /// Whether these are all bytes of an object.
    fn is_all(&self, pointer: &Operand, length: u128) -> bool {
        let start = match pointer {
            Operand::Const(_) => true,
            Operand::Value(value) => matches!(self.defs.get(value), Some(Op::Alloca { .. })),
        };
        let object = self.root(pointer).filter(|(_, offset)| *offset == 0);
        let uses = object.and_then(|(object, _)| self.survey.seen.get(&object));
        start && uses.is_some_and(|uses| u128::from(uses.size) == length)
    }

    /// The value itself counts: an object it points into keeps the order of its bytes.
    fn wanted(&mut self, operand: &Operand) {
        if let Some((object, _)) = self.root(operand) {
            self.survey.keep(object);
        }
        if let Operand::Const(constant) = operand {
            self.survey.keep_whole(constant);
        }
    }
}
