//! What is known about a module of IR: widths of integers, objects that can be split into byte planes, recursion,
//! interrupt handlers.
pub mod interrupts;
pub mod planes;
pub mod recursion;
pub mod widths;
