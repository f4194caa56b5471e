//! One who finds moves: what it is asked and what it answers, whichever machine it runs on.

use crate::clock::{Budget, Rate};
use crate::game::{Game, Move};
use crate::signals::Signals;
use crate::watch::Thought;

/// What is asked of a search.
#[derive(Clone, Debug)]
pub struct Order {
    /// 1 and 2 play as the program's levels do; all others are the full search.
    pub level: u8,
    pub depth: Option<u8>,
    pub nodes: Option<u64>,
    /// `None` has no end but the others; while pondering it counts from the hit.
    pub budget: Option<Budget>,
    pub ponder: bool,
    pub book: bool,
    /// Of the chances in a game that begins with this search.
    pub seed: u16,
    pub rate: Rate,
    /// As slow as the machine would be.
    pub realtime: bool,
}

/// How far a search has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    pub depth: u8,
    pub thought: Thought,
    pub nodes: u32,
    /// Cycles of the machine since the search began.
    pub cycles: u64,
    /// Used part of the transposition table, in thousandths.
    pub table: u16,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// `None` when there is no legal move.
    pub best: Option<Move>,
    pub progress: Progress,
    pub source: Source,
}

/// Where a move comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    Search,
    Book,
    /// The best so far, because the time was up before the program stopped by itself.
    Emergency,
}

/// Why a search gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It was told that nobody wants one.
    GivenUp,
    /// The program went wrong.
    Fault(String),
}

impl From<String> for Trouble {
    fn from(fault: String) -> Trouble {
        Trouble::Fault(fault)
    }
}

/// A search tells how far it has come by calling this.
pub type Report<'a> = dyn FnMut(&Progress) + 'a;

pub trait Player: Send {
    /// Forgets everything, as a machine that is switched off and on.
    fn forget(&mut self);

    /// Finds a move in the game's present position. A game that goes on from the one of the last search finds everything
    /// that was remembered; any other begins anew.
    fn think(
        &mut self,
        game: &Game,
        order: &Order,
        signals: &Signals,
        report: &mut Report,
    ) -> Result<Found, Trouble>;
}
