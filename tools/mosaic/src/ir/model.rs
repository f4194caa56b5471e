//! The module as the rest of the compiler sees it: functions, blocks and instructions as plain data, values as
//! ids into a table per function. The parser has already resolved names, laid out types (16-bit pointers, byte
//! alignment) and folded address expressions, so nothing here refers to text any more except for messages.

pub use super::intrinsic::Intrinsic;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A whole program.
#[derive(Debug, Clone, Default)]
pub struct Module {
    /// Variables and constants of the program.
    pub globals: Vec<Global>,
    /// Definitions and declarations; a declaration has no blocks.
    pub functions: Vec<Function>,
    /// Symbol name (without `@`) to what it names. Aliases point to their target.
    pub symbols: BTreeMap<String, Symbol>,
}

/// What an address can be relative to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Symbol {
    /// A global, by its index.
    Global(usize),
    /// A function, by its index.
    Function(usize),
}

/// A type with its layout for the 6502: 16-bit pointers, every type aligned to a byte.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Type {
    /// No value.
    Void,
    /// Any width from 1 to 128.
    Int(u32),
    /// An address of two bytes.
    Ptr,
    /// So many elements of one type.
    Array(u32, Box<Type>),
    /// Byte-aligned, so fields follow each other without padding.
    Struct(Vec<Type>),
}

/// A variable or constant of the program.
#[derive(Debug, Clone)]
pub struct Global {
    /// Symbol name without `@`.
    pub name: String,
    /// The type of its contents.
    pub ty: Type,
    /// `None` for a declaration (`external`).
    pub init: Option<Const>,
    /// Nobody writes it.
    pub constant: bool,
    /// Not visible outside the module: its layout is ours to choose.
    pub internal: bool,
    /// Its address is a multiple of this.
    pub align: u32,
    /// The section it was given in Rust.
    pub section: Option<String>,
    /// Line of the definition in the IR.
    pub line: u32,
}

/// A constant of a known type; integers are kept masked to their width.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Const {
    /// An integer.
    Int(u128),
    /// Undefined or poison: any value will do.
    Undef,
    /// All zero bytes, whatever the type (also the null pointer).
    Zero,
    /// `symbol + offset`; as an integer it may be truncated or shifted when it is used.
    Address(Symbol, i32),
    /// `c"..."`: bytes of an array.
    Bytes(Vec<u8>),
    /// Elements of an array or fields of a struct, each with its type.
    Aggregate(Vec<(Type, Const)>),
}

/// A value of one function: a parameter or the result of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ValueId(pub u32);

/// A basic block of one function, by its index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockId(pub u32);

/// A function.
#[derive(Debug, Clone)]
pub struct Function {
    /// Symbol name without `@`.
    pub name: String,
    /// Its parameters, in order.
    pub params: Vec<Param>,
    /// The type of its result.
    pub ret: Type,
    /// Values that the result can have, if they are declared.
    pub ret_range: Option<Range>,
    /// Block 0 is the entry. Empty for a declaration.
    pub blocks: Vec<Block>,
    /// Indexed by `ValueId`: parameters first, then results in textual order.
    pub values: Vec<ValueInfo>,
    /// What is declared of the whole function.
    pub attributes: FunctionAttributes,
    /// Not visible outside the module: its calling convention is ours to choose.
    pub internal: bool,
    /// The section it was given in Rust.
    pub section: Option<String>,
    /// Line of the definition in the IR.
    pub line: u32,
}

/// A parameter.
#[derive(Debug, Clone)]
pub struct Param {
    /// Its value in the function.
    pub value: ValueId,
    /// Values that it can have, if they are declared.
    pub range: Option<Range>,
}

/// What is known of a value by name.
#[derive(Debug, Clone)]
pub struct ValueInfo {
    /// Its type.
    pub ty: Type,
    /// Name without `%`, for messages and listings.
    pub name: String,
}

/// Half-open and wrapping, as LLVM writes it: `low <= v < high` modulo 2^bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    /// The first value inside.
    pub low: u128,
    /// The first value that is outside again.
    pub high: u128,
}

/// Attributes of a function that mean something to us.
#[derive(Debug, Default, Clone)]
pub struct FunctionAttributes {
    /// It is never inlined.
    pub no_inline: bool,
    /// A call of it does not come back.
    pub no_return: bool,
    /// It rarely runs.
    pub cold: bool,
    /// It is to be small rather than fast.
    pub opt_size: bool,
    /// String attributes such as `"interrupt"`.
    pub strings: BTreeMap<String, String>,
}

/// A basic block.
#[derive(Debug, Clone)]
pub struct Block {
    /// Name without `%`, for messages and listings.
    pub name: String,
    /// Its instructions, phis first.
    pub instrs: Vec<Instr>,
    /// How it ends.
    pub term: Terminator,
    /// Line of the terminator.
    pub term_line: u32,
}

