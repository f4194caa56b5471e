//! 6502 code: instructions with symbolic operands, what is known about them, and their text. The passes that change
//! instructions are in `peephole`.
pub mod effects;
pub mod env;
pub mod flow;
pub mod frequency;
pub mod inst;
pub mod live;
pub mod loops;
pub mod named_bytes;
pub mod pack;
pub mod program;
pub mod text;
pub mod value_numbering;
pub mod write;
