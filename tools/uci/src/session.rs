//! The conversation: commands in, lines out, one search at a time in a thread of its own.
//!
//! The session's thread reads and answers at once; the search's thread writes its own `info` and `bestmove` lines. A
//! search is joined before the next begins and before the session ends, so no thread outlives it.

use crate::clock::{self, Rate};
use crate::command::{self, Command, Go, Parsed, Placement, Start};
use crate::emulated::Emulated;
use crate::game::{Game, Move, State};
use crate::image::Image;
use crate::info;
use crate::native::Native;
use crate::options::{self, Effect, Options, Target};
use crate::player::{News, Order, Player, Source, Trouble};
use crate::signals::{Said, Signals};
use crate::strength::{self, Mode};
use squares64::engine::INFINITE_LEVEL;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

const NAME: &str = concat!("64 Squares ", env!("CARGO_PKG_VERSION"), " (Commodore 64)");
const AUTHOR: &str = "the 64 Squares authors";

/// The way out, shared by the session and its search. A reader that is gone is not our fault: lines for it are dropped.
#[derive(Clone)]
struct Output(Arc<Mutex<Box<dyn Write + Send>>>);

impl Output {
    fn say(&self, line: &str) {
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(out, "{line}").and_then(|()| out.flush());
    }

    /// A reason for people to read; the protocol allows anything in it but a line end.
    fn explain(&self, reason: &str) {
        self.say(&format!("info string {reason}"));
    }
}

/// A search in its thread.
struct Running {
    signals: Arc<Signals>,
    /// It ends by itself.
    ends: bool,
    thread: JoinHandle<Box<dyn Player>>,
}

pub struct Session {
    image: Arc<Image>,
    options: Options,
    /// The present position, or why there is none.
    game: Result<Game, String>,
    /// The seed of the present game.
    seed: u16,
    /// More is told than a chess program needs.
    debug: bool,
    player: Option<Box<dyn Player>>,
    running: Option<Running>,
    output: Output,
}

impl Session {
    pub fn new(image: Image, output: impl Write + Send + 'static) -> Session {
        let game = Game::read(&Start::Standard, &[""; 0]).expect("the initial position is sound");
        Session {
            image: Arc::new(image),
            options: Options::default(),
            game: Ok(game),
            seed: chance(),
            debug: false,
            player: None,
            running: None,
            output: Output(Arc::new(Mutex::new(Box::new(output)))),
        }
    }

    /// Serves until `quit` or until nothing more comes; then a search that has an end is waited for.
    pub fn serve(mut self, mut input: impl BufRead) -> io::Result<()> {
        let mut line = Vec::new();
        loop {
            line.clear();
            if input.read_until(b'\n', &mut line)? == 0 {
                self.finish();
                return Ok(());
            }
            let Parsed { command, notes } = command::parse(&String::from_utf8_lossy(&line));
            notes.iter().for_each(|note| self.output.explain(note));
            match command {
                Some(Command::Quit) => {
                    self.tell(|said| said.give_up = true);
                    self.join();
                    return Ok(());
                }
                Some(command) => {
                    if let Err(reason) = self.obey(command) {
                        self.output.explain(&reason);
                    }
                }
                None => {}
            }
        }
    }