/// An instruction.
#[derive(Debug, Clone)]
pub struct Instr {
    /// The value it defines.
    pub result: Option<ValueId>,
    /// What it computes.
    pub op: Op,
    /// Its line in the IR.
    pub line: u32,
}

/// An operand of an instruction.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A value of the function.
    Value(ValueId),
    /// A constant.
    Const(Const),
}

/// An operation on two integers of one width.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// Addition.
    Add,
    /// Subtraction.
    Sub,
    /// Multiplication.
    Mul,
    /// Unsigned division.
    UDiv,
    /// Signed division, rounded towards zero.
    SDiv,
    /// Unsigned remainder.
    URem,
    /// Signed remainder, with the sign of the dividend.
    SRem,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Shift left.
    Shl,
    /// Logical shift right: zeros come in.
    LShr,
    /// Arithmetic shift right: copies of the sign come in.
    AShr,
}

/// Promises a binary operation or cast carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Flags {
    /// No unsigned overflow, otherwise the result is poison.
    pub nuw: bool,
    /// No signed overflow, otherwise the result is poison.
    pub nsw: bool,
    /// A division without remainder, or a right shift that loses no set bit.
    pub exact: bool,
    /// The operands of an `or` have no bit in common, so it is an addition too.
    pub disjoint: bool,
    /// The operand of a zero extension is not negative.
    pub nneg: bool,
}

/// A comparison of two integers or pointers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Predicate {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Unsigned less.
    Ult,
    /// Unsigned less or equal.
    Ule,
    /// Unsigned greater.
    Ugt,
    /// Unsigned greater or equal.
    Uge,
    /// Signed less.
    Slt,
    /// Signed less or equal.
    Sle,
    /// Signed greater.
    Sgt,
    /// Signed greater or equal.
    Sge,
}

/// A change of type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CastOp {
    /// Wider, with zeros above.
    Zext,
    /// Wider, with copies of the sign above.
    Sext,
    /// Narrower: the lowest bits.
    Trunc,
    /// An address as a number, zero-extended or truncated.
    PtrToInt,
    /// A number as an address, zero-extended or truncated.
    IntToPtr,
    /// Between types of one size that need no change of bits.
    Bitcast,
    /// The value itself, or some fixed value where it is poison.
    Freeze,
}

/// What an instruction does.
#[derive(Debug, Clone)]
pub enum Op {
    /// Arithmetic or logic.
    Binary {
        /// The operation.
        op: BinaryOp,
        /// Type of the operands and the result.
        ty: Type,
        /// Left operand.
        a: Operand,
        /// Right operand.
        b: Operand,
        /// What may be taken for granted.
        flags: Flags,
    },
    /// A comparison, whose result is one bit.
    Icmp {
        /// The relation that is asked.
        pred: Predicate,
        /// Type of the operands.
        ty: Type,
        /// Left operand.
        a: Operand,
        /// Right operand.
        b: Operand,
    },
    /// One of two values.
    Select {
        /// Type of the values.
        ty: Type,
        /// The bit that decides.
        cond: Operand,
        /// The result when it is set.
        a: Operand,
        /// The result when it is clear.
        b: Operand,
    },
    /// A change of type.
    Cast {
        /// Which one.
        op: CastOp,
        /// Type of the operand.
        from: Type,
        /// Type of the result.
        to: Type,
        /// The operand.
        value: Operand,
        /// What may be taken for granted.
        flags: Flags,
    },
    /// A value from memory.
    Load {
        /// Its type.
        ty: Type,
        /// Where it lies.
        ptr: Operand,
        /// The access is observable: it happens exactly once.
        volatile: bool,
        /// Values that it can have, if they are declared.
        range: Option<Range>,
    },
    /// A value to memory.
    Store {
        /// Its type.
        ty: Type,
        /// Where it goes.
        ptr: Operand,
        /// The value.
        value: Operand,
        /// The access is observable: it happens exactly once.
        volatile: bool,
    },
    /// Bytes of the function's own, at an address that is a multiple of `align`.
    Alloca {
        /// Its bytes.
        size: u32,
        /// Its address is a multiple of this.
        align: u32,
    },
    /// `base + offset + sum(index * scale)`, all modulo 2^16. Constant indices are already in `offset`; an index
    /// narrower than 16 bits is sign-extended, a wider one truncated.
    Gep {
        /// The address to start from.
        base: Operand,
        /// The sum of the constant parts.
        offset: i32,
        /// The parts that are known at run time only.
        indices: Vec<GepIndex>,
        /// The result lies in the same object as the base, or one past its end.
        inbounds: bool,
        /// The sum does not wrap.
        nuw: bool,
    },
    /// The value that belongs to the edge by which the block was entered.
    Phi {
        /// Its type.
        ty: Type,
        /// A value for each predecessor.
        incoming: Vec<(BlockId, Operand)>,
    },
    /// A call.
    Call(Call),
    /// Field at `path` of an aggregate value of type `ty`.
    ExtractValue {
        /// Type of the aggregate.
        ty: Type,
        /// The aggregate.
        value: Operand,
        /// Indices from the outside to the inside.
        path: Vec<u32>,
    },
    /// The aggregate with the field at `path` replaced.
    InsertValue {
        /// Type of the aggregate.
        ty: Type,
        /// The aggregate before.
        aggregate: Operand,
        /// Type of the field.
        field_ty: Type,
        /// Its new value.
        field: Operand,
        /// Indices from the outside to the inside.
        path: Vec<u32>,
    },
}

