//! 6502 code: instructions, rules that improve them, placement, text.
pub mod effects;
pub mod inst;
pub mod opcode;
pub mod program;
pub mod text;
pub mod write;
