//! What must hold of a module between any two passes: every use is dominated by its definition, phis name exactly
//! the predecessors of their block, and operands have the types their operations need. A violation is a bug of
//! the pass before, or IR no compiler wrote; in both cases it is reported with function and line.

mod dominance;
mod types;

pub use self::dominance::Dominators;

use super::model::{Block, BlockId, Function, Instr, Module, Op, Operand, Terminator, ValueId};
use crate::error::{Error, Result};

/// Checks all of `module`.
pub fn verify(module: &Module) -> Result<()> {
    for function in &module.functions {
        if !function.blocks.is_empty() {
            Verifier::new(module, function)
                .run()
                .map_err(|error| error.in_function(&function.name))?;
        }
    }
    types::globals(module)
}

/// Where a value is defined: before a block's first instruction, or by instruction `position` of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Definition {
    Nowhere,
    Parameter,
    At(BlockId, usize),
}

struct Verifier<'m> {
    module: &'m Module,
    function: &'m Function,
    predecessors: Vec<Vec<BlockId>>,
    dominators: Dominators,
    definitions: Vec<Definition>,
}

impl<'m> Verifier<'m> {
    fn new(module: &'m Module, function: &'m Function) -> Verifier<'m> {
        Verifier {
            module,
            function,
            predecessors: Vec::new(),
            dominators: Dominators::default(),
            definitions: vec![Definition::Nowhere; function.values.len()],
        }
    }

    fn run(&mut self) -> Result<()> {
        self.targets_exist()?;
        self.predecessors = dominance::predecessors(self.function);
        self.dominators = Dominators::of(self.function);
        if let Some(from) = self.predecessors[0].first() {
            return Err(self.at_terminator(
                *from,
                "the entry block is the target of a branch".to_owned(),
            ));
        }
        self.collect_definitions()?;
        for (number, block) in self.function.blocks.iter().enumerate() {
            let id = BlockId(number as u32);
            if self.dominators.is_reachable(id) {
                self.block(id, block)?;
            }
        }
        Ok(())
    }

    fn at_terminator(&self, block: BlockId, message: String) -> Error {
        Error::at(self.function.blocks[block.0 as usize].term_line, message)
    }

    fn targets_exist(&self) -> Result<()> {
        let count = self.function.blocks.len() as u32;
        for block in &self.function.blocks {
            if let Some(target) = block
                .term
                .successors()
                .iter()
                .find(|target| target.0 >= count)
            {
                return Err(Error::at(
                    block.term_line,
                    format!("block {} does not exist", target.0),
                ));
            }
        }
        Ok(())
    }

    fn collect_definitions(&mut self) -> Result<()> {
        for param in &self.function.params {
            self.define(param.value, Definition::Parameter, self.function.line)?;
        }
        for (number, block) in self.function.blocks.iter().enumerate() {
            for (position, instr) in block.instrs.iter().enumerate() {
                if let Some(value) = instr.result {
                    self.define(
                        value,
                        Definition::At(BlockId(number as u32), position),
                        instr.line,
                    )?;
                }
            }
        }
        Ok(())
    }

    fn define(&mut self, value: ValueId, definition: Definition, line: u32) -> Result<()> {
        match self.definitions.get_mut(value.0 as usize) {
            None => Err(Error::at(
                line,
                format!("value {} is not in the table", value.0),
            )),
            Some(place) if *place != Definition::Nowhere => Err(Error::at(
                line,
                format!("{} is defined twice", self.name(value)),
            )),
            Some(place) => {
                *place = definition;
                Ok(())
            }
        }
    }

    fn name(&self, value: ValueId) -> String {
        match self.function.values.get(value.0 as usize) {
            Some(info) => format!("%{}", info.name),
            None => format!("value {}", value.0),
        }
    }

    fn block(&self, id: BlockId, block: &Block) -> Result<()> {
        let mut phis_over = false;
        for (position, instr) in block.instrs.iter().enumerate() {
            let at = |message: String| Error::at(instr.line, message);
            if let Op::Phi { incoming, .. } = &instr.op {
                if phis_over {
                    return Err(at("a phi stands behind other instructions".to_owned()));
                }
                self.phi(id, incoming).map_err(at)?;
            } else {
                phis_over = true;
                for operand in operands(instr) {
                    self.available(operand, id, position).map_err(at)?;
                }
            }
            types::instruction(self.module, self.function, instr).map_err(at)?;
        }
        if let Some(operand) = terminator_operand(&block.term) {
            self.available(operand, id, block.instrs.len())
                .map_err(|message| Error::at(block.term_line, message))?;
        }
        types::terminator(self.function, &block.term)
            .map_err(|message| Error::at(block.term_line, message))
    }

    /// One value for each predecessor, available at its end.
    fn phi(
        &self,
        block: BlockId,
        incoming: &[(BlockId, Operand)],
    ) -> std::result::Result<(), String> {
        let predecessors = &self.predecessors[block.0 as usize];
        if let Some(missing) = predecessors
            .iter()
            .find(|from| !incoming.iter().any(|(block, _)| block == *from))
        {
            return Err(format!(
                "the phi has no value for predecessor {}",
                self.block_name(*missing)
            ));
        }
        for (from, operand) in incoming {
            if !predecessors.contains(from) {
                return Err(format!(
                    "the phi names {}, which is no predecessor",
                    self.block_name(*from)
                ));
            }
            if let Some((_, other)) = incoming
                .iter()
                .find(|(block, other)| block == from && other != operand)
            {
                return Err(format!(
                    "the phi has two values for one predecessor: {operand:?} and {other:?}"
                ));
            }
            if self.dominators.is_reachable(*from) {
                self.available(operand, *from, usize::MAX)?;
            }
        }
        Ok(())
    }

    fn block_name(&self, block: BlockId) -> &str {
        self.function
            .blocks
            .get(block.0 as usize)
            .map_or("(none)", |block| &block.name)
    }

    /// Whether `operand` may be used by instruction `position` of `block`.
    fn available(
        &self,
        operand: &Operand,
        block: BlockId,
        position: usize,
    ) -> std::result::Result<(), String> {
        let Operand::Value(value) = operand else {
            return Ok(());
        };
        let defined = match self.definitions.get(value.0 as usize) {
            None | Some(Definition::Nowhere) => {
                return Err(format!("{} is used but not defined", self.name(*value)));
            }
            Some(Definition::Parameter) => return Ok(()),
            Some(Definition::At(defining, _)) if *defining != block => {
                self.dominators.dominates(*defining, block)
            }
            Some(Definition::At(_, defining)) => *defining < position,
        };
        if defined {
            Ok(())
        } else {
            Err(format!(
                "{} is used where it may not be defined",
                self.name(*value)
            ))
        }
    }
}

