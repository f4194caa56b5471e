//! Functions: headers, and bodies cut into blocks. Values and blocks get their ids by a scan before the
//! instructions are read, since a phi or a branch names what comes later.

use super::cursor::Parser;
use crate::error::{Error, Result};
use crate::ir::lex::Kind;
use crate::ir::model::{
    Block, BlockId, Call, Callee, Const, Function, FunctionAttributes, Instr, Intrinsic, Op,
    Operand, Param, Range, Terminator, Type, ValueId, ValueInfo,
};
use std::collections::HashMap;

/// The function being read.
pub(super) struct Body {
    pub(super) values: Vec<ValueInfo>,
    value_ids: HashMap<String, ValueId>,
    block_ids: HashMap<String, BlockId>,
}

/// An object passed by value: the callee gets a pointer to the caller's and makes a copy of its own before anything else.
struct Copy {
    object: ValueId,
    pointer: ValueId,
    size: u32,
    align: u32,
}

impl Copy {
    fn instructions(&self, line: u32) -> [Instr; 2] {
        let alloca = Op::Alloca {
            size: self.size,
            align: self.align,
        };
        let pointer = |value| (Type::Ptr, Operand::Value(value));
        let number = |bits, value| (Type::Int(bits), Operand::Const(Const::Int(value)));
        let copy = Op::Call(Call {
            callee: Callee::Intrinsic(Intrinsic::MemCpy),
            ret: Type::Void,
            args: vec![
                pointer(self.object),
                pointer(self.pointer),
                number(16, u128::from(self.size)),
                number(1, 0),
            ],
            range: None,
        });
        let instr = |result, op| Instr { result, op, line };
        [instr(Some(self.object), alloca), instr(None, copy)]
    }
}

impl Body {
    /// A new pointer that a name stands for from now on.
    fn rename(&mut self, name: &str) -> ValueId {
        let id = ValueId(self.values.len() as u32);
        self.values.push(ValueInfo {
            ty: Type::Ptr,
            name: format!("{name}.object"),
        });
        self.value_ids.insert(name.to_owned(), id);
        id
    }
}

