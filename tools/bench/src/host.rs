//! The host crate: one engine state, so one thread holds it at a time.

use crate::setup::Setup;
use squares64::board::moves::NO_MOVE;
use squares64::board::notation;
use squares64::engine::{BEST_FROM, BEST_SCORE, BEST_TO, Limits, NODES, hold, new_game, think};
use squares64::machine::Unwatched;
use std::fmt;

/// What a search found: all that host and 6502 must agree on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    pub from: u8,
    pub to: u8,
    pub score: i16,
    pub nodes: u32,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let name = move_name(self.from, self.to);
        write!(f, "{name} {} in {} nodes", self.score, self.nodes)
    }
}

/// The move in coordinates, as `e7e8q`.
pub fn move_name(from: u8, to: u8) -> String {
    if from == NO_MOVE {
        return "none".into();
    }
    let text = notation::coordinates(from, to);
    String::from_utf8_lossy(text.as_bytes()).into_owned()
}

/// Searches with nothing remembered of earlier searches.
pub fn search(setup: &Setup, depth: u8) -> Found {
    let _engine = hold();
    new_game();
    setup.load();
    think::<Unwatched>(Limits::depth(depth), || {});
    Found {
        from: BEST_FROM.get(),
        to: BEST_TO.get(),
        score: BEST_SCORE.get(),
        nodes: NODES.get(),
    }
}
