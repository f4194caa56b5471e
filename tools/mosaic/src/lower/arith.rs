//! Arithmetic on wide integers: multiplication, division and shifts become bytes, tables or runtime calls.

use super::builder::{Builder, Known, constant_bytes, constant_value};
use crate::asm::inst::Place;
use crate::ops::model::*;
use crate::runtime::Libcall::{self, *};

/// Place of byte `index` of a runtime register block.
pub fn runtime_place(block: &str, index: usize) -> Place {
    Place::Symbol(block.to_owned(), index as i32)
}

/// Bytes after which everything is a known zero.
pub fn significant(builder: &Builder, bytes: &[Src]) -> usize {
    bytes.len()
        - bytes
            .iter()
            .rev()
            .take_while(|byte| builder.known(byte).zeros == 0xff)
            .count()
}

impl Builder {
    pub fn shift_left(&mut self, bytes: &[Src], count: u32) -> Vec<Src> {
        let size = bytes.len();
        let whole = (count / 8) as usize;
        if whole >= size {
            return vec![Src::Const(0); size];
        }
        let bits = count % 8;
        if bits > 4 && size - whole >= 1 {
            // A byte further, then back by the rest: fewer single steps.
            let mut wide = vec![Src::Const(0); whole + 1];
            wide.extend_from_slice(&bytes[..size - whole]);
            for _ in 0..8 - bits {
                wide = self.shift_right_from(&wide, whole);
            }
            wide.truncate(size);
            return wide;
        }
        let mut out = vec![Src::Const(0); whole];
        let mut part = bytes[..size - whole].to_vec();
        for _ in 0..bits {
            part = self.shift_left_once(&part);
        }
        out.extend(part);
        out
    }

    /// One bit right in the bytes from `from` up; the bytes below are zero and stay so.
    fn shift_right_from(&mut self, bytes: &[Src], from: usize) -> Vec<Src> {
        let mut out = bytes[..from].to_vec();
        out.extend(self.shift_right_once(&bytes[from..], false));
        out
    }

    pub fn shift_right(&mut self, bytes: &[Src], count: u32, signed: bool) -> Vec<Src> {
        let size = bytes.len();
        let whole = (count / 8) as usize;
        let fill = if signed {
            self.sign_fill(bytes[size - 1].clone())
        } else {
            Src::Const(0)
        };
        if whole >= size {
            return vec![fill; size];
        }
        let bits = count % 8;
        if bits > 4 && whole < size {
            // A byte further, then back by the rest.
            let mut wide: Vec<Src> = bytes[whole..].to_vec();
            wide.push(fill.clone());
            for _ in 0..8 - bits {
                wide = self.shift_left_once(&wide);
            }
            let mut out = wide[1..].to_vec();
            out.resize(size, fill);
            return out;
        }
        let mut part = bytes[whole..].to_vec();
        for _ in 0..bits {
            part = self.shift_right_once(&part, signed);
        }
        part.resize(size, fill);
        part
    }

    /// Shift by a variable count: a loop that shifts once per turn. Counts of the width or more are undefined.
    pub fn shift_variable(
        &mut self,
        bytes: &[Src],
        count: Src,
        step: impl Fn(&mut Builder, &[Src]) -> Vec<Src>,
    ) -> Vec<Src> {
        let entry = self.current;
        let head = self.block();
        let done = self.block();
        self.end(Term::Branch {
            test: Test::Equal(count.clone(), Src::Const(0)),
            then: done,
            other: head,
            likely: None,
        });
        let left = self.phi(head, vec![(entry, count)]);
        self.known[left as usize] = Known::default();
        let values: Vec<Var> = bytes
            .iter()
            .map(|byte| {
                let var = self.phi(head, vec![(entry, byte.clone())]);
                self.known[var as usize] = Known::default();
                var
            })
            .collect();
        self.current = head;
        let shifted = step(
            self,
            &values.iter().map(|var| Src::Var(*var)).collect::<Vec<_>>(),
        );
        let next = self.sub_wide(&[Src::Var(left)], &[Src::Const(1)]).remove(0);
        let latch = self.current;
        self.end(Term::Branch {
            test: Test::NotEqual(next.clone(), Src::Const(0)),
            then: head,
            other: done,
            likely: Some(true),
        });
        self.blocks[head].phis[0].incoming.push((latch, next));
        for (index, byte) in shifted.iter().enumerate() {
            self.blocks[head].phis[index + 1]
                .incoming
                .push((latch, byte.clone()));
        }
        self.current = done;
        (0..bytes.len())
            .map(|index| {
                Src::Var(self.phi(
                    done,
                    vec![
                        (entry, bytes[index].clone()),
                        (latch, shifted[index].clone()),
                    ],
                ))
            })
            .collect()
    }

