//! Addresses: what a `getelementptr` computes, kept symbolic until a load or store shows which addressing mode
//! serves it. A byte index into a static table is `table,x`; a word index is `(pointer),y` with the table's high
//! byte added to the index's; everything else goes through a pointer pair in zero page.
//!
//! The choice is put off because it cannot be made where the address is computed: the same `getelementptr` may serve one
//! load with `table,x` and another, of a field further on, with `table+4,x`, and neither needs the sum as a number. Bytes
//! of an address are emitted only when somebody wants it as a value, or when no mode reaches. Constant offsets are added
//! to the symbol, which is right modulo 2^16; the index is what is left, a byte that the processor zero-extends.
//!
//! Before a function is lowered, `scan_pointers` counts what goes through each of its pointers. Two questions depend on it:
//! does a pointer deserve a pair in zero page (it is dereferenced), and must it exist as a number (it escapes: it is stored,
//! compared, passed or merged by a phi)? A pointer may do both; then it has its bytes and its parts.

use super::builder::address_bytes;
use super::function::Lowering;
use super::plane_address::Plane;
use crate::asm::inst::Place;
use crate::error::Result;
use crate::ir::model::{self, Const, Instr, Operand, Type, ValueId};
use crate::ops::model::*;

/// `base + index`, the index zero-extended.
#[derive(Debug, Clone)]
pub struct Address {
    pub base: Base,
    pub index: Option<Src>,
}

#[derive(Debug, Clone)]
pub enum Base {
    Place(Place),
    /// A pair in zero page and an offset from it.
    Pointer(Var, Var, i32),
    /// An object in byte planes; see `lower::plane_address`.
    Planes(Plane),
}

impl Address {
    pub fn at(place: Place) -> Address {
        Address {
            base: Base::Place(place),
            index: None,
        }
    }

    fn moved(&self, offset: i32) -> Address {
        let base = match &self.base {
            Base::Place(place) => Base::Place(offset_place(place, offset)),
            Base::Pointer(low, high, from) => Base::Pointer(*low, *high, from + offset),
            Base::Planes(plane) => Base::Planes(plane.moved(offset)),
        };
        Address {
            base,
            index: self.index.clone(),
        }
    }

    /// The addressing mode for the byte `offset` further on, if there is one.
    fn mode(&self, offset: i32) -> Option<Addr> {
        match (&self.base, &self.index) {
            (Base::Place(place), None) => Some(Addr::Abs(offset_place(place, offset))),
            (Base::Place(place), Some(Src::Var(index))) => {
                Some(Addr::Indexed(offset_place(place, offset), *index))
            }
            (Base::Planes(plane), index) => plane.mode(offset, index.as_ref()),
            // Y has the whole offset, so it must be a byte: what is further off, or before the pointer, needs a sum.
            (Base::Pointer(low, high, from), None) => {
                let index = u8::try_from(from + offset).ok()?;
                Some(Addr::Indirect {
                    low: *low,
                    high: *high,
                    index: Index::Const(index),
                })
            }
            // Y has the index already. An offset besides would be an addition at every access, which may carry.
            (Base::Pointer(low, high, from), Some(Src::Var(index))) if from + offset == 0 => {
                Some(Addr::Indirect {
                    low: *low,
                    high: *high,
                    index: Index::Var(*index),
                })
            }
            _ => None,
        }
    }
}

pub fn offset_place(place: &Place, offset: i32) -> Place {
    match place {
        Place::Symbol(name, from) => Place::Symbol(name.clone(), from + offset),
        Place::Address(address) => Place::Address(address.wrapping_add(offset as u16)),
        Place::Slot(_) => unreachable!("slots are single bytes"),
    }
}

impl<'m> Lowering<'m> {
    /// Is the pointer dereferenced, itself or at a constant distance, so that a pair pays?
    pub fn is_followed(&self, value: ValueId) -> bool {
        self.accesses(value) > 0
    }

