//! The engine's own key of a position: the one thing the packed book takes from the program that reads it.
//!
//! The engine is one state in fixed memory, so a lock is held while it works.

use crate::positions::Placement;
use squares64::board::{fen, hash};

pub use squares64::engine::hold as hold_engine;

/// Puts a position on the engine's board. The caller holds the engine.
pub fn load(placement: &Placement) {
    fen::load(&format!("{} 0 1", placement.0)).expect("a position of a played line is sound");
}

/// Keys of all given positions, first byte first.
pub fn keys<'a>(placements: impl Iterator<Item = &'a Placement>) -> Vec<[u8; 4]> {
    let _engine = hold_engine();
    let key = |placement| {
        load(placement);
        hash::key().to_le_bytes()
    };
    placements.map(key).collect()
}
