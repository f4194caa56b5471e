//! The game around the engine: record, result, clocks, settings, files; opening book and chance.

pub mod archive;
pub mod book;
pub mod clock;
pub mod noise;
pub mod opening_name;
pub mod outcome;
pub mod pgn;
pub mod record;
pub mod settings;
pub mod validity;
