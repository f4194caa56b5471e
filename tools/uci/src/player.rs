//! One who finds moves: what it is asked and what it answers, whichever machine it runs on.

use crate::clock::{Budget, Rate};
use crate::course;
use crate::game::{Game, Move};
use crate::signals::Signals;
use crate::watch::Thought;
use squares64::engine::INFINITE_LEVEL;

/// What is asked of a search.
#[derive(Clone, Debug)]
pub struct Order {
    /// 1 and 2 play as the program's levels do, [`SOLVER`] looks for a mate; all others are the full search.
    pub level: u8,
    /// Plies; moves for the [`SOLVER`].
    pub depth: Option<u8>,
    pub nodes: Option<u64>,
    /// A mate in so many moves is wanted.
    pub mate: Option<u8>,
    /// The moves to choose from; empty is all of them.
    pub moves: Vec<Move>,
    /// How many of the best moves are wanted, each with its line.
    pub lines: usize,
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

/// The level that looks for a forced mate in `depth` moves and finds no move when there is none.
pub use squares64::engine::SOLVER;

impl Order {
    /// A search without any limit, all moves, one line.
    pub fn unlimited(seed: u16) -> Order {
        Order {
            level: INFINITE_LEVEL,
            depth: None,
            nodes: None,
            mate: None,
            moves: Vec::new(),
            lines: 1,
            budget: None,
            ponder: false,
            book: false,
            seed,
            rate: Rate::PAL,
            realtime: false,
        }
    }
}

/// How far a search has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    pub depth: u8,
    /// The deepest ply that was seen; 0 where nobody looked.
    pub deepest: u8,
    /// Which of the lines that are wanted this is, from 1; 0 when only one is.
    pub rank: u8,
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

/// What a search tells while it runs.
#[derive(Clone, Copy, Debug)]
pub enum News<'a> {
    Line(&'a Progress),
    /// The root move that is searched now, and which one of the iteration it is.
    Root {
        mv: Move,
        number: u8,
    },
}

/// A search tells how far it has come by calling this.
pub type Report<'a> = dyn FnMut(News) + 'a;

pub trait Player: Send {
    /// Forgets everything, as a machine that is switched off and on.
    fn forget(&mut self);

    /// The book's move in the game's present position, if there is a book and it has one.
    fn look_up(&mut self, game: &Game, seed: u16) -> Result<Option<Found>, Trouble>;

    /// One search of the game's present position for the best of `order.moves`. A game that goes on from the one of the
    /// last search finds everything that was remembered; any other begins anew.
    fn search(
        &mut self,
        game: &Game,
        order: &Order,
        signals: &Signals,
        report: &mut Report,
    ) -> Result<Found, Trouble>;

    /// Finds a move in the game's present position: in the book, or by as many searches as the order needs.
    fn think(
        &mut self,
        game: &Game,
        order: &Order,
        signals: &Signals,
        report: &mut Report,
    ) -> Result<Found, Trouble> {
        course::think(self, game, order, signals, report)
    }
}
