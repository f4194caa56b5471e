//! LLVM IR -> byte operations: wide integers become bytes and carries, addresses become addressing modes,
//! booleans become branches.
mod address;
mod arith;
mod builder;
mod calls;
mod compare;
pub mod function;
mod integer;
pub mod ops;
mod schedule;