/// The operands of an instruction other than a phi's, in order.
pub fn operands(instr: &Instr) -> Vec<&Operand> {
    match &instr.op {
        Op::Binary { a, b, .. } | Op::Icmp { a, b, .. } => vec![a, b],
        Op::Select { cond, a, b, .. } => vec![cond, a, b],
        Op::Cast { value, .. } | Op::ExtractValue { value, .. } => vec![value],
        Op::Load { ptr, .. } => vec![ptr],
        Op::Store { ptr, value, .. } => vec![ptr, value],
        Op::Alloca { .. } | Op::Phi { .. } => Vec::new(),
        Op::Gep { base, indices, .. } => std::iter::once(base)
            .chain(indices.iter().map(|i| &i.value))
            .collect(),
        Op::Call(call) => {
            let pointer = match &call.callee {
                super::model::Callee::Pointer(pointer) => Some(pointer),
                _ => None,
            };
            pointer
                .into_iter()
                .chain(call.args.iter().map(|(_, operand)| operand))
                .collect()
        }
        Op::InsertValue {
            aggregate, field, ..
        } => vec![aggregate, field],
    }
}

fn terminator_operand(term: &Terminator) -> Option<&Operand> {
    match term {
        Terminator::CondBr { cond, .. } => Some(cond),
        Terminator::Switch { value, .. } => Some(value),
        Terminator::Ret(Some((_, value))) => Some(value),
        Terminator::Br(_) | Terminator::Ret(None) | Terminator::Unreachable => None,
    }
}

#[cfg(test)]
mod tests;
