//! The Commodore 64: the only part of the program that knows addresses. The program runs without interrupts: clock,
//! keyboard and display are looked after between frames and by the search between nodes.

pub mod clock;
pub mod disk;
pub mod keys;
pub mod map;
pub mod screen;
pub mod sound;
pub mod stop;