/// A run-time part of an address.
#[derive(Debug, Clone)]
pub struct GepIndex {
    /// Type of the index.
    pub ty: Type,
    /// The index.
    pub value: Operand,
    /// Bytes by which one step of the index moves the address.
    pub scale: u32,
}

/// A call.
#[derive(Debug, Clone)]
pub struct Call {
    /// What is called.
    pub callee: Callee,
    /// Type of the result.
    pub ret: Type,
    /// The arguments with their types.
    pub args: Vec<(Type, Operand)>,
    /// Values that the result can have, if they are declared.
    pub range: Option<Range>,
}

/// What is called.
#[derive(Debug, Clone)]
pub enum Callee {
    /// A function of the module, by its index.
    Function(usize),
    /// The function at an address.
    Pointer(Operand),
    /// An operation of LLVM that is written as a call.
    Intrinsic(Intrinsic),
    /// Inline assembly: template and constraints as written.
    Asm(String, String),
}

/// How a block ends.
#[derive(Debug, Clone)]
pub enum Terminator {
    /// A jump.
    Br(BlockId),
    /// A branch.
    CondBr {
        /// The bit that decides.
        cond: Operand,
        /// Where it goes when the bit is set.
        then: BlockId,
        /// Where it goes when the bit is clear.
        otherwise: BlockId,
        /// How often each edge is taken, relative to the other, if a profile or hint says so.
        weights: Option<(u32, u32)>,
    },
    /// A branch to many blocks.
    Switch {
        /// Type of the value.
        ty: Type,
        /// The value that decides.
        value: Operand,
        /// Values and their blocks.
        cases: Vec<(u128, BlockId)>,
        /// Where every other value leads.
        default: BlockId,
    },
    /// The end of the function, with its result.
    Ret(Option<(Type, Operand)>),
    /// A place that no defined execution reaches.
    Unreachable,
}

impl Type {
    /// Bytes in memory: the store size, which with byte alignment is also the stride.
    pub fn size(&self) -> u32 {
        match self {
            Type::Void => 0,
            Type::Int(bits) => bits.div_ceil(8),
            Type::Ptr => 2,
            Type::Array(count, element) => count * element.size(),
            Type::Struct(fields) => fields.iter().map(Type::size).sum(),
        }
    }

    /// The type at `path` inside an aggregate.
    pub fn field(&self, path: &[u32]) -> Option<&Type> {
        path.iter().try_fold(self, |place, &index| match place {
            Type::Struct(fields) => fields.get(index as usize),
            Type::Array(count, element) => (index < *count).then_some(element.as_ref()),
            _ => None,
        })
    }

    /// Width of an integer or pointer in bits.
    pub fn bits(&self) -> Option<u32> {
        match self {
            Type::Int(bits) => Some(*bits),
            Type::Ptr => Some(16),
            _ => None,
        }
    }
}

impl Function {
    /// What computes each value.
    pub fn defs(&self) -> HashMap<ValueId, &Op> {
        let instrs = self.blocks.iter().flat_map(|block| &block.instrs);
        let defs = instrs.filter_map(|instr| Some((instr.result?, &instr.op)));
        defs.collect()
    }
}

impl Call {
    /// Whether a call through a pointer can mean this function: Rust leaves a call undefined unless arguments and result have
    /// the types that the function is declared with.
    fn fits(&self, function: &Function) -> bool {
        let declared = function.params.iter();
        let declared = declared.map(|param| &function.values[param.value.0 as usize].ty);
        self.ret == function.ret && self.args.iter().map(|(ty, _)| ty).eq(declared)
    }
}

