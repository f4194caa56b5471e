//! LLVM IR: text -> tokens -> module -> checked module.
pub mod interpret;
pub mod intrinsic;
pub mod lex;
pub mod model;
pub mod parse;
pub mod text;
pub mod verify;

pub use parse::parse;
pub use verify::verify;