    /// Bytes read or written through a pointer and through fixed offsets from it (or byte-indexed places).
    pub fn accesses(&self, value: ValueId) -> u32 {
        self.accesses_of.get(&value).copied().unwrap_or(0)
    }

    /// The address that a pointer means, kept in parts (a symbol, an index, an offset) for as long as an addressing
    /// mode can use them.
    pub fn address(&mut self, pointer: &Operand) -> Result<Address> {
        match pointer {
            Operand::Const(Const::Address(symbol, offset)) => Ok(self.symbol(*symbol, *offset)),
            Operand::Const(Const::Int(address)) => Ok(Address::at(Place::Address(*address as u16))),
            Operand::Const(_) => Ok(Address::at(Place::Address(0))),
            Operand::Value(value) => {
                if let Some(address) = self.addresses.get(value) {
                    return Ok(address.clone());
                }
                let (low, high) = match self.pairs.get(value) {
                    Some(pair) => *pair,
                    None => {
                        let bytes = self.value(*value)?;
                        self.builder.pair(&bytes)
                    }
                };
                Ok(Address {
                    base: Base::Pointer(low, high, 0),
                    index: None,
                })
            }
        }
    }

    /// Addressing modes of `size` bytes at an address, through a fresh pair if nothing better serves.
    pub fn modes(&mut self, address: &Address, size: u32) -> Vec<Addr> {
        let address = &self.settled(address);
        // All bytes in one mode or none: a pair that one byte needs serves the others as well.
        let direct: Option<Vec<Addr>> = (0..size as i32)
            .map(|offset| address.mode(offset))
            .collect();
        direct.unwrap_or_else(|| {
            let bytes = self.address_value(address);
            let (low, high) = self.builder.pair(&bytes);
            (0..size)
                .map(|offset| Addr::Indirect {
                    low,
                    high,
                    index: Index::Const(offset as u8),
                })
                .collect()
        })
    }

    /// The address as a two-byte number.
    pub fn address_value(&mut self, address: &Address) -> Vec<Src> {
        let bytes = match &address.base {
            Base::Place(place) => address_bytes(place),
            Base::Pointer(low, high, 0) => vec![Src::Var(*low), Src::Var(*high)],
            Base::Pointer(low, high, offset) => {
                let offset = super::builder::constant_bytes(*offset as u16 as u128, 2);
                self.builder
                    .add_wide(&[Src::Var(*low), Src::Var(*high)], &offset)
            }
            Base::Planes(_) => unreachable!("the address of an object in planes is never wanted"),
        };
        match &address.index {
            None => bytes,
            Some(index) => self
                .builder
                .add_wide(&[index.clone(), Src::Const(0)], &bytes),
        }
    }

    /// Lowers address arithmetic: notes the parts of the address, and computes two bytes only if someone wants the
    /// pointer as a number.
    pub fn gep(&mut self, instr: &'m Instr) -> Result<()> {
        let model::Op::Gep {
            base,
            offset,
            indices,
            ..
        } = &instr.op
        else {
            return Ok(());
        };
        let Some(result) = instr.result else {
            return Ok(());
        };
        let base = self.address(base)?.moved(*offset);
        if let Base::Planes(plane) = &base.base {
            let address = self.element(plane.clone(), base.index, indices)?;
            self.addresses.insert(result, address);
            return Ok(());
        }
        // An index like `i + 3` leaves its constant to the symbol, so that what is scaled and zero-extended is `i` alone.
        if let [index] = indices.as_slice()
            && self.is_place(&base)
            && base.index.is_none()
            && let Some((rest, constant)) = self.split_index(index)?
        {
            return self.indexed(result, base.moved(constant), rest, index.scale);
        }
        let Some(sum) = self.index_sum(indices, 1)? else {
            return self.define_address(result, base);
        };
        self.indexed_by(result, base, sum)
    }

    /// The address `base + index * scale`, for an index of two bytes.
    fn indexed(
        &mut self,
        result: ValueId,
        base: Address,
        index: Vec<Src>,
        scale: u32,
    ) -> Result<()> {
        let scale = super::builder::constant_bytes(u128::from(scale & 0xffff), 2);
        let sum = self.builder.multiply(&index, &scale);
        self.indexed_by(result, base, sum)
    }

