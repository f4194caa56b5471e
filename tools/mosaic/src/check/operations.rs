//! What a block of byte operations means: the value of every variable, the memory and the carry as formulas.

use super::Interface;
use super::exchanged::Cells;
use super::formulas::{Address, Id, Node, Truth, Values};
use crate::alloc::convention::Crossing;
use crate::ops::model::*;

/// The world of the operations.
pub struct Wanted {
    pub vars: Vec<Id>,
    pub memory: Id,
    pub cells: Cells,
    pub carry: Truth,
    /// Result and overflow of the last addition or subtraction, for a signed test.
    last: Option<(Id, Truth)>,
}

impl Wanted {
    pub fn new(vars: Vec<Id>, memory: Id, cells: Cells, carry: Truth) -> Wanted {
        Wanted {
            vars,
            memory,
            cells,
            carry,
            last: None,
        }
    }

    pub fn run(&mut self, block: &Block, face: &Interface, values: &mut Values) {
        for op in &block.ops {
            self.step(op, face, values);
        }
    }

    pub fn src(&self, src: &Src, face: &Interface, values: &mut Values) -> Id {
        match src {
            Src::Var(var) => self.vars[*var as usize],
            Src::Const(value) => values.constant(*value),
            Src::Low(place) => values.make(Node::Low(place.clone())),
            Src::High(place) => values.make(Node::High(place.clone())),
            Src::Mem(addr) => self.load(addr, face, values),
        }
    }

    fn load(&self, addr: &Addr, face: &Interface, values: &mut Values) -> Id {
        match addr {
            Addr::Abs(place) if face.is_cell(place) => self.cells.read(values, place),
            _ => {
                let address = self.address(addr, values);
                values.load(self.memory, address)
            }
        }
    }

    fn address(&self, addr: &Addr, values: &mut Values) -> Address {
        let var = |var: &Var| self.vars[*var as usize];
        let address = match addr {
            Addr::Abs(place) => Address::Fixed(place.clone()),
            Addr::Indexed(place, index) => Address::Indexed(place.clone(), var(index)),
            Addr::Indirect { low, high, index } => Address::Pointer {
                low: var(low),
                high: var(high),
                index: match index {
                    Index::Const(value) => values.constant(*value),
                    Index::Var(index) => var(index),
                },
            },
        };
        values.settled(address)
    }

    fn store(
        &mut self,
        addr: &Addr,
        value: Id,
        volatile: bool,
        face: &Interface,
        values: &mut Values,
    ) {
        match addr {
            Addr::Abs(place) if face.is_cell(place) => self.cells.write(place, value),
            _ => {
                let address = self.address(addr, values);
                self.memory = values.make(Node::Stored(self.memory, address, value, volatile));
            }
        }
    }

    fn carry_in(&self, carry: CarryIn, values: &mut Values) -> Truth {
        match carry {
            CarryIn::Clear => values.truth(false),
            CarryIn::Set => values.truth(true),
            CarryIn::Chain => self.carry,
        }
    }

