//! The game around the engine: record, result, clocks, settings; opening book and chance.

pub mod book;
pub mod clock;
pub mod opening_name;
pub mod outcome;
pub mod record;
pub mod settings;
