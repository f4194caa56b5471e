//! A function under construction: blocks, fresh variables, and constructors that fold what is already known.
//! Every constructor returns operands, not operations, so constants and known bits vanish before they cost a byte.

use crate::asm::inst::Place;
use crate::ops::model::*;

/// Bits of a byte that are certain.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Known {
    pub zeros: u8,
    pub ones: u8,
}

impl Known {
    pub fn of(value: u8) -> Known {
        Known {
            zeros: !value,
            ones: value,
        }
    }

    /// Largest value the byte can have.
    pub fn max(self) -> u8 {
        !self.zeros
    }
}

/// The carry between two bytes of a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Running {
    /// Certain, and the flag has not been set accordingly.
    Known(bool),
    /// In the processor's flag.
    Flag,
}

pub struct Builder {
    pub blocks: Vec<Block>,
    pub current: Blk,
    pub known: Vec<Known>,
    pub pairs: Vec<(Var, Var)>,
}

impl Builder {
    pub fn new() -> Builder {
        Builder {
            blocks: Vec::new(),
            current: 0,
            known: Vec::new(),
            pairs: Vec::new(),
        }
    }

    pub fn block(&mut self) -> Blk {
        self.blocks.push(Block {
            phis: Vec::new(),
            ops: Vec::new(),
            term: Term::Stop,
        });
        self.blocks.len() - 1
    }

    pub fn var(&mut self) -> Var {
        self.known.push(Known::default());
        self.known.len() as Var - 1
    }

    fn var_known(&mut self, known: Known) -> Var {
        self.known.push(known);
        self.known.len() as Var - 1
    }

    pub fn emit(&mut self, op: Op) {
        let current = self.current;
        self.blocks[current].ops.push(op);
    }

    pub fn end(&mut self, term: Term) {
        let current = self.current;
        self.blocks[current].term = term;
    }

    pub fn known(&self, src: &Src) -> Known {
        match src {
            Src::Const(value) => Known::of(*value),
            Src::Var(var) => self.known[*var as usize],
            Src::Low(_) | Src::High(_) | Src::Mem(_) => Known::default(),
        }
    }

    /// Adds what is known of an operand, if it is a variable.
    pub fn learn(&mut self, src: &Src, more: Known) {
        if let Src::Var(var) = src {
            let known = &mut self.known[*var as usize];
            known.zeros |= more.zeros;
            known.ones |= more.ones;
        }
    }

    /// The operand as a variable, copied into one if it is not.
    pub fn as_var(&mut self, src: Src) -> Var {
        match src {
            Src::Var(var) => var,
            other => {
                let known = self.known(&other);
                let dst = self.var_known(known);
                self.emit(Op::Move { dst, src: other });
                dst
            }
        }
    }

    pub fn load(&mut self, addr: Addr, volatile: bool) -> Src {
        let dst = self.var();
        self.emit(if volatile {
            Op::VolatileLoad { dst, addr }
        } else {
            Op::Move {
                dst,
                src: Src::Mem(addr),
            }
        });
        Src::Var(dst)
    }

    pub fn phi(&mut self, block: Blk, incoming: Vec<(Blk, Src)>) -> Var {
        let known = incoming
            .iter()
            .map(|(_, src)| self.known(src))
            .reduce(|a, b| Known {
                zeros: a.zeros & b.zeros,
                ones: a.ones & b.ones,
            });
        let dst = self.var_known(known.unwrap_or_default());
        self.blocks[block].phis.push(Phi { dst, incoming });
        dst
    }

    pub fn logic(&mut self, op: Logic, a: Src, b: Src) -> Src {
        let (a, b) = if matches!(a, Src::Const(_)) {
            (b, a)
        } else {
            (a, b)
        };
        let (ka, kb) = (self.known(&a), self.known(&b));
        let known = match op {
            Logic::And => Known {
                zeros: ka.zeros | kb.zeros,
                ones: ka.ones & kb.ones,
            },
            Logic::Or => Known {
                zeros: ka.zeros & kb.zeros,
                ones: ka.ones | kb.ones,
            },
            Logic::Xor => Known {
                zeros: (ka.zeros & kb.zeros) | (ka.ones & kb.ones),
                ones: (ka.zeros & kb.ones) | (ka.ones & kb.zeros),
            },
        };
        if known.zeros | known.ones == 0xff {
            return Src::Const(known.ones);
        }
        let same = match op {
            // Every bit that could be cleared is known zero already, or every bit that could be set is set.
            Logic::And if kb.ones | ka.zeros == 0xff => Some(a.clone()),
            Logic::And if ka.ones | kb.zeros == 0xff => Some(b.clone()),
            Logic::Or if kb.zeros | ka.ones == 0xff => Some(a.clone()),
            Logic::Or if ka.zeros | kb.ones == 0xff => Some(b.clone()),
            Logic::Xor if kb.zeros == 0xff => Some(a.clone()),
            Logic::Xor if a == b && !matches!(a, Src::Mem(_)) => Some(Src::Const(0)),
            Logic::And | Logic::Or if a == b && !matches!(a, Src::Mem(_)) => Some(a.clone()),
            _ => None,
        };
        same.unwrap_or_else(|| {
            let dst = self.var_known(known);
            self.emit(Op::Logic { op, dst, a, b });
            Src::Var(dst)
        })
    }

