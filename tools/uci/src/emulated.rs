//! The program as a player: started in the emulated machine, its routines called, its memory watched while it thinks.
//!
//! Invariant between searches: `on_board` is the game that the machine has, or `None` when it has none yet. The machine
//! stands still except inside a call, so its clock counts nothing but the program's own work.

use crate::clock::Budget;
use crate::desk::Desk;
use crate::game::{Game, Move};
use crate::image::Image;
use crate::player::{Found, News, Order, Player, Progress, Report, Source, Trouble};
use crate::signals::{Said, Signals};
use crate::watch::{Thought, Watch};
use c64::{Machine, Model, Power, profile};
use squares64::board::moves::NO_MOVE;
use squares64::search::params::MAX_DEPTH;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The memory is looked at this often, in cycles: a few nodes.
const LOOK: u64 = 20_000;
/// From this second of a search on, its root moves are told.
const CURRENT_MOVE_SECONDS: u64 = 3;
const SHORTEST_RUN: u64 = 1_000;
/// The program counts a search in 32 bits; longer ones are ended from outside.
const LONGEST_COUNTED: u64 = 0xf000_0000;

pub struct Emulated {
    image: Arc<Image>,
    model: Model,
    /// What is in memory when the machine is switched on.
    power: Power,
    machine: Option<Box<Machine>>,
    on_board: Option<Game>,
}

impl Emulated {
    pub fn new(image: Arc<Image>, model: Model) -> Emulated {
        Emulated {
            image,
            model,
            power: Image::USUAL_POWER,
            machine: None,
            on_board: None,
        }
    }

    /// The same with other noise in memory at power-on.
    pub fn with_noise(self, seed: u64) -> Emulated {
        Emulated {
            power: Power::Noise(seed),
            ..self
        }
    }

    /// Begins a profile of what the machine does from now on.
    pub fn start_profile(&mut self) -> Result<(), String> {
        self.desk()?.machine.start_profile();
        Ok(())
    }

    /// Ends the profile; nothing when none was begun.
    pub fn take_profile(&mut self) -> Option<profile::Report> {
        self.machine.as_mut()?.take_profile()
    }

    fn boot(&mut self) -> Result<(), String> {
        if self.machine.is_none() {
            self.on_board = None;
            self.machine = Some(Box::new(self.image.boot_from(self.model, self.power)?));
        }
        Ok(())
    }

    /// The machine at work on one call or search.
    fn desk(&mut self) -> Result<Desk<'_>, String> {
        self.boot()?;
        let machine = self.machine.as_mut().expect("just booted");
        Ok(Desk {
            machine,
            image: &self.image,
        })
    }

    /// Brings the machine's game to the one wanted.
    fn set_up(&mut self, game: &Game, seed: u16) -> Result<(), String> {
        let known = self.on_board.take();
        let mut desk = self.desk()?;
        match known.as_ref().and_then(|known| game.since(known)) {
            Some(moves) => desk.play(moves)?,
            None => {
                desk.begin(game, seed)?;
                desk.play(&game.moves)?;
            }
        }
        self.on_board = Some(game.clone());
        Ok(())
    }
}

impl Player for Emulated {
    fn forget(&mut self) {
        self.machine = None;
        self.on_board = None;
    }

    fn look_up(&mut self, game: &Game, seed: u16) -> Result<Option<Found>, Trouble> {
        self.set_up(game, seed)?;
        Ok(self.desk()?.look_up()?)
    }

    fn search(
        &mut self,
        game: &Game,
        order: &Order,
        signals: &Signals,
        report: &mut Report,
    ) -> Result<Found, Trouble> {
        let outcome = self.try_search(game, order, signals, report);
        if outcome.is_err() {
            // The program is somewhere inside its search and cannot be called again.
            self.forget();
        }
        outcome
    }
}

impl Emulated {
    fn try_search(
        &mut self,
        game: &Game,
        order: &Order,
        signals: &Signals,
        report: &mut Report,
    ) -> Result<Found, Trouble> {
        self.set_up(game, order.seed)?;
        let desk = self.desk()?;
        Search {
            order,
            signals,
            pace: order.realtime.then(Instant::now),
            start: desk.machine.cycles(),
            deadline: order.budget.filter(|_| !order.ponder),
            hurried: None,
            watch: Watch::default(),
            deepest: 0,
            root: None,
        }
        .run(desk, report)
    }
}

/// A search under way.
struct Search<'a> {
    order: &'a Order,
    signals: &'a Signals,
    /// When it began, if it has to keep to the machine's true speed.
    pace: Option<Instant>,
    /// Cycle in which it began.
    start: u64,
    /// Cycles from the start; not known while pondering.
    deadline: Option<Budget>,
    /// Cycle from the start in which the key was pressed first.
    hurried: Option<u64>,
    watch: Watch,
    /// The deepest ply seen.
    deepest: u8,
    /// The root move told last.
    root: Option<(Move, u8)>,
}

