//! Addresses in objects that lie as byte planes (`analyse::planes`): a byte of an element is `plane,x`, X the number of
//! the element. That number is below 256 or the access has no meaning, so its low byte is all that is ever computed.
//! The same holds for any object of at most 256 bytes, whose elements are then its bytes.

use super::address::{Address, Base, offset_place};
use super::function::Lowering;
use crate::analyse::planes::{Object, Shape};
use crate::asm::inst::Place;
use crate::error::Result;
use crate::ir::model::{GepIndex, Op, Operand, Symbol, ValueId};
use crate::ops::model::{Addr, Src};

/// Bytes an index register can tell apart.
const SMALL: u32 = 256;

/// A constant distance into an object whose elements a byte can number.
#[derive(Debug, Clone)]
pub struct Plane {
    /// Where the object starts.
    start: Place,
    shape: Shape,
    /// From one byte of an element to the next.
    apart: i32,
    /// Bytes from the start in the order of the program, not of the planes.
    from: i32,
    /// The index is the sum of its parts, not only its low byte: what is added to the address needs no carry.
    exact: bool,
}

impl Plane {
    pub(super) fn moved(&self, offset: i32) -> Plane {
        Plane {
            from: self.from + offset,
            ..self.clone()
        }
    }

    /// The addressing mode of the byte `offset` further on in the element, unless the index has to change first.
    pub(super) fn mode(&self, offset: i32, index: Option<&Src>) -> Option<Addr> {
        let element = self.shape.element(self.from);
        let byte = self.shape.plane(self.from) + offset;
        let at = offset_place(&self.start, byte * self.apart + element);
        match index {
            None => Some(Addr::Abs(at)),
            Some(Src::Var(index)) if element == 0 || self.exact => Some(Addr::Indexed(at, *index)),
            Some(_) => None,
        }
    }
}

impl Address {
    /// The byte `offset` of an object, in planes or not.
    pub(super) fn to(object: Place, offset: i32, shape: Option<Shape>) -> Address {
        let Some(shape) = shape else {
            return Address::at(offset_place(&object, offset));
        };
        let plane = Plane {
            start: object,
            shape,
            apart: shape.count as i32,
            from: offset,
            exact: true,
        };
        Address {
            base: Base::Planes(plane),
            index: None,
        }
    }

    /// The address of all planes together.
    pub(super) fn whole(self) -> Address {
        match self.base {
            Base::Planes(plane) => Address::at(plane.start),
            _ => self,
        }
    }
}

impl<'m> Lowering<'m> {
    pub(super) fn symbol(&self, symbol: Symbol, offset: i32) -> Address {
        let shape = match symbol {
            Symbol::Global(index) => self.planes.shape(Object::Global(index)),
            Symbol::Function(_) => None,
        };
        match shape {
            Some(_) => Address::to(self.place(symbol, 0), offset, shape),
            None => Address::at(self.place(symbol, offset)),
        }
    }

    /// The address `base + sum` by the low byte of the sum, if the object is small and nobody wants the address itself.
    pub(super) fn in_small_object(
        &mut self,
        result: ValueId,
        base: &Address,
        sum: &[Src],
    ) -> Option<Address> {
        let Base::Place(Place::Symbol(name, from)) = &base.base else {
            return None;
        };
        let size = self.size(name).filter(|size| *size <= SMALL)?;
        if !self.is_only_accessed(result) {
            return None;
        }
        let plane = Plane {
            start: Place::Symbol(name.clone(), 0),
            shape: Shape {
                count: size,
                width: 1,
            },
            apart: 1,
            from: *from,
            exact: false,
        };
        Some(Address {
            base: Base::Planes(plane),
            index: Some(Src::Var(self.builder.as_var(sum[0].clone()))),
        })
    }

    /// Bytes of a global or of a stack object.
    fn size(&self, name: &str) -> Option<u32> {
        if let Some(Symbol::Global(index)) = self.module.symbols.get(name) {
            return Some(self.module.globals[*index].ty.size());
        }
        let mut objects = self.stack_objects.iter();
        objects
            .find(|object| object.name == name)
            .map(|object| object.size)
    }

    /// Whether a pointer, and all that is computed from it, is only loaded from and stored to.
    fn is_only_accessed(&self, pointer: ValueId) -> bool {
        let is = |operand: &Operand| *operand == Operand::Value(pointer);
        self.function.blocks.iter().all(|block| {
            let mut instrs = block.instrs.iter();
            let fine = instrs.all(|instr| match &instr.op {
                op if !op.has_operand(is) => true,
                Op::Load { .. } => true,
                Op::Store { value, .. } => !is(value),
                Op::Gep { base, .. } => {
                    is(base) && instr.result.is_some_and(|next| self.is_only_accessed(next))
                }
                _ => false,
            });
            fine && !block.term.has_operand(is)
        })
    }

    /// The element that further indices lead to.
    pub(super) fn element(
        &mut self,
        mut plane: Plane,
        index: Option<Src>,
        indices: &'m [GepIndex],
    ) -> Result<Address> {
        let width = plane.shape.width;
        let more = match indices {
            [one] if one.scale == width => match self.split_index(one)? {
                Some((rest, constant)) => {
                    plane.from += constant;
                    Some(rest)
                }
                None => self.index_sum(indices, width)?,
            },
            _ => self.index_sum(indices, width)?,
        };
        let index = match (index, more) {
            (index, None) => index,
            (None, Some(more)) => Some(self.number(&mut plane, more)),
            (Some(index), Some(more)) => {
                let sum = self.builder.add_wide(&[index, Src::Const(0)], &more);
                Some(self.number(&mut plane, sum))
            }
        };
        Ok(Address {
            base: Base::Planes(plane),
            index,
        })
    }

    /// The number of an element as an index.
    fn number(&mut self, plane: &mut Plane, sum: Vec<Src>) -> Src {
        plane.exact &= self.builder.known(&sum[1]).zeros == 0xff;
        Src::Var(self.builder.as_var(sum[0].clone()))
    }

    /// The same address with an index that takes what cannot be added to the address.
    pub(super) fn settled(&mut self, address: &Address) -> Address {
        let (Base::Planes(plane), Some(index)) = (&address.base, &address.index) else {
            return address.clone();
        };
        let element = plane.shape.element(plane.from);
        if element == 0 || plane.exact {
            return address.clone();
        }
        let distance = Src::Const(element as u8);
        let sum = self
            .builder
            .add_wide(std::slice::from_ref(index), &[distance]);
        let index = Some(Src::Var(self.builder.as_var(sum[0].clone())));
        let plane = Plane {
            from: plane.shape.plane(plane.from),
            ..plane.clone()
        };
        Address {
            base: Base::Planes(plane),
            index,
        }
    }
}
