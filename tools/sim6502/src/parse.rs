//! Tokens to the tree: suites, items and statements by recursive descent; expressions are in
//! `expression.rs`. After a syntax error the parser resumes at the next item of the suite, so that each
//! broken item is reported once. Text after the last brace is not looked at.

use crate::diagnostic::{Diagnostic, Severity, nearest};
use crate::lex::{Number, Spanned, Token, WORDS, lex};
use crate::source::{Source, Span};
use crate::tree::*;

pub type Parsed<T> = Result<T, Diagnostic>;

/// Edits within which a misspelt keyword is recognised.
const KEYWORD_EDITS: usize = 2;

/// The tree of a whole file, or its lexical and syntax errors.
pub fn parse(source: &Source) -> Result<File, Vec<Diagnostic>> {
    let (tokens, mut errors) = lex(source.text());
    let mut parser = Parser::new(source.text(), tokens);
    let parsed = parser.file();
    // Junk after the last brace may be anything, so errors of the lexer there do not count.
    let end = parser.previous_span().end;
    let complete = parsed.is_ok();
    errors.retain(|error| !complete || error.span.start < end);
    errors.append(&mut parser.errors);
    match parsed {
        Ok(file) if errors.is_empty() => Ok(file),
        Ok(_) => Err(errors),
        Err(error) => {
            errors.push(error);
            Err(errors)
        }
    }
}

pub struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Spanned>,
    at: usize,
    /// How many parentheses and functions are open around the expression being parsed.
    pub depth: usize,
    errors: Vec<Diagnostic>,
}

impl<'a> Parser<'a> {
    pub fn new(text: &'a str, tokens: Vec<Spanned>) -> Self {
        Self {
            text,
            tokens,
            at: 0,
            depth: 0,
            errors: Vec::new(),
        }
    }

    // Moving over the tokens.

    pub fn token(&self) -> &Token {
        &self.tokens[self.at].0
    }

    pub fn next_token(&self) -> &Token {
        &self.tokens[(self.at + 1).min(self.tokens.len() - 1)].0
    }

    pub fn span(&self) -> Span {
        self.tokens[self.at].1
    }

