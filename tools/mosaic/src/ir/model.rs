//! The module as the rest of the compiler sees it: functions, blocks and instructions as plain data, values as
//! ids into a table per function. The parser has already resolved names, laid out types (16-bit pointers, byte
//! alignment) and folded address expressions, so nothing here refers to text any more except for messages.

use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A whole program.
#[derive(Debug, Clone, Default)]
pub struct Module {
    pub globals: Vec<Global>,
    /// Definitions and declarations; a declaration has no blocks.
    pub functions: Vec<Function>,
    /// Symbol name (without `@`) to what it names. Aliases point to their target.
    pub symbols: BTreeMap<String, Symbol>,
}

/// What an address can be relative to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Symbol {
    Global(usize),
    Function(usize),
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Type {
    Void,
    /// Any width from 1 to 128.
    Int(u32),
    Ptr,
    Array(u32, Box<Type>),
    /// Byte-aligned, so fields follow each other without padding.
    Struct(Vec<Type>),
}

#[derive(Debug, Clone)]
pub struct Global {
    pub name: String,
    pub ty: Type,
    /// `None` for a declaration (`external`).
    pub init: Option<Const>,
    pub constant: bool,
    /// Not visible outside the module: its layout is ours to choose.
    pub internal: bool,
    pub align: u32,
    pub section: Option<String>,
    pub line: u32,
}

/// A constant of a known type; integers are kept masked to their width.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Const {
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ValueId(pub u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockId(pub u32);

#[derive(Debug, Clone)]
pub struct Function {
    pub name: String,
    pub params: Vec<Param>,
    pub ret: Type,
    pub ret_range: Option<Range>,
    /// Block 0 is the entry. Empty for a declaration.
    pub blocks: Vec<Block>,
    /// Indexed by `ValueId`: parameters first, then results in textual order.
    pub values: Vec<ValueInfo>,
    pub attributes: FunctionAttributes,
    pub internal: bool,
    pub section: Option<String>,
    pub line: u32,
}

#[derive(Debug, Clone)]
pub struct Param {
    pub value: ValueId,
    pub range: Option<Range>,
}

#[derive(Debug, Clone)]
pub struct ValueInfo {
    pub ty: Type,
    /// Name without `%`, for messages and listings.
    pub name: String,
}

/// Half-open and wrapping, as LLVM writes it: `low <= v < high` modulo 2^bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    pub low: u128,
    pub high: u128,
}

#[derive(Debug, Default, Clone)]
pub struct FunctionAttributes {
    pub no_inline: bool,
    pub no_return: bool,
    pub cold: bool,
    pub opt_size: bool,
    /// String attributes such as `"interrupt"`.
    pub strings: BTreeMap<String, String>,
}

#[derive(Debug, Clone)]
pub struct Block {
    pub name: String,
    pub instrs: Vec<Instr>,
    pub term: Terminator,
    /// Line of the terminator.
    pub term_line: u32,
}