    pub fn logic_wide(&mut self, op: Logic, a: &[Src], b: &[Src]) -> Vec<Src> {
        a.iter()
            .zip(b)
            .map(|(a, b)| self.logic(op, a.clone(), b.clone()))
            .collect()
    }

    pub fn add_wide(&mut self, a: &[Src], b: &[Src]) -> Vec<Src> {
        self.add_carry(a, b, false).0
    }

    /// Sum and, in the flag or known, the carry out.
    fn add_carry(&mut self, a: &[Src], b: &[Src], carry: bool) -> (Vec<Src>, Running) {
        let mut running = Running::Known(carry);
        let mut sum = Vec::with_capacity(a.len());
        for (a, b) in a.iter().zip(b) {
            let (byte, next) = self.add_byte(a.clone(), b.clone(), running);
            sum.push(byte);
            running = next;
        }
        (sum, running)
    }

    fn add_byte(&mut self, a: Src, b: Src, carry: Running) -> (Src, Running) {
        let (ka, kb) = (self.known(&a), self.known(&b));
        if carry == Running::Known(false) {
            if let (Src::Const(x), Src::Const(y)) = (&a, &b) {
                let (sum, out) = x.overflowing_add(*y);
                return (Src::Const(sum), Running::Known(out));
            }
            if ka.zeros | kb.zeros == 0xff {
                return (self.logic(Logic::Or, a, b), Running::Known(false));
            }
        }
        if let (Running::Known(true), Src::Const(0xff)) = (carry, &b) {
            return (a, Running::Known(true));
        }
        if let (Running::Known(true), Src::Const(0xff)) = (carry, &a) {
            return (b, Running::Known(true));
        }
        let top =
            u16::from(ka.max()) + u16::from(kb.max()) + u16::from(carry != Running::Known(false));
        let mut known = Known::default();
        if top < 256 {
            known.zeros = !(0xffu8.checked_shr((top as u8).leading_zeros()).unwrap_or(0));
        }
        let dst = self.var_known(known);
        let carry_in = match carry {
            Running::Known(false) => CarryIn::Clear,
            Running::Known(true) => CarryIn::Set,
            Running::Flag => CarryIn::Chain,
        };
        let (a, b) = if matches!(a, Src::Const(_) | Src::Low(_) | Src::High(_)) {
            (b, a)
        } else {
            (a, b)
        };
        self.emit(Op::Add {
            dst: Some(dst),
            a,
            b,
            carry: carry_in,
        });
        (
            Src::Var(dst),
            if top < 256 {
                Running::Known(false)
            } else {
                Running::Flag
            },
        )
    }

    pub fn sub_wide(&mut self, a: &[Src], b: &[Src]) -> Vec<Src> {
        let mut running = Running::Known(true);
        let mut difference = Vec::with_capacity(a.len());
        for (a, b) in a.iter().zip(b) {
            let (byte, next) = self.sub_byte(a.clone(), b.clone(), running);
            difference.push(byte);
            running = next;
        }
        difference
    }

    /// `carry` is the complement of the borrow.
    fn sub_byte(&mut self, a: Src, b: Src, carry: Running) -> (Src, Running) {
        if carry == Running::Known(true) {
            if let (Src::Const(x), Src::Const(y)) = (&a, &b) {
                let (difference, borrow) = x.overflowing_sub(*y);
                return (Src::Const(difference), Running::Known(!borrow));
            }
            if b == Src::Const(0) {
                return (a, Running::Known(true));
            }
            if a == Src::Const(0xff) {
                return (
                    self.logic(Logic::Xor, b, Src::Const(0xff)),
                    Running::Known(true),
                );
            }
        }
        let dst = self.var();
        let carry_in = match carry {
            Running::Known(false) => CarryIn::Clear,
            Running::Known(true) => CarryIn::Set,
            Running::Flag => CarryIn::Chain,
        };
        self.emit(Op::Sub {
            dst: Some(dst),
            a,
            b,
            carry: carry_in,
        });
        (Src::Var(dst), Running::Flag)
    }

    /// Sum as wide as the operands and the carry out as a byte.
    pub fn add_with_carry_byte(&mut self, a: &[Src], b: &[Src]) -> (Vec<Src>, Src) {
        let (sum, carry) = self.add_carry(a, b, false);
        (sum, self.carry_byte(carry))
    }

    /// Difference and the borrow as a byte.
    pub fn sub_with_borrow_byte(&mut self, a: &[Src], b: &[Src]) -> (Vec<Src>, Src) {
        let mut running = Running::Known(true);
        let mut difference = Vec::new();
        for (a, b) in a.iter().zip(b) {
            let (byte, next) = self.sub_byte(a.clone(), b.clone(), running);
            difference.push(byte);
            running = next;
        }
        let carry = self.carry_byte(running);
        (difference, self.logic(Logic::Xor, carry, Src::Const(1)))
    }

