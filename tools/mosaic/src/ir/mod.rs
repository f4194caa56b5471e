//! LLVM IR: text -> tokens -> module -> checked module.
pub mod model;