    /// The address `base + sum`, by the cheapest form that the sum allows: an index of one byte when the high byte is known to be
    /// zero, when the object is so small that no element of it is further away, or else a word.
    fn indexed_by(&mut self, result: ValueId, base: Address, sum: Vec<Src>) -> Result<()> {
        let (sum, base) = match &base.index {
            None => (sum, base),
            Some(index) => {
                let wide = [index.clone(), Src::Const(0)];
                (
                    self.builder.add_wide(&sum, &wide),
                    Address {
                        index: None,
                        ..base
                    },
                )
            }
        };
        if self.builder.known(&sum[1]).zeros == 0xff {
            let index = Src::Var(self.builder.as_var(sum[0].clone()));
            return self.define_address(
                result,
                Address {
                    index: Some(index),
                    ..base
                },
            );
        }
        if let Some(address) = self.in_small_object(result, &base, &sum) {
            self.addresses.insert(result, address);
            return Ok(());
        }
        self.word_indexed(result, base, &sum)
    }

    /// All variable parts of the address in units of so many bytes, scaled and added, as two bytes; none when everything
    /// was constant.
    pub(super) fn index_sum(
        &mut self,
        indices: &'m [model::GepIndex],
        unit: u32,
    ) -> Result<Option<Vec<Src>>> {
        let mut sum: Option<Vec<Src>> = None;
        for index in indices {
            let mut bytes = self.operand(&index.value, &index.ty)?;
            bytes = self.widen_sign(bytes, &index.ty);
            bytes = self.builder.sign_extend(&bytes, 2);
            bytes.truncate(2);
            let scale =
                super::builder::constant_bytes(u128::from((index.scale / unit) & 0xffff), 2);
            let scaled = self.builder.multiply(&bytes, &scale);
            sum = Some(match sum {
                None => scaled,
                Some(sum) => self.builder.add_wide(&sum, &scaled),
            });
        }
        Ok(sum)
    }

    /// A single byte is reached as `(place + high * 256),low`; more through the whole address.
    fn word_indexed(&mut self, result: ValueId, base: Address, sum: &[Src]) -> Result<()> {
        if self.accesses(result) == 1 && !self.escapes(result) {
            let bytes = self.address_value(&base);
            let high = self.builder.add_wide(&sum[1..], &bytes[1..]);
            let (low, high) = self.builder.pair(&[bytes[0].clone(), high[0].clone()]);
            let index = Src::Var(self.builder.as_var(sum[0].clone()));
            self.addresses.insert(
                result,
                Address {
                    base: Base::Pointer(low, high, 0),
                    index: Some(index),
                },
            );
            return Ok(());
        }
        let bytes = self.address_value(&base);
        let whole = self.builder.add_wide(sum, &bytes);
        self.define(result, whole);
        Ok(())
    }

    /// Keeps the address in parts where accesses can use them, and as a number where it is wanted as one. Through a pointer, an
    /// index is worth keeping for a single access only: a second one, at another offset, would add it up again.
    fn define_address(&mut self, result: ValueId, address: Address) -> Result<()> {
        let usable = address.mode(0).is_some()
            && (address.index.is_none() || self.is_place(&address) || self.accesses(result) == 1);
        if self.escapes(result) || !usable {
            let bytes = self.address_value(&address);
            if usable {
                self.values.insert(result, bytes);
            } else {
                self.define(result, bytes);
                return Ok(());
            }
        }
        self.addresses.insert(result, address);
        Ok(())
    }

    fn is_place(&self, address: &Address) -> bool {
        matches!(address.base, Base::Place(_))
    }

    /// The pointer itself is wanted: stored, compared, passed, merged.
    fn escapes(&self, value: ValueId) -> bool {
        self.escaping.contains(&value)
    }