    fn obey(&mut self, command: Command) -> Result<(), String> {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => self.output.say("readyok"),
            Command::Stop => self.tell(|said| said.stop = true),
            Command::PonderHit => self.tell(|said| said.ponder_hit = true),
            // `serve` has ended the session.
            Command::Quit => {}
            Command::NewGame => {
                self.rest("ucinewgame")?;
                self.begin_game();
            }
            Command::SetOption { name, value } => {
                self.rest("setoption")?;
                self.set_option(&name, &value)?;
            }
            Command::Position(placement) => self.place(placement)?,
            Command::Debug(on) => self.debug = on,
            Command::Go(go) => {
                self.rest("go")?;
                self.go(&go)?;
            }
        }
        Ok(())
    }

    /// Takes a position. One that is refused leaves none: the next `go` must not answer for another.
    fn place(&mut self, placement: Result<Placement, String>) -> Result<(), String> {
        self.game = Err("no position: the last one was refused".into());
        self.rest("position")?;
        let read = |placement: Placement| Game::read(&placement.start, &placement.moves);
        let game = placement.and_then(read);
        self.game = Ok(game.map_err(|reason| format!("position: {reason}"))?);
        Ok(())
    }

    fn introduce(&self) {
        self.output.say(&format!("id name {NAME}"));
        self.output.say(&format!("id author {AUTHOR}"));
        let declarations = options::declarations();
        declarations.iter().for_each(|line| self.output.say(line));
        self.output.say("uciok");
    }

    /// Says something to the search, if there is one.
    fn tell(&self, what: impl FnOnce(&mut Said)) {
        if let Some(running) = &self.running {
            running.signals.say(what);
        }
    }

    /// Makes sure that no search is under way: one that was stopped, or is over, is waited for.
    fn rest(&mut self, command: &str) -> Result<(), String> {
        let busy = self.running.as_ref().is_some_and(|running| {
            let said = running.signals.said();
            !said.stop && !said.answered && !running.thread.is_finished()
        });
        if busy {
            return Err(format!(
                "{command}: refused while thinking; send stop first"
            ));
        }
        self.join();
        Ok(())
    }

    fn join(&mut self) {
        if let Some(running) = self.running.take() {
            match running.thread.join() {
                Ok(player) => self.player = Some(player),
                Err(_) => self.output.explain("the search broke down"),
            }
        }
    }

    /// Nothing more will be said to the search.
    fn finish(&mut self) {
        if self.running.as_ref().is_some_and(|running| !running.ends) {
            self.tell(|said| said.stop = true);
        }
        self.join();
    }

    fn begin_game(&mut self) {
        self.forget();
        self.seed = chance();
    }

    fn forget(&mut self) {
        if let Some(player) = &mut self.player {
            player.forget();
        }
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        let machine = |options: &Options| (options.target, options.clock.model, options.noise);
        let before = machine(&self.options);
        match self.options.set(name, value)? {
            Effect::None => {}
            Effect::ClearHash => self.forget(),
            Effect::Fixed(reason) => return Err(format!("option {name}: {reason}")),
        }
        if machine(&self.options) != before {
            self.player = None;
        }
        let bookless =
            self.options.target == Target::Program && self.image.addresses.book.is_none();
        if name.eq_ignore_ascii_case("book") && self.options.book && bookless {
            return Err("option Book: this program was built without a book".into());
        }
        Ok(())
    }

    fn player(&mut self) -> Result<Box<dyn Player>, String> {
        if let Some(player) = self.player.take() {
            return Ok(player);
        }
        Ok(match self.options.target {
            Target::Program => {
                let model = self.options.clock.model;
                let noise = u64::from(self.options.noise);
                Box::new(Emulated::new(Arc::clone(&self.image), model).with_noise(noise))
            }
            Target::Native => Box::new(Native::new(self.image.table_pages()?)),
        })
    }

    fn go(&mut self, go: &Go) -> Result<(), String> {
        let until_told = go.infinite || go.ponder;
        let order = self.game.as_ref().map(|game| self.order(go, game));
        let order = order.unwrap_or_else(|_| Order::unlimited(self.seed));
        if self.debug {
            self.output.explain(&format!("debug: {order:?}"));
        }
        let has_end = order.budget.is_some() || order.depth.is_some() || order.nodes.is_some();
        let ends = !until_told && (has_end || order.mate.is_some());
        let task = Task {
            game: self.game.clone(),
            until_told,
            signals: Arc::default(),
            output: self.output.clone(),
            order,
        };
        let mut player = self.player()?;
        self.running = Some(Running {
            signals: Arc::clone(&task.signals),
            ends,
            thread: std::thread::spawn(move || {
                task.run(player.as_mut());
                player
            }),
        });
        Ok(())
    }

    fn order(&self, go: &Go, game: &Game) -> Order {
        let options = &self.options;
        let small = |number: u64| u8::try_from(number).unwrap_or(u8::MAX);
        let seed = match options.seed {
            0 => self.seed,
            chosen => chosen,
        };
        let moves = self.search_moves(go, game);
        let mut order = Order {
            level: options.level,
            depth: go.depth.map(small),
            nodes: go.nodes,
            mate: go.mate.map(small),
            lines: if options.level < FIRST_WITH_LINES {
                1
            } else {
                options.lines
            },
            budget: clock::budget(go, game.side(), options.level, options.clock),
            ponder: go.ponder,
            book: options.book
                && !go.infinite
                && go.mate.is_none()
                && options.lines == 1
                && moves.is_empty(),
            seed,
            rate: options.clock,
            realtime: options.realtime,
            moves,
        };
        if options.limit_strength && order.mate.is_none() {
            limit(&mut order, options.elo, game.moves.len());
        }
        order
    }

    /// The legal ones of the moves that the search is confined to; without any it chooses from all.
    fn search_moves(&self, go: &Go, game: &Game) -> Vec<Move> {
        if go.search_moves.is_empty() {
            return Vec::new();
        }
        let legal = game.legal_moves();
        let named = |mv: &Move| go.search_moves.contains(&game.spell(&[*mv]).concat());
        let chosen: Vec<Move> = legal.into_iter().filter(named).collect();
        if chosen.len() < go.search_moves.len() {
            let names: Vec<String> = chosen
                .iter()
                .map(|mv| game.spell(&[*mv]).concat())
                .collect();
            let wrong = go.search_moves.iter().filter(|name| !names.contains(name));
            for name in wrong {
                self.output
                    .explain(&format!("go searchmoves: `{name}` is not legal"));
            }
        }
        chosen
    }
}

