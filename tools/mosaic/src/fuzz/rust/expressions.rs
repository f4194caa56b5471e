//! Random Rust expressions of a wanted integer type, written so that they cannot panic and mean the same on a
//! machine of 16 bits and of 64: no arithmetic on `usize`, indices masked, divisors odd and positive.

use fastrand::Rng;

pub(super) const TYPES: [&str; 8] = ["u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64"];

/// Writes the code of one function.
pub(super) struct Writer<'r> {
    pub(super) rng: &'r mut Rng,
    /// Variables in scope: name, type, whether it may be assigned.
    pub(super) variables: Vec<(String, &'static str, bool)>,
    /// Arrays in scope: name, element type, length (a power of two), whether it may be written.
    pub(super) arrays: Vec<(String, &'static str, usize, bool)>,
    /// Functions that may be called: name, parameter types, result type.
    pub(super) functions: Vec<(String, Vec<&'static str>, &'static str)>,
    pub(super) next: u32,
}

impl Writer<'_> {
    pub(super) fn chance(&mut self, percent: u32) -> bool {
        self.rng.u32(0..100) < percent
    }

    pub(super) fn ty(&mut self) -> &'static str {
        match self.rng.u32(0..10) {
            0..4 => "u8",
            4..6 => ["u16", "i16"][self.rng.usize(0..2)],
            _ => TYPES[self.rng.usize(0..TYPES.len())],
        }
    }

    pub(super) fn fresh(&mut self) -> String {
        self.next += 1;
        format!("v{}", self.next)
    }

    fn literal(&mut self, ty: &str) -> String {
        let value = match self.rng.u32(0..5) {
            0 => 0,
            1 => 1,
            2 => return format!("{ty}::MAX"),
            3 => return format!("{ty}::MIN"),
            _ => self.rng.u64(0..128),
        };
        format!("{value}{ty}")
    }

    fn variable(&mut self, ty: &'static str) -> String {
        let same: Vec<String> = self
            .variables
            .iter()
            .filter(|(_, other, _)| *other == ty)
            .map(|(name, _, _)| name.clone())
            .collect();
        if !same.is_empty() {
            return same[self.rng.usize(0..same.len())].clone();
        }
        match self.variables.is_empty() {
            true => self.literal(ty),
            false => {
                let at = self.rng.usize(0..self.variables.len());
                format!("({} as {ty})", self.variables[at].0)
            }
        }
    }

    pub(super) fn index(&mut self, length: usize, depth: u32) -> String {
        let value = self.expression("u8", depth);
        format!("({value} as usize & {})", length.min(256) - 1)
    }

    /// An expression of type `ty`.
    pub(super) fn expression(&mut self, ty: &'static str, depth: u32) -> String {
        if depth == 0 {
            return if self.chance(75) {
                self.variable(ty)
            } else {
                self.literal(ty)
            };
        }
        let depth = depth - 1;
        match self.rng.u32(0..22) {
            0..5 => {
                let name = ["add", "sub", "mul", "add", "sub"][self.rng.usize(0..5)];
                let (a, b) = (self.expression(ty, depth), self.expression(ty, depth));
                format!("({a}).wrapping_{name}({b})")
            }
            5..8 => {
                let sign = ["&", "|", "^"][self.rng.usize(0..3)];
                format!(
                    "({} {sign} {})",
                    self.expression(ty, depth),
                    self.expression(ty, depth)
                )
            }
            8..10 => {
                let name = ["shl", "shr"][self.rng.usize(0..2)];
                let (a, by) = (self.expression(ty, depth), self.expression("u8", depth));
                format!("({a}).wrapping_{name}({by} as u32)")
            }
            10 => self.division(ty, depth),
            11..13 => {
                let from = self.ty();
                format!("({} as {ty})", self.expression(from, depth))
            }
            13..15 => {
                let condition = self.condition(depth);
                let (a, b) = (self.expression(ty, depth), self.expression(ty, depth));
                format!("(if {condition} {{ {a} }} else {{ {b} }})")
            }
            15..18 => self.method(ty, depth),
            18..20 => self.element(ty, depth),
            20 => self.choice(ty, depth),
            _ => self.call(ty, depth),
        }
    }

    fn division(&mut self, ty: &'static str, depth: u32) -> String {
        let name = ["div", "rem"][self.rng.usize(0..2)];
        let (a, b) = (self.expression(ty, depth), self.expression(ty, depth));
        format!("({a}).wrapping_{name}({b} & {ty}::MAX | 1)")
    }

    fn method(&mut self, ty: &'static str, depth: u32) -> String {
        let a = self.expression(ty, depth);
        match self.rng.u32(0..12) {
            0 => format!(
                "({a}).rotate_left({} as u32 & 31)",
                self.expression("u8", depth)
            ),
            1 => format!("(({a}).leading_zeros() as {ty})"),
            2 => format!("(({a}).trailing_zeros() as {ty})"),
            3 => format!("(({a}).count_ones() as {ty})"),
            4 => format!("({a}).swap_bytes()"),
            5 => format!("({a}).reverse_bits()"),
            6 => format!("({a}).saturating_add({})", self.expression(ty, depth)),
            7 => format!("({a}).saturating_sub({})", self.expression(ty, depth)),
            8 => format!("({a}).max({})", self.expression(ty, depth)),
            9 => format!("({a}).min({})", self.expression(ty, depth)),
            10 => {
                let (b, other) = (self.expression(ty, depth), self.expression(ty, depth));
                format!("({a}).checked_mul({b}).unwrap_or({other})")
            }
            _ => {
                let b = self.expression(ty, depth);
                format!(
                    "{{ let (sum, over) = ({a}).overflowing_add({b}); if over {{ !sum }} else {{ sum }} }}"
                )
            }
        }
    }

    fn element(&mut self, ty: &'static str, depth: u32) -> String {
        if self.arrays.is_empty() {
            return self.variable(ty);
        }
        let at = self.rng.usize(0..self.arrays.len());
        let (name, element, length, _) = self.arrays[at].clone();
        let value = match self.rng.u32(0..5) {
            0 => format!(
                "{name}.iter().fold(0{element}, |sum, x| sum.wrapping_mul(3).wrapping_add(*x))"
            ),
            1 => format!("(*{name}.iter().max().unwrap())"),
            2 => {
                let bound = self.expression(element, 0);
                format!("({name}.iter().filter(|x| **x < {bound}).count() as u8)")
            }
            _ => format!("{name}[{}]", self.index(length, depth.min(1))),
        };
        format!("({value} as {ty})")
    }

    fn choice(&mut self, ty: &'static str, depth: u32) -> String {
        let value = self.expression("u8", depth);
        let start = self.rng.u8(0..100);
        let arms: String = (0..self.rng.u8(2..6))
            .map(|arm| format!("{} => {}, ", start + arm, self.expression(ty, depth)))
            .collect();
        format!(
            "(match {value} {{ {arms}_ => {} }})",
            self.expression(ty, 0)
        )
    }

    fn call(&mut self, ty: &'static str, depth: u32) -> String {
        if self.functions.is_empty() {
            return self.variable(ty);
        }
        let at = self.rng.usize(0..self.functions.len());
        let (name, parameters, result) = self.functions[at].clone();
        let arguments: Vec<String> = parameters
            .iter()
            .map(|ty| self.expression(ty, depth.min(1)))
            .collect();
        let call = format!("{name}({})", arguments.join(", "));
        if result == ty {
            call
        } else {
            format!("({call} as {ty})")
        }
    }

    pub(super) fn condition(&mut self, depth: u32) -> String {
        let ty = self.ty();
        let sign = ["==", "!=", "<", "<=", ">", ">="][self.rng.usize(0..6)];
        let comparison = format!(
            "({}) {sign} ({})",
            self.expression(ty, depth),
            self.expression(ty, depth)
        );
        match self.rng.u32(0..4) {
            0 if depth > 0 => format!("({comparison}) && ({})", self.condition(depth - 1)),
            1 if depth > 0 => format!("({comparison}) || ({})", self.condition(depth - 1)),
            _ => comparison,
        }
    }
}