    /// Counts byte accesses through each pointer, and notes which pointers are wanted as numbers. An access through a pointer at a
    /// constant distance counts for the pointer it is derived from, since one pair with another Y serves both; one with a
    /// variable distance counts once, for the sum that it takes.
    pub fn scan_pointers(&mut self) {
        for block in self.function.blocks.iter().rev() {
            for instr in block.instrs.iter().rev() {
                self.scan_instruction(instr);
            }
        }
        // Offsets at fixed distance stand later in the text only within dominance, not in block order: repeat until
        // nothing changes.
        loop {
            let before = self.accesses_of.clone();
            let mut total = self.direct_accesses.clone();
            for block in &self.function.blocks {
                for instr in &block.instrs {
                    if let (
                        model::Op::Gep {
                            base: Operand::Value(base),
                            indices,
                            ..
                        },
                        Some(result),
                    ) = (&instr.op, instr.result)
                        && (indices.is_empty() || !self.addresses_are_static(*base))
                    {
                        let through = before.get(&result).copied().unwrap_or(0);
                        let escape = u32::from(
                            self.escaping.contains(&result) && indices.is_empty() && through > 0,
                        );
                        *total.entry(*base).or_default() += if indices.is_empty() {
                            through + escape
                        } else {
                            through.min(1)
                        };
                    }
                }
            }
            if total == before {
                break;
            }
            self.accesses_of = total;
        }
    }

    /// Does the pointer lead to a place that is known when the program is linked, so that it never needs a pair?
    fn addresses_are_static(&self, value: ValueId) -> bool {
        match self.defs.get(&value).map(|instr| &instr.op) {
            Some(model::Op::Alloca { .. }) => true,
            Some(model::Op::Gep {
                base: Operand::Const(_),
                ..
            }) => true,
            Some(model::Op::Gep {
                base: Operand::Value(base),
                ..
            }) => self.addresses_are_static(*base),
            _ => false,
        }
    }

    /// A load or store dereferences its pointer, which is no escape; storing a pointer is one, and so is every other use.
    fn scan_instruction(&mut self, instr: &'m Instr) {
        let mut direct = |operand: &Operand, size: u32| {
            if let Operand::Value(value) = operand {
                *self.direct_accesses.entry(*value).or_default() += size;
            }
        };
        match &instr.op {
            model::Op::Load { ty, ptr, .. } => direct(ptr, ty.size()),
            model::Op::Store { ty, ptr, value, .. } => {
                direct(ptr, ty.size());
                self.note_escape(value);
            }
            model::Op::Gep { .. } => {}
            other => other.each_operand(&mut |operand| self.note_escape(operand)),
        }
    }

    fn note_escape(&mut self, operand: &Operand) {
        if let Operand::Value(value) = operand
            && self.function.values[value.0 as usize].ty == Type::Ptr
        {
            self.escaping.insert(*value);
        }
    }

    /// Notes pointers that branches, switches and returns want as numbers.
    pub fn note_terminator_escapes(&mut self) {
        for block in &self.function.blocks {
            let mut escaped = Vec::new();
            block
                .term
                .each_operand(&mut |operand| escaped.push(operand));
            for operand in escaped {
                self.note_escape(operand);
            }
        }
    }

    /// Loads `ty` from a pointer, byte by byte.
    pub fn load(&mut self, ty: &Type, pointer: &Operand, volatile: bool) -> Result<Vec<Src>> {
        let address = self.address(pointer)?;
        let modes = self.modes(&address, ty.size());
        Ok(modes
            .into_iter()
            .map(|mode| self.builder.load(mode, volatile))
            .collect())
    }

    /// Lowers a store, byte by byte through the best addressing mode.
    pub fn store(
        &mut self,
        ty: &Type,
        pointer: &Operand,
        value: &Operand,
        volatile: bool,
    ) -> Result<()> {
        let bytes = self.operand(value, ty)?;
        let address = self.address(pointer)?;
        let modes = self.modes(&address, ty.size());
        for (addr, src) in modes.into_iter().zip(bytes) {
            self.builder.emit(Op::Store {
                addr,
                src,
                volatile,
            });
        }
        Ok(())
    }
}
