//! The NMOS 6502 itself.
pub mod opcode;
