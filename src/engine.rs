//! The door to the engine: a game, its position, a search and what it found.
//!
//! Interface, bridge, suites and tools come in here. It has the only list of what a new game forgets and the only choice
//! between the ways in which the levels find a move.
//!
//! The engine is one state in fixed memory. On the host, `hold` gives it to one thread at a time.
//!
//! What is true between two calls, of a position at ply 0 (`position::PLY` is 0):
//! - the piece lists, counts, castling rights, en passant square, clock and checker agree with the board;
//! - `hash::KEY` is the key of the position, and the ring of keys holds those of the game before it. Inside a search both
//!   hold wherever `hash::push` and `pop` frame make and unmake, which quiescence leaves out;
//! - `pawns::PAWN_ROWS` and `hash::PAWN_KEY` agree with the board. Inside a search they lag behind until `pawns::catch_up`;
//! - `position::SUM` adds up `board::values` as they are. Those belong to the root of the last search; `think` fills them
//!   in for its own root before it looks at a node, so a sum read before that is the last search's view.

use crate::board::moves::NO_MOVE;
use crate::board::piece::WHITE;
use crate::board::position::{self, SIDE};
use crate::eval::pawns;
use crate::eval::prepare::prepare;
use crate::search::level::{self, BEGINNER, CASUAL, EASY};
use crate::search::supervisor::Supervisor;
use crate::search::{history, iterate, mate, table};
use crate::standard;

pub use crate::board::make::play;
pub use crate::eval::style::STYLE;
pub use crate::game::book;
pub use crate::search::frame::NODES;
pub use crate::search::iterate::{
    BEST_FROM, BEST_SCORE, BEST_TO, CHOSEN, COMPLETED, EXCLUDED_FROM, EXCLUDED_TO, Limits,
    SEARCH_DEPTH, best_move, mate_in, set_best_move,
};
pub use crate::search::level::{HINT_JIFFIES, INFINITE_LEVEL, JIFFIES, limits_of};
pub use crate::search::line::{LENGTH, LINE};
pub use crate::search::table::clear as forget_table;
pub use crate::search::time::{NTSC_HERTZ, PAL_HERTZ, jiffies, jiffy};

#[cfg(not(target_vendor = "c64"))]
pub use host::{Held, hold, tunables};

/// Empty caches: once, before anything else.
pub fn set_up() {
    pawns::clear();
}

/// A game from the initial position, and nothing remembered of the last one.
pub fn new_game() {
    position::start();
    forget();
    prepare();
}

/// A game from the position whose board, side, castling rights, en passant square and clock someone has written.
pub fn begin_here() {
    position::begin();
    forget();
}

/// All that one game must not know of another, apart from the board itself: `position::clear` and `begin` forget the earlier
/// positions and the last capture.
pub fn forget() {
    pawns::clear();
    table::clear();
    history::clear();
}

/// In the place of a level: looks for a forced mate and for nothing else, see `solve_mate`.
pub const SOLVER: u8 = 0;

/// Finds a move as a level does: 1 and 2 look one ply ahead, up to the last one it is the full search within `limits`, and
/// beyond that the Standard player; `SOLVER` takes the limit of depth as a number of moves. The move is
/// `best_move` then; `report` is called after each iteration.
pub fn choose<S: Supervisor>(level: u8, limits: Limits, report: impl FnMut()) {
    match level {
        SOLVER => drop(mate::solve::<S>(limits.depth)),
        BEGINNER => level::beginner::<S>(),
        CASUAL => level::casual::<S>(),
        EASY..=INFINITE_LEVEL => iterate::think::<S>(limits, report),
        _ => choose_as_standard::<S>(level - INFINITE_LEVEL),
    }
}

/// The full search for the position on the board.
pub fn think<S: Supervisor>(limits: Limits, report: impl FnMut()) {
    iterate::think::<S>(limits, report);
}

/// The Standard player's move at a depth; its scores are White's.
fn choose_as_standard<S: Supervisor>(depth: u8) {
    BEST_FROM.set(NO_MOVE);
    if let Some(choice) = standard::select::<S>(depth) {
        set_best_move(choice.mv);
        BEST_SCORE.set(if SIDE.get() == WHITE {
            choice.score
        } else {
            -choice.score
        });
    }
}

/// A forced mate in at most `most` moves, and in how many; its line is in `LINE`.
pub fn solve_mate<S: Supervisor>(most: u8) -> Option<u8> {
    mate::solve::<S>(most)
}

/// Takes the book's move, if there is one, as what was found.
pub fn take_book_move() -> bool {
    let known = book::lookup();
    if known {
        set_best_move(book::chosen());
    }
    known
}

#[cfg(not(target_vendor = "c64"))]
mod host {
    use crate::eval::{style, tuning, weights};
    use crate::search::params;
    use crate::tunable::Tunable;
    use std::sync::{Mutex, MutexGuard, Once, PoisonError};

    static ENGINE: Mutex<()> = Mutex::new(());
    static READY: Once = Once::new();

    /// As long as it lives, the engine belongs to this thread.
    pub struct Held(#[expect(dead_code, reason = "held for its drop")] MutexGuard<'static, ()>);

    /// Holds the engine for this thread; the first one sets it up. A thread that failed while it held the engine left
    /// nothing behind that loading a position does not overwrite.
    pub fn hold() -> Held {
        let guard = ENGINE.lock().unwrap_or_else(PoisonError::into_inner);
        READY.call_once(|| {
            super::set_up();
            super::new_game();
        });
        Held(guard)
    }

    /// Every number that games can tune: those of the search, and those of the evaluation with its style.
    pub fn tunables() -> Vec<Tunable> {
        let of_modules = [
            params::tunables(),
            weights::tunables(),
            tuning::tunables(),
            style::tunables(),
        ];
        of_modules.into_iter().flatten().collect()
    }
}
