//! The parser's place in the tokens, and the names that any part of a module may use before they are defined:
//! symbols, named types, metadata and attribute groups. All four are found by one scan before parsing.

use crate::error::{Error, Result};
use crate::ir::lex::{Kind, Token};
use crate::ir::model::{FunctionAttributes, Module, Symbol};
use std::collections::BTreeMap;

pub(super) struct Parser<'t> {
    tokens: &'t [Token<'t>],
    pub(super) at: usize,
    /// Name of a `%T = type …` to the token of its body.
    pub(super) named_types: BTreeMap<String, usize>,
    /// Types being resolved, to refuse one that contains itself.
    pub(super) open_types: Vec<String>,
    /// Number of a `!7 = …` to the token behind the equals sign.
    pub(super) metadata: BTreeMap<String, usize>,
    pub(super) groups: BTreeMap<String, FunctionAttributes>,
    pub(super) symbols: BTreeMap<String, Symbol>,
    /// Names of functions in the order of their indices.
    pub(super) function_names: Vec<String>,
    /// Aliases and the token of what they stand for.
    pub(super) aliases: BTreeMap<String, usize>,
}

impl<'t> Parser<'t> {
    pub(super) fn new(tokens: &'t [Token<'t>]) -> Result<Parser<'t>> {
        let mut parser = Parser {
            tokens,
            at: 0,
            named_types: BTreeMap::new(),
            open_types: Vec::new(),
            metadata: BTreeMap::new(),
            groups: BTreeMap::new(),
            symbols: BTreeMap::new(),
            function_names: Vec::new(),
            aliases: BTreeMap::new(),
        };
        parser.find_names()?;
        Ok(parser)
    }

    /// Gives every global and function its index, and notes where named types, metadata and groups stand.
    fn find_names(&mut self) -> Result<()> {
        let (mut globals, mut functions) = (0, 0);
        let mut depth = 0u32;
        for at in 0..self.tokens.len() {
            let token = &self.tokens[at];
            match &token.kind {
                Kind::Punctuation('{' | '(' | '[') => depth += 1,
                Kind::Punctuation('}' | ')' | ']') => depth = depth.saturating_sub(1),
                _ if depth > 0 => {}
                Kind::Global(name) if self.kind_at(at + 1) == &Kind::Punctuation('=') => {
                    self.at = at + 2;
                    match self.global_keyword()? {
                        "alias" => {
                            self.aliases.insert(name.to_string(), self.at);
                        }
                        "global" | "constant" => {
                            self.new_symbol(name, Symbol::Global(globals), token.line)?;
                            globals += 1;
                        }
                        other => {
                            return Err(Error::at(
                                token.line,
                                format!("`{other}` is not supported"),
                            ));
                        }
                    }
                }
                Kind::Word("define" | "declare") => {
                    self.at = at + 1;
                    let name = self.name_of_function()?;
                    self.new_symbol(&name, Symbol::Function(functions), token.line)?;
                    self.function_names.push(name);
                    functions += 1;
                }
                Kind::Local(name) if self.kind_at(at + 2) == &Kind::Word("type") => {
                    self.named_types.insert(name.to_string(), at + 3);
                }
                Kind::Metadata(name) if self.kind_at(at + 1) == &Kind::Punctuation('=') => {
                    self.metadata.insert(name.to_string(), at + 2);
                }
                Kind::Word("attributes") => {
                    self.at = at + 1;
                    self.attribute_group()?;
                }
                _ => {}
            }
        }
        self.resolve_aliases()?;
        self.at = 0;
        Ok(())
    }

    fn new_symbol(&mut self, name: &str, symbol: Symbol, line: u32) -> Result<()> {
        match self.symbols.insert(name.to_owned(), symbol) {
            Some(_) => Err(Error::at(line, format!("@{name} is defined twice"))),
            None => Ok(()),
        }
    }

    /// Skips linkage and the like up to `global`, `constant`, `alias` or `ifunc`, and takes that word.
    fn global_keyword(&mut self) -> Result<&'t str> {
        loop {
            match self.next() {
                Kind::Word(word @ ("global" | "constant" | "alias" | "ifunc")) => return Ok(word),
                Kind::Word(_) => self.skip_parentheses()?,
                _ => return self.unexpected("`global` or `constant`"),
            }
        }
    }

    /// The `@name` before the parameter list; a return type or attribute has no symbol in it.
    fn name_of_function(&mut self) -> Result<String> {
        loop {
            match self.next() {
                Kind::Global(name) => return Ok(name.to_string()),
                Kind::End => return self.unexpected("the name of a function"),
                _ => {}
            }
        }
    }

    /// Several rounds, because an alias may stand for an alias defined later.
    fn resolve_aliases(&mut self) -> Result<()> {
        let mut waiting = std::mem::take(&mut self.aliases);
        while !waiting.is_empty() {
            let before = waiting.len();
            let mut failed = None;
            for (name, at) in std::mem::take(&mut waiting) {
                self.at = at;
                match self.alias_target() {
                    Ok(symbol) => {
                        self.symbols.insert(name, symbol);
                    }
                    Err(error) => {
                        failed = Some(error);
                        waiting.insert(name, at);
                    }
                }
            }
            if let Some(error) = failed.filter(|_| waiting.len() == before) {
                return Err(error);
            }
        }
        Ok(())
    }

    fn alias_target(&mut self) -> Result<Symbol> {
        let line = self.line();
        self.ty()?;
        self.expect(',')?;
        match self.typed_constant()? {
            (_, crate::ir::model::Const::Address(symbol, 0)) => Ok(symbol),
            _ => Err(Error::at(line, "an alias has to stand for a whole symbol")),
        }
    }

    /// Everything at the top level, in order.
    pub(super) fn module(&mut self) -> Result<Module> {
        let mut module = Module {
            symbols: self.symbols.clone(),
            ..Module::default()
        };
        loop {
            match self.peek() {
                Kind::End => return Ok(module),
                Kind::Global(_) => self.global_definition(&mut module)?,
                Kind::Word("define" | "declare") => {
                    let function = self.function()?;
                    module.functions.push(function);
                }
                Kind::Word("module") => return self.fail("module-level assembly is not supported"),
                Kind::Word(
                    "target" | "source_filename" | "attributes" | "uselistorder"
                    | "uselistorder_bb",
                )
                | Kind::Local(_)
                | Kind::Metadata(_)
                | Kind::Comdat(_)
                | Kind::Punctuation('^') => self.skip_entity(),
                _ => return self.unexpected("a definition"),
            }
        }
    }

    /// Everything else stands on lines of its own: skip the words of this line, then to the end of its brackets.
    fn skip_entity(&mut self) {
        let mut line = self.line();
        let mut depth = 0u32;
        while self.peek() != &Kind::End && (depth > 0 || self.line() == line) {
            match self.peek() {
                Kind::Punctuation('{' | '(' | '[') => depth += 1,
                Kind::Punctuation('}' | ')' | ']') => {
                    depth = depth.saturating_sub(1);
                    line = self.line();
                }
                _ => {}
            }
            self.at += 1;
        }
    }

    pub(super) fn kind_at(&self, at: usize) -> &'t Kind<'t> {
        &self.tokens[at.min(self.tokens.len() - 1)].kind
    }

    pub(super) fn peek(&self) -> &'t Kind<'t> {
        self.kind_at(self.at)
    }

    pub(super) fn line(&self) -> u32 {
        self.tokens[self.at.min(self.tokens.len() - 1)].line
    }

    /// Line of the token just taken.
    pub(super) fn line_before(&self) -> u32 {
        self.tokens[self.at - 1].line
    }

    pub(super) fn next(&mut self) -> &'t Kind<'t> {
        let kind = self.peek();
        self.at += 1;
        kind
    }

    /// Takes the punctuation if it is next.
    pub(super) fn accept(&mut self, character: char) -> bool {
        let found = self.peek() == &Kind::Punctuation(character);
        self.at += usize::from(found);
        found
    }

    pub(super) fn accept_word(&mut self, word: &str) -> bool {
        let found = self.peek() == &Kind::Word(word);
        self.at += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, character: char) -> Result<()> {
        if self.accept(character) {
            return Ok(());
        }
        self.unexpected(&format!("`{character}`"))
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Result<()> {
        if self.accept_word(word) {
            return Ok(());
        }
        self.unexpected(&format!("`{word}`"))
    }

    pub(super) fn local_name(&mut self) -> Result<&'t str> {
        match self.peek() {
            Kind::Local(name) => {
                self.at += 1;
                Ok(name)
            }
            _ => self.unexpected("a `%name`"),
        }
    }

    /// A small number such as an alignment or a field index.
    pub(super) fn number(&mut self) -> Result<u32> {
        match self.peek() {
            Kind::Integer(digits) => {
                let Ok(number) = digits.parse() else {
                    return self.fail("the number is out of range");
                };
                self.at += 1;
                Ok(number)
            }
            _ => self.unexpected("a number"),
        }
    }

    pub(super) fn text(&mut self) -> Result<String> {
        match self.peek() {
            Kind::Text(text) => {
                self.at += 1;
                Ok(String::from_utf8_lossy(text).into_owned())
            }
            _ => self.unexpected("a string"),
        }
    }

    /// Skips a balanced `( … )` if one is next.
    pub(super) fn skip_parentheses(&mut self) -> Result<()> {
        if self.peek() != &Kind::Punctuation('(') {
            return Ok(());
        }
        let mut depth = 0u32;
        loop {
            match self.next() {
                Kind::Punctuation('(') => depth += 1,
                Kind::Punctuation(')') if depth == 1 => return Ok(()),
                Kind::Punctuation(')') => depth -= 1,
                Kind::End => return self.unexpected("`)`"),
                _ => {}
            }
        }
    }

    pub(super) fn fail<T>(&self, message: impl Into<String>) -> Result<T> {
        Err(Error::at(self.line(), message))
    }

    pub(super) fn unexpected<T>(&self, wanted: &str) -> Result<T> {
        let found = match self.peek() {
            Kind::End => "the end of the file".to_owned(),
            Kind::Local(name) => format!("%{name}"),
            Kind::Global(name) => format!("@{name}"),
            Kind::Metadata(name) => format!("!{name}"),
            Kind::Group(name) => format!("#{name}"),
            Kind::Comdat(name) => format!("${name}"),
            Kind::Label(name) => format!("{name}:"),
            Kind::Word(text) | Kind::Integer(text) | Kind::Float(text) => format!("`{text}`"),
            Kind::Text(_) | Kind::Bytes(_) => "a string".to_owned(),
            Kind::Punctuation(character) => format!("`{character}`"),
        };
        self.fail(format!("expected {wanted}, found {found}"))
    }
}
