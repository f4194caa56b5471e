//! Every slot with its byte of memory: the stage between code with slots and the program.

use super::needs::Needs;
use super::{Allocated, Options};
use crate::alloc::frames::{self, Placement};
use crate::check;
use crate::error::Result;
use crate::ir::model::Symbol;

/// A program whose slots have addresses, not yet written into its code.
pub struct Placed<'m> {
    pub(super) code: Allocated<'m>,
    pub(super) needs: Needs,
    /// The byte each slot was given.
    pub placement: Placement,
    /// Bytes of zero page that nobody has yet.
    pub(super) left: u32,
}

impl<'m> Allocated<'m> {
    /// A byte for every slot, in zero page for the busiest.
    pub fn place(self, options: &Options) -> Result<Placed<'m>> {
        let needs = Needs::of(&self.frames, self.stack.levels);
        let globals = self.globals.iter().map(|name| self.global_size(name));
        let reserved = needs.zero_page() + globals.sum::<u32>();
        let free = options.zero_page.saturating_sub(reserved);
        let names = &self.conventions.names;
        let placement = frames::place(&self.frames, &self.graph, names, free)?;
        Ok(Placed {
            left: free.saturating_sub(placement.zero_page),
            code: self,
            needs,
            placement,
        })
    }

    fn global_size(&self, name: &str) -> u32 {
        match self.module.symbols.get(name) {
            Some(Symbol::Global(index)) => self.module.globals[*index].ty.size(),
            _ => 0,
        }
    }
}

impl Placed<'_> {
    /// The independent check of the bytes given to slots.
    pub fn check(&self) -> Result<()> {
        let bodies = self.code.frames.iter().map(|frame| {
            let mut after = frame.lines.clone();
            frames::rewrite(&mut after, &self.placement);
            check::slots::Body {
                function: frame.function,
                before: &frame.lines,
                after,
                arguments: &frame.arguments,
                results: &frame.results,
                pairs: &frame.pairs,
            }
        });
        check::slots::Program {
            bodies: bodies.collect(),
            names: &self.code.conventions.names,
            by_pointer: &self.code.graph.by_pointer,
            place_of: &self.placement.place_of,
            handlers: &self.code.graph.handlers,
        }
        .check()
    }
}
