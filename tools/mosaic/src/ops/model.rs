//! The byte-sized operations between IR and 6502. Every value is a byte in a variable; a wider integer is several
//! variables, and the carry between them is the processor's own carry flag, which is why operations of one chain
//! stand next to each other and nothing that changes the carry may come between.
//!
//! Out of the lowering, variables are assigned once and blocks have phis; `alloc::webs` merges them into variables
//! that may be assigned many times, each with one storage location, a byte of memory.

use crate::asm::inst::Place;
use crate::runtime::Libcall;

/// A byte variable of one function.
pub type Var = u32;

/// Index of a block in its function.
pub type Blk = usize;

/// Where a byte comes from.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Src {
    /// The current value of a variable.
    Var(Var),
    /// A number.
    Const(u8),
    /// Low and high byte of an address that the linker knows.
    Low(Place),
    /// The high byte of an address that the linker knows.
    High(Place),
    /// A byte of memory, read where the operation stands.
    Mem(Addr),
}

/// An address in one of the forms the processor can reach.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Addr {
    /// A fixed address.
    Abs(Place),
    /// `place + var`, the variable zero-extended.
    Indexed(Place, Var),
    /// `pointer + index`; the two variables lie side by side in zero page.
    Indirect {
        /// The variable of the pointer's low byte.
        low: Var,
        /// The variable of the pointer's high byte.
        high: Var,
        /// What is added to the pointer.
        index: Index,
    },
}

/// What is added to a pointer: it goes to the Y register.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Index {
    /// A fixed distance.
    Const(u8),
    /// A variable, zero-extended.
    Var(Var),
}

/// Carry into an addition (or its inverse, the borrow, into a subtraction).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CarryIn {
    /// Nothing is carried into an addition; a subtraction borrows one.
    Clear,
    /// One is carried into an addition; a subtraction borrows nothing.
    Set,
    /// As the previous operation left it.
    Chain,
}

/// Bitwise operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Logic {
    /// Bits that both have.
    And,
    /// Bits that at least one has.
    Or,
    /// Bits that exactly one has.
    Xor,
}

/// Shifts by one bit; the bit that falls out is the carry.
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
    /// Plus one; the carry stays as it is.
    Increment,
    /// Minus one; the carry stays as it is.
    Decrement,
    /// Left by one bit, zero in at the bottom.
    ShiftLeft,
    /// Right by one bit, zero in at the top.
    ShiftRight,
    /// Left by one bit, the carry in at the bottom.
    RotateLeft,
    /// Right by one bit, the carry in at the top.
    RotateRight,
}

/// An operation on bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Op {
    /// `dst = src`.
    Move {
        /// The variable defined.
        dst: Var,
        /// The byte it gets.
        src: Src,
    },
    /// A load that must happen exactly once, here.
    VolatileLoad {
        /// The variable defined.
        dst: Var,
        /// The byte that is read.
        addr: Addr,
    },
    /// A byte to memory.
    Store {
        /// Where it goes.
        addr: Addr,
        /// The byte.
        src: Src,
        /// The access is observable: it happens exactly once, here.
        volatile: bool,
    },
    /// `dst = a op b`, bitwise.
    Logic {
        /// The operation.
        op: Logic,
        /// The variable defined.
        dst: Var,
        /// Left operand.
        a: Src,
        /// Right operand.
        b: Src,
    },
    /// `dst = a + b + carry`; without a destination only the carry is wanted.
    Add {
        /// The variable defined, if the sum is wanted.
        dst: Option<Var>,
        /// Left operand.
        a: Src,
        /// Right operand.
        b: Src,
        /// What is carried in.
        carry: CarryIn,
    },
    /// `dst = a - b - !carry`; `Set` means no borrow.
    Sub {
        /// The variable defined, if the difference is wanted.
        dst: Option<Var>,
        /// Left operand.
        a: Src,
        /// Right operand.
        b: Src,
        /// The inverse of the borrow.
        carry: CarryIn,
    },
    /// Carry = `a >= b`, the start of a wide comparison.
    Compare {
        /// Left operand.
        a: Src,
        /// Right operand.
        b: Src,
    },
    /// `dst = a` shifted by one bit.
    Shift {
        /// The direction.
        op: Shift,
        /// The variable defined.
        dst: Var,
        /// The operand.
        a: Src,
        /// The bit that comes in.
        carry: CarryIn,
    },
    /// Carry = top bit of `a`: the sign of a value about to be shifted right.
    SignToCarry {
        /// The byte whose sign is wanted.
        a: Src,
    },
    /// `dst` = $FF when `a` is negative, else 0.
    SignFill {
        /// The variable defined.
        dst: Var,
        /// The byte whose sign is wanted.
        a: Src,
    },
    /// `dst` = the carry, as 0 or 1.
    CarryToByte {
        /// The variable defined.
        dst: Var,
    },
    /// Memory changed in place.
    Modify {
        /// The operation.
        op: Modify,
        /// The byte that is changed.
        addr: Addr,
    },
    /// A whole little-endian number in memory plus or minus one. Flags are not usable afterwards.
    Step {
        /// Its bytes, lowest first.
        vars: Vec<StepByte>,
        /// Plus one instead of minus one.
        up: bool,
    },
    /// A call.
    Call(Call),
}

/// A byte of a number that is stepped: a variable's storage location or memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepByte {
    /// The storage location of a variable, which need not be in a register then.
    Var(Var),
    /// A byte of memory.
    Mem(Addr),
}

/// A call of a function or routine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// What is called.
    pub target: Target,
    /// Bytes of all arguments in order. For a runtime routine each goes to its fixed place.
    pub args: Vec<(Option<Fixed>, Src)>,
    /// Bytes of the result that are wanted, with their index in the result. For a runtime routine the fixed place.
    pub results: Vec<(Option<Fixed>, u32, Var)>,
}

