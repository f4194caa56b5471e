//! The runtime routines: ca65 modules kept as files in `runtime/`, taken into a program only when it calls them.
//! A module says what it needs in its own text: `.import rt_name` for another routine, and a `; uses:` line with the
//! zero-page blocks and their bytes. Its entry is the file's name with `rt_` before it, so no Rust function collides.

use std::collections::{BTreeMap, BTreeSet};

/// One routine: its name without `rt_`, and its source.
pub struct Module {
    /// The routine's name, without `rt_`.
    pub name: &'static str,
    /// Its assembly source.
    pub source: &'static str,
}

macro_rules! modules {
    ($($name:literal)*) => {
        &[$(Module { name: $name, source: include_str!(concat!("../runtime/", $name, ".s")) }),*]
    };
}

/// All routines of the runtime library.
pub static MODULES: &[Module] = modules! {
    "mul8" "mul16" "mul24" "mul32" "mul64" "mul128"
    "small_mul8" "small_mul16" "small_mul24" "small_mul32" "small_mul64"
    "udiv8" "udiv16" "udiv24" "udiv32" "udiv64" "udiv128"
    "sdiv8" "sdiv16" "sdiv24" "sdiv32" "sdiv64" "sdiv128"
    "shl16" "shl24" "shl32" "shl64"
    "lshr16" "lshr24" "lshr32" "lshr64"
    "ashr16" "ashr24" "ashr32" "ashr64"
    "copy" "move" "fill" "compare" "callptr" "overflow" "trap"
};

/// Routines that are also there in few bytes; those take and give the same.
pub const SMALL: [(&str, &str); 5] = [
    ("rt_mul8", "rt_small_mul8"),
    ("rt_mul16", "rt_small_mul16"),
    ("rt_mul24", "rt_small_mul24"),
    ("rt_mul32", "rt_small_mul32"),
    ("rt_mul64", "rt_small_mul64"),
];

/// Macros the modules include, by file name.
pub static INCLUDES: &[(&str, &str)] = &[
    ("multiply.inc", include_str!("../runtime/multiply.inc")),
    ("divide.inc", include_str!("../runtime/divide.inc")),
    ("signed.inc", include_str!("../runtime/signed.inc")),
    ("shift.inc", include_str!("../runtime/shift.inc")),
];

/// The routine that calls the function whose address lies in `rt_p`.
pub const CALL_POINTER: &str = "rt_callptr";

/// Where a program stops whose recursion is too deep.
pub const OVERFLOW: &str = "rt_overflow";

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

/// The routine of a name without `rt_`.
pub fn module(name: &str) -> Option<&'static Module> {
    MODULES.iter().find(|module| module.name == name)
}

/// The routine a symbol of the program names, with or without `rt_`.
pub fn named_by(symbol: &str) -> Option<&'static Module> {
    module(symbol.strip_prefix("rt_").unwrap_or(symbol))
}

impl Module {
    /// The label of its entry.
    pub fn label(&self) -> String {
        format!("rt_{}", self.name)
    }

    /// Routines it calls itself, by name.
    fn calls(&self) -> impl Iterator<Item = &'static str> {
        let imports = self
            .source
            .lines()
            .filter_map(|line| line.trim().strip_prefix(".import "));
        imports
            .flat_map(|names| names.split(','))
            .filter_map(|name| name.trim().strip_prefix("rt_"))
    }

    /// Zero-page blocks it uses, with their bytes.
    pub fn blocks(&self) -> BTreeMap<&'static str, u32> {
        let lines = self
            .source
            .lines()
            .filter_map(|line| line.strip_prefix("; uses:"));
        let uses = lines.flat_map(|line| line.split(','));
        uses.map(|entry| {
            let (name, bytes) = entry.trim().split_once(' ').expect("a block and its bytes");
            (name, bytes.parse().expect("a number of bytes"))
        })
        .collect()
    }
}

/// The routines asked for and all they call, in the order of the table.
pub fn closure(wanted: &BTreeSet<String>) -> Vec<&'static Module> {
    let mut needed: BTreeSet<&str> = BTreeSet::new();
    let find =
        |name: &str| module(name).unwrap_or_else(|| panic!("no runtime routine named {name}"));
    let mut open: Vec<&Module> = wanted.iter().map(|name| find(name)).collect();
    while let Some(module) = open.pop() {
        if needed.insert(module.name) {
            open.extend(module.calls().map(find));
        }
    }
    MODULES
        .iter()
        .filter(|module| needed.contains(module.name))
        .collect()
}
