//! The functions that rustc itself puts beside a program's allocator when it links: `alloc` calls them by names that only
//! the compiler knows. They are found among what the modules declare, and defined in a module of their own.

use super::order::Symbols;
use std::fmt::Write;

/// Called before every allocation, so that linking without an allocator fails; it does nothing.
const PRESENT: &str = "__rust_no_alloc_shim_is_unstable_v2";
/// What a failed allocation calls, and what `alloc` offers for it: a panic that tells the number of bytes.
const FAILED: &str = "__rust_alloc_error_handler";
const DEFAULT_FAILED: &str = "__rdl_alloc_error_handler";

/// IR of the missing functions, if the program has an allocator and nobody defines them.
pub fn shims(modules: &[Symbols]) -> Option<String> {
    let named = |name: &str, symbols: fn(&Symbols) -> &std::collections::BTreeSet<String>| {
        let mut all = modules.iter().flat_map(symbols);
        all.find(|symbol| is_internal(symbol, name)).cloned()
    };
    let missing = |name: &str| {
        named(name, |module| &module.declared)
            .filter(|_| named(name, |module| &module.defined).is_none())
    };
    let mut text = String::new();
    if let Some(symbol) = missing(PRESENT) {
        let _ = writeln!(text, "define void @{symbol}() {{\n  ret void\n}}");
    }
    let default = named(DEFAULT_FAILED, |module| &module.defined);
    if let (Some(symbol), Some(default)) = (missing(FAILED), default) {
        let _ = writeln!(
            text,
            "declare void @{default}(i16, i16)\ndefine void @{symbol}(i16 %size, i16 %align) cold noreturn {{\n  \
             call void @{default}(i16 %size, i16 %align)\n  unreachable\n}}"
        );
    }
    (!text.is_empty()).then_some(text)
}

/// `_RNvCs…_7___rustc` and the name, or the name alone.
fn is_internal(symbol: &str, name: &str) -> bool {
    symbol
        .strip_suffix(name)
        .is_some_and(|path| path.is_empty() || path.contains("___rustc"))
}