#[derive(Debug, Clone)]
pub struct Instr {
    pub result: Option<ValueId>,
    pub op: Op,
    pub line: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Operand {
    Value(ValueId),
    Const(Const),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    And,
    Or,
    Xor,
    Shl,
    LShr,
    AShr,
}

/// Promises a binary operation or cast carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Flags {
    pub nuw: bool,
    pub nsw: bool,
    pub exact: bool,
    pub disjoint: bool,
    pub nneg: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Predicate {
    Eq,
    Ne,
    Ult,
    Ule,
    Ugt,
    Uge,
    Slt,
    Sle,
    Sgt,
    Sge,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CastOp {
    Zext,
    Sext,
    Trunc,
    PtrToInt,
    IntToPtr,
    /// Between types of one size that need no change of bits.
    Bitcast,
    Freeze,
}

#[derive(Debug, Clone)]
pub enum Op {
    Binary {
        op: BinaryOp,
        ty: Type,
        a: Operand,
        b: Operand,
        flags: Flags,
    },
    Icmp {
        pred: Predicate,
        ty: Type,
        a: Operand,
        b: Operand,
    },
    Select {
        ty: Type,
        cond: Operand,
        a: Operand,
        b: Operand,
    },
    Cast {
        op: CastOp,
        from: Type,
        to: Type,
        value: Operand,
        flags: Flags,
    },
    Load {
        ty: Type,
        ptr: Operand,
        volatile: bool,
        range: Option<Range>,
    },
    Store {
        ty: Type,
        ptr: Operand,
        value: Operand,
        volatile: bool,
    },
    /// Bytes of the function's own, at an address that is a multiple of `align`.
    Alloca {
        size: u32,
        align: u32,
    },
    /// `base + offset + sum(index * scale)`, all modulo 2^16. Constant indices are already in `offset`; an index
    /// narrower than 16 bits is sign-extended, a wider one truncated.
    Gep {
        base: Operand,
        offset: i32,
        indices: Vec<GepIndex>,
        inbounds: bool,
        nuw: bool,
    },
    Phi {
        ty: Type,
        incoming: Vec<(BlockId, Operand)>,
    },
    Call(Call),
    /// Field at `path` of an aggregate value of type `ty`.
    ExtractValue {
        ty: Type,
        value: Operand,
        path: Vec<u32>,
    },
    InsertValue {
        ty: Type,
        aggregate: Operand,
        field_ty: Type,
        field: Operand,
        path: Vec<u32>,
    },
}

#[derive(Debug, Clone)]
pub struct GepIndex {
    pub ty: Type,
    pub value: Operand,
    pub scale: u32,
}

#[derive(Debug, Clone)]
pub struct Call {
    pub callee: Callee,
    pub ret: Type,
    pub args: Vec<(Type, Operand)>,
    pub range: Option<Range>,
}

#[derive(Debug, Clone)]
pub enum Callee {
    Function(usize),
    Pointer(Operand),
    Intrinsic(Intrinsic),
    /// Inline assembly: template and constraints as written.
    Asm(String, String),
}

/// Intrinsics that mean something to us. The ones that only inform the optimiser (assume, lifetime, noalias
/// scopes, debug) are dropped by the parser.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Intrinsic {
    /// memcpy(dst, src, len, volatile); ranges do not overlap.
    MemCpy,
    MemMove,
    /// memset(dst, byte, len, volatile).
    MemSet,
    UMax,
    UMin,
    SMax,
    SMin,
    /// abs(value, int_min_is_poison).
    Abs,
    /// fshl(high, low, amount) and fshr: amount is modulo the width.
    Fshl,
    Fshr,
    Ctpop,
    /// ctlz(value, zero_is_poison) and cttz.
    Ctlz,
    Cttz,
    Bswap,
    BitReverse,
    UAddSat,
    USubSat,
    SAddSat,
    SSubSat,
    UShlSat,
    SShlSat,
    /// The `with.overflow` family return `{ iN, i1 }`.
    UAddOverflow,
    USubOverflow,
    UMulOverflow,
    SAddOverflow,
    SSubOverflow,
    SMulOverflow,
    /// Three-way comparisons: -1, 0, 1.
    UCmp,
    SCmp,
    /// `llvm.expect`, `llvm.ssa.copy`, `launder.invariant.group`…: the first argument.
    Identity,
    /// ptrmask(pointer, mask): the bits of an address that the mask has.
    PtrMask,
    /// `llvm.trap`, `llvm.ubsantrap`.
    Trap,
}

#[derive(Debug, Clone)]
pub enum Terminator {
    Br(BlockId),
    CondBr {
        cond: Operand,
        then: BlockId,
        otherwise: BlockId,
        weights: Option<(u32, u32)>,
    },
    Switch {
        ty: Type,
        value: Operand,
        cases: Vec<(u128, BlockId)>,
        default: BlockId,
    },
    Ret(Option<(Type, Operand)>),
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
}

impl Terminator {
    /// Whether some operand is of a kind.
    pub fn has_operand(&self, mut is: impl FnMut(&Operand) -> bool) -> bool {
        let mut found = false;
        self.each_operand(&mut |operand| found |= is(operand));
        found
    }

    pub fn each_operand<'a>(&'a self, visit: &mut impl FnMut(&'a Operand)) {
        match self {
            Terminator::CondBr { cond, .. } => visit(cond),
            Terminator::Switch { value, .. } => visit(value),
            Terminator::Ret(Some((_, value))) => visit(value),
            Terminator::Br(_) | Terminator::Ret(None) | Terminator::Unreachable => {}
        }
    }
}
