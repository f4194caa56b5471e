//! Statements with control flow: branches, switches and counted loops, nested, with values joined by phis.

use super::generate::{Body, Kind};
use super::statements::constant;

const DEEPEST: u32 = 3;

impl Body<'_> {
    /// Kinds of the values that will be joined behind a branch.
    fn joined_kinds(&mut self) -> Vec<Kind> {
        (0..self.module.rng.usize(0..3))
            .map(|_| {
                let bits = self.module.width();
                if self.module.chance(15) {
                    Kind::Checked(bits)
                } else {
                    Kind::Int(bits)
                }
            })
            .collect()
    }

    /// Writes one arm; returns the block it ends in and its values to join.
    fn arm(&mut self, label: &str, size: usize, kinds: &[Kind]) -> (String, Vec<String>) {
        let scope = self.scope.clone();
        self.start_block(label);
        self.nesting += 1;
        self.statements(size);
        self.nesting -= 1;
        let values = kinds.iter().map(|kind| self.operand(*kind)).collect();
        self.scope = scope;
        (self.block.clone(), values)
    }

    fn join(&mut self, label: &str, kinds: &[Kind], arms: &[(String, Vec<String>)]) {
        self.start_block(label);
        let mut phis = Vec::new();
        for (number, kind) in kinds.iter().enumerate() {
            let incoming: Vec<String> = arms
                .iter()
                .map(|(block, values)| format!("[ {}, %{block} ]", values[number]))
                .collect();
            phis.push(self.define(
                *kind,
                &format!("phi {} {}", kind.text(), incoming.join(", ")),
            ));
        }
        self.take_all_apart(kinds, &phis);
    }

    /// Makes the parts of joined aggregates usable, behind all phis.
    fn take_all_apart(&mut self, kinds: &[Kind], phis: &[String]) {
        for (kind, phi) in kinds.iter().zip(phis) {
            if let Kind::Checked(bits) = kind {
                self.take_apart(phi, *bits);
            }
        }
    }

    pub(super) fn branch(&mut self) {
        if self.nesting >= DEEPEST {
            return self.statements(1);
        }
        let condition = self.integer(1);
        let kinds = self.joined_kinds();
        let (then, otherwise, after) = (self.label(), self.label(), self.label());
        let size = self.module.rng.usize(0..5);
        if self.module.chance(25) {
            return self.early_return(&condition, &then, &after);
        }
        let both = self.module.chance(60);
        let values: Vec<String> = kinds.iter().map(|kind| self.operand(*kind)).collect();
        let from = self.block.clone();
        let target = if both { &otherwise } else { &after };
        self.line(&format!(
            "  br i1 {condition}, label %{then}, label %{target}"
        ));
        let mut arms = vec![self.arm(&then, size, &kinds)];
        self.line(&format!("  br label %{after}"));
        if both {
            arms.push(self.arm(&otherwise, size, &kinds));
            self.line(&format!("  br label %{after}"));
        } else {
            arms.push((from, values));
        }
        self.join(&after, &kinds, &arms);
    }

    fn early_return(&mut self, condition: &str, leave: &str, stay: &str) {
        self.line(&format!(
            "  br i1 {condition}, label %{leave}, label %{stay}"
        ));
        let scope = self.scope.clone();
        self.start_block(leave);
        if self.signature.name == "@fuzz_main" {
            let operand = self.integer(8);
            self.line(&format!("  store i8 {operand}, ptr @output"));
        }
        self.return_value();
        self.scope = scope;
        self.start_block(stay);
    }

    pub(super) fn switch(&mut self) {
        if self.nesting >= DEEPEST {
            return self.statements(1);
        }
        let bits = self.module.width().max(2);
        let value = self.integer(bits);
        let kinds = self.joined_kinds();
        let after = self.label();
        let start = self.module.number(bits);
        let dense = self.module.chance(60);
        let mut cases = Vec::new();
        // Enough close cases for a jump table, or few.
        let most = if self.module.chance(40) { 20 } else { 8 };
        for number in 0..self.module.rng.i128(1..most) {
            let case = if dense {
                start.wrapping_add(number)
            } else {
                self.module.number(bits)
            };
            let shift = 128 - bits;
            let case = (case << shift) >> shift;
            if !cases.iter().any(|(other, _)| *other == case) {
                cases.push((case, self.label()));
            }
        }
        let default = self.label();
        let list: Vec<String> = cases
            .iter()
            .map(|(case, label)| format!("i{bits} {}, label %{label}", constant(*case, bits)))
            .collect();
        self.line(&format!(
            "  switch i{bits} {value}, label %{default} [ {} ]",
            list.join(" ")
        ));
        let mut arms = Vec::new();
        for label in cases
            .iter()
            .map(|(_, label)| label.clone())
            .chain([default])
        {
            let size = self.module.rng.usize(0..3);
            arms.push(self.arm(&label, size, &kinds));
            self.line(&format!("  br label %{after}"));
        }
        self.join(&after, &kinds, &arms);
    }

    /// A loop that runs at least once, up or down, with values carried around it and perhaps an exit from its middle.
    pub(super) fn counted_loop(&mut self) {
        let times = u64::from(self.module.rng.u32(1..9));
        if self.nesting >= DEEPEST || !self.affordable(times * 25) {
            return self.statements(1);
        }
        let bits = if self.module.chance(70) {
            8
        } else {
            self.module.rng.u32(5..33)
        };
        let bound = self.bound(bits, times);
        let down = self.module.chance(40);
        let mut kinds = self.joined_kinds();
        kinds.insert(0, Kind::Int(bits));
        let mut starts: Vec<String> = kinds.iter().map(|kind| self.operand(*kind)).collect();
        starts[0] = if down { bound.clone() } else { "0".to_owned() };
        let (head, after) = (self.label(), self.label());
        let from = self.block.clone();
        self.line(&format!("  br label %{head}"));
        self.start_block(&head);
        let (repeat, nesting) = (self.repeat, self.nesting);
        self.repeat *= times;
        self.nesting += 1;
        let phis: Vec<(usize, String)> = kinds
            .iter()
            .map(|kind| {
                let name = self.define(*kind, "phi");
                (self.last_line(), name)
            })
            .collect();
        let names: Vec<String> = phis.iter().map(|(_, name)| name.clone()).collect();
        self.take_all_apart(&kinds, &names);
        let size = self.module.rng.usize(1..7);
        self.statements(size);
        let scope = self.module.chance(25).then(|| self.leave_early(&after));
        let step = if down { -1 } else { 1 };
        let counter = self.define(
            Kind::Int(bits),
            &format!("add i{bits} {}, {step}", phis[0].1),
        );
        let mut values: Vec<String> = kinds[1..].iter().map(|kind| self.operand(*kind)).collect();
        values.insert(0, counter.clone());
        let test = if down {
            format!("icmp ne i{bits} {counter}, 0")
        } else {
            format!("icmp ult i{bits} {counter}, {bound}")
        };
        let more = self.define(Kind::Int(1), &test);
        self.line(&format!("  br i1 {more}, label %{head}, label %{after}"));
        for (number, (at, name)) in phis.iter().enumerate() {
            let (ty, start, value) = (kinds[number].text(), &starts[number], &values[number]);
            let text = format!(
                "  {name} = phi {ty} [ {start}, %{from} ], [ {value}, %{} ]",
                self.block
            );
            self.replace_line(*at, text);
        }
        self.repeat = repeat;
        self.nesting = nesting;
        if let Some(scope) = scope {
            self.scope = scope;
        }
        self.start_block(&after);
    }

    /// Number of rounds: a constant, or a value masked to at most that and at least one.
    fn bound(&mut self, bits: u32, times: u64) -> String {
        let mask = (times + 1).next_power_of_two() / 2 - 1;
        if mask == 0 || self.module.chance(50) {
            return times.to_string();
        }
        let value = self.integer(bits);
        let masked = self.define(Kind::Int(bits), &format!("and i{bits} {value}, {mask}"));
        self.define(Kind::Int(bits), &format!("or i{bits} {masked}, 1"))
    }

    /// A branch out of the loop; only what is known here may be used behind it.
    fn leave_early(&mut self, after: &str) -> Vec<super::generate::Value> {
        let condition = self.integer(1);
        let stay = self.label();
        self.line(&format!(
            "  br i1 {condition}, label %{after}, label %{stay}"
        ));
        let scope = self.scope.clone();
        self.start_block(&stay);
        let size = self.module.rng.usize(0..3);
        self.statements(size);
        scope
    }
}