/// A fixed place for an argument or result of a runtime routine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fixed {
    /// The accumulator.
    A,
    /// The X register.
    X,
    /// The Y register.
    Y,
    /// A byte of memory.
    Memory(Place),
}

/// What is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// Index into the module's functions.
    Function(usize),
    /// Through `rt_p`, with the possible targets; arguments go to the indirect-call convention.
    Pointer,
    /// A routine of the runtime library.
    Runtime(Libcall),
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
    /// `a == b`.
    Equal(Src, Src),
    /// `a != b`.
    NotEqual(Src, Src),
    /// Unsigned.
    Less(Src, Src),
    /// `a >= b`, unsigned.
    GreaterOrEqual(Src, Src),
    /// The top bit is set.
    Negative(Src),
    /// The top bit is clear.
    NotNegative(Src),
    /// Flags of the operation just before: a wide comparison's end.
    CarryClear,
    /// The carry is set: in a comparison, greater or equal.
    CarrySet,
    /// Signed less, after a subtraction chain: N exclusive-or V.
    SignedLess,
    /// Signed greater or equal, after a subtraction chain.
    SignedGreaterOrEqual,
}

/// How a block ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Term {
    /// A jump.
    Jump(Blk),
    /// A two-way branch.
    Branch {
        /// What decides.
        test: Test,
        /// Where it goes when the test holds.
        then: Blk,
        /// Where it goes when it does not.
        other: Blk,
        /// Whether the test holds most of the time, if that is known.
        likely: Option<bool>,
    },
    /// A branch to many blocks by the value of a byte.
    Switch {
        /// The byte that decides.
        value: Src,
        /// Values and their blocks.
        cases: Vec<(u8, Blk)>,
        /// Where every other value leads.
        default: Blk,
    },
    /// The end of the function, with the bytes of its result.
    Return(Vec<Src>),
    /// A place that no defined execution reaches.
    Stop,
}

/// A variable whose value depends on the edge by which the block was entered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phi {
    /// The variable defined.
    pub dst: Var,
    /// Its value for each predecessor.
    pub incoming: Vec<(Blk, Src)>,
}

/// A basic block.
#[derive(Debug, Clone)]
pub struct Block {
    /// Phis, which all happen at once on entry.
    pub phis: Vec<Phi>,
    /// Operations, in order.
    pub ops: Vec<Op>,
    /// How it ends.
    pub term: Term,
}

/// An object of `alloca` that has a name and a fixed address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StackObject {
    /// The symbol of its first byte.
    pub name: String,
    /// Its bytes.
    pub size: u32,
    /// Its address is a multiple of this.
    pub align: u32,
}

/// One function as byte operations.
#[derive(Debug, Clone)]
pub struct Func {
    /// Its symbol.
    pub name: String,
    /// Its basic blocks; the first is the entry.
    pub blocks: Vec<Block>,
    /// Variables are the numbers below this.
    pub var_count: u32,
    /// Bytes of the parameters in order; unused ones have no variable.
    pub params: Vec<Option<Var>>,
    /// Bytes of its result.
    pub result_bytes: u32,
    /// Low/high variables that must live side by side in zero page.
    pub pairs: Vec<(Var, Var)>,
    /// Segment of the layout; `None` means the default code segment.
    pub section: Option<String>,
    /// Objects of `alloca` with fixed addresses.
    pub stack_objects: Vec<StackObject>,
    /// Lookup tables: symbol and bytes. Equal symbols have equal bytes.
    pub tables: Vec<(String, Vec<u8>)>,
}

impl Src {
    /// The variable, if the operand is one.
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

    /// Variables this operand reads, to rename them.
    pub fn each_var_mut(&mut self, visit: &mut impl FnMut(&mut Var)) {
        match self {
            Src::Var(var) => visit(var),
            Src::Mem(addr) => addr.each_var_mut(visit),
            Src::Const(_) | Src::Low(_) | Src::High(_) => {}
        }
    }
}

impl Addr {
    /// Variables the address is computed from.
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

    /// Variables the address is computed from, to rename them.
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

    /// Every operand read, to change it.
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

    /// Every variable read: operands, those of addresses, and numbers changed in place.
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

    /// Every variable read, to rename it.
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

    /// Every variable given a new value.
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

    /// Every variable given a new value, to rename it; a number that is stepped counts as a use.
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
    /// Every operand, in order.
    pub fn each_src<'a>(&'a self, visit: &mut impl FnMut(&'a Src)) {
        operands_of_test!(self, visit)
    }

    /// Every operand, to change it.
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
    /// Every variable read.
    pub fn each_use(&self, visit: &mut impl FnMut(Var)) {
        match self {
            Term::Branch { test, .. } => test.each_src(&mut |src| src.each_var(visit)),
            Term::Switch { value, .. } => value.each_var(visit),
            Term::Return(values) => values.iter().for_each(|src| src.each_var(visit)),
            Term::Jump(_) | Term::Stop => {}
        }
    }

    /// Every operand, to change it.
    pub fn each_src_mut(&mut self, visit: &mut impl FnMut(&mut Src)) {
        match self {
            Term::Branch { test, .. } => test.each_src_mut(visit),
            Term::Switch { value, .. } => visit(value),
            Term::Return(values) => values.iter_mut().for_each(visit),
            Term::Jump(_) | Term::Stop => {}
        }
    }

    /// Every variable read, to rename it.
    pub fn each_use_mut(&mut self, visit: &mut impl FnMut(&mut Var)) {
        self.each_src_mut(&mut |src| src.each_var_mut(visit));
    }

    /// Blocks that control can go to; one may come twice.
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

    /// Every edge, to redirect it.
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
