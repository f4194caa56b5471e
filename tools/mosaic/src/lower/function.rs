//! One IR function -> byte operations. Blocks are lowered in reverse post-order, so an operand is always known
//! before it is used except through phis, which are completed at the end.

use super::address::Address;
use super::builder::{Builder, Known, constant_bytes};
use super::rematerialise;
use super::schedule::Step;
use super::stack::{Activation, ObjectStack};
use crate::analyse::planes::Planes;
use crate::analyse::widths::Widths;
use crate::asm::inst::Place;
use crate::error::{Error, Result};
use crate::ir::model::{
    self, BlockId, CastOp, Const, Function, Instr, Module, Operand, Symbol, Type, ValueId,
};
use crate::ops::model::*;
use std::collections::{HashMap, HashSet};

/// Lowers one function that has a body. If it is recursive, its stack objects get an address per activation.
pub fn lower(module: &Module, index: usize, stack: ObjectStack, planes: &Planes) -> Result<Func> {
    let function = &module.functions[index];
    let mut lowering = Lowering::new(module, index, planes);
    lowering.stack = stack;
    lowering
        .run()
        .map_err(|error| error.in_function(&function.name))?;
    Ok(lowering.finish())
}

/// A phi whose operands are not lowered yet: its block, its bytes, and what the edges bring.
type OpenPhi<'m> = (Blk, Vec<Var>, &'m [(BlockId, Operand)], Type);

/// One function on its way from IR to byte operations.
pub struct Lowering<'m> {
    /// The module, for its globals and other functions.
    pub module: &'m Module,
    /// Objects that lie in byte planes.
    pub(super) planes: &'m Planes,
    pub(super) index: usize,
    /// The function in IR.
    pub function: &'m Function,
    /// The blocks of byte operations so far.
    pub builder: Builder,
    /// Bytes of every value lowered so far.
    pub values: HashMap<ValueId, Vec<Src>>,
    /// Pointers that are known as more than two bytes.
    pub addresses: HashMap<ValueId, Address>,
    /// Pointers that have two variables side by side in zero page.
    pub pairs: HashMap<ValueId, (Var, Var)>,
    /// Instructions by result, and how often each value is used.
    pub defs: HashMap<ValueId, &'m Instr>,
    /// The block that each value is defined in.
    pub def_block: HashMap<ValueId, BlockId>,
    /// How often each value is used.
    pub uses: HashMap<ValueId, u32>,
    /// First byte block of an IR block.
    pub(super) entry_of: Vec<Blk>,
    /// Byte block an edge of the IR leaves from, by source block and target entry.
    pub(super) edges: HashMap<(BlockId, Blk), Blk>,
    /// Phis whose incoming operands are still to be filled in.
    pending: Vec<OpenPhi<'m>>,
    params: Vec<Option<Var>>,
    /// Stack objects with fixed addresses so far.
    pub stack_objects: Vec<StackObject>,
    /// The IR block that is being lowered.
    pub current_block: BlockId,
    /// Conditions of the current block that are lowered where they are used.
    pub fused: HashSet<ValueId>,
    /// Comparisons that are rematerialised wherever they are used.
    pub(super) repeated: HashSet<ValueId>,
    /// Bytes read or written through each pointer: by itself, and with fixed offsets from it.
    pub direct_accesses: HashMap<ValueId, u32>,
    /// Bytes read or written through each pointer with fixed offsets from it.
    pub accesses_of: HashMap<ValueId, u32>,
    /// Pointers that are wanted as numbers.
    pub escaping: HashSet<ValueId>,
    widths: Widths,
    pub(super) stack: ObjectStack,
    /// What this activation has of the object stack.
    pub(super) activation: Option<Activation>,
    /// Lookup tables made for this function: symbol and bytes.
    pub tables: Vec<(String, Vec<u8>)>,
}