    fn step(&mut self, op: &Op, face: &Interface, values: &mut Values) {
        match op {
            Op::Move { dst, src } => self.vars[*dst as usize] = self.src(src, face, values),
            Op::VolatileLoad { dst, addr } => {
                let address = self.address(addr, values);
                self.vars[*dst as usize] = values.load(self.memory, address.clone());
                self.memory = values.make(Node::Observed(self.memory, address));
            }
            Op::Store {
                addr,
                src,
                volatile,
            } => {
                let value = self.src(src, face, values);
                self.store(addr, value, *volatile, face, values);
            }
            Op::Logic { op, dst, a, b } => {
                let (a, b) = (self.src(a, face, values), self.src(b, face, values));
                self.vars[*dst as usize] = values.logic(*op, a, b);
            }
            Op::Add { dst, a, b, carry } | Op::Sub { dst, a, b, carry } => {
                let subtracted = matches!(op, Op::Sub { .. });
                self.arithmetic(subtracted, *dst, (a, b), *carry, face, values);
            }
            Op::Compare { a, b } => {
                let (a, b) = (self.src(a, face, values), self.src(b, face, values));
                self.carry = values.at_least(a, b);
            }
            Op::Shift { op, dst, a, carry } => {
                let a = self.src(a, face, values);
                let carry = self.carry_in(*carry, values);
                (self.vars[*dst as usize], self.carry) = shifted(*op, a, carry, values);
            }
            Op::SignToCarry { a } => {
                let a = self.src(a, face, values);
                self.carry = values.negative(a);
            }
            Op::SignFill { dst, a } => {
                let a = self.src(a, face, values);
                let (negative, ones, zero) = (
                    values.negative(a),
                    values.constant(0xff),
                    values.constant(0),
                );
                self.vars[*dst as usize] = values.choice(negative, ones, zero);
            }
            Op::CarryToByte { dst } => {
                let zero = values.constant(0);
                self.vars[*dst as usize] = values.left(zero, self.carry);
                self.carry = values.fresh_truth();
            }
            Op::Modify { op, addr } => self.modify(*op, addr, face, values),
            Op::Step { vars, up } => self.number_step(vars, *up, face, values),
            Op::Call(call) => self.call(call, face, values),
        }
    }

    fn arithmetic(
        &mut self,
        subtracted: bool,
        dst: Option<Var>,
        (a, b): (&Src, &Src),
        carry: CarryIn,
        face: &Interface,
        values: &mut Values,
    ) {
        let (a, b) = (self.src(a, face, values), self.src(b, face, values));
        let carry = self.carry_in(carry, values);
        let result = if subtracted {
            values.difference(a, b, carry)
        } else {
            values.sum(a, b, carry)
        };
        self.last = Some((result, values.overflow(subtracted, a, b, carry)));
        self.carry = if subtracted {
            values.difference_carry(a, b, carry)
        } else {
            values.sum_carry(a, b, carry)
        };
        if let Some(dst) = dst {
            self.vars[dst as usize] = result;
        }
    }

    fn modify(&mut self, op: Modify, addr: &Addr, face: &Interface, values: &mut Values) {
        let before = self.load(addr, face, values);
        let clear = values.truth(false);
        let (after, carry) = match op {
            Modify::Increment => (values.stepped(before, 1), self.carry),
            Modify::Decrement => (values.stepped(before, 0xff), self.carry),
            Modify::ShiftLeft => shifted(Shift::Left, before, clear, values),
            Modify::ShiftRight => shifted(Shift::Right, before, clear, values),
            Modify::RotateLeft => shifted(Shift::Left, before, self.carry, values),
            Modify::RotateRight => shifted(Shift::Right, before, self.carry, values),
        };
        self.carry = carry;
        self.store(addr, after, false, face, values);
    }

    /// A byte of the number changes when all below it wrap.
    fn number_step(&mut self, bytes: &[StepByte], up: bool, face: &Interface, values: &mut Values) {
        let mut wrap = Vec::new();
        let step = if up { 1 } else { 0xff };
        let old: Vec<Id> = bytes
            .iter()
            .map(|byte| match byte {
                StepByte::Var(var) => self.vars[*var as usize],
                StepByte::Mem(addr) => self.load(addr, face, values),
            })
            .collect();
        for (byte, old) in bytes.iter().zip(&old) {
            let new = values.stepped(*old, step);
            if let StepByte::Var(var) = byte {
                self.vars[*var as usize] = nested(&wrap, new, *old, values);
            }
            wrap.push(if up {
                values.zero(new)
            } else {
                values.zero(*old)
            });
        }
        if matches!(bytes.first(), Some(StepByte::Mem(_))) {
            self.memory = self.stepped_memory(bytes, up, face, values);
        }
        self.carry = values.fresh_truth();
    }

