//! 6502 code: instructions, rules that improve them, placement, text.
pub mod inst;
pub mod program;
