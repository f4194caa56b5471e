//! mosaic: a whole-program compiler from LLVM IR to 6502 assembly.
//!
//! The passes in order are the lines of [`pipeline`].
pub mod asm;
pub mod error;
pub mod ir;
pub mod link;
