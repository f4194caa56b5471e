//! From the program to a file the machine can load: ca65 assembles, ld65 places, the symbol files tell where.
pub mod assemble;
pub mod heap;
mod in_place;
pub mod layout;
pub mod lz;
pub mod overflow;
mod packed;
mod placement;
pub mod prg;
pub mod report;
pub mod start;
pub mod symbols;
mod too_large;

pub use layout::Layout;
pub use prg::{Image, link};
