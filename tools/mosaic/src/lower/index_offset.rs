//! A constant in a byte index goes into the address: `table+3,x` instead of an addition. Only when the sum cannot leave
//! the byte, and when the block does not want it for anything else; other blocks compute it for themselves.

use super::function::Lowering;
use super::integer::zero_extend;
use crate::error::Result;
use crate::ir::model::{BinaryOp, BlockId, CastOp, Const, GepIndex, Op, Operand, Type, ValueId};
use crate::ops::model::Src;

impl Lowering<'_> {
    /// Two bytes of the index without its constant, and what that adds to the address; nothing if it has none.
    pub(super) fn split_index(&mut self, index: &GepIndex) -> Result<Option<(Vec<Src>, i32)>> {
        let Some((rest, constant)) = self.index_parts(index) else {
            return Ok(None);
        };
        let bytes = zero_extend(self.operand(&rest, &Type::Int(8))?, 2);
        Ok(Some((bytes, i32::from(constant) * index.scale as i32)))
    }

    fn index_parts(&self, index: &GepIndex) -> Option<(Operand, u8)> {
        let Operand::Value(wide) = index.value else {
            return None;
        };
        let Op::Cast {
            op: CastOp::Zext,
            from: Type::Int(8),
            value: Operand::Value(sum),
            ..
        } = &self.defs.get(&wide)?.op
        else {
            return None;
        };
        let Op::Binary {
            op,
            a: rest @ Operand::Value(_),
            b: Operand::Const(Const::Int(constant)),
            flags,
            ..
        } = &self.defs.get(sum)?.op
        else {
            return None;
        };
        let exact = match op {
            BinaryOp::Add => flags.nuw,
            BinaryOp::Or => flags.disjoint,
            _ => false,
        };
        let here = self.def_block.get(sum) == Some(&self.current_block);
        (exact && here && !self.is_wanted_here(*sum)).then(|| (rest.clone(), *constant as u8))
    }

    /// Whether the current block uses a byte other than as the index of an address.
    fn is_wanted_here(&self, byte: ValueId) -> bool {
        let here = &self.function.blocks[self.current_block.0 as usize];
        let is = |operand: &Operand| *operand == Operand::Value(byte);
        let mut wanted = false;
        for instr in &here.instrs {
            match (&instr.op, instr.result) {
                (
                    Op::Cast {
                        op: CastOp::Zext, ..
                    },
                    Some(wide),
                ) if self.only_indexes(wide) => {}
                (Op::Phi { .. }, _) => {}
                (op, _) => op.each_operand(&mut |operand| wanted |= is(operand)),
            }
        }
        here.term.each_operand(&mut |operand| wanted |= is(operand));
        wanted || self.is_brought_from(self.current_block, byte)
    }

    /// Whether a phi takes the byte along an edge out of this block.
    fn is_brought_from(&self, block: BlockId, byte: ValueId) -> bool {
        let blocks = self.function.blocks.iter();
        blocks.flat_map(|block| &block.instrs).any(|instr| {
            matches!(&instr.op, Op::Phi { incoming, .. }
                if incoming.contains(&(block, Operand::Value(byte))))
        })
    }

    fn only_indexes(&self, wide: ValueId) -> bool {
        let mut indices = 0;
        for instr in self.function.blocks.iter().flat_map(|block| &block.instrs) {
            if let Op::Gep { indices: all, .. } = &instr.op {
                let used = all
                    .iter()
                    .filter(|index| index.value == Operand::Value(wide));
                indices += used.count() as u32;
            }
        }
        self.uses.get(&wide).copied().unwrap_or(0) == indices
    }
}