    pub fn previous_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].1
    }

    pub fn text_of(&self, span: Span) -> &'a str {
        &self.text[span.start..span.end]
    }

    /// The last token, `End`, is never passed.
    pub fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    pub fn take(&mut self, wanted: &Token) -> bool {
        let found = self.token() == wanted;
        if found {
            self.advance();
        }
        found
    }

    pub fn mark(&mut self, mark: char) -> Parsed<()> {
        if self.take(&Token::Mark(mark)) {
            return Ok(());
        }
        Err(self.unexpected(&format!("'{mark}'")))
    }

    fn word(&mut self, word: &'static str) -> Parsed<()> {
        if self.take(&Token::Word(word)) {
            return Ok(());
        }
        Err(self.unexpected(&format!("'{word}'")))
    }

    /// The error that names what stands here and what should; it knows the usual misunderstandings.
    pub fn unexpected(&self, wanted: &str) -> Diagnostic {
        let span = self.span();
        let text = self.text_of(span);
        let message = match self.token() {
            Token::End => format!("Unexpected end of the file, expected {wanted}"),
            Token::Foreign(word) => {
                format!("'{word}' belongs to another backend; this runner knows only the simulator")
            }
            Token::Cpu => format!("'{text}' is the name of a processor, never a number"),
            _ => format!("Unexpected '{text}', expected {wanted}"),
        };
        Diagnostic::new(Severity::Syntax, span, message).with_hint(self.keyword_meant())
    }

    /// The keyword that a misspelt word here stands for.
    pub fn keyword_meant(&self) -> Option<&'static str> {
        let name = (*self.token() == Token::Name).then(|| self.text_of(self.span()))?;
        nearest(name, WORDS.into_iter(), KEYWORD_EDITS)
    }

    // The file and its suites.

    fn file(&mut self) -> Parsed<File> {
        self.word("suites")?;
        self.mark('{')?;
        let mut suites = Vec::new();
        while !self.take(&Token::Mark('}')) {
            suites.push(self.suite()?);
        }
        Ok(File { suites })
    }

    fn suite(&mut self) -> Parsed<Suite> {
        self.word("suite")?;
        self.mark('(')?;
        let name = self.string("the name of the suite")?.text;
        self.mark(')')?;
        self.mark('{')?;
        let deprecated = *self.token() == Token::Word("processor");
        let system = self.machine()?;
        let mut items = Vec::new();
        // A broken item counts as one, or an error would be followed by "needs at least one item".
        let mut seen = 0;
        while *self.token() != Token::Mark('}') || seen == 0 {
            if let Some(item) = self.item_or_recover()? {
                items.push(item);
            }
            seen += 1;
        }
        self.mark('}')?;
        Ok(Suite {
            name,
            system,
            deprecated,
            items,
        })
    }

    fn machine(&mut self) -> Parsed<System> {
        if self.take(&Token::Word("system")) {
            return self.parenthesised(Self::system_name);
        }
        if self.take(&Token::Word("processor")) {
            return self.parenthesised(Self::processor_name);
        }
        Ok(System::Generic6502)
    }

    fn parenthesised<T>(&mut self, inner: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.mark('(')?;
        let value = inner(self)?;
        self.mark(')')?;
        Ok(value)
    }

    fn system_name(&mut self) -> Parsed<System> {
        let system = match self.token() {
            Token::Word("c64" | "C64") => System::C64,
            Token::Word("c64_timed") => System::C64Timed,
            Token::Word("generic_6502") => System::Generic6502,
            Token::Word("generic_6510") => System::Generic6510,
            Token::Word("generic_65c02" | "generic_65C02") => System::Generic65C02,
            _ => return Err(self.unexpected("the name of a system")),
        };
        self.advance();
        Ok(system)
    }

    fn processor_name(&mut self) -> Parsed<System> {
        if *self.token() != Token::Cpu {
            return Err(self.unexpected("the name of a processor"));
        }
        let system = match self.text_of(self.span()) {
            "6502" => System::Generic6502,
            "6510" => System::Generic6510,
            _ => System::Generic65C02,
        };
        self.advance();
        Ok(system)
    }

    // Items of a suite.

    /// The next item, or none after an error that was noted and skipped.
    fn item_or_recover(&mut self) -> Parsed<Option<Item>> {
        let start = self.at;
        match self.item() {
            Ok(item) => Ok(Some(item)),
            Err(error) if self.skip_to_next_item(start) => {
                self.errors.push(error);
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Goes on behind the braces of the item that began at `start`; false if the file ends before.
    fn skip_to_next_item(&mut self, start: usize) -> bool {
        let mut open = 0;
        self.at = start;
        self.depth = 0;
        if *self.token() == Token::Mark('}') {
            return false;
        }
        self.advance();
        loop {
            match self.token() {
                Token::End => return false,
                Token::Mark('{') => open += 1,
                Token::Mark('}') if open == 0 => return true,
                Token::Mark('}') => open -= 1,
                Token::Word("symbols" | "load" | "rom" | "setup" | "test") if open == 0 => {
                    return true;
                }
                _ => {}
            }
            self.advance();
        }
    }

    fn item(&mut self) -> Parsed<Item> {
        match self.token() {
            Token::Word("symbols") => {
                self.advance();
                let file = self.parenthesised(|parser| parser.string("a file name"))?;
                Ok(Item::Symbols(file))
            }
            Token::Word("load") => self.load(),
            Token::Word("rom") => self.rom(),
            Token::Word("setup") => {
                self.advance();
                Ok(Item::Setup(self.block(Self::action)?))
            }
            Token::Word("test") => Ok(Item::Test(self.test()?)),
            _ => Err(self.unexpected("'symbols', 'load', 'rom', 'setup' or 'test'")),
        }
    }

    fn load(&mut self) -> Parsed<Item> {
        self.advance();
        self.mark('(')?;
        let file = self.string("a file name")?;
        let address = match self.option("address") {
            true => Some(self.assigned(Self::place)?),
            false => None,
        };
        let strip_header = match self.option("strip_header") {
            true => self.assigned(Self::boolean)?,
            false => false,
        };
        self.mark(')')?;
        Ok(Item::Load {
            file,
            address,
            strip_header,
        })
    }

    /// Takes `, word` if it comes next.
    fn option(&mut self, word: &'static str) -> bool {
        let found = *self.token() == Token::Mark(',') && *self.next_token() == Token::Word(word);
        if found {
            self.advance();
            self.advance();
        }
        found
    }

    fn assigned<T>(&mut self, value: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.mark('=')?;
        value(self)
    }

    fn rom(&mut self) -> Parsed<Item> {
        self.advance();
        self.mark('(')?;
        let name = self.string("the name of a ROM")?;
        self.mark(',')?;
        let file = self.string("a file name")?;
        self.mark(')')?;
        Ok(Item::Rom { name, file })
    }

    fn test(&mut self) -> Parsed<Test> {
        self.advance();
        self.mark('(')?;
        let name = self.string("the name of the test")?.text;
        self.mark(',')?;
        let description = self.string("the description of the test")?.text;
        let mut test = Test {
            name,
            description,
            skip: false,
            trace: false,
            timeout: None,
            tags: Vec::new(),
            body: Vec::new(),
        };
        while self.take(&Token::Mark(',')) {
            self.test_option(&mut test)?;
        }
        self.mark(')')?;
        test.body = self.block(Self::step)?;
        Ok(test)
    }

    fn test_option(&mut self, test: &mut Test) -> Parsed<()> {
        let Token::Word(word @ ("skip" | "trace" | "timeout" | "tags")) = *self.token() else {
            return Err(self.unexpected("'skip', 'trace', 'timeout' or 'tags'"));
        };
        self.advance();
        match word {
            "skip" => test.skip = self.assigned(Self::boolean)?,
            "trace" => test.trace = self.assigned(Self::boolean)?,
            "timeout" => test.timeout = Some(self.assigned(Self::number)?),
            _ => {
                let text = self.assigned(|parser| parser.string("tags"))?.text;
                test.tags = text.split(',').map(|tag| tag.trim().to_string()).collect();
            }
        }
        Ok(())
    }

    // Statements.

    /// Braces around at least one statement.
    fn block(&mut self, statement: impl Fn(&mut Self) -> Parsed<Step>) -> Parsed<Vec<Step>> {
        self.mark('{')?;
        let mut steps = vec![statement(self)?];
        while !self.take(&Token::Mark('}')) {
            steps.push(statement(self)?);
        }
        Ok(steps)
    }

    fn step(&mut self) -> Parsed<Step> {
        if !self.take(&Token::Word("assert")) {
            return self.action();
        }
        self.mark('(')?;
        let condition = self.condition()?;
        self.mark(',')?;
        let description = self.string("the description of the assertion")?.text;
        self.mark(')')?;
        Ok(Step::Assert(condition, description))
    }

    fn action(&mut self) -> Parsed<Step> {
        match *self.token() {
            Token::Register(register) => {
                self.advance();
                Ok(Step::SetRegister(
                    register,
                    self.assigned(Self::expression)?,
                ))
            }
            Token::Flag(flag) => self.set_flag(flag),
            Token::Word("jsr") => self.jsr(),
            Token::Word("memfill") => {
                self.advance();
                Ok(Step::Fill(self.three_arguments()?))
            }
            Token::Word("memdump") => self.dump(),
            Token::Word("assert") => {
                let text = "An assertion cannot stand in a setup block";
                Err(Diagnostic::new(Severity::Syntax, self.span(), text))
            }
            _ => self.store(),
        }
    }

    /// A flag is set by the very texts `true` and `1`; any other value clears it.
    fn set_flag(&mut self, flag: Flag) -> Parsed<Step> {
        self.advance();
        self.mark('=')?;
        let first = self.span();
        let value = self.expression()?;
        let text = self.text_of(first.to(self.previous_span()));
        let set = text == "true" || text == "1";
        Ok(Step::SetFlag { flag, set, value })
    }

    fn store(&mut self) -> Parsed<Step> {
        let first = self.span();
        let target = self.expression()?;
        self.mark('=')?;
        match (target, self.token()) {
            (Expr::Place(place), &Token::Register(register)) => {
                self.advance();
                Ok(Step::StoreRegister(place, register))
            }
            (target, _) => Ok(Step::Store {
                target,
                value: self.expression()?,
                span: first.to(self.previous_span()),
            }),
        }
    }

    fn jsr(&mut self) -> Parsed<Step> {
        self.advance();
        self.mark('(')?;
        let target = self.place()?;
        self.mark(',')?;
        let stop = match self.token() {
            Token::Word("stop_on_rts") => {
                self.advance();
                Stop::OnRts(self.assigned(Self::boolean)?)
            }
            Token::Word("stop_on_address") => {
                self.advance();
                Stop::AtAddress(self.assigned(Self::place)?)
            }
            _ => return Err(self.unexpected("'stop_on_rts' or 'stop_on_address'")),
        };
        self.mark(',')?;
        self.word("fail_on_brk")?;
        let fail_on_brk = self.assigned(Self::boolean)?;
        self.mark(')')?;
        Ok(Step::Jsr {
            target,
            stop,
            fail_on_brk,
        })
    }

    fn dump(&mut self) -> Parsed<Step> {
        self.advance();
        self.mark('(')?;
        let address = self.expression()?;
        self.mark(',')?;
        let count = self.expression()?;
        self.mark(')')?;
        Ok(Step::Dump([address, count]))
    }

    // The small pieces.

    fn string(&mut self, wanted: &str) -> Parsed<Quoted> {
        let span = self.span();
        let Token::Text(text) = self.token() else {
            return Err(self.unexpected(&format!("{wanted} in quotes")));
        };
        let text = text.clone();
        self.advance();
        Ok(Quoted { text, span })
    }

    fn boolean(&mut self) -> Parsed<bool> {
        let Token::Bool(value) = *self.token() else {
            return Err(self.unexpected("'true' or 'false'"));
        };
        self.advance();
        Ok(value)
    }

    fn number(&mut self) -> Parsed<(Number, Span)> {
        let span = self.span();
        let Token::Number(number) = *self.token() else {
            return Err(self.unexpected("a number"));
        };
        self.advance();
        Ok((number, span))
    }
}

#[cfg(test)]
#[path = "parse_tests.rs"]
mod tests;