/// Levels below it look one move ahead and have one line.
const FIRST_WITH_LINES: u8 = 3;

/// Makes the order one for a player of this rating; limits that the other side named stay.
fn limit(order: &mut Order, elo: u16, half_moves: usize) {
    match strength::mode(elo, order.seed, half_moves) {
        Mode::Level(level) => order.level = level,
        Mode::Nodes(most) => {
            order.level = INFINITE_LEVEL;
            order.nodes = Some(order.nodes.map_or(most, |nodes| nodes.min(most)));
        }
    }
}

/// Another number each time.
fn chance() -> u16 {
    RandomState::new().hash_one(0) as u16
}

/// One search from `go` to `bestmove`.
struct Task {
    game: Result<Game, String>,
    order: Order,
    /// The answer may not be given before it is asked for.
    until_told: bool,
    signals: Arc<Signals>,
    output: Output,
}

impl Task {
    fn run(&self, player: &mut dyn Player) {
        match &self.game {
            Err(reason) => self.decline(reason),
            Ok(game) => match game.state {
                State::GoesOn => self.think(game, player),
                State::Checkmate => self.decline("checkmate: there is no move"),
                State::Stalemate => self.decline("stalemate: there is no move"),
            },
        }
    }

    /// Every `go` has its answer, even when there is none.
    fn decline(&self, reason: &str) {
        self.output.explain(reason);
        self.answer(&info::no_move());
    }

    fn think(&self, game: &Game, player: &mut dyn Player) {
        let rate: Rate = self.order.rate;
        let mut last = None;
        let mut report = |news: News| match news {
            News::Line(progress) => {
                let line = info::progress(game, progress, rate);
                self.output.say(&line);
                last = Some(line);
            }
            News::Root { mv, number } => self.output.say(&info::root_move(game, mv, number)),
        };
        match player.think(game, &self.order, &self.signals, &mut report) {
            Ok(found) => {
                match found.source {
                    Source::Search => {}
                    Source::Book => self.output.explain("a move of the book"),
                    Source::Emergency => self.output.explain("out of time: the best move so far"),
                }
                let line = info::progress(game, &found.progress, rate);
                if last.as_ref() != Some(&line) {
                    self.output.say(&line);
                }
                self.answer(&info::best_move(game, &found));
            }
            Err(Trouble::GivenUp) => {}
            Err(Trouble::Fault(reason)) => self.decline(&reason),
        }
    }

    /// Gives the answer as soon as it may be given, unless nobody wants it. Whoever reads it may go on at once.
    fn answer(&self, line: &str) {
        let told = |said: Said| said.stop || said.give_up || said.ponder_hit && self.order.ponder;
        let said = if self.until_told {
            self.signals.wait(told)
        } else {
            self.signals.said()
        };
        if !said.give_up {
            self.signals.say(|said| said.answered = true);
            self.output.say(line);
        }
    }
}
