//! The runtime routines: ca65 modules kept as files in `runtime/`, taken into a program only when it calls them.
//! A module says what it needs in its own text: `.import rt_name` for another routine, and a `; uses:` line with the
//! zero-page blocks and their bytes. Its entry is the file's name with `rt_` before it, so no Rust function collides.

use std::collections::{BTreeMap, BTreeSet};

macro_rules! libcalls {
    ($($call:ident $name:literal)*) => {
        /// A routine of the runtime library.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Libcall {
            $(#[doc = concat!("`rt_", $name, "` of `runtime/", $name, ".s`, which says what it takes and gives.")] $call,)*
        }

        impl Libcall {
            /// All routines, in the order in which they are linked.
            pub const ALL: &[Libcall] = &[$(Libcall::$call),*];

            /// The label of its entry.
            pub const fn label(self) -> &'static str {
                match self {
                    $(Libcall::$call => concat!("rt_", $name),)*
                }
            }

            /// Its assembly source.
            pub fn source(self) -> &'static str {
                match self {
                    $(Libcall::$call => include_str!(concat!("../runtime/", $name, ".s")),)*
                }
            }
        }
    };
}

libcalls! {
    Mul8 "mul8" Mul16 "mul16" Mul24 "mul24" Mul32 "mul32" Mul64 "mul64" Mul128 "mul128"
    SmallMul8 "small_mul8" SmallMul16 "small_mul16" SmallMul24 "small_mul24" SmallMul32 "small_mul32"
    SmallMul64 "small_mul64"
    UDiv8 "udiv8" UDiv16 "udiv16" UDiv24 "udiv24" UDiv32 "udiv32" UDiv64 "udiv64" UDiv128 "udiv128"
    SmallUDiv16 "small_udiv16" SmallUDiv24 "small_udiv24" SmallUDiv32 "small_udiv32" SmallUDiv64 "small_udiv64"
    SDiv16 "sdiv16" SDiv24 "sdiv24" SDiv32 "sdiv32" SDiv64 "sdiv64" SDiv128 "sdiv128"
    Copy "copy" Move "move" Fill "fill" Compare "compare" CallPointer "callptr" Overflow "overflow" Trap "trap"
}

/// Routines that are also there in few bytes; those take and give the same.
pub const SMALL: [(Libcall, Libcall); 9] = [
    (Libcall::Mul8, Libcall::SmallMul8),
    (Libcall::Mul16, Libcall::SmallMul16),
    (Libcall::Mul24, Libcall::SmallMul24),
    (Libcall::Mul32, Libcall::SmallMul32),
    (Libcall::Mul64, Libcall::SmallMul64),
    (Libcall::UDiv16, Libcall::SmallUDiv16),
    (Libcall::UDiv24, Libcall::SmallUDiv24),
    (Libcall::UDiv32, Libcall::SmallUDiv32),
    (Libcall::UDiv64, Libcall::SmallUDiv64),
];

/// Macros the modules include, by file name.
pub static INCLUDES: &[(&str, &str)] = &[
    ("multiply.inc", include_str!("../runtime/multiply.inc")),
    ("divide.inc", include_str!("../runtime/divide.inc")),
    ("signed.inc", include_str!("../runtime/signed.inc")),
];

/// The routine that calls the function whose address lies in `rt_p`.
pub const CALL_POINTER: &str = Libcall::CallPointer.label();

/// Where a program stops whose recursion is too deep.
pub const OVERFLOW: &str = Libcall::Overflow.label();

/// Zero-page blocks by name: operands and result of arithmetic, pointers and count of block operations.
pub const BLOCKS: [&str; 6] = ["rt_a", "rt_b", "rt_r", "rt_p", "rt_q", "rt_n"];

/// Symbols whose addresses are the first byte of the heap and its last; the linker defines them.
pub const HEAP: [&str; 2] = ["mosaic_heap_start", "mosaic_heap_last"];

/// Whether a symbol is one that the linker sets to an end of the heap.
pub fn is_heap_bound(name: &str) -> bool {
    HEAP.contains(&name)
}

/// The symbol of the routine that inline assembly becomes, and the text such a symbol stands for.
pub fn assembly_symbol(text: &str) -> String {
    format!("{ASSEMBLY}{text}")
}

/// The text of the inline assembly that a symbol stands for.
pub fn assembly_text(symbol: &str) -> Option<&str> {
    symbol.strip_prefix(ASSEMBLY)
}

/// No name of Rust begins so.
const ASSEMBLY: &str = "asm: ";

impl Libcall {
    /// The routine whose entry has this label.
    pub fn labelled(symbol: &str) -> Option<Libcall> {
        let mut all = Libcall::ALL.iter();
        all.find(|call| call.label() == symbol).copied()
    }

    /// Routines it calls itself.
    fn calls(self) -> impl Iterator<Item = Libcall> {
        let lines = self.source().lines();
        let imports = lines.filter_map(|line| line.trim().strip_prefix(".import "));
        imports
            .flat_map(|names| names.split(','))
            .filter_map(|name| Libcall::labelled(name.trim()))
    }

    /// Zero-page blocks it uses, with their bytes.
    pub fn blocks(self) -> BTreeMap<&'static str, u32> {
        let lines = self.source().lines();
        let uses = lines
            .filter_map(|line| line.strip_prefix("; uses:"))
            .flat_map(|line| line.split(','));
        uses.map(|entry| {
            let (name, bytes) = entry.trim().split_once(' ').expect("a block and its bytes");
            (name, bytes.parse().expect("a number of bytes"))
        })
        .collect()
    }
}

/// The routines asked for and all they call, in the order of the table.
pub fn closure(wanted: &BTreeSet<Libcall>) -> BTreeSet<Libcall> {
    let mut needed = BTreeSet::new();
    let mut open: Vec<Libcall> = wanted.iter().copied().collect();
    while let Some(call) = open.pop() {
        if needed.insert(call) {
            open.extend(call.calls());
        }
    }
    needed
}

/// The zero-page blocks of some routines and all they call, each as large as its largest user needs.
pub fn blocks_of(wanted: &BTreeSet<Libcall>) -> BTreeMap<&'static str, u32> {
    let mut blocks = BTreeMap::new();
    for (name, bytes) in closure(wanted).into_iter().flat_map(Libcall::blocks) {
        let size: &mut u32 = blocks.entry(name).or_default();
        *size = (*size).max(bytes);
    }
    blocks
}
