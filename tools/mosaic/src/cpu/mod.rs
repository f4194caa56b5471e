//! The NMOS 6502 as tables: its registers, what each operation reads and writes, and what each opcode costs. Every other
//! part of the compiler asks here; only the independent checker (`check`) has its own idea of what an instruction does.
pub mod opcode;
pub mod operation;
pub mod registers;
