//! Aligned objects and pointers that carry a tag: an object aligned to `n` has zeros in the low bits of its address, and
//! a program may keep a number there as long as it takes it out before the pointer is used.

use super::generate::{Aligned, Body, Generator, Kind};

impl Generator {
    /// Mostly none; else any that a linker can keep.
    pub(super) fn alignment(&mut self) -> u32 {
        if self.chance(70) {
            1
        } else {
            1 << self.rng.u32(1..=8)
        }
    }
}

impl Body<'_> {
    /// Puts a tag into the address of an aligned object, reads it back, and goes on with the clean pointer.
    pub(super) fn tag_pointer(&mut self) {
        let objects: Vec<Aligned> = self
            .module
            .aligned
            .iter()
            .chain(&self.aligned)
            .cloned()
            .collect();
        if objects.is_empty() {
            return;
        }
        let Aligned {
            name,
            align,
            room,
            writable,
        } = objects[self.module.below(objects.len())].clone();
        let tag = self.module.rng.u32(0..align);
        let (low, high) = (align - 1, -i64::from(align));
        let address = self.fresh();
        self.line(&format!("  {address} = ptrtoint ptr {name} to i16"));
        self.define(Kind::Int(16), &format!("and i16 {address}, {low}"));
        let kind = Kind::Pointer { room, writable };
        if self.module.chance(50) {
            let tagged = self.fresh();
            self.line(&format!("  {tagged} = or i16 {address}, {tag}"));
            self.define(Kind::Int(16), &format!("and i16 {tagged}, {low}"));
            let clean = self.fresh();
            self.line(&format!("  {clean} = and i16 {tagged}, {high}"));
            self.define(kind, &format!("inttoptr i16 {clean} to ptr"));
        } else {
            let tagged = self.fresh();
            self.line(&format!(
                "  {tagged} = getelementptr i8, ptr {name}, i16 {tag}"
            ));
            self.define(
                kind,
                &format!("call ptr @llvm.ptrmask.p0.i16(ptr {tagged}, i16 {high})"),
            );
        }
    }
}