impl<'m> Lowering<'m> {
    fn new(module: &'m Module, index: usize, planes: &'m Planes) -> Self {
        let function = &module.functions[index];
        let mut defs = HashMap::new();
        let mut def_block = HashMap::new();
        let mut uses: HashMap<ValueId, u32> = HashMap::new();
        for (number, block) in function.blocks.iter().enumerate() {
            for instr in &block.instrs {
                if let Some(result) = instr.result {
                    defs.insert(result, instr);
                    def_block.insert(result, BlockId(number as u32));
                }
                instr.op.each_operand(&mut |operand| {
                    if let Operand::Value(value) = operand {
                        *uses.entry(*value).or_default() += 1;
                    }
                });
            }
            block.term.each_operand(&mut |operand| {
                if let Operand::Value(value) = operand {
                    *uses.entry(*value).or_default() += 1;
                }
            });
        }
        let repeated = rematerialise::repeated(function, &def_block);
        Lowering {
            module,
            planes,
            index,
            function,
            builder: Builder::new(),
            values: HashMap::new(),
            addresses: HashMap::new(),
            pairs: HashMap::new(),
            defs,
            def_block,
            uses,
            entry_of: Vec::new(),
            edges: HashMap::new(),
            pending: Vec::new(),
            params: Vec::new(),
            stack_objects: Vec::new(),
            current_block: BlockId(0),
            fused: HashSet::new(),
            repeated,
            direct_accesses: HashMap::new(),
            accesses_of: HashMap::new(),
            escaping: HashSet::new(),
            widths: Widths::of(function),
            stack: ObjectStack::default(),
            activation: None,
            tables: Vec::new(),
        }
    }

    fn run(&mut self) -> Result<()> {
        let function = self.function;
        self.scan_pointers();
        self.note_terminator_escapes();
        let entry = self.builder.block();
        self.entry_of = function
            .blocks
            .iter()
            .map(|_| self.builder.block())
            .collect();
        self.builder.current = entry;
        self.parameters();
        self.open_object_stack();
        self.builder.end(Term::Jump(self.entry_of[0]));
        for block in reverse_post_order(function) {
            self.block(block)?;
        }
        self.complete_phis()
    }

    fn finish(self) -> Func {
        Func {
            name: self.function.name.clone(),
            blocks: self.builder.blocks,
            var_count: self.builder.known.len() as u32,
            params: self.params,
            result_bytes: self.function.ret.size(),
            pairs: self.builder.pairs,
            section: self.function.section.clone(),
            stack_objects: self.stack_objects,
            tables: self.tables,
        }
    }

    fn parameters(&mut self) {
        for param in &self.function.params {
            let ty = &self.function.values[param.value.0 as usize].ty;
            let vars: Vec<Var> = (0..ty.size()).map(|_| self.builder.var()).collect();
            self.params.extend(vars.iter().map(|var| Some(*var)));
            let bytes: Vec<Src> = vars.into_iter().map(Src::Var).collect();
            self.learn_width(&bytes, ty);
            if let Some(range) = param.range {
                self.learn_range(&bytes, range);
            }
            self.define(param.value, bytes);
        }
    }

    /// Bits above an odd width are zero in every value.
    pub fn learn_width(&mut self, bytes: &[Src], ty: &Type) {
        if let Type::Int(bits) = ty
            && bits % 8 != 0
            && let Some(top) = bytes.last()
        {
            self.builder.learn(
                top,
                Known {
                    zeros: !((1u16 << (bits % 8)) - 1) as u8,
                    ones: 0,
                },
            );
        }
    }

    /// Notes which bits of a value are zero for every number in a range.
    pub fn learn_range(&mut self, bytes: &[Src], range: model::Range) {
        if range.low >= range.high {
            return;
        }
        let top = range.high - 1;
        let zeros = if top == 0 {
            u128::MAX
        } else {
            !(u128::MAX >> top.leading_zeros())
        };
        for (index, byte) in bytes.iter().enumerate() {
            self.builder.learn(
                byte,
                Known {
                    zeros: (zeros >> (8 * index)) as u8,
                    ones: 0,
                },
            );
        }
    }

