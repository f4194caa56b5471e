//! LLVM IR -> byte operations: wide integers become bytes and carries, addresses become addressing modes,
//! booleans become branches.
mod address;
mod arith;
mod bits;
mod builder;
pub mod call_lowering;
mod checked;
mod compare;
pub mod function;
mod index_offset;
mod inline_assembly;
mod integer;
mod plane_address;
mod rematerialise;
mod routine;
mod schedule;
pub mod stack;
mod terminator;
