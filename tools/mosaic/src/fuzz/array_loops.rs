//! Loops over the elements of an array, as iterators become: by a pointer or by an offset, up or down, tested before or
//! behind the body. Nobody else gets to see the pointer, so the array may come to lie in planes.

use super::generate::{Array, Body, Kind};

/// Elements a loop passes at most.
const MOST_STEPS: u32 = 12;

/// How a loop steps.
struct ArrayLoop {
    array: Array,
    by_pointer: bool,
    down: bool,
    /// Bytes from the start of the array, before the first step and behind the last.
    from: u32,
    to: u32,
}

impl ArrayLoop {
    fn ty(&self) -> &'static str {
        if self.by_pointer { "ptr" } else { "i16" }
    }

    /// A fixed position.
    fn position(&self, offset: u32) -> String {
        match self.by_pointer {
            true => format!(
                "getelementptr inbounds nuw (i8, ptr {}, i16 {offset})",
                self.array.name
            ),
            false => offset.to_string(),
        }
    }

    fn step(&self, at: &str) -> String {
        let stride = self.array.stride();
        match (self.by_pointer, self.down) {
            (true, false) => format!("getelementptr inbounds nuw i8, ptr {at}, i16 {stride}"),
            (true, true) => format!("getelementptr inbounds i8, ptr {at}, i16 -{stride}"),
            (false, false) => format!("add nuw nsw i16 {at}, {stride}"),
            (false, true) => format!("add nsw i16 {at}, -{stride}"),
        }
    }
}

impl Body<'_> {
    pub(super) fn array_loop(&mut self) {
        let arrays = self.module.arrays.clone();
        let array = arrays[self.module.below(arrays.len())].clone();
        let most = array.count.min(MOST_STEPS);
        let all = array.count <= 256 && self.affordable(u64::from(array.count) * 15);
        let steps = match all && self.module.chance(40) {
            true => array.count,
            false => self.module.rng.u32(1..=most),
        };
        if !self.affordable(u64::from(steps) * 30) {
            return self.statements(1);
        }
        let first = self.module.rng.u32(0..=array.count - steps);
        let (low, high) = (first * array.stride(), (first + steps) * array.stride());
        let down = self.module.chance(30);
        let array_loop = ArrayLoop {
            array,
            by_pointer: self.module.chance(50),
            down,
            from: if down { high } else { low },
            to: if down { low } else { high },
        };
        let repeat = self.repeat;
        self.repeat *= u64::from(steps);
        self.emit_array_loop(&array_loop);
        self.repeat = repeat;
    }

    fn emit_array_loop(&mut self, array_loop: &ArrayLoop) {
        let tested_first = self.module.chance(35);
        let bits = self.module.width();
        let sum = self.integer(bits);
        let (head, body, after) = (self.label(), self.label(), self.label());
        let before = self.block.clone();
        self.line(&format!("  br label %{head}"));
        self.start_block(&head);
        let (at, total) = (self.fresh(), self.fresh());
        self.line("");
        let phis = self.last_line();
        self.line("");
        let test = |body: &mut Self, value: &str, label: &str| {
            let (done, end) = (body.fresh(), array_loop.position(array_loop.to));
            body.line(&format!(
                "  {done} = icmp eq {} {value}, {end}",
                array_loop.ty()
            ));
            body.line(&format!("  br i1 {done}, label %{after}, label %{label}"));
        };
        if tested_first {
            test(self, &at, &body);
            self.start_block(&body);
        }
        let next = self.fresh();
        self.line(&format!("  {next} = {}", array_loop.step(&at)));
        let more = self.visit(
            array_loop,
            if array_loop.down { &next } else { &at },
            &total,
            bits,
        );
        let last = self.block.clone();
        if tested_first {
            self.line(&format!("  br label %{head}"));
        } else {
            test(self, &next, &head);
        }
        let (ty, start) = (array_loop.ty(), array_loop.position(array_loop.from));
        self.replace_line(
            phis,
            format!("  {at} = phi {ty} [ {start}, %{before} ], [ {next}, %{last} ]"),
        );
        self.replace_line(
            phis + 1,
            format!("  {total} = phi i{bits} [ {sum}, %{before} ], [ {more}, %{last} ]"),
        );
        self.start_block(&after);
        let result = if tested_first { total } else { more };
        self.define(Kind::Int(bits), &format!("add i{bits} {result}, 0"));
    }

    /// Reads a field of the element a loop has come to, perhaps writes one, and adds to the sum.
    fn visit(&mut self, array_loop: &ArrayLoop, at: &str, total: &str, bits: u32) -> String {
        let place = match array_loop.by_pointer {
            true => at.to_owned(),
            false => {
                let place = self.fresh();
                let name = &array_loop.array.name;
                self.line(&format!(
                    "  {place} = getelementptr inbounds nuw i8, ptr {name}, i16 {at}"
                ));
                place
            }
        };
        let scope = self.scope.clone();
        let (field, width) = self.field_at(&array_loop.array, &place);
        let read = self.define(Kind::Int(width), &format!("load i{width}, ptr {field}"));
        let size = self.module.rng.usize(0..3);
        self.statements(size);
        if array_loop.array.writable && self.module.chance(50) {
            let (field, width) = self.field_at(&array_loop.array, &place);
            let value = self.integer(width);
            self.line(&format!("  store i{width} {value}, ptr {field}"));
        }
        let part = match width.cmp(&bits) {
            std::cmp::Ordering::Equal => read,
            std::cmp::Ordering::Less => {
                self.define(Kind::Int(bits), &format!("zext i{width} {read} to i{bits}"))
            }
            std::cmp::Ordering::Greater => self.define(
                Kind::Int(bits),
                &format!("trunc i{width} {read} to i{bits}"),
            ),
        };
        let more = self.fresh();
        self.line(&format!("  {more} = add i{bits} {total}, {part}"));
        self.scope = scope;
        more
    }

    /// A field of an element.
    fn field_at(&mut self, array: &Array, element: &str) -> (String, u32) {
        let number = self.module.below(array.fields.len());
        let offset: u32 = array.fields[..number].iter().map(|bits| bits / 8).sum();
        let place = self.fresh();
        self.line(&format!(
            "  {place} = getelementptr inbounds nuw i8, ptr {element}, i16 {offset}"
        ));
        (place, array.fields[number])
    }
}