    /// Records a value; a pointer that is followed gets its zero-page pair here, where it dominates every use.
    pub fn define(&mut self, value: ValueId, bytes: Vec<Src>) {
        if self.function.values[value.0 as usize].ty == Type::Ptr && self.is_followed(value) {
            let pair = self.builder.pair(&bytes);
            self.pairs.insert(value, pair);
            self.values
                .insert(value, vec![Src::Var(pair.0), Src::Var(pair.1)]);
            return;
        }
        self.values.insert(value, bytes);
    }

    fn block(&mut self, id: BlockId) -> Result<()> {
        let block = &self.function.blocks[id.0 as usize];
        self.current_block = id;
        self.builder.current = self.entry_of[id.0 as usize];
        let mut rest = Vec::new();
        for instr in &block.instrs {
            match &instr.op {
                model::Op::Phi { ty, incoming } => self.open_phi(instr, ty, incoming),
                _ => rest.push(instr),
            }
        }
        // A pointer phi that is followed copies itself into its pair, which has to come after all phis.
        for instr in &block.instrs {
            if let (model::Op::Phi { ty: Type::Ptr, .. }, Some(result)) = (&instr.op, instr.result)
            {
                let bytes = self.values[&result].clone();
                self.define(result, bytes);
            }
        }
        let plan = self.schedule(&rest, &block.term);
        self.fused = plan.fused;
        for step in plan.steps {
            match step {
                Step::Instr(instr) => self
                    .instruction(instr)
                    .map_err(|error| locate(error, instr.line))?,
                Step::Selects(group)
                    if group
                        .arms
                        .iter()
                        .all(|arm| self.fused.contains(&arm.result)) => {}
                Step::Selects(group) => self.select_group(&group)?,
            }
        }
        self.terminator(&block.term)
            .map_err(|error| locate(error, block.term_line))?;
        Ok(())
    }

    fn open_phi(&mut self, instr: &'m Instr, ty: &Type, incoming: &'m [(BlockId, Operand)]) {
        let block = self.builder.current;
        let vars: Vec<Var> = (0..ty.size())
            .map(|_| self.builder.phi(block, Vec::new()))
            .collect();
        let bytes: Vec<Src> = vars.iter().map(|var| Src::Var(*var)).collect();
        self.learn_width(&bytes, ty);
        if let Some(result) = instr.result {
            let width = self.widths.get(result);
            for (index, byte) in bytes.iter().enumerate() {
                let here = width.saturating_sub(8 * index as u32).min(8);
                self.builder.learn(
                    byte,
                    Known {
                        zeros: !((1u16 << here) - 1) as u8,
                        ones: 0,
                    },
                );
            }
            let known = |byte: &Src| {
                if self.builder.known(byte).zeros == 0xff {
                    Src::Const(0)
                } else {
                    byte.clone()
                }
            };
            let bytes = bytes.iter().map(known).collect();
            self.values.insert(result, bytes);
        }
        self.pending.push((block, vars, incoming, ty.clone()));
    }

    fn complete_phis(&mut self) -> Result<()> {
        for (block, vars, incoming, ty) in std::mem::take(&mut self.pending) {
            for (from, operand) in incoming {
                // No edge: the source block is unreachable.
                let Some(exit) = self.edges.get(&(*from, block)).copied() else {
                    continue;
                };
                let bytes = self.operand(operand, &ty)?;
                for (var, byte) in vars.iter().zip(bytes) {
                    let phi = self.builder.blocks[block]
                        .phis
                        .iter_mut()
                        .find(|phi| phi.dst == *var);
                    let incoming = &mut phi.expect("an open phi is in its block").incoming;
                    if incoming.iter().all(|(source, _)| *source != exit) {
                        incoming.push((exit, byte));
                    }
                }
            }
        }
        Ok(())
    }