    fn carry_byte(&mut self, carry: Running) -> Src {
        match carry {
            Running::Known(set) => Src::Const(u8::from(set)),
            Running::Flag => {
                let dst = self.var_known(Known {
                    zeros: 0xfe,
                    ones: 0,
                });
                self.emit(Op::CarryToByte { dst });
                Src::Var(dst)
            }
        }
    }

    /// One bit to the left through all bytes.
    pub fn shift_left_once(&mut self, bytes: &[Src]) -> Vec<Src> {
        let mut carry = Running::Known(false);
        let mut out = Vec::with_capacity(bytes.len());
        for byte in bytes {
            let (shifted, next) = self.shift_byte(Shift::Left, byte.clone(), carry);
            out.push(shifted);
            carry = next;
        }
        out
    }

    /// One bit to the right, `top` coming in: zero, or the sign.
    pub fn shift_right_once(&mut self, bytes: &[Src], signed: bool) -> Vec<Src> {
        let mut carry = Running::Known(false);
        if signed && let Some(top) = bytes.last() {
            let known = self.known(top);
            if known.zeros & 0x80 == 0 {
                if known.ones & 0x80 != 0 {
                    carry = Running::Known(true);
                } else {
                    self.emit(Op::SignToCarry { a: top.clone() });
                    carry = Running::Flag;
                }
            }
        }
        let mut out = vec![Src::Const(0); bytes.len()];
        for (index, byte) in bytes.iter().enumerate().rev() {
            let (shifted, next) = self.shift_byte(Shift::Right, byte.clone(), carry);
            out[index] = shifted;
            carry = next;
        }
        out
    }

    fn shift_byte(&mut self, op: Shift, byte: Src, carry: Running) -> (Src, Running) {
        let known = self.known(&byte);
        let (mut next, out_bit, in_bit) = match op {
            Shift::Left => (
                Known {
                    zeros: known.zeros << 1,
                    ones: known.ones << 1,
                },
                0x80,
                1,
            ),
            Shift::Right => (
                Known {
                    zeros: known.zeros >> 1,
                    ones: known.ones >> 1,
                },
                1,
                0x80,
            ),
        };
        match carry {
            Running::Known(false) => next.zeros |= in_bit,
            Running::Known(true) => next.ones |= in_bit,
            Running::Flag => {}
        }
        let out = if known.zeros & out_bit != 0 {
            Running::Known(false)
        } else if known.ones & out_bit != 0 {
            Running::Known(true)
        } else {
            Running::Flag
        };
        if next.zeros | next.ones == 0xff && !(out == Running::Flag) {
            return (Src::Const(next.ones), out);
        }
        // A byte that is zero only passes the carry in: it becomes the carry itself.
        let dst = self.var_known(next);
        let carry_in = match carry {
            Running::Known(false) => CarryIn::Clear,
            Running::Known(true) => CarryIn::Set,
            Running::Flag => CarryIn::Chain,
        };
        self.emit(Op::Shift {
            op,
            dst,
            a: byte,
            carry: carry_in,
        });
        (Src::Var(dst), out)
    }

    /// $FF or 0 by the sign of `byte`.
    pub fn sign_fill(&mut self, byte: Src) -> Src {
        let known = self.known(&byte);
        if known.zeros & 0x80 != 0 {
            return Src::Const(0);
        }
        if known.ones & 0x80 != 0 {
            return Src::Const(0xff);
        }
        let dst = self.var();
        self.emit(Op::SignFill { dst, a: byte });
        Src::Var(dst)
    }

    /// Two variables side by side in zero page that hold this pointer.
    pub fn pair(&mut self, bytes: &[Src]) -> (Var, Var) {
        let low = self.var();
        let high = self.var();
        self.emit(Op::Move {
            dst: low,
            src: bytes[0].clone(),
        });
        self.emit(Op::Move {
            dst: high,
            src: bytes[1].clone(),
        });
        self.pairs.push((low, high));
        (low, high)
    }
}

/// The bytes of an address constant.
pub fn address_bytes(place: &Place) -> Vec<Src> {
    vec![Src::Low(place.clone()), Src::High(place.clone())]
}

/// A constant as `bytes` bytes, little-endian.
pub fn constant_bytes(value: u128, bytes: usize) -> Vec<Src> {
    (0..bytes)
        .map(|index| Src::Const((value >> (8 * index)) as u8))
        .collect()
}

/// The number, if every byte is a constant.
pub fn constant_value(bytes: &[Src]) -> Option<u128> {
    if bytes.len() > 16 {
        return None;
    }
    bytes
        .iter()
        .enumerate()
        .try_fold(0, |sum, (index, byte)| match byte {
            Src::Const(value) => Some(sum | u128::from(*value) << (8 * index)),
            _ => None,
        })
}
