//! The engine's host build as a player: the same source without a machine around it.
//!
//! Its clock is a price for each node, so its times resemble the machine's and are the same on every host. The engine has
//! one state: a search holds it, and what it remembers belongs to the one native player of the process.

use crate::game::{Game, Move};
use crate::player::{Found, News, Order, Player, Progress, Report, Source, Trouble};
use crate::signals::Signals;
use crate::watch::{Sight, Thought, Watch};
use squares64::board::make::LAST_CAPTURE;
use squares64::board::moves::{self, NO_MOVE};
use squares64::chance;
use squares64::engine::{
    self, BEST_SCORE, CHOSEN, COMPLETED, EXCLUDED_FROM, LENGTH, LINE, Limits, NODES, SEARCH_DEPTH,
    best_move,
};
use squares64::machine::Unwatched;
use squares64::machine::clock::NODE_PRICE;
use squares64::machine::stop::STOP_REQUEST;
use squares64::search::params::MAX_DEPTH;
use squares64::search::region::{PAGES_IN_USE, pages, with_entry};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How often a request to stop is passed on.
const LOOK: Duration = Duration::from_millis(2);

pub struct Native {
    pages: u8,
    on_board: Option<Game>,
}

impl Native {
    /// With as many pages of transposition table as the machine has that it is compared with; a power of two.
    pub fn new(pages: u8) -> Native {
        Native {
            pages,
            on_board: None,
        }
    }

    /// Puts the game on the host's board; forgets the last one when this is another.
    fn set_up(&mut self, game: &Game, seed: u16) {
        let goes_on = self
            .on_board
            .take()
            .is_some_and(|known| game.since(&known).is_some());
        if !goes_on {
            PAGES_IN_USE.set(self.pages);
            let [low, high] = seed.to_le_bytes();
            chance::seed(low, high);
            engine::forget();
        }
        LAST_CAPTURE.set(squares64::board::square::NONE);
        game.load();
        self.on_board = Some(game.clone());
    }
}

impl Player for Native {
    fn forget(&mut self) {
        self.on_board = None;
    }

    fn look_up(&mut self, game: &Game, seed: u16) -> Result<Option<Found>, Trouble> {
        let _host = engine::hold();
        self.set_up(game, seed);
        Ok(look_up())
    }

    fn search(
        &mut self,
        game: &Game,
        order: &Order,
        signals: &Signals,
        report: &mut Report,
    ) -> Result<Found, Trouble> {
        let _host = engine::hold();
        self.set_up(game, order.seed);
        choose_among(&order.moves);
        let mut watch = Watch::default();
        // What the search before this one left must not look like this one's.
        SEARCH_DEPTH.set(0);
        COMPLETED.set(0);
        LINE.set(0, NO_MOVE);
        with_stop_request(signals, order.ponder, || search(order, &mut watch, report));
        choose_among(&[]);
        if signals.said().give_up {
            return Err(Trouble::GivenUp);
        }
        let sight = sight();
        // Levels that look one move ahead have neither depth nor line.
        let depth = watch.depth(&sight).max(1);
        Ok(Found {
            best: best(),
            progress: progress(depth, sight.thought),
            source: Source::Search,
        })
    }
}

/// Runs a search while another thread passes on what the session says. What was pondered without an end is answered at
/// the hit: the host's clock knows only nodes.
fn with_stop_request(signals: &Signals, pondering: bool, search: impl FnOnce()) {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let messenger = scope.spawn(|| {
            while !done.load(Ordering::Acquire) {
                let said = signals.said();
                if said.stop || said.give_up || said.ponder_hit && pondering {
                    STOP_REQUEST.set(1);
                }
                std::thread::park_timeout(LOOK);
            }
        });
        search();
        done.store(true, Ordering::Release);
        messenger.thread().unpark();
    });
    STOP_REQUEST.set(0);
}

fn search(order: &Order, watch: &mut Watch, report: &mut Report) {
    engine::choose::<Unwatched>(order.level, limits(order), || {
        let sight = sight();
        if let Some(depth) = watch.note(&sight) {
            report(News::Line(&progress(depth, sight.thought)));
        }
    });
}

/// Names the root moves that the next search is to choose from; none is all.
fn choose_among(list: &[Move]) {
    moves::clear();
    for &mv in list {
        moves::push(mv, 0);
    }
    EXCLUDED_FROM.set(if list.is_empty() { NO_MOVE } else { CHOSEN });
}

/// A node has its price, so a number of nodes is a number of cycles.
fn limits(order: &Order) -> Limits {
    let by_time = order
        .budget
        .filter(|_| !order.ponder)
        .map(|budget| budget.soft);
    let by_nodes = order
        .nodes
        .map(|nodes| nodes.saturating_mul(u64::from(NODE_PRICE.get())));
    let cycles = by_time
        .into_iter()
        .chain(by_nodes)
        .min()
        .map(|cycles| cycles.max(1));
    Limits {
        depth: order.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH),
        cycles: cycles
            .and_then(|cycles| u32::try_from(cycles).ok())
            .unwrap_or(0),
    }
}

fn look_up() -> Option<Found> {
    if !engine::take_book_move() {
        return None;
    }
    let best = best()?;
    Some(Found {
        best: Some(best),
        progress: Progress {
            thought: Thought {
                score: 0,
                line: vec![best],
            },
            ..Progress::default()
        },
        source: Source::Book,
    })
}

fn best() -> Option<Move> {
    best_move().some()
}

fn sight() -> Sight {
    Sight {
        running: SEARCH_DEPTH.get(),
        completed: COMPLETED.get(),
        thought: Thought {
            score: BEST_SCORE.get(),
            line: (0..LENGTH)
                .map_while(|index| Move::new(LINE.get(2 * index), LINE.get(2 * index + 1)).some())
                .collect(),
        },
    }
}

fn progress(depth: u8, thought: Thought) -> Progress {
    let nodes = NODES.get();
    Progress {
        depth,
        deepest: 0,
        rank: 0,
        thought,
        nodes,
        cycles: u64::from(nodes) * u64::from(NODE_PRICE.get()),
        table: table_use(),
    }
}

/// Entries in use, in thousandths.
fn table_use() -> u16 {
    let entries = u32::from(pages()) * 32;
    let mut used = 0;
    for page in 0..pages() {
        for offset in (0..=0xf8).step_by(8) {
            // SAFETY: `with_entry` gives eight bytes; the third is the depth, 0 in an empty entry.
            let depth = with_entry(page, offset, |entry| unsafe { *entry.add(2) });
            used += u32::from(depth != 0);
        }
    }
    (used * 1000 / entries) as u16
}