impl Module {
    /// Which of the functions `taken`, those whose address is taken, the calls through pointers of a function may reach.
    pub fn reached_by_pointer(&self, function: usize, taken: &BTreeSet<usize>) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let blocks = &self.functions[function].blocks;
        for instr in blocks.iter().flat_map(|block| &block.instrs) {
            let Op::Call(call) = &instr.op else {
                continue;
            };
            if !matches!(call.callee, Callee::Pointer(_)) {
                continue;
            }
            let fits = |index: &&usize| call.fits(&self.functions[**index]);
            let fitting: Vec<usize> = taken.iter().filter(fits).copied().collect();
            // A pointer cast to a type that no function has: nothing is known of it.
            if fitting.is_empty() {
                return taken.clone();
            }
            found.extend(fitting);
        }
        found
    }
}

impl Terminator {
    /// Blocks that control can go to, in the order in which they are written; one may come twice.
    pub fn successors(&self) -> Vec<BlockId> {
        match self {
            Terminator::Br(target) => vec![*target],
            Terminator::CondBr {
                then, otherwise, ..
            } => vec![*then, *otherwise],
            Terminator::Switch { cases, default, .. } => cases
                .iter()
                .map(|(_, block)| *block)
                .chain([*default])
                .collect(),
            Terminator::Ret(_) | Terminator::Unreachable => Vec::new(),
        }
    }
}

impl Op {
    /// Whether some operand is of a kind.
    pub fn has_operand(&self, mut is: impl FnMut(&Operand) -> bool) -> bool {
        let mut found = false;
        self.each_operand(&mut |operand| found |= is(operand));
        found
    }

    /// Every operand, in order.
    pub fn each_operand<'a>(&'a self, visit: &mut impl FnMut(&'a Operand)) {
        match self {
            Op::Binary { a, b, .. } | Op::Icmp { a, b, .. } => {
                visit(a);
                visit(b);
            }
            Op::Select { cond, a, b, .. } => {
                visit(cond);
                visit(a);
                visit(b);
            }
            Op::Cast { value, .. } | Op::ExtractValue { value, .. } => visit(value),
            Op::Load { ptr, .. } => visit(ptr),
            Op::Store { ptr, value, .. } => {
                visit(ptr);
                visit(value);
            }
            Op::Alloca { .. } => {}
            Op::Gep { base, indices, .. } => {
                visit(base);
                indices.iter().for_each(|index| visit(&index.value));
            }
            Op::Phi { incoming, .. } => incoming.iter().for_each(|(_, operand)| visit(operand)),
            Op::Call(call) => {
                if let Callee::Pointer(pointer) = &call.callee {
                    visit(pointer);
                }
                call.args.iter().for_each(|(_, operand)| visit(operand));
            }
            Op::InsertValue {
                aggregate, field, ..
            } => {
                visit(aggregate);
                visit(field);
            }
        }
    }

    /// Every operand, in order, to be changed.
    pub fn each_operand_mut(&mut self, visit: &mut impl FnMut(&mut Operand)) {
        match self {
            Op::Binary { a, b, .. } | Op::Icmp { a, b, .. } => {
                visit(a);
                visit(b);
            }
            Op::Select { cond, a, b, .. } => {
                visit(cond);
                visit(a);
                visit(b);
            }
            Op::Cast { value, .. } | Op::ExtractValue { value, .. } => visit(value),
            Op::Load { ptr, .. } => visit(ptr),
            Op::Store { ptr, value, .. } => {
                visit(ptr);
                visit(value);
            }
            Op::Alloca { .. } => {}
            Op::Gep { base, indices, .. } => {
                visit(base);
                indices.iter_mut().for_each(|index| visit(&mut index.value));
            }
            Op::Phi { incoming, .. } => incoming.iter_mut().for_each(|(_, operand)| visit(operand)),
            Op::Call(call) => {
                if let Callee::Pointer(pointer) = &mut call.callee {
                    visit(pointer);
                }
                call.args.iter_mut().for_each(|(_, operand)| visit(operand));
            }
            Op::InsertValue {
                aggregate, field, ..
            } => {
                visit(aggregate);
                visit(field);
            }
        }
    }
}

impl Terminator {
    /// Whether some operand is of a kind.
    pub fn has_operand(&self, mut is: impl FnMut(&Operand) -> bool) -> bool {
        let mut found = false;
        self.each_operand(&mut |operand| found |= is(operand));
        found
    }

    /// Every operand, in order.
    pub fn each_operand<'a>(&'a self, visit: &mut impl FnMut(&'a Operand)) {
        match self {
            Terminator::CondBr { cond, .. } => visit(cond),
            Terminator::Switch { value, .. } => visit(value),
            Terminator::Ret(Some((_, value))) => visit(value),
            Terminator::Br(_) | Terminator::Ret(None) | Terminator::Unreachable => {}
        }
    }
}
