//! The player in this process: the same module that the C64 runs, compiled for the host.

use crate::player::{Found, Player};
use squares64::machine::Unwatched;
use squares64::standard::{search, select};
use std::time::Instant;

pub struct Native;

impl Player for Native {
    fn find(&mut self, depth: u8) -> Result<Option<Found>, String> {
        let start = Instant::now();
        let choice = select::<Unwatched>(depth);
        let time = start.elapsed().as_millis() as u64;
        Ok(choice.map(|choice| Found {
            mv: choice.mv,
            score: choice.score,
            nodes: search::NODES.get(),
            time,
        }))
    }
}
