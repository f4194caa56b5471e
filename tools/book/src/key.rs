//! The engine's own key of a position: the one thing the packed book takes from the program that reads it.
//!
//! The engine is one state in fixed memory, so a lock is held while it works.

use crate::positions::Placement;
use squares64::board::{fen, hash};
use std::sync::{Mutex, MutexGuard, PoisonError};

static ENGINE: Mutex<()> = Mutex::new(());

/// Holds the engine for this thread, its key tables filled.
pub fn hold_engine() -> MutexGuard<'static, ()> {
    // A test that failed while it held the engine left nothing behind that loading a position does not overwrite.
    let guard = ENGINE.lock().unwrap_or_else(PoisonError::into_inner);
    hash::init();
    guard
}

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