    /// Bytes of an operand. Constants need the type for their width.
    pub fn operand(&mut self, operand: &Operand, ty: &Type) -> Result<Vec<Src>> {
        match operand {
            Operand::Value(value) => self.value(*value),
            Operand::Const(constant) => self.constant(constant, ty),
        }
    }

    /// The bytes of a value, lowest first.
    pub fn value(&mut self, value: ValueId) -> Result<Vec<Src>> {
        if let Some(bytes) = self.values.get(&value) {
            return Ok(bytes.clone());
        }
        if let Some(model::Op::Icmp { pred, ty, a, b }) = self.defs.get(&value).map(|def| &def.op)
            && self.repeated.contains(&value)
        {
            return Ok(vec![self.compare_value(*pred, ty, a, b)?]);
        }
        Err(Error::new(format!(
            "value %{} is used before it is defined",
            self.function.values[value.0 as usize].name
        )))
    }

    /// The bytes of a constant, lowest first.
    pub fn constant(&mut self, constant: &Const, ty: &Type) -> Result<Vec<Src>> {
        let size = ty.size() as usize;
        Ok(match constant {
            Const::Int(value) => constant_bytes(*value, size),
            Const::Undef | Const::Zero => vec![Src::Const(0); size],
            Const::Address(symbol, offset) => {
                let place = self.place(*symbol, *offset);
                let mut bytes = super::builder::address_bytes(&place);
                bytes.resize(size, Src::Const(0));
                bytes
            }
            Const::Bytes(bytes) => bytes.iter().map(|byte| Src::Const(*byte)).collect(),
            Const::Aggregate(fields) => {
                let mut bytes = Vec::new();
                for (field_ty, field) in fields {
                    bytes.extend(self.constant(field, field_ty)?);
                }
                bytes
            }
        })
    }

    /// The place of a global or function, with an offset.
    pub fn place(&self, symbol: Symbol, offset: i32) -> Place {
        let name = match symbol {
            Symbol::Global(index) => &self.module.globals[index].name,
            Symbol::Function(index) => &self.module.functions[index].name,
        };
        Place::Symbol(name.clone(), offset)
    }

    fn instruction(&mut self, instr: &'m Instr) -> Result<()> {
        use model::Op as Ir;
        let result = instr.result;
        if result.is_some_and(|value| self.fused.contains(&value)) {
            return Ok(());
        }
        let bytes = match &instr.op {
            Ir::Binary {
                op,
                ty,
                a,
                b,
                flags,
            } => self.binary(*op, ty, a, b, *flags)?,
            Ir::Icmp { pred, ty, a, b } => vec![self.compare_value(*pred, ty, a, b)?],
            Ir::Select { .. } => unreachable!("selects are steps of their own"),
            Ir::Cast {
                op,
                from,
                to,
                value,
                ..
            } => self.cast(*op, from, to, value)?,
            Ir::Load {
                ty,
                ptr,
                volatile,
                range,
            } => {
                let bytes = self.load(ty, ptr, *volatile)?;
                self.learn_width(&bytes, ty);
                if let Some(range) = range {
                    self.learn_range(&bytes, *range);
                }
                bytes
            }
            Ir::Store {
                ty,
                ptr,
                value,
                volatile,
            } => return self.store(ty, ptr, value, *volatile),
            Ir::Alloca { size, align } => return self.alloca(result, *size, *align),
            Ir::Gep { .. } => return self.gep(instr),
            Ir::Phi { .. } => return Ok(()),
            Ir::Call(call) => match self.call(call)? {
                Some(bytes) => bytes,
                None => return Ok(()),
            },
            Ir::ExtractValue { ty, value, path } => {
                let bytes = self.operand(value, ty)?;
                let (offset, size) = field(ty, path);
                bytes[offset..offset + size].to_vec()
            }
            Ir::InsertValue {
                ty,
                aggregate,
                field_ty,
                field: value,
                path,
            } => {
                let mut bytes = self.operand(aggregate, ty)?;
                let (offset, size) = field(ty, path);
                bytes.splice(offset..offset + size, self.operand(value, field_ty)?);
                bytes
            }
        };
        if let Some(result) = result {
            self.define(result, bytes);
        }
        Ok(())
    }