    /// Upwards a byte is written and then looked at; downwards all are looked at first and written from the top.
    fn stepped_memory(
        &mut self,
        bytes: &[StepByte],
        up: bool,
        face: &Interface,
        values: &mut Values,
    ) -> Id {
        let Some((StepByte::Mem(first), rest)) = bytes.split_first() else {
            return self.memory;
        };
        let before = self.memory;
        let old = self.load(first, face, values);
        if up {
            let new = values.stepped(old, 1);
            self.store(first, new, false, face, values);
            let done = self.memory;
            let further = self.stepped_memory(rest, up, face, values);
            let wraps = values.zero(new);
            return values.choice(wraps, further, done);
        }
        let further = self.stepped_memory(rest, up, face, values);
        let borrows = values.zero(old);
        self.memory = values.choice(borrows, further, before);
        let byte = self.load(first, face, values);
        let new = values.stepped(byte, 0xff);
        self.store(first, new, false, face, values);
        self.memory
    }

    fn call(&mut self, call: &Call, face: &Interface, values: &mut Values) {
        let mut given = Vec::new();
        if call.target == Target::Pointer {
            given.extend(
                face.pointer_cells()
                    .map(|place| self.cells.read(values, &place)),
            );
        }
        let crossings = face.arguments(call);
        let wanted: Vec<(Crossing, Id)> = crossings
            .into_iter()
            .zip(&call.args)
            .filter(|(crossing, _)| *crossing != Crossing::Unused)
            .map(|(crossing, (_, src))| (crossing, self.src(src, face, values)))
            .collect();
        given.extend(wanted.iter().map(|(_, value)| *value));
        let called = values.make(Node::Called(self.memory, face.symbol(call), given));
        self.memory = called;
        self.cells = Cells::after(called);
        for (fixed, index, var) in &call.results {
            self.vars[*var as usize] = match face.result(call, fixed, *index) {
                Crossing::Register(reg) => values.make(Node::LeftInRegister(called, reg as u8)),
                Crossing::Memory(place) => values.make(Node::LeftIn(called, place)),
                Crossing::Unused => values.fresh(),
            };
        }
        self.carry = values.fresh_truth();
    }

    /// Whether a two-path branch is taken.
    pub fn test(&self, test: &Test, face: &Interface, values: &mut Values) -> Truth {
        let src = |src: &Src, values: &mut Values| self.src(src, face, values);
        match test {
            Test::Equal(a, b) | Test::NotEqual(a, b) => {
                let (a, b) = (src(a, values), src(b, values));
                let equal = values.equal(a, b);
                if matches!(test, Test::Equal(..)) {
                    equal
                } else {
                    equal.opposite()
                }
            }
            Test::Less(a, b) | Test::GreaterOrEqual(a, b) => {
                let (a, b) = (src(a, values), src(b, values));
                let least = values.at_least(a, b);
                if matches!(test, Test::Less(..)) {
                    least.opposite()
                } else {
                    least
                }
            }
            Test::Negative(a) => {
                let a = src(a, values);
                values.negative(a)
            }
            Test::NotNegative(a) => {
                let a = src(a, values);
                values.negative(a).opposite()
            }
            Test::CarrySet => self.carry,
            Test::CarryClear => self.carry.opposite(),
            Test::SignedLess => self.signed_less(values),
            Test::SignedGreaterOrEqual => self.signed_less(values).opposite(),
        }
    }

    fn signed_less(&self, values: &mut Values) -> Truth {
        let Some((result, overflow)) = self.last else {
            return values.fresh_truth();
        };
        let top = values.constant(0x80);
        let turned = values.logic(Logic::Xor, result, top);
        let byte = values.choice(overflow, turned, result);
        values.negative(byte)
    }
}

/// `yes` if all wraps hold, else `no`, as nested choices.
fn nested(wraps: &[Truth], yes: Id, no: Id, values: &mut Values) -> Id {
    wraps
        .iter()
        .rev()
        .fold(yes, |inner, wrap| values.choice(*wrap, inner, no))
}

/// A shifted byte and the bit that fell out.
pub fn shifted(op: Shift, a: Id, carry: Truth, values: &mut Values) -> (Id, Truth) {
    match op {
        Shift::Left => (values.left(a, carry), values.negative(a)),
        Shift::Right => (values.right(a, carry), values.low_bit(a)),
    }
}
