//! Arguments and messages of the compiler.
fn main() {}
