//! LLVM IR -> byte operations: wide integers become bytes and carries, addresses become addressing modes,
//! booleans become branches.
mod address;
mod arith;
mod bits;
mod builder;
pub mod calls;
mod checked;
mod compare;
mod conditions;
pub mod function;
mod integer;
mod offset;
pub mod ops;
mod planes;
mod schedule;
pub mod stack;
mod terminator;
mod text;