    pub fn multiply(&mut self, a: &[Src], b: &[Src]) -> Vec<Src> {
        let size = a.len();
        match (constant_value(a), constant_value(b)) {
            (Some(x), Some(y)) => constant_bytes(x.wrapping_mul(y), size),
            (_, Some(factor)) => self.multiply_constant(a, factor),
            (Some(factor), _) => self.multiply_constant(b, factor),
            _ => self.multiply_runtime(a, b),
        }
    }

    /// Shifts, additions and subtractions along the factor's signed digits, if that is cheaper than the routine.
    fn multiply_constant(&mut self, a: &[Src], factor: u128) -> Vec<Src> {
        let size = a.len();
        let mask = if size == 16 {
            u128::MAX
        } else {
            (1 << (8 * size)) - 1
        };
        let factor = factor & mask;
        if factor == 0 {
            return vec![Src::Const(0); size];
        }
        let zeros = factor.trailing_zeros();
        let digits = signed_digits(factor >> zeros, 8 * size as u32 - zeros);
        let additions = digits.iter().filter(|digit| **digit != 0).count() as u32 - 1;
        let shifts = digits.len() as u32;
        let wide = size as u32;
        let cost = shifts * (if wide == 1 { 2 } else { 5 * wide }) + additions * (2 + 9 * wide);
        let routine = match size {
            1..=4 => [90, 260, 420, 750][size - 1],
            8 => 2_600,
            9..=16 => 20_000,
            _ => 0,
        };
        if routine != 0 && cost > routine {
            return self.multiply_runtime(a, &constant_bytes(factor, size));
        }
        let mut sum = a.to_vec();
        for digit in digits.iter().rev().skip(1) {
            sum = self.shift_left_once(&sum);
            match digit {
                1 => sum = self.add_wide(&sum, a),
                -1 => sum = self.sub_wide(&sum, a),
                _ => {}
            }
        }
        self.shift_left(&sum, zeros)
    }

    fn multiply_runtime(&mut self, a: &[Src], b: &[Src]) -> Vec<Src> {
        let size = a.len();
        let widest = significant(self, a).max(significant(self, b));
        if size == 1 {
            return self.byte_product(a[0].clone(), b[0].clone(), 1);
        }
        if widest == 1 && size >= 2 {
            let mut product = self.byte_product(a[0].clone(), b[0].clone(), 2);
            product.resize(size, Src::Const(0));
            return product;
        }
        let (routine, width) = sized(size, [Mul16, Mul24, Mul32, Mul64, Mul128]);
        self.block_call(routine, width, a, b, "rt_a", size)
    }

    /// A times X: low byte in A, high byte in X.
    fn byte_product(&mut self, a: Src, b: Src, bytes: u32) -> Vec<Src> {
        let results: Vec<Var> = (0..bytes).map(|_| self.var()).collect();
        self.emit(Op::Call(Call {
            target: Target::Runtime(Mul8),
            args: vec![(Some(Fixed::A), a), (Some(Fixed::X), b)],
            results: results
                .iter()
                .enumerate()
                .map(|(index, var)| {
                    (
                        Some(if index == 0 { Fixed::A } else { Fixed::X }),
                        index as u32,
                        *var,
                    )
                })
                .collect(),
        }));
        results.into_iter().map(Src::Var).collect()
    }

