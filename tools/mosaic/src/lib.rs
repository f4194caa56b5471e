//! mosaic: a whole-program compiler from LLVM IR to 6502 assembly.
//!
//! The passes in order are the lines of [`pipeline`].

#![warn(missing_docs)]

pub mod alloc;
pub mod analyse;
pub mod asm;
pub mod check;
pub mod cpu;
pub mod error;
pub mod front;
pub mod fuzz;
pub mod induction;
pub mod ir;
pub mod link;
pub mod lower;
pub mod ops;
pub mod opt;
pub mod partial_inline;
pub mod peephole;
pub mod pipeline;
pub mod runtime;
pub mod show;
