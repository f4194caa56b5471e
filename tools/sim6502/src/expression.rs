//! The parser's second half: expressions, conditions and places.
//! Each operator has a level of its own, tightest first `* / + - & ^ |`, and joins from the left, so
//! `10 - 3 + 2` is 5. Registers, flags and `cycles` are no expressions.

use crate::diagnostic::{Diagnostic, Severity};
use crate::lex::Token;
use crate::parse::{Parsed, Parser};
use crate::tree::*;

/// Open parentheses allowed around an expression: far more than a reader could follow, and few enough
/// for the stack.
const DEEPEST: usize = 200;

/// Loosest first.
const LEVELS: [(char, Operator); 7] = [
    ('|', Operator::Or),
    ('^', Operator::Xor),
    ('&', Operator::And),
    ('-', Operator::Subtract),
    ('+', Operator::Add),
    ('/', Operator::Divide),
    ('*', Operator::Multiply),
];

impl Parser<'_> {
    pub fn condition(&mut self) -> Parsed<Condition> {
        match *self.token() {
            Token::Register(register) => self.comparison_of(Left::Register(register)),
            Token::Flag(flag) => self.comparison_of(Left::Flag(flag)),
            Token::Word("cycles") => self.comparison_of(Left::Cycles),
            _ => self.condition_of_expression(),
        }
    }

    fn comparison_of(&mut self, left: Left) -> Parsed<Condition> {
        self.advance();
        self.compared(left)
    }

    fn compared(&mut self, left: Left) -> Parsed<Condition> {
        let Token::Compare(relation) = *self.token() else {
            return Err(self.unexpected("a comparison"));
        };
        self.advance();
        Ok(Condition::Compare(left, relation, self.expression()?))
    }

    /// A memory test directly before the comma is the whole condition; a lone place directly before the
    /// operator reads memory; anything else is a value.
    fn condition_of_expression(&mut self) -> Parsed<Condition> {
        let value = self.expression()?;
        if let Token::Width(width) = *self.token() {
            self.advance();
            return self.compared(Left::Memory(value, width));
        }
        match value {
            Expr::Memory(test) if *self.token() == Token::Mark(',') => Ok(Condition::Memory(test)),
            Expr::Place(place) => self.compared(Left::ByteAt(place)),
            value => self.compared(Left::Value(value)),
        }
    }

    pub fn expression(&mut self) -> Parsed<Expr> {
        self.level(0)
    }

    fn level(&mut self, level: usize) -> Parsed<Expr> {
        let Some(&(mark, operator)) = LEVELS.get(level) else {
            return self.atom();
        };
        let first = self.level(level + 1)?;
        if *self.token() != Token::Mark(mark) {
            return Ok(first);
        }
        let mut operands = vec![first];
        while self.take(&Token::Mark(mark)) {
            operands.push(self.level(level + 1)?);
        }
        Ok(Expr::Chain(operator, operands))
    }

    fn atom(&mut self) -> Parsed<Expr> {
        match *self.token() {
            Token::Number(_) | Token::Mark('[') => self.place_or_part(),
            Token::Bool(value) => {
                self.advance();
                Ok(Expr::Bool(value))
            }
            Token::Word("peekbyte") => Ok(Expr::PeekByte(self.argument()?)),
            Token::Word("peekword") => Ok(Expr::PeekWord(self.argument()?)),
            Token::Word("memchk") => {
                self.advance();
                let arguments = self.three_arguments()?;
                Ok(Expr::Memory(MemoryTest::Check(Box::new(arguments))))
            }
            Token::Word("memcmp") => {
                self.advance();
                let arguments = self.three_arguments()?;
                Ok(Expr::Memory(MemoryTest::Compare(Box::new(arguments))))
            }
            Token::Mark('(') => {
                self.deeper()?;
                self.advance();
                let inner = self.expression()?;
                self.mark(')')?;
                self.depth -= 1;
                Ok(Expr::Group(Box::new(inner)))
            }
            _ => Err(self.not_an_expression()),
        }
    }

    fn not_an_expression(&self) -> Diagnostic {
        let span = self.span();
        let text = self.text_of(span);
        let reason = match self.token() {
            Token::Register(_) => format!("Register '{text}' cannot stand in an expression"),
            Token::Flag(_) => format!("Flag '{text}' cannot stand in an expression"),
            Token::Word("cycles") => {
                "'cycles' stands alone on the left of a comparison".to_string()
            }
            Token::Mark('-') => "There is no unary minus; write 0 - n".to_string(),
            Token::Name | Token::Dotted => format!("A symbol is written in brackets: [{text}]"),
            _ => return self.unexpected("an expression"),
        };
        Diagnostic::new(Severity::Syntax, span, reason).with_hint(self.keyword_meant())
    }

    /// One argument in parentheses, of the function that stands here.
    fn argument(&mut self) -> Parsed<Box<Expr>> {
        self.deeper()?;
        self.advance();
        self.mark('(')?;
        let argument = self.expression()?;
        self.mark(')')?;
        self.depth -= 1;
        Ok(Box::new(argument))
    }

    pub fn three_arguments(&mut self) -> Parsed<[Expr; 3]> {
        self.deeper()?;
        self.mark('(')?;
        let first = self.expression()?;
        self.mark(',')?;
        let second = self.expression()?;
        self.mark(',')?;
        let third = self.expression()?;
        self.mark(')')?;
        self.depth -= 1;
        Ok([first, second, third])
    }

    fn deeper(&mut self) -> Parsed<()> {
        self.depth += 1;
        if self.depth > DEEPEST {
            let text = format!("More than {DEEPEST} parentheses inside each other");
            return Err(Diagnostic::new(Severity::Syntax, self.span(), text));
        }
        Ok(())
    }

    fn place_or_part(&mut self) -> Parsed<Expr> {
        let place = self.place()?;
        let Token::Part(part) = *self.token() else {
            return Ok(Expr::Place(place));
        };
        self.advance();
        Ok(Expr::Part(place, part))
    }

    /// A number or `[symbol]`.
    pub fn place(&mut self) -> Parsed<Place> {
        let first = self.span();
        if let Token::Number(number) = *self.token() {
            self.advance();
            return Ok(Place {
                kind: PlaceKind::Number(number),
                span: first,
            });
        }
        if *self.token() != Token::Mark('[') {
            return Err(self.unexpected("a number or a symbol in brackets"));
        }
        self.advance();
        let name = self.symbol_name()?;
        self.mark(']')?;
        Ok(Place {
            kind: PlaceKind::Symbol(name),
            span: first.to(self.previous_span()),
        })
    }

    fn symbol_name(&mut self) -> Parsed<String> {
        let span = self.span();
        let text = self.text_of(span);
        match self.token() {
            Token::Name | Token::Dotted => {
                self.advance();
                Ok(text.to_string())
            }
            Token::Word(_)
            | Token::Foreign(_)
            | Token::Bool(_)
            | Token::Register(_)
            | Token::Flag(_) => {
                let reason = format!("'{text}' is a reserved word and cannot name a symbol");
                Err(Diagnostic::new(Severity::Syntax, span, reason))
            }
            _ => Err(self.unexpected("the name of a symbol")),
        }
    }
}