impl Search<'_> {
    fn run(mut self, mut desk: Desk, report: &mut Report) -> Result<Found, Trouble> {
        self.enter(&mut desk);
        let mut emergency = None;
        while !desk.machine.has_returned() {
            let said = self.signals.said();
            if said.give_up {
                return Err(Trouble::GivenUp);
            }
            self.note_ponder_hit(&desk, said);
            if self.is_overdue(&desk) {
                emergency = Some(self.found(&desk, Source::Emergency));
                break;
            }
            self.hurry(&mut desk, said);
            self.advance(&mut desk)?;
            self.watch(&desk, report);
            self.keep_pace(&desk);
        }
        if emergency.is_some() {
            desk.finish()?;
        }
        let found = emergency.unwrap_or_else(|| self.found(&desk, Source::Search));
        desk.choose_among(&[]);
        desk.release_key()?;
        Ok(found)
    }

    fn found(&mut self, desk: &Desk, source: Source) -> Found {
        let sight = desk.sight();
        // Levels that look one move ahead have neither depth nor line.
        let depth = self.watch.depth(&sight).max(1);
        Found {
            best: desk.best(),
            progress: self.progress(desk, depth, sight.thought),
            source,
        }
    }

    /// Tells the program its limits and sends it off.
    fn enter(&self, desk: &mut Desk) {
        let at = desk.image.addresses;
        // A program that knows the time takes short cuts, which are right for one best move and for nothing else: for
        // several lines the key ends the search.
        let cycles = match self.deadline {
            Some(budget) if budget.soft < LONGEST_COUNTED && self.order.lines <= 1 => {
                budget.soft.max(1)
            }
            _ => 0,
        };
        let depth = self.order.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        desk.write(at.level, &[self.order.level]);
        desk.write(at.depth_limit, &[depth]);
        desk.write(at.cycle_limit, &(cycles as u32).to_le_bytes());
        desk.write(at.running, &[0]);
        desk.write(at.completed, &[0]);
        desk.write(at.line, &[NO_MOVE.bits()]);
        desk.choose_among(&self.order.moves);
        desk.machine.enter(at.think);
    }

    fn used(&self, desk: &Desk) -> u64 {
        desk.machine.cycles() - self.start
    }

    /// From the hit on, the clock runs.
    fn note_ponder_hit(&mut self, desk: &Desk, said: Said) {
        if said.ponder_hit && self.deadline.is_none() {
            let used = self.used(desk);
            self.deadline = self.order.budget.map(|budget| Budget {
                soft: used.saturating_add(budget.soft),
                hard: used.saturating_add(budget.hard),
            });
        }
    }

    /// Is the time gone, and is there a move to take? There is one from the first iteration on; levels that look one
    /// move ahead have none, and are done soon anyway.
    fn is_overdue(&self, desk: &Desk) -> bool {
        let [running] = desk.bytes(desk.image.addresses.running);
        let late = |deadline: Budget| self.used(desk) >= deadline.hard;
        running != 0 && self.deadline.is_some_and(late)
    }

    /// Presses the key that ends the search, when it has to end for a reason that the program does not know.
    fn hurry(&mut self, desk: &mut Desk, said: Said) {
        let enough_nodes = self
            .order
            .nodes
            .is_some_and(|limit| u64::from(desk.nodes()) >= limit);
        let late = self
            .deadline
            .is_some_and(|deadline| self.used(desk) >= deadline.soft);
        let now = self.used(desk);
        if said.stop || enough_nodes || late {
            self.hurried.get_or_insert(now);
        }
        if let Some(first) = self.hurried {
            desk.press_for(now - first);
        }
    }

    /// Lets the machine run to the next look.
    fn advance(&self, desk: &mut Desk) -> Result<(), String> {
        let left = self.deadline.map_or(LOOK, |deadline| {
            deadline.hard.saturating_sub(self.used(desk))
        });
        desk.machine
            .run_cycles(left.clamp(SHORTEST_RUN, LOOK))
            .map(drop)
            .map_err(|fault| desk.describe(fault))
    }

    fn watch(&mut self, desk: &Desk, report: &mut Report) {
        let sight = desk.sight();
        let thought = sight.thought.clone();
        self.deepest = self.deepest.max(desk.ply());
        if let Some(depth) = self.watch.look(sight) {
            report(News::Line(&self.progress(desk, depth, thought)));
        }
        self.tell_root_move(desk, report);
    }

    /// Which move is being searched, once the search takes long enough for anyone to ask.
    fn tell_root_move(&mut self, desk: &Desk, report: &mut Report) {
        if self.used(desk) < CURRENT_MOVE_SECONDS * self.order.rate.hertz {
            return;
        }
        let now = desk.root_move();
        if let Some((mv, number)) = now
            && now != self.root
        {
            self.root = now;
            report(News::Root { mv, number });
        }
    }

    fn progress(&self, desk: &Desk, depth: u8, thought: Thought) -> Progress {
        Progress {
            depth,
            deepest: self.deepest.max(depth),
            rank: 0,
            thought,
            nodes: desk.nodes(),
            cycles: self.used(desk),
            table: desk.table(),
        }
    }

    /// Sleeps until the true machine would have come as far.
    fn keep_pace(&self, desk: &Desk) {
        if let Some(began) = self.pace {
            let seconds = self.used(desk) as f64 / self.order.rate.hertz as f64;
            self.signals
                .sleep_until(began + Duration::from_secs_f64(seconds));
        }
    }
}
