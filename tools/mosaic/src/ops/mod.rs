//! Byte operations, the form between LLVM IR and 6502 instructions, and what is known about them: control flow,
//! liveness, the call graph.
pub mod alias;
pub mod call_graph;
pub mod flow;
pub mod increments;
pub mod live;
pub mod model;
mod text;
