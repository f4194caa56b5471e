//! The game around the engine: opening book and chance.

pub mod book;
pub mod noise;
pub mod opening_name;
