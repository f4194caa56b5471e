//! The host crate: one engine state, so one thread holds it at a time.

use crate::setup::Setup;
use squares64::board::moves::Move;
use squares64::board::notation;
use squares64::engine::{BEST_SCORE, Limits, NODES, best_move, hold, new_game, think};
use squares64::machine::Unwatched;
use squares64::search::region::PAGES_IN_USE;
use std::fmt;

/// What a search found: all that host and 6502 must agree on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    pub mv: Move,
    pub score: i16,
    pub nodes: u32,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let name = move_name(self.mv);
        write!(f, "{name} {} in {} nodes", self.score, self.nodes)
    }
}

/// From now on the host's transposition table has so many pages: another table is another tree.
pub fn use_table(pages: u8) {
    let _engine = hold();
    PAGES_IN_USE.set(pages);
}

/// The move in coordinates, as `e7e8q`.
pub fn move_name(mv: Move) -> String {
    if mv.is_none() {
        return "none".into();
    }
    let text = notation::coordinates(mv);
    String::from_utf8_lossy(text.as_bytes()).into_owned()
}

/// Searches with nothing remembered of earlier searches.
pub fn search(setup: &Setup, depth: u8) -> Found {
    let _engine = hold();
    new_game();
    setup.load();
    think::<Unwatched>(Limits::depth(depth), || {});
    Found {
        mv: best_move(),
        score: BEST_SCORE.get(),
        nodes: NODES.get(),
    }
}