impl Parser<'_> {
    /// `define` or `declare`, whole.
    pub(super) fn function(&mut self) -> Result<Function> {
        let Kind::Global(name) = self.kind_at(self.name_position()) else {
            return self.unexpected("the name of a function");
        };
        let name = name.to_string();
        self.function_named(&name)
            .map_err(|error| error.in_function(&name))
    }

    fn name_position(&self) -> usize {
        let mut at = self.at;
        while !matches!(self.kind_at(at), Kind::Global(_) | Kind::End) {
            at += 1;
        }
        at
    }

    fn function_named(&mut self, name: &str) -> Result<Function> {
        let line = self.line();
        let defined = self.accept_word("define");
        self.at += usize::from(!defined);
        let mut attributes = FunctionAttributes::default();
        let (internal, ret_range) = self.function_prefix(&mut attributes)?;
        let ret = self.ty()?;
        self.at += 1;
        let mut body = Body {
            values: Vec::new(),
            value_ids: HashMap::new(),
            block_ids: HashMap::new(),
        };
        let (params, copies) = self.parameters(&mut body)?;
        let section = self.function_suffix(&mut attributes)?;
        let mut blocks = if defined {
            self.body(&mut body)?
        } else {
            Vec::new()
        };
        if let Some(entry) = blocks.first_mut() {
            let made = copies.iter().flat_map(|copy| copy.instructions(line));
            entry.instrs.splice(0..0, made);
        }
        let name = name.to_owned();
        Ok(Function {
            name,
            params,
            ret,
            ret_range,
            blocks,
            values: body.values,
            attributes,
            internal,
            section,
            line,
        })
    }

    /// Linkage, calling convention and attributes of the result. A handler of interrupts is known by its
    /// calling convention, which is kept as the string attribute `interrupt`.
    fn function_prefix(
        &mut self,
        attributes: &mut FunctionAttributes,
    ) -> Result<(bool, Option<Range>)> {
        let mut internal = false;
        let mut range = None;
        while !self.at_type() {
            match self.peek() {
                Kind::Word("internal" | "private") => {
                    internal = true;
                    self.at += 1;
                }
                Kind::Word(word @ ("avr_intrcc" | "avr_signalcc")) => {
                    attributes
                        .strings
                        .insert("interrupt".to_owned(), (*word).to_owned());
                    self.at += 1;
                }
                Kind::Word("cc") => self.at += 2,
                Kind::Word(_) | Kind::Text(_) => {
                    let before = self.at;
                    range = self.value_attributes()?.range.or(range);
                    if self.at == before {
                        return self.unexpected("a return type");
                    }
                }
                _ => return self.unexpected("a return type"),
            }
        }
        Ok((internal, range))
    }

    /// Parameters, and the copies of those that are passed `byval`.
    fn parameters(&mut self, body: &mut Body) -> Result<(Vec<Param>, Vec<Copy>)> {
        self.expect('(')?;
        let mut params = Vec::new();
        let mut by_value = Vec::new();
        let mut unnamed = 0;
        while !self.accept(')') {
            if !params.is_empty() {
                self.expect(',')?;
            }
            if self.accept_word("...") {
                continue;
            }
            let ty = match self.peek() {
                Kind::Word("metadata") => {
                    self.at += 1;
                    Type::Void
                }
                _ => self.ty()?,
            };
            let attributes = self.value_attributes()?;
            let name = match self.peek() {
                Kind::Local(name) => {
                    self.at += 1;
                    name.to_string()
                }
                _ => {
                    unnamed += 1;
                    (unnamed - 1).to_string()
                }
            };
            let value = self.define(body, &name, ty)?;
            if let Some(size) = attributes.by_value {
                by_value.push((name, value, size, attributes.align.unwrap_or(1)));
            }
            let range = attributes.range;
            params.push(Param { value, range });
        }
        let copies = by_value.into_iter();
        let copies = copies.map(|(name, pointer, size, align)| {
            let object = body.rename(&name);
            Copy {
                object,
                pointer,
                size,
                align,
            }
        });
        Ok((params, copies.collect()))
    }

    fn function_suffix(&mut self, attributes: &mut FunctionAttributes) -> Result<Option<String>> {
        let mut section = None;
        loop {
            match self.peek() {
                Kind::Word(
                    "define" | "declare" | "attributes" | "target" | "source_filename" | "module",
                ) => break,
                Kind::Word("section") => {
                    self.at += 1;
                    section = Some(self.text()?);
                }
                Kind::Word("align") if matches!(self.kind_at(self.at + 1), Kind::Integer(_)) => {
                    self.at += 2
                }
                Kind::Word("personality" | "prefix" | "prologue") => {
                    self.at += 1;
                    self.typed_constant()?;
                }
                Kind::Metadata(_) if self.kind_at(self.at + 1) != &Kind::Punctuation('=') => {
                    self.at += 1;
                    self.skip_metadata()?;
                }
                _ => {
                    if !self.function_attribute(attributes)? {
                        break;
                    }
                }
            }
        }
        Ok(section)
    }

    fn body(&mut self, body: &mut Body) -> Result<Vec<Block>> {
        self.expect('{')?;
        self.scan_body(body)?;
        let mut blocks = Vec::new();
        while !self.accept('}') {
            let block = self.block(body, blocks.len())?;
            blocks.push(block);
        }
        Ok(blocks)
    }

    /// Ids for all results and labels, in textual order. An unlabelled first block takes the number that follows
    /// the unnamed parameters.
    fn scan_body(&mut self, body: &mut Body) -> Result<()> {
        if !matches!(self.peek(), Kind::Label(_)) {
            let numbered = body
                .values
                .iter()
                .filter(|value| value.name.parse::<u32>().is_ok())
                .count();
            body.block_ids.insert(numbered.to_string(), BlockId(0));
        }
        let mut depth = 0u32;
        let mut at = self.at;
        loop {
            match self.kind_at(at) {
                Kind::Punctuation('{') => depth += 1,
                Kind::Punctuation('}') if depth == 0 => return Ok(()),
                Kind::Punctuation('}') => depth -= 1,
                Kind::Label(name) => {
                    let id = BlockId(body.block_ids.len() as u32);
                    if body.block_ids.insert(name.to_string(), id).is_some() {
                        return Err(Error::at(
                            self.line(),
                            format!("block {name} is defined twice"),
                        ));
                    }
                }
                Kind::Local(name) if self.kind_at(at + 1) == &Kind::Punctuation('=') => {
                    let name = name.to_string();
                    self.define(body, &name, Type::Void)?;
                }
                Kind::End => return self.fail("the body of the function is not closed"),
                _ => {}
            }
            at += 1;
        }
    }

    fn block(&mut self, body: &mut Body, number: usize) -> Result<Block> {
        let name = match self.peek() {
            Kind::Label(name) => {
                self.at += 1;
                name.to_string()
            }
            _ if number == 0 => "entry".to_owned(),
            _ => return self.unexpected("a label"),
        };
        let mut block = Block {
            name,
            instrs: Vec::new(),
            term: Terminator::Unreachable,
            term_line: 0,
        };
        loop {
            let line = self.line();
            if let Some(term) = self.statement(body, &mut block.instrs)? {
                block.term = term;
                block.term_line = line;
                return Ok(block);
            }
        }
    }

    pub(super) fn define(&self, body: &mut Body, name: &str, ty: Type) -> Result<ValueId> {
        let id = ValueId(body.values.len() as u32);
        body.values.push(ValueInfo {
            ty,
            name: name.to_owned(),
        });
        match body.value_ids.insert(name.to_owned(), id) {
            Some(_) => self.fail(format!("%{name} is defined twice")),
            None => Ok(id),
        }
    }

    pub(super) fn value_id(&self, body: &Body, name: &str) -> Result<ValueId> {
        match body.value_ids.get(name) {
            Some(&id) => Ok(id),
            None => self.fail(format!("%{name} is not defined")),
        }
    }

    /// A value or constant of a known type.
    pub(super) fn operand(&mut self, body: &Body, ty: &Type) -> Result<Operand> {
        match self.peek() {
            Kind::Local(name) => {
                let id = self.value_id(body, name)?;
                self.at += 1;
                Ok(Operand::Value(id))
            }
            _ => self.constant(ty).map(Operand::Const),
        }
    }

    pub(super) fn typed_operand(&mut self, body: &Body) -> Result<(Type, Operand)> {
        let ty = self.ty()?;
        let operand = self.operand(body, &ty)?;
        Ok((ty, operand))
    }

    /// `label %name`
    pub(super) fn label(&mut self, body: &Body) -> Result<BlockId> {
        self.expect_word("label")?;
        self.block_name(body)
    }

    pub(super) fn block_name(&mut self, body: &Body) -> Result<BlockId> {
        let name = self.local_name()?;
        match body.block_ids.get(name) {
            Some(&id) => Ok(id),
            None => self.fail(format!("block %{name} is not defined")),
        }
    }
}
