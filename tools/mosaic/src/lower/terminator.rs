//! Ends of blocks: branches, switches, returns.

use super::builder::constant_bytes;
use super::function::Lowering;
use crate::error::Result;
use crate::ir::model::{BlockId, Operand, Terminator, Type};
use crate::ops::model::*;
use std::collections::HashMap;

impl<'m> Lowering<'m> {
    pub(super) fn terminator(&mut self, term: &'m Terminator) -> Result<()> {
        match term {
            Terminator::Br(target) => {
                let target = self.entry_of[target.0 as usize];
                self.edge(target, self.builder.current);
                self.builder.end(Term::Jump(target));
            }
            Terminator::CondBr {
                cond,
                then,
                otherwise,
                weights,
            } => {
                let likely = weights.map(|(then, other)| then >= other);
                let (then, other) = (
                    self.entry_of[then.0 as usize],
                    self.entry_of[otherwise.0 as usize],
                );
                self.conditional(cond, then, other, likely)?;
            }
            Terminator::Switch {
                ty,
                value,
                cases,
                default,
            } => self.switch(ty, value, cases, *default)?,
            Terminator::Ret(None) => {
                self.close_object_stack();
                self.builder.end(Term::Return(Vec::new()));
            }
            Terminator::Ret(Some((ty, value))) => {
                let bytes = self.operand(value, ty)?;
                self.close_object_stack();
                self.builder.end(Term::Return(bytes));
            }
            Terminator::Unreachable => self.builder.end(Term::Stop),
        }
        Ok(())
    }

    /// A conditional branch may need several byte blocks; phis of the targets see one edge each, so both edges
    /// leave through a block of their own.
    fn conditional(
        &mut self,
        cond: &'m Operand,
        then: Blk,
        other: Blk,
        likely: Option<bool>,
    ) -> Result<()> {
        if then == other {
            self.edge(then, self.builder.current);
            self.builder.end(Term::Jump(then));
            return Ok(());
        }
        let via_then = self.builder.block();
        let via_other = self.builder.block();
        self.branch(cond, via_then, via_other, likely)?;
        self.builder.blocks[via_then].term = Term::Jump(then);
        self.builder.blocks[via_other].term = Term::Jump(other);
        self.edge(then, via_then);
        self.edge(other, via_other);
        Ok(())
    }

    /// The edge from the current IR block to `target` starts in byte block `via`.
    fn edge(&mut self, target: Blk, via: Blk) {
        self.edges.insert((self.current_block, target), via);
    }

    fn switch(
        &mut self,
        ty: &Type,
        value: &Operand,
        cases: &'m [(u128, BlockId)],
        default: BlockId,
    ) -> Result<()> {
        let bytes = self.operand(value, ty)?;
        let default_entry = self.entry_of[default.0 as usize];
        let mut vias: HashMap<BlockId, Blk> = HashMap::new();
        for target in cases.iter().map(|(_, target)| *target).chain([default]) {
            let entry = self.entry_of[target.0 as usize];
            let via = *vias.entry(target).or_insert_with(|| self.builder.block());
            self.builder.blocks[via].term = Term::Jump(entry);
            self.edge(entry, via);
        }
        debug_assert_eq!(
            self.builder.blocks[vias[&default]].term,
            Term::Jump(default_entry)
        );
        if bytes.len() > 1 {
            return self.wide_switch(&bytes, cases, &vias, vias[&default]);
        }
        let cases = cases
            .iter()
            .map(|(key, target)| (*key as u8, vias[target]))
            .collect();
        self.builder.end(Term::Switch {
            value: bytes[0].clone(),
            cases,
            default: vias[&default],
        });
        Ok(())
    }

    /// The high bytes are compared first, grouped; each group then switches on its low byte.
    fn wide_switch(
        &mut self,
        bytes: &[Src],
        cases: &[(u128, BlockId)],
        vias: &HashMap<BlockId, Blk>,
        default: Blk,
    ) -> Result<()> {
        let mut groups: Vec<(u128, Vec<(u8, Blk)>)> = Vec::new();
        for (key, target) in cases {
            let entry = (*key as u8, vias[target]);
            match groups.iter_mut().find(|(high, _)| *high == key >> 8) {
                Some((_, group)) => group.push(entry),
                None => groups.push((key >> 8, vec![entry])),
            }
        }
        for (high, group) in groups {
            let hit = self.builder.block();
            let miss = self.builder.block();
            self.equal_branch(
                &bytes[1..],
                &constant_bytes(high, bytes.len() - 1),
                hit,
                miss,
                None,
            );
            self.builder.current = hit;
            self.builder.end(Term::Switch {
                value: bytes[0].clone(),
                cases: group,
                default,
            });
            self.builder.current = miss;
        }
        self.builder.end(Term::Jump(default));
        Ok(())
    }
}
