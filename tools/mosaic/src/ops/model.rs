//! The byte-sized operations between IR and 6502. Every value is a byte in a variable; a wider integer is several
//! variables, and the carry between them is the processor's own carry flag, which is why operations of one chain
//! stand next to each other and nothing that changes the carry may come between.
//!
//! Out of the lowering, variables are assigned once and blocks have phis; `alloc::webs` merges them into variables
//! that may be assigned many times, each with one storage location, a byte of memory.

use crate::asm::inst::Place;

/// A byte variable of one function.
pub type Var = u32;

/// Index of a block in its function.
pub type Blk = usize;

/// Where a byte comes from.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Src {
    Var(Var),
    Const(u8),
    /// Low and high byte of an address that the linker knows.
    Low(Place),
    High(Place),
    /// A byte of memory, read where the operation stands.
    Mem(Addr),
}

/// An address in one of the forms the processor can reach.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Addr {
    Abs(Place),
    /// `place + var`, the variable zero-extended.
    Indexed(Place, Var),
    /// `pointer + index`; the two variables lie side by side in zero page.
    Indirect {
        low: Var,
        high: Var,
        index: Index,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Index {
    Const(u8),
    Var(Var),
}

/// Carry into an addition (or its inverse, the borrow, into a subtraction).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CarryIn {
    Clear,
    Set,
    /// As the previous operation left it.
    Chain,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Logic {
    And,
    Or,
    Xor,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shift {
    /// Shift left, zero or the chain's carry in at the bottom.
    Left,
    /// Shift right, zero or the chain's carry in at the top.
    Right,
}

/// Read-modify-write instructions on memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Modify {
    Increment,
    Decrement,
    ShiftLeft,
    ShiftRight,
    RotateLeft,
    RotateRight,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Op {
    Move {
        dst: Var,
        src: Src,
    },
    /// A load that must happen exactly once, here.
    VolatileLoad {
        dst: Var,
        addr: Addr,
    },
    Store {
        addr: Addr,
        src: Src,
        volatile: bool,
    },
    Logic {
        op: Logic,
        dst: Var,
        a: Src,
        b: Src,
    },
    /// `dst = a + b + carry`; without a destination only the carry is wanted.
    Add {
        dst: Option<Var>,
        a: Src,
        b: Src,
        carry: CarryIn,
    },
    /// `dst = a - b - !carry`; `Set` means no borrow.
    Sub {
        dst: Option<Var>,
        a: Src,
        b: Src,
        carry: CarryIn,
    },
    /// Carry = `a >= b`, the start of a wide comparison.
    Compare {
        a: Src,
        b: Src,
    },
    Shift {
        op: Shift,
        dst: Var,
        a: Src,
        carry: CarryIn,
    },
    /// Carry = top bit of `a`: the sign of a value about to be shifted right.
    SignToCarry {
        a: Src,
    },
    /// `dst` = $FF when `a` is negative, else 0.
    SignFill {
        dst: Var,
        a: Src,
    },
    /// `dst` = the carry, as 0 or 1.
    CarryToByte {
        dst: Var,
    },
    /// Memory changed in place.
    Modify {
        op: Modify,
        addr: Addr,
    },
    /// A whole little-endian number in memory plus or minus one. Flags are not usable afterwards.
    Step {
        vars: Vec<StepByte>,
        up: bool,
    },
    Call(Call),
}

/// A byte of a number that is stepped: a variable's storage location or memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepByte {
    Var(Var),
    Mem(Addr),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    pub target: Target,
    /// Bytes of all arguments in order. For a runtime routine each goes to its fixed place.
    pub args: Vec<(Option<Fixed>, Src)>,
    /// Bytes of the result that are wanted, with their index in the result. For a runtime routine the fixed place.
    pub results: Vec<(Option<Fixed>, u32, Var)>,
}

/// A fixed place for an argument or result of a runtime routine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fixed {
    A,
    X,
    Y,
    Memory(Place),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// Index into the module's functions.
    Function(usize),
    /// Through `rt_p`, with the possible targets; arguments go to the indirect-call convention.
    Pointer,
    /// A routine of `runtime/`, by file name.
    Runtime(&'static str),
    /// A routine that is not part of the program, at its address.
    Address(u16),
    /// Inline assembly, by its text.
    Assembly(String),
}

/// The symbol of a routine at an address, which the assembler takes as the address itself.
pub fn routine_symbol(address: u16) -> String {
    format!("${address:04x}")
}

/// What a two-way branch looks at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Test {
    Equal(Src, Src),
    NotEqual(Src, Src),
    /// Unsigned.
    Less(Src, Src),
    GreaterOrEqual(Src, Src),
    Negative(Src),
    NotNegative(Src),
    /// Flags of the operation just before: a wide comparison's end.
    CarryClear,
    CarrySet,
    /// Signed less, after a subtraction chain: N exclusive-or V.
    SignedLess,
    SignedGreaterOrEqual,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Term {
    Jump(Blk),
    Branch {
        test: Test,
        then: Blk,
        other: Blk,
        likely: Option<bool>,
    },
    Switch {
        value: Src,
        cases: Vec<(u8, Blk)>,
        default: Blk,
    },
    Return(Vec<Src>),
    Stop,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phi {
    pub dst: Var,
    pub incoming: Vec<(Blk, Src)>,
}

#[derive(Debug, Clone)]
pub struct Block {
    pub phis: Vec<Phi>,
    pub ops: Vec<Op>,
    pub term: Term,
}

/// An object of `alloca` that has a name and a fixed address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StackObject {
    pub name: String,
    pub size: u32,
    pub align: u32,
}

/// One function as byte operations.
#[derive(Debug, Clone)]
pub struct Func {
    pub name: String,
    pub blocks: Vec<Block>,
    pub var_count: u32,
    /// Bytes of the parameters in order; unused ones have no variable.
    pub params: Vec<Option<Var>>,
    pub result_bytes: u32,
    /// Low/high variables that must live side by side in zero page.
    pub pairs: Vec<(Var, Var)>,
    pub section: Option<String>,
    /// Objects of `alloca` with fixed addresses.
    pub stack_objects: Vec<StackObject>,
    /// Lookup tables: symbol and bytes. Equal symbols have equal bytes.
    pub tables: Vec<(String, Vec<u8>)>,
}

impl Src {
    pub fn var(&self) -> Option<Var> {
        match self {
            Src::Var(var) => Some(*var),
            _ => None,
        }
    }

    /// Variables this operand reads, those of its address included.
    pub fn each_var(&self, visit: &mut impl FnMut(Var)) {
        match self {
            Src::Var(var) => visit(*var),
            Src::Mem(addr) => addr.each_var(visit),
            Src::Const(_) | Src::Low(_) | Src::High(_) => {}
        }
    }

    pub fn each_var_mut(&mut self, visit: &mut impl FnMut(&mut Var)) {
        match self {
            Src::Var(var) => visit(var),
            Src::Mem(addr) => addr.each_var_mut(visit),
            Src::Const(_) | Src::Low(_) | Src::High(_) => {}
        }
    }
}

impl Addr {
    pub fn each_var(&self, visit: &mut impl FnMut(Var)) {
        match self {
            Addr::Abs(_) => {}
            Addr::Indexed(_, var) => visit(*var),
            Addr::Indirect { low, high, index } => {
                visit(*low);
                visit(*high);
                if let Index::Var(var) = index {
                    visit(*var);
                }
            }
        }
    }

    pub fn each_var_mut(&mut self, visit: &mut impl FnMut(&mut Var)) {
        match self {
            Addr::Abs(_) => {}
            Addr::Indexed(_, var) => visit(var),
            Addr::Indirect { low, high, index } => {
                visit(low);
                visit(high);
                if let Index::Var(var) = index {
                    visit(var);
                }
            }
        }
    }
}

/// Visits the operands an operation reads, to look at them or to change them.
macro_rules! operands_of_op {
    ($op:expr, $visit:ident, $iter:ident) => {
        match $op {
            Op::Move { src, .. } => $visit(src),
            Op::Store { src, .. } => $visit(src),
            Op::Logic { a, b, .. }
            | Op::Add { a, b, .. }
            | Op::Sub { a, b, .. }
            | Op::Compare { a, b } => {
                $visit(a);
                $visit(b);
            }
            Op::Shift { a, .. } | Op::SignToCarry { a } | Op::SignFill { a, .. } => $visit(a),
            Op::Call(call) => call.args.$iter().for_each(|(_, src)| $visit(src)),
            Op::VolatileLoad { .. }
            | Op::CarryToByte { .. }
            | Op::Modify { .. }
            | Op::Step { .. } => {}
        }
    };
}

/// The same for the operands of a test.
macro_rules! operands_of_test {
    ($test:expr, $visit:ident) => {
        match $test {
            Test::Equal(a, b)
            | Test::NotEqual(a, b)
            | Test::Less(a, b)
            | Test::GreaterOrEqual(a, b) => {
                $visit(a);
                $visit(b);
            }
            Test::Negative(a) | Test::NotNegative(a) => $visit(a),
            Test::CarryClear | Test::CarrySet | Test::SignedLess | Test::SignedGreaterOrEqual => {}
        }
    };
}

impl Op {
    /// Every operand read, in order.
    pub fn each_src<'a>(&'a self, visit: &mut impl FnMut(&'a Src)) {
        operands_of_op!(self, visit, iter)
    }

    pub fn each_src_mut(&mut self, visit: &mut impl FnMut(&mut Src)) {
        operands_of_op!(self, visit, iter_mut)
    }

    /// The address this operation itself reads or writes, apart from memory operands.
    pub fn addr(&self) -> Option<&Addr> {
        match self {
            Op::VolatileLoad { addr, .. } | Op::Store { addr, .. } | Op::Modify { addr, .. } => {
                Some(addr)
            }
            _ => None,
        }
    }

    pub fn each_use(&self, visit: &mut impl FnMut(Var)) {
        self.each_src(&mut |src| src.each_var(visit));
        if let Some(addr) = self.addr() {
            addr.each_var(visit);
        }
        if let Op::Step { vars, .. } = self {
            for byte in vars {
                match byte {
                    StepByte::Var(var) => visit(*var),
                    StepByte::Mem(addr) => addr.each_var(visit),
                }
            }
        }
    }

    pub fn each_use_mut(&mut self, visit: &mut impl FnMut(&mut Var)) {
        self.each_src_mut(&mut |src| src.each_var_mut(visit));
        self.each_addr_mut(&mut |addr| addr.each_var_mut(visit));
        if let Op::Step { vars, .. } = self {
            for byte in vars {
                if let StepByte::Var(var) = byte {
                    visit(var);
                }
            }
        }
    }

    /// Addresses apart from memory operands.
    pub fn each_addr_mut(&mut self, visit: &mut impl FnMut(&mut Addr)) {
        match self {
            Op::VolatileLoad { addr, .. } | Op::Store { addr, .. } | Op::Modify { addr, .. } => {
                visit(addr)
            }
            Op::Step { vars, .. } => {
                for byte in vars {
                    if let StepByte::Mem(addr) = byte {
                        visit(addr);
                    }
                }
            }
            _ => {}
        }
    }

    pub fn each_def(&self, visit: &mut impl FnMut(Var)) {
        match self {
            Op::Move { dst, .. }
            | Op::VolatileLoad { dst, .. }
            | Op::Logic { dst, .. }
            | Op::Shift { dst, .. }
            | Op::SignFill { dst, .. }
            | Op::CarryToByte { dst } => visit(*dst),
            Op::Add { dst, .. } | Op::Sub { dst, .. } => {
                if let Some(dst) = dst {
                    visit(*dst);
                }
            }
            Op::Step { vars, .. } => {
                for byte in vars {
                    if let StepByte::Var(var) = byte {
                        visit(*var);
                    }
                }
            }
            Op::Call(call) => call.results.iter().for_each(|(_, _, var)| visit(*var)),
            Op::Store { .. } | Op::Compare { .. } | Op::SignToCarry { .. } | Op::Modify { .. } => {}
        }
    }

    pub fn each_def_mut(&mut self, visit: &mut impl FnMut(&mut Var)) {
        match self {
            Op::Move { dst, .. }
            | Op::VolatileLoad { dst, .. }
            | Op::Logic { dst, .. }
            | Op::Shift { dst, .. }
            | Op::SignFill { dst, .. }
            | Op::CarryToByte { dst } => visit(dst),
            Op::Add { dst, .. } | Op::Sub { dst, .. } => {
                if let Some(dst) = dst {
                    visit(dst);
                }
            }
            Op::Call(call) => call.results.iter_mut().for_each(|(_, _, var)| visit(var)),
            Op::Step { .. }
            | Op::Store { .. }
            | Op::Compare { .. }
            | Op::SignToCarry { .. }
            | Op::Modify { .. } => {}
        }
    }

    /// Uses the carry the operation before it left.
    pub fn chained(&self) -> bool {
        match self {
            Op::Add { carry, .. } | Op::Sub { carry, .. } | Op::Shift { carry, .. } => {
                *carry == CarryIn::Chain
            }
            Op::CarryToByte { .. } => true,
            Op::Modify { op, .. } => matches!(op, Modify::RotateLeft | Modify::RotateRight),
            _ => false,
        }
    }

    /// Can be dropped when nothing reads what it defines. (A chain's carry counts as read.)
    pub fn pure(&self) -> bool {
        matches!(
            self,
            Op::Move { .. } | Op::Logic { .. } | Op::SignFill { .. } | Op::CarryToByte { .. }
        )
    }
}

impl Block {
    /// Whether the carry after this operation is looked at.
    pub fn carry_used(&self, index: usize) -> bool {
        match self.ops.get(index + 1) {
            Some(next) => next.chained(),
            None => matches!(&self.term, Term::Branch { test, .. } if test.chained()),
        }
    }
}

impl Test {
    pub fn each_src<'a>(&'a self, visit: &mut impl FnMut(&'a Src)) {
        operands_of_test!(self, visit)
    }

    pub fn each_src_mut(&mut self, visit: &mut impl FnMut(&mut Src)) {
        operands_of_test!(self, visit)
    }

    /// Looks at flags left by the last operation of the block.
    pub fn chained(&self) -> bool {
        matches!(
            self,
            Test::CarryClear | Test::CarrySet | Test::SignedLess | Test::SignedGreaterOrEqual
        )
    }
}

impl Term {
    pub fn each_use(&self, visit: &mut impl FnMut(Var)) {
        match self {
            Term::Branch { test, .. } => test.each_src(&mut |src| src.each_var(visit)),
            Term::Switch { value, .. } => value.each_var(visit),
            Term::Return(values) => values.iter().for_each(|src| src.each_var(visit)),
            Term::Jump(_) | Term::Stop => {}
        }
    }

    pub fn each_src_mut(&mut self, visit: &mut impl FnMut(&mut Src)) {
        match self {
            Term::Branch { test, .. } => test.each_src_mut(visit),
            Term::Switch { value, .. } => visit(value),
            Term::Return(values) => values.iter_mut().for_each(visit),
            Term::Jump(_) | Term::Stop => {}
        }
    }

    pub fn each_use_mut(&mut self, visit: &mut impl FnMut(&mut Var)) {
        self.each_src_mut(&mut |src| src.each_var_mut(visit));
    }

    pub fn successors(&self) -> Vec<Blk> {
        match self {
            Term::Jump(target) => vec![*target],
            Term::Branch { then, other, .. } => vec![*then, *other],
            Term::Switch { cases, default, .. } => cases
                .iter()
                .map(|(_, block)| *block)
                .chain([*default])
                .collect(),
            Term::Return(_) | Term::Stop => Vec::new(),
        }
    }

    pub fn each_successor_mut(&mut self, visit: &mut impl FnMut(&mut Blk)) {
        match self {
            Term::Jump(target) => visit(target),
            Term::Branch { then, other, .. } => {
                visit(then);
                visit(other);
            }
            Term::Switch { cases, default, .. } => {
                cases.iter_mut().for_each(|(_, block)| visit(block));
                visit(default);
            }
            Term::Return(_) | Term::Stop => {}
        }
    }
}
