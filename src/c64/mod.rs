//! The Commodore 64: chips, KERNAL and memory map. Outside of it only `search::region` knows addresses, those of the
//! transposition table. The program runs without interrupts: clock, keyboard and display are polled between frames, and by
//! the search between nodes.

pub mod clock;
pub mod disk;
pub mod keys;
pub mod map;
pub mod screen;
pub mod sound;
pub mod stop;
