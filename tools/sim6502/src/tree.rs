//! The tree of a suite file, as parsed: nothing here is resolved, loaded or evaluated.
//! Every node that a message may point at carries its span.

use crate::lex::Number;
use crate::source::Span;

#[derive(Debug)]
pub struct File {
    pub suites: Vec<Suite>,
}

#[derive(Debug)]
pub struct Suite {
    pub name: String,
    pub system: System,
    /// The old word `processor(…)` was used, which earns a warning.
    pub deprecated: bool,
    pub items: Vec<Item>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    Generic6502,
    Generic6510,
    Generic65C02,
    C64,
    /// With the CIAs of the emulated machine: an addition of this runner.
    C64Timed,
}

/// A file or ROM name as written.
#[derive(Debug)]
pub struct Quoted {
    pub text: String,
    pub span: Span,
}

#[derive(Debug)]
pub enum Item {
    Symbols(Quoted),
    Load {
        file: Quoted,
        address: Option<Place>,
        strip_header: bool,
    },
    Rom {
        name: Quoted,
        file: Quoted,
    },
    Setup(Vec<Step>),
    Test(Test),
}

#[derive(Debug)]
pub struct Test {
    pub name: String,
    pub description: String,
    pub skip: bool,
    pub trace: bool,
    /// In cycles; 0 and absence are no limit.
    pub timeout: Option<(Number, Span)>,
    pub tags: Vec<String>,
    pub body: Vec<Step>,
}

/// One statement. The parser lets no `Assert` into a setup block.
#[derive(Debug)]
pub enum Step {
    SetRegister(Register, Expr),
    /// The flag is set or cleared by the text of the value, which is still evaluated for its faults.
    SetFlag {
        flag: Flag,
        set: bool,
        value: Expr,
    },
    StoreRegister(Place, Register),
    /// A lone place on the left side is an `Expr::Place`.
    Store {
        target: Expr,
        value: Expr,
        span: Span,
    },
    Jsr {
        target: Place,
        stop: Stop,
        fail_on_brk: bool,
    },
    Fill([Expr; 3]),
    Dump([Expr; 2]),
    Assert(Condition, String),
}

#[derive(Debug)]
pub enum Stop {
    OnRts(bool),
    AtAddress(Place),
}

#[derive(Debug)]
pub enum Condition {
    Memory(MemoryTest),
    Compare(Left, Relation, Expr),
}

#[derive(Debug)]
pub enum Left {
    Register(Register),
    Flag(Flag),
    Cycles,
    /// A lone place before the operator: the byte in memory there.
    ByteAt(Place),
    Value(Expr),
    Memory(Expr, Width),
}

#[derive(Debug)]
pub enum MemoryTest {
    /// Address, count, value.
    Check(Box<[Expr; 3]>),
    /// Address, address, count.
    Compare(Box<[Expr; 3]>),
}

#[derive(Debug)]
pub enum Expr {
    Place(Place),
    Part(Place, Part),
    Bool(bool),
    PeekByte(Box<Expr>),
    PeekWord(Box<Expr>),
    Memory(MemoryTest),
    Group(Box<Expr>),
    /// Operands joined from the left by one operator: each operator has its own level of precedence.
    Chain(Operator, Vec<Expr>),
}

/// A number, or a symbol in brackets.
#[derive(Debug)]
pub struct Place {
    pub kind: PlaceKind,
    pub span: Span,
}

#[derive(Debug)]
pub enum PlaceKind {
    Number(Number),
    Symbol(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Multiply,
    Divide,
    Add,
    Subtract,
    And,
    Xor,
    Or,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    Equal,
    NotEqual,
    /// `<>`, which messages repeat as written.
    NotEqualAngled,
    Less,
    Greater,
    AtMost,
    AtLeast,
}

impl Relation {
    pub fn text(self) -> &'static str {
        match self {
            Relation::Equal => "==",
            Relation::NotEqual => "!=",
            Relation::NotEqualAngled => "<>",
            Relation::Less => "<",
            Relation::Greater => ">",
            Relation::AtMost => "<=",
            Relation::AtLeast => ">=",
        }
    }

    pub fn holds(self, left: i32, right: i32) -> bool {
        match self {
            Relation::Equal => left == right,
            Relation::NotEqual | Relation::NotEqualAngled => left != right,
            Relation::Less => left < right,
            Relation::Greater => left > right,
            Relation::AtMost => left <= right,
            Relation::AtLeast => left >= right,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Register {
    A,
    X,
    Y,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    Carry,
    Negative,
    Zero,
    Decimal,
    Overflow,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    Byte,
    Word,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Low,
    High,
    /// Upper-case `.L` and `.H` are accepted and change nothing.
    Whole,
}
