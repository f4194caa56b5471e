//! LLVM IR: text -> tokens -> module -> checked module.
pub mod lex;
pub mod model;
pub mod parse;

pub use parse::parse;