    /// Operands to `rt_a` and `rt_b`, result from `from`.
    fn block_call(
        &mut self,
        routine: Libcall,
        width: usize,
        a: &[Src],
        b: &[Src],
        from: &str,
        size: usize,
    ) -> Vec<Src> {
        let mut args = Vec::new();
        for (block, bytes) in [("rt_a", a), ("rt_b", b)] {
            for index in 0..width {
                let src = bytes.get(index).cloned().unwrap_or(Src::Const(0));
                args.push((Some(Fixed::Memory(runtime_place(block, index))), src));
            }
        }
        self.emit(Op::Call(Call {
            target: Target::Runtime(routine),
            args,
            results: Vec::new(),
        }));
        (0..size)
            .map(|index| self.load(Addr::Abs(runtime_place(from, index)), false))
            .collect()
    }

    /// Quotient or remainder. Narrow dividends by a constant come from a table.
    pub fn divide(&mut self, a: &[Src], b: &[Src], signed: bool, remainder: bool) -> Vec<Src> {
        let size = a.len();
        if !signed && significant(self, a) <= 1 && significant(self, b) <= 1 {
            let byte = self.divide_byte(a[0].clone(), b[0].clone(), remainder);
            let mut out = vec![byte];
            out.resize(size, Src::Const(0));
            return out;
        }
        let (routine, width) = if signed {
            sized(size, [SDiv16, SDiv24, SDiv32, SDiv64, SDiv128])
        } else {
            sized(
                significant(self, a).max(significant(self, b)),
                [UDiv16, UDiv24, UDiv32, UDiv64, UDiv128],
            )
        };
        let (a, b) = if signed {
            (self.sign_extend(a, width), self.sign_extend(b, width))
        } else {
            (a.to_vec(), b.to_vec())
        };
        let mut out = self.block_call(
            routine,
            width,
            &a,
            &b,
            if remainder { "rt_r" } else { "rt_a" },
            size.min(width),
        );
        out.resize(size, Src::Const(0));
        out
    }

    pub fn sign_extend(&mut self, bytes: &[Src], size: usize) -> Vec<Src> {
        let mut out = bytes.to_vec();
        if size > bytes.len() {
            let fill = self.sign_fill(bytes[bytes.len() - 1].clone());
            out.resize(size, fill);
        }
        out
    }

    fn divide_byte(&mut self, a: Src, b: Src, remainder: bool) -> Src {
        let results = [self.var(), self.var()];
        self.emit(Op::Call(Call {
            target: Target::Runtime(UDiv8),
            args: vec![(Some(Fixed::A), a), (Some(Fixed::X), b)],
            results: vec![
                (Some(Fixed::A), 0, results[0]),
                (Some(Fixed::X), 1, results[1]),
            ],
        }));
        Src::Var(results[usize::from(remainder)])
    }
}

/// The smallest routine that is wide enough, and its width in bytes.
fn sized(size: usize, routines: [Libcall; 5]) -> (Libcall, usize) {
    match size {
        0..=2 => (routines[0], 2),
        3 => (routines[1], 3),
        4 => (routines[2], 4),
        5..=8 => (routines[3], 8),
        _ => (routines[4], 16),
    }
}

/// Non-adjacent form, lowest digit first: -1, 0 or 1, as few of them non-zero as possible.
fn signed_digits(factor: u128, bits: u32) -> Vec<i8> {
    let mut digits = Vec::new();
    let mut rest = factor;
    while rest != 0 && (digits.len() as u32) < bits {
        let digit = if rest & 1 == 0 {
            0
        } else if rest & 3 == 3 {
            -1
        } else {
            1
        };
        rest = if digit < 0 {
            rest.wrapping_add(1)
        } else {
            rest - digit as u128
        };
        digits.push(digit);
        rest >>= 1;
    }
    while digits.last() == Some(&0) {
        digits.pop();
    }
    // A top digit of -1 (the carry fell off the end) would need a negation: use plain binary then.
    if digits.last() == Some(&-1) {
        digits = (0..u128::BITS - factor.leading_zeros())
            .map(|bit| (factor >> bit & 1) as i8)
            .collect();
    }
    digits
}