    fn cast(&mut self, op: CastOp, from: &Type, to: &Type, value: &Operand) -> Result<Vec<Src>> {
        let mut bytes = self.operand(value, from)?;
        let size = to.size() as usize;
        match op {
            CastOp::Zext | CastOp::PtrToInt | CastOp::IntToPtr => bytes.resize(size, Src::Const(0)),
            CastOp::Trunc => {
                bytes.truncate(size);
                bytes = self.mask(bytes, to);
            }
            CastOp::Sext => {
                bytes = self.widen_sign(bytes, from);
                bytes = self.builder.sign_extend(&bytes, size);
                bytes = self.mask(bytes, to);
            }
            CastOp::Bitcast | CastOp::Freeze => {}
        }
        Ok(bytes)
    }

    /// Clears the bits above an odd width.
    pub fn mask(&mut self, mut bytes: Vec<Src>, ty: &Type) -> Vec<Src> {
        if let Type::Int(bits) = ty
            && bits % 8 != 0
            && let Some(top) = bytes.pop()
        {
            let keep = ((1u16 << (bits % 8)) - 1) as u8;
            bytes.push(self.builder.logic(Logic::And, top, Src::Const(keep)));
        }
        bytes
    }

    /// The sign of an odd width spread over the rest of its top byte.
    pub fn widen_sign(&mut self, mut bytes: Vec<Src>, ty: &Type) -> Vec<Src> {
        if let Type::Int(bits) = ty
            && bits % 8 != 0
            && let Some(top) = bytes.pop()
        {
            let sign = 1u8 << (bits % 8 - 1);
            // (x ^ sign) - sign copies the sign bit upwards.
            let flipped = self.builder.logic(Logic::Xor, top, Src::Const(sign));
            bytes.extend(self.builder.sub_wide(&[flipped], &[Src::Const(sign)]));
        }
        bytes
    }
}

fn locate(mut error: Error, line: u32) -> Error {
    if error.line == 0 {
        error.line = line;
    }
    error
}

/// Byte offset and size of a field.
fn field(ty: &Type, path: &[u32]) -> (usize, usize) {
    let mut offset = 0;
    let mut ty = ty;
    for index in path {
        match ty {
            Type::Struct(fields) => {
                offset += fields[..*index as usize]
                    .iter()
                    .map(Type::size)
                    .sum::<u32>();
                ty = &fields[*index as usize];
            }
            Type::Array(_, element) => {
                offset += index * element.size();
                ty = element;
            }
            _ => unreachable!("the verifier checked the path"),
        }
    }
    (offset as usize, ty.size() as usize)
}

fn reverse_post_order(function: &Function) -> Vec<BlockId> {
    fn visit(function: &Function, block: BlockId, seen: &mut [bool], order: &mut Vec<BlockId>) {
        let mut stack = vec![(block, 0)];
        seen[block.0 as usize] = true;
        while let Some((block, next)) = stack.pop() {
            let successors = function.blocks[block.0 as usize].term.successors();
            if next < successors.len() {
                stack.push((block, next + 1));
                let target = successors[next];
                if !seen[target.0 as usize] {
                    seen[target.0 as usize] = true;
                    stack.push((target, 0));
                }
            } else {
                order.push(block);
            }
        }
    }
    let mut order = Vec::new();
    let mut seen = vec![false; function.blocks.len()];
    visit(function, BlockId(0), &mut seen, &mut order);
    order.reverse();
    order
}
