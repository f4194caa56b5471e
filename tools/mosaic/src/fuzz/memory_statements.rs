//! Statements that touch memory. A pointer carries the room behind it, so no access leaves its object.

use super::generate::{Array, Body, INPUT_BYTES, Kind, Value};

impl Body<'_> {
    /// A pointer with at least that room.
    pub(super) fn pointer_with(&mut self, room: u32, writable: bool) -> Value {
        let fitting: Vec<Value> = self
            .scope
            .iter()
            .filter(|value| match value.kind {
                Kind::Pointer {
                    room: has,
                    writable: can,
                } => has >= room && (can || !writable),
                _ => false,
            })
            .cloned()
            .collect();
        if !fitting.is_empty() && self.module.chance(60) {
            return fitting[self.module.below(fitting.len())].clone();
        }
        self.new_pointer(room, writable)
    }

    fn new_pointer(&mut self, room: u32, writable: bool) -> Value {
        let holders: Vec<String> = self
            .module
            .pointers
            .iter()
            .filter(|(_, has)| *has >= room)
            .map(|(name, _)| name.clone())
            .collect();
        if !holders.is_empty() && self.module.chance(25) {
            let holder = &holders[self.module.below(holders.len())];
            let kind = Kind::Pointer {
                room,
                writable: true,
            };
            let name = self.define(kind, &format!("load ptr, ptr {holder}"));
            return Value { name, kind };
        }
        let arrays: Vec<Array> = self
            .module
            .arrays
            .iter()
            .filter(|array| !array.shut && (array.writable || !writable))
            .filter(|array| array.count * array.stride() >= room)
            .cloned()
            .collect();
        let kind = Kind::Pointer { room, writable };
        if arrays.is_empty() {
            let input = !writable && room <= INPUT_BYTES;
            return Value {
                name: if input { "@input" } else { "@output" }.to_owned(),
                kind,
            };
        }
        let array = arrays[self.module.below(arrays.len())].clone();
        let name = match self.module.rng.u32(0..4) {
            0 => array.name,
            _ => self.inside(&array, room),
        };
        Value { name, kind }
    }

    /// A place in the array from which `room` bytes remain.
    fn inside(&mut self, array: &Array, room: u32) -> String {
        let stride = array.stride();
        let kind = Kind::Pointer {
            room,
            writable: array.writable,
        };
        if room <= stride {
            let index = self.masked_index(array.count);
            let (flags, element, name) = (self.gep_flags(), array.element(), &array.name);
            return self.define(
                kind,
                &format!("getelementptr {flags}{element}, ptr {name}, i16 {index}"),
            );
        }
        let slack = array.count * stride - room;
        let offset = self.module.rng.u32(0..=slack);
        self.define(
            kind,
            &format!(
                "getelementptr inbounds i8, ptr {}, i16 {offset}",
                array.name
            ),
        )
    }

    fn gep_flags(&mut self) -> &'static str {
        ["", "inbounds ", "inbounds nuw ", "nuw "][self.module.below(4)]
    }

    /// An i16 below `count`, which is a power of two.
    pub(super) fn masked_index(&mut self, count: u32) -> String {
        if self.module.chance(15) {
            return self.module.rng.u32(0..count).to_string();
        }
        let bits = if count <= 128 && self.module.chance(75) {
            8
        } else {
            16
        };
        let value = self.integer(bits);
        let masked = self.define(
            Kind::Int(bits),
            &format!("and i{bits} {value}, {}", count - 1),
        );
        match bits {
            16 => masked,
            _ => self.define(Kind::Int(16), &format!("zext nneg i8 {masked} to i16")),
        }
    }

    fn volatile(&mut self) -> &'static str {
        if self.module.chance(6) {
            "volatile "
        } else {
            ""
        }
    }

    pub(super) fn load(&mut self) {
        if !self.module.cells.is_empty() && self.module.chance(20) {
            let at = self.module.below(self.module.cells.len());
            let (cell, bits) = self.module.cells[at].clone();
            self.define(Kind::Int(bits), &format!("load i{bits}, ptr {cell}"));
            return;
        }
        if self.module.chance(40) {
            return self.load_field();
        }
        let bits = self.module.memory_width();
        let place = self.pointer_with(bits / 8, false).name;
        let volatile = self.volatile();
        self.define(
            Kind::Int(bits),
            &format!("load {volatile}i{bits}, ptr {place}"),
        );
    }

    /// The common shape: `array[index].field`.
    fn load_field(&mut self) {
        let Some((place, bits)) = self.field(false) else {
            return;
        };
        self.define(Kind::Int(bits), &format!("load i{bits}, ptr {place}"));
    }

    fn field(&mut self, writable: bool) -> Option<(String, u32)> {
        let arrays: Vec<Array> = self
            .module
            .arrays
            .iter()
            .filter(|array| array.writable || !writable)
            .cloned()
            .collect();
        if arrays.is_empty() {
            return None;
        }
        let array = arrays[self.module.below(arrays.len())].clone();
        let index = self.masked_index(array.count);
        let number = self.module.below(array.fields.len());
        let bits = array.fields[number];
        let path = if array.fields.len() == 1 {
            String::new()
        } else {
            format!(", i32 {number}")
        };
        let (flags, element, name) = (self.gep_flags(), array.element(), &array.name);
        let kind = Kind::Pointer {
            room: bits / 8,
            writable: array.writable,
        };
        let place = self.define(
            kind,
            &format!("getelementptr {flags}{element}, ptr {name}, i16 {index}{path}"),
        );
        if array.shut {
            self.scope.pop();
        }
        Some((place, bits))
    }

    pub(super) fn store(&mut self) {
        if !self.module.cells.is_empty() && self.module.chance(20) {
            let at = self.module.below(self.module.cells.len());
            let (cell, bits) = self.module.cells[at].clone();
            let value = self.integer(bits);
            self.line(&format!("  store i{bits} {value}, ptr {cell}"));
            return;
        }
        if !self.module.pointers.is_empty() && self.module.chance(15) {
            let at = self.module.below(self.module.pointers.len());
            let (holder, room) = self.module.pointers[at].clone();
            // A local would not live as long as the variable that points to it.
            let value = self.new_pointer(room, true).name;
            self.line(&format!("  store ptr {value}, ptr {holder}"));
            return;
        }
        let field = if self.module.chance(40) {
            self.field(true)
        } else {
            None
        };
        let (place, bits) = match field {
            Some(field) => field,
            None => {
                let bits = self.module.memory_width();
                (self.pointer_with(bits / 8, true).name, bits)
            }
        };
        let value = self.integer(bits);
        let volatile = self.volatile();
        self.line(&format!("  store {volatile}i{bits} {value}, ptr {place}"));
    }

    /// A pointer further on in its object, and what can be asked of two such pointers.
    pub(super) fn pointer(&mut self) {
        let base = self.pointer_with(4, false);
        let Kind::Pointer { room, writable } = base.kind else {
            return;
        };
        let step = self.module.rng.u32(0..room.min(4));
        let kind = Kind::Pointer {
            room: room - step,
            writable,
        };
        let next = self.define(
            kind,
            &format!("getelementptr inbounds i8, ptr {}, i16 {step}", base.name),
        );
        match self.module.rng.u32(0..3) {
            0 => {
                let predicate = ["eq", "ne", "ult", "uge"][self.module.below(4)];
                self.define(
                    Kind::Int(1),
                    &format!("icmp {predicate} ptr {}, {next}", base.name),
                );
            }
            1 => {
                let (from, to) = (self.fresh(), self.fresh());
                self.line(&format!("  {from} = ptrtoint ptr {} to i16", base.name));
                self.line(&format!("  {to} = ptrtoint ptr {next} to i16"));
                self.define(Kind::Int(16), &format!("sub i16 {to}, {from}"));
            }
            _ => {}
        }
    }

    /// A pointer that may be to either of two objects.
    pub(super) fn select_pointer(&mut self) {
        let (a, b) = (self.pointer_with(2, true), self.pointer_with(2, true));
        let room = [&a, &b].map(|value| match value.kind {
            Kind::Pointer { room, .. } => room,
            _ => 0,
        });
        let kind = Kind::Pointer {
            room: room[0].min(room[1]),
            writable: true,
        };
        let condition = self.integer(1);
        self.define(
            kind,
            &format!("select i1 {condition}, ptr {}, ptr {}", a.name, b.name),
        );
    }

    /// Block operations, with lengths the compiler knows and lengths it does not.
    pub(super) fn move_memory(&mut self) {
        let room = 1 << self.module.rng.u32(1..6);
        match self.module.rng.u32(0..4) {
            0 => {
                let to = self.pointer_with(room, true).name;
                let (byte, size) = (self.integer(8), self.length(room));
                self.line(&format!(
                    "  call void @llvm.memset.p0.i16(ptr {to}, i8 {byte}, i16 {size}, i1 false)"
                ));
            }
            1 => self.copy_input(),
            2 => self.compare_memory(room),
            _ => {
                let (to, from) = (
                    self.pointer_with(room, true).name,
                    self.pointer_with(room, false).name,
                );
                let size = self.length(room);
                self.line(&format!(
                    "  call void @llvm.memmove.p0.p0.i16(ptr {to}, ptr {from}, i16 {size}, i1 false)"
                ));
            }
        }
    }

    /// At most `room`.
    fn length(&mut self, room: u32) -> String {
        if self.module.chance(60) {
            return self.module.rng.u32(0..=room).to_string();
        }
        let value = self.integer(16);
        self.define(Kind::Int(16), &format!("and i16 {value}, {}", room - 1))
    }

    /// `memcpy` from the input, which nothing writes to: the two can never overlap.
    fn copy_input(&mut self) {
        let room = 1 << self.module.rng.u32(1..4);
        let to = self.pointer_with(room, true).name;
        let offset = self.module.rng.u32(0..=INPUT_BYTES - room);
        let from = self.fresh();
        self.line(&format!(
            "  {from} = getelementptr inbounds i8, ptr @input, i16 {offset}"
        ));
        let size = self.length(room);
        self.line(&format!(
            "  call void @llvm.memcpy.p0.p0.i16(ptr {to}, ptr {from}, i16 {size}, i1 false)"
        ));
    }

    /// Only the sign of the result means anything.
    fn compare_memory(&mut self, room: u32) {
        let (a, b) = (
            self.pointer_with(room, false).name,
            self.pointer_with(room, false).name,
        );
        let size = self.length(room);
        let order = self.fresh();
        self.line(&format!(
            "  {order} = call i16 @memcmp(ptr {a}, ptr {b}, i16 {size})"
        ));
        let predicate = ["eq", "ne", "slt", "sgt", "sle", "sge"][self.module.below(6)];
        self.define(Kind::Int(1), &format!("icmp {predicate} i16 {order}, 0"));
    }
}
