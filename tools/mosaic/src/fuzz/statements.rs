//! Statements without control flow: arithmetic, comparisons, casts, intrinsics and calls, each made safe.

use super::generate::{Body, Kind, Signature, Value};

/// Intrinsics of two operands of one width.
const TWO_OPERANDS: [&str; 8] = [
    "umax", "umin", "smax", "smin", "uadd.sat", "usub.sat", "sadd.sat", "ssub.sat",
];
const CHECKED: [&str; 6] = ["uadd", "usub", "umul", "sadd", "ssub", "smul"];
const PREDICATES: [&str; 10] = [
    "eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge",
];

impl Body<'_> {
    pub(super) fn statements(&mut self, count: usize) {
        for _ in 0..count {
            if !self.affordable(20) {
                return;
            }
            self.statement();
        }
    }

    fn statement(&mut self) {
        match self.module.rng.u32(0..102) {
            0..24 => self.binary(),
            24..29 => self.flagged(),
            29..37 => self.compare(),
            37..44 => self.select(),
            44..54 => self.cast(),
            54..64 => self.load(),
            64..72 => self.store(),
            72..79 => self.intrinsic(),
            79..83 => self.branch(),
            83..86 => self.counted_loop(),
            86..88 => self.array_loop(),
            88..90 => self.switch(),
            90..94 => self.call(),
            94..96 => self.pointer(),
            96..97 => self.checked(),
            97..99 => self.move_memory(),
            99..101 => self.tag_pointer(),
            _ => self.select_pointer(),
        }
    }

    /// A value of that kind: one in scope, a constant, or one made of another width.
    pub(super) fn operand(&mut self, kind: Kind) -> String {
        let same: Vec<String> = self
            .scope
            .iter()
            .filter(|value| value.kind == kind)
            .map(|value| value.name.clone())
            .collect();
        if !same.is_empty() && self.module.chance(80) {
            // The newest values twice as often: that makes chains instead of a bush.
            let at = self
                .module
                .below(same.len())
                .max(self.module.below(same.len()));
            return same[at].clone();
        }
        match kind {
            Kind::Int(bits) => {
                let other = self.any_integer();
                match other.filter(|_| self.module.chance(60)) {
                    Some(value) => self.convert(&value, bits),
                    None => constant(self.module.number(bits), bits),
                }
            }
            Kind::Pointer { room, writable } => self.pointer_with(room, writable).name,
            Kind::Checked(bits) => {
                let value = self.operand(Kind::Int(bits));
                let flag = self.operand(Kind::Int(1));
                let ty = kind.text();
                let half = self.fresh();
                self.line(&format!(
                    "  {half} = insertvalue {ty} poison, i{bits} {value}, 0"
                ));
                self.define(kind, &format!("insertvalue {ty} {half}, i1 {flag}, 1"))
            }
        }
    }

    pub(super) fn integer(&mut self, bits: u32) -> String {
        self.operand(Kind::Int(bits))
    }

    fn any_integer(&mut self) -> Option<Value> {
        let all: Vec<&Value> = self
            .scope
            .iter()
            .filter(|value| matches!(value.kind, Kind::Int(_)))
            .collect();
        let at = self.module.rng.usize(0..all.len().max(1));
        all.get(at).map(|value| (*value).clone())
    }

    fn convert(&mut self, value: &Value, bits: u32) -> String {
        let Kind::Int(from) = value.kind else {
            return value.name.clone();
        };
        let op = match from.cmp(&bits) {
            std::cmp::Ordering::Equal => return value.name.clone(),
            std::cmp::Ordering::Greater => "trunc",
            std::cmp::Ordering::Less if self.module.chance(50) => "sext",
            std::cmp::Ordering::Less => "zext",
        };
        self.define(
            Kind::Int(bits),
            &format!("{op} i{from} {} to i{bits}", value.name),
        )
    }

    fn binary(&mut self) {
        let bits = self.module.width();
        let ty = format!("i{bits}");
        let a = self.integer(bits);
        let text = match self.module.rng.u32(0..20) {
            0..5 => format!("add {ty} {a}, {}", self.integer(bits)),
            5..8 => format!("sub {ty} {a}, {}", self.integer(bits)),
            8..10 => format!("and {ty} {a}, {}", self.integer(bits)),
            10..12 => format!("or {ty} {a}, {}", self.integer(bits)),
            12..14 => format!("xor {ty} {a}, {}", self.integer(bits)),
            14 => format!("mul {ty} {a}, {}", self.integer(bits)),
            15 => self.division(bits, &a),
            _ => self.shift(bits, &a),
        };
        self.define(Kind::Int(bits), &text);
    }

    /// Divisors are odd; signed ones positive as well, so neither zero nor minus one comes up.
    fn division(&mut self, bits: u32, a: &str) -> String {
        let ty = format!("i{bits}");
        let op = ["udiv", "urem", "sdiv", "srem"][self.module.below(4)];
        if op.starts_with('u') {
            let b = self.integer(bits);
            let odd = self.define(
                Kind::Int(bits),
                &format!("or {ty} {b}, {}", constant(1, bits)),
            );
            let constant_divisor = self.module.chance(40);
            let divisor = if constant_divisor {
                self.nonzero(bits)
            } else {
                odd
            };
            return format!("{op} {ty} {a}, {divisor}");
        }
        if bits < 3 {
            return format!("xor {ty} {a}, {}", constant(1, bits));
        }
        if self.module.chance(40) {
            let positive = (self.module.number(bits) as u128 & (u128::MAX >> (129 - bits))).max(1);
            return format!("{op} {ty} {a}, {positive}");
        }
        let b = self.integer(bits);
        let half = self.define(Kind::Int(bits), &format!("lshr {ty} {b}, 1"));
        let odd = self.define(Kind::Int(bits), &format!("or {ty} {half}, 1"));
        format!("{op} {ty} {a}, {odd}")
    }

    fn nonzero(&mut self, bits: u32) -> String {
        match self.module.number(bits) {
            0 => constant(1, bits),
            other => constant(other, bits),
        }
    }

    fn shift(&mut self, bits: u32, a: &str) -> String {
        let op = ["shl", "lshr", "ashr"][self.module.below(3)];
        let amount = self.amount(bits);
        format!("{op} i{bits} {a}, {amount}")
    }

    /// A shift amount below the width.
    fn amount(&mut self, bits: u32) -> String {
        if bits == 1 || self.module.chance(60) {
            return constant(i128::from(self.module.rng.u32(0..bits)), bits);
        }
        let b = self.integer(bits);
        let mask = (1i128 << bits.ilog2()) - 1;
        self.define(Kind::Int(bits), &format!("and i{bits} {b}, {mask}"))
    }

    /// Operations that carry promises, on operands that keep them.
    fn flagged(&mut self) {
        let bits = self.module.width();
        if bits < 4 {
            return self.binary();
        }
        let ty = format!("i{bits}");
        let (a, b) = (self.integer(bits), self.integer(bits));
        let small =
            |body: &mut Self, x: &str| body.define(Kind::Int(bits), &format!("lshr {ty} {x}, 2"));
        let (a, b) = (small(self, &a), small(self, &b));
        let text = match self.module.rng.u32(0..6) {
            0 => format!("add nuw nsw {ty} {a}, {b}"),
            1 => format!("sub nsw {ty} {a}, {b}"),
            2 => format!("shl nuw nsw {ty} {a}, 1"),
            3 => {
                let even = self.define(Kind::Int(bits), &format!("shl nuw {ty} {a}, 1"));
                format!("or disjoint {ty} {even}, 1")
            }
            4 => {
                let wide = bits + self.module.rng.u32(0..=128 - bits) / 2;
                if wide == bits {
                    format!("add nuw {ty} {a}, {b}")
                } else {
                    self.define(Kind::Int(wide), &format!("zext nneg {ty} {a} to i{wide}"));
                    return;
                }
            }
            _ => {
                let even = self.define(Kind::Int(bits), &format!("shl nuw {ty} {a}, 1"));
                format!("lshr exact {ty} {even}, 1")
            }
        };
        self.define(Kind::Int(bits), &text);
    }

    fn compare(&mut self) {
        let bits = self.module.width();
        let predicate = PREDICATES[self.module.below(PREDICATES.len())];
        let (a, b) = (self.integer(bits), self.integer(bits));
        self.define(Kind::Int(1), &format!("icmp {predicate} i{bits} {a}, {b}"));
    }

    fn select(&mut self) {
        let bits = self.module.width();
        let condition = self.integer(1);
        let (a, b) = (self.integer(bits), self.integer(bits));
        self.define(
            Kind::Int(bits),
            &format!("select i1 {condition}, i{bits} {a}, i{bits} {b}"),
        );
    }

    fn cast(&mut self) {
        let bits = self.module.width();
        if let Some(value) = self.any_integer() {
            self.convert(&value, bits);
        }
    }

    fn intrinsic(&mut self) {
        let bits = self.module.width();
        let ty = format!("i{bits}");
        let a = self.integer(bits);
        let text = match self.module.rng.u32(0..14) {
            0 => format!("call {ty} @llvm.abs.{ty}({ty} {a}, i1 false)"),
            1 => format!("call {ty} @llvm.ctpop.{ty}({ty} {a})"),
            2 => format!("call {ty} @llvm.ctlz.{ty}({ty} {a}, i1 false)"),
            3 => format!("call {ty} @llvm.cttz.{ty}({ty} {a}, i1 false)"),
            4 => format!("call {ty} @llvm.bitreverse.{ty}({ty} {a})"),
            5 if bits.is_multiple_of(16) => format!("call {ty} @llvm.bswap.{ty}({ty} {a})"),
            6 | 7 => {
                let name = ["fshl", "fshr"][self.module.below(2)];
                let b = if self.module.chance(50) {
                    a.clone()
                } else {
                    self.integer(bits)
                };
                let by = self.integer(bits);
                format!("call {ty} @llvm.{name}.{ty}({ty} {a}, {ty} {b}, {ty} {by})")
            }
            8 => {
                let name = ["ucmp", "scmp"][self.module.below(2)];
                let b = self.integer(bits);
                let result = self.module.rng.u32(2..=16);
                let text =
                    format!("call i{result} @llvm.{name}.i{result}.{ty}({ty} {a}, {ty} {b})");
                self.define(Kind::Int(result), &text);
                return;
            }
            9 => {
                let name = ["ushl.sat", "sshl.sat"][self.module.below(2)];
                let by = self.amount(bits);
                format!("call {ty} @llvm.{name}.{ty}({ty} {a}, {ty} {by})")
            }
            _ => {
                let name = TWO_OPERANDS[self.module.below(TWO_OPERANDS.len())];
                let b = self.integer(bits);
                format!("call {ty} @llvm.{name}.{ty}({ty} {a}, {ty} {b})")
            }
        };
        self.define(Kind::Int(bits), &text);
    }

    /// An overflow-checking operation, taken apart again.
    fn checked(&mut self) {
        let bits = self.module.width();
        let kind = Kind::Checked(bits);
        let (a, b) = (self.integer(bits), self.integer(bits));
        let name = CHECKED[self.module.below(CHECKED.len())];
        let ty = kind.text();
        let text =
            format!("call {ty} @llvm.{name}.with.overflow.i{bits}(i{bits} {a}, i{bits} {b})");
        let pair = self.define(kind, &text);
        self.take_apart(&pair, bits);
    }

    pub(super) fn take_apart(&mut self, pair: &str, bits: u32) {
        let ty = Kind::Checked(bits).text();
        self.define(Kind::Int(bits), &format!("extractvalue {ty} {pair}, 0"));
        self.define(Kind::Int(1), &format!("extractvalue {ty} {pair}, 1"));
    }

    fn call(&mut self) {
        let callable: Vec<Signature> = self
            .module
            .functions
            .iter()
            .filter(|function| self.affordable(function.cost + 10))
            .cloned()
            .collect();
        let tables: Vec<(String, u32, Signature)> = self
            .module
            .tables
            .iter()
            .filter(|(_, _, function)| self.affordable(function.cost + 10))
            .cloned()
            .collect();
        if !tables.is_empty() && self.module.chance(40) {
            let at = self.module.below(tables.len());
            let (name, count, signature) = tables[at].clone();
            return self.call_entry(&name, count, &signature);
        }
        if callable.is_empty() {
            return self.binary();
        }
        let at = self.module.below(callable.len());
        let signature = callable[at].clone();
        let first = signature.depth.map(|depth| {
            let value = self.integer(8);
            self.define(Kind::Int(8), &format!("and i8 {value}, {depth}"))
        });
        self.call_with_first(&signature, first);
    }

    /// One of the functions of a table: read from it by an index, or chosen between two.
    fn call_entry(&mut self, table: &str, count: u32, signature: &Signature) {
        if self.module.chance(30) {
            let condition = self.integer(1);
            let entries = table.replace("table", "entry");
            let (a, b) = (self.module.rng.u32(0..count), self.module.rng.u32(0..count));
            let name = self.fresh();
            self.line(&format!(
                "  {name} = select i1 {condition}, ptr {entries}_{a}, ptr {entries}_{b}"
            ));
            let chosen = Signature {
                name,
                ..signature.clone()
            };
            return self.call_with_first(&chosen, None);
        }
        let index = self.masked_index(count);
        let place = self.fresh();
        self.line(&format!(
            "  {place} = getelementptr ptr, ptr {table}, i16 {index}"
        ));
        let function = self.fresh();
        self.line(&format!("  {function} = load ptr, ptr {place}"));
        self.call_with_first(
            &Signature {
                name: function,
                ..signature.clone()
            },
            None,
        );
    }

    /// A call whose first argument may be given; the result, if any, comes into scope.
    pub(super) fn call_with_first(&mut self, signature: &Signature, first: Option<String>) {
        let mut arguments = Vec::new();
        for (number, kind) in signature.params.iter().enumerate() {
            let operand = match &first {
                Some(first) if number == 0 => first.clone(),
                _ => self.operand(*kind),
            };
            arguments.push(format!("{} {operand}", kind.text()));
        }
        self.cost += self.repeat * signature.cost;
        let call = format!("{}({})", signature.name, arguments.join(", "));
        match signature.ret {
            None => self.line(&format!("  call void {call}")),
            Some(kind) => {
                let result = self.define(kind, &format!("call {} {call}", kind.text()));
                if let Kind::Checked(bits) = kind {
                    self.take_apart(&result, bits);
                }
            }
        }
    }
}

/// A number as IR writes it: `i1` has words of its own.
pub(super) fn constant(value: i128, bits: u32) -> String {
    match bits {
        1 => (value & 1 != 0).to_string(),
        _ => value.to_string(),
    }
}
