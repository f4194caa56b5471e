//! 6502 code: instructions, rules that improve them, placement, text.
pub mod branches;
pub mod dead;
pub mod effects;
pub mod env;
pub mod flow;
pub mod inst;
pub mod live;
pub mod memory;
pub mod opcode;
pub mod pattern;
pub mod peephole;
pub mod program;
pub mod rules;
pub mod text;
pub mod track;
pub mod values;
pub mod write;
