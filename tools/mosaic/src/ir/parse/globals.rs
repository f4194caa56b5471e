//! Global variables and aliases at the top level.

use super::cursor::Parser;
use crate::error::Result;
use crate::ir::lex::Kind;
use crate::ir::model::{Global, Module};

impl Parser<'_> {
    /// `@name = [linkage …] global|constant type [init] [, section "…"] [, align n]`
    pub(super) fn global_definition(&mut self, module: &mut Module) -> Result<()> {
        let line = self.line();
        let Kind::Global(name) = self.next() else {
            return self.unexpected("a `@name`");
        };
        self.expect('=')?;
        let (mut internal, mut external) = (false, false);
        let constant = loop {
            match self.next() {
                Kind::Word("global") => break false,
                Kind::Word("constant") => break true,
                Kind::Word("alias") => {
                    self.ty()?;
                    self.expect(',')?;
                    self.typed_constant()?;
                    return Ok(());
                }
                Kind::Word(word) => {
                    internal |= matches!(*word, "internal" | "private");
                    external |= matches!(*word, "external" | "extern_weak");
                    self.skip_parentheses()?;
                }
                _ => return self.unexpected("`global` or `constant`"),
            }
        };
        if name == "llvm.global_ctors" || name == "llvm.global_dtors" {
            return self
                .fail("constructors and destructors that run before `main` are not supported");
        }
        let ty = self.ty()?;
        let init = if external {
            None
        } else {
            Some(self.constant(&ty)?)
        };
        let mut global = Global {
            name: name.to_string(),
            ty,
            init,
            constant,
            internal,
            align: 1,
            section: None,
            line,
        };
        self.global_trailer(&mut global)?;
        module.globals.push(global);
        Ok(())
    }

    fn global_trailer(&mut self, global: &mut Global) -> Result<()> {
        loop {
            if let Kind::Group(_) = self.peek() {
                self.at += 1;
                continue;
            }
            if !self.accept(',') {
                return Ok(());
            }
            match self.next() {
                Kind::Word("section") => global.section = Some(self.text()?),
                Kind::Word("align") => {
                    let align = self.number()?;
                    global.align = self.object_alignment(align)?;
                }
                Kind::Word("partition" | "code_model") => {
                    self.text()?;
                }
                Kind::Word(_) => self.skip_parentheses()?,
                Kind::Metadata(_) => self.skip_metadata()?,
                _ => return self.unexpected("a property of the global"),
            }
        }
    }
}
