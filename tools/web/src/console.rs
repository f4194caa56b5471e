//! The machine with the program in it, run in slices by whoever shows it: keys in, picture, sound and facts out.
//!
//! Time is the machine's. A slice ends after the cycles asked for; on the way the drive answers, keys are pressed and let
//! go frame by frame, and it is noticed when the program thinks.

use crate::memory::{Memory, Record, Screen, Settings};
use crate::story::{self, Story};
use crate::strokes::Strokes;
use c64::screen::PALETTE;
use c64::{Drive, Frame, Machine, Model, Power, Sound, Stops, Symbols, drive};
use std::collections::BTreeMap;
use uci::desk::Desk;
use uci::image::Image;
use uci::watch::Watch;

/// The program looks at the keyboard every few nodes while it thinks; after so many frames without, it does not think.
const QUIET_FRAMES: u64 = 15;
const CLOSE: u16 = 0xFFC3;
/// Where the program's messages begin, and in which rows.
const MESSAGE_COLUMN: usize = 26;
const MESSAGE_ROWS: [usize; 2] = [23, 24];

/// A search under way, or the last one.
#[derive(Default)]
struct Search {
    /// The cycle of its first and of its latest look at the keyboard.
    began: u64,
    looked: u64,
    running: bool,
    /// Half moves on the board when it began.
    played: u16,
    watch: Watch,
}

/// What the search has found so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Finding {
    pub depth: u8,
    /// Centipawns, good for White.
    pub score: i16,
    pub nodes: u32,
    pub line: Vec<String>,
    /// Cycles since the search began, and those that it may take; 0 is no limit.
    pub cycles: u64,
    pub budget: u32,
}

pub struct Console {
    pub machine: Machine,
    pub drive: Drive,
    pub strokes: Strokes,
    pub memory: Memory,
    image: Image,
    prg: Vec<u8>,
    /// Where the machine is halted between frames.
    stops: Stops,
    next_frame: u64,
    search: Search,
    finding: Finding,
    /// Grows each time that the program closes a file.
    pub disk_changes: u32,
    sound: Option<Sound>,
    samples: Vec<f32>,
    known: Option<(Record, Settings)>,
    story: Story,
    /// Grows each time that the story changes.
    pub story_changes: u32,
    /// The score after so many half moves, good for White, where the computer moved.
    pub scores: BTreeMap<usize, i16>,
}

impl Console {
    /// Switches a machine on and starts the program; the labels are the text of its symbol file.
    pub fn start(prg: Vec<u8>, labels: &str, model: Model, seed: u64) -> Result<Console, String> {
        let symbols = Symbols::parse(labels).map_err(|error| error.to_string())?;
        let memory = Memory::find(&symbols)?;
        let image = Image::new("64squares.prg".to_string(), prg.clone(), labels)?;
        let mut machine = Machine::new(model, Power::Noise(seed));
        machine.symbols = symbols;
        machine.load_prg(&prg)?;
        machine.start()?;
        machine.keep_sound();
        Ok(Console {
            machine,
            drive: Drive::default(),
            strokes: Strokes::default(),
            stops: drive::stops().and(memory.poll),
            memory,
            image,
            prg,
            next_frame: 0,
            search: Search::default(),
            finding: Finding::default(),
            disk_changes: 0,
            sound: None,
            samples: Vec::new(),
            known: None,
            story: Story::default(),
            story_changes: 0,
            scores: BTreeMap::new(),
        })
    }

    pub fn prg(&self) -> &[u8] {
        &self.prg
    }

    /// Lets the machine run; ends early where the program gives it back.
    pub fn run(&mut self, cycles: u64) -> Result<(), String> {
        let end = self.machine.cycles() + cycles;
        while self.machine.cycles() < end && !self.machine.has_ended() {
            if self.machine.cycles() >= self.next_frame {
                self.begin_frame();
            }
            self.machine
                .run_to_stop(end.min(self.next_frame), &self.stops)
                .map_err(|fault| self.describe(fault))?;
            self.notice()?;
        }
        Ok(())
    }

    pub fn run_frames(&mut self, frames: u64) -> Result<(), String> {
        self.run(frames * self.machine.model().frame_cycles())
    }

    fn begin_frame(&mut self) {
        self.next_frame = self.machine.cycles() + self.machine.model().frame_cycles();
        self.strokes.tick(&mut self.machine);
        let silence = QUIET_FRAMES * self.machine.model().frame_cycles();
        if self.search.running {
            self.look_at_search();
            let moved = self.memory.played(&self.machine) != self.search.played;
            if moved || self.machine.cycles() - self.search.looked > silence {
                self.end_search(moved);
            }
        }
    }

    /// What the machine stopped for: a look at the keyboard, a call of the KERNAL, or nothing.
    fn notice(&mut self) -> Result<(), String> {
        let at = self.machine.program_counter();
        if at == self.memory.poll {
            self.note_look();
        } else if drive::is_entry(&self.machine) {
            self.disk_changes += u32::from(at == CLOSE);
            self.drive.answer(&mut self.machine);
            return Ok(());
        } else if !self.stops.contains(at) || self.machine.has_ended() {
            return Ok(());
        }
        self.machine.step().map_err(|fault| self.describe(fault))
    }

    fn note_look(&mut self) {
        let now = self.machine.cycles();
        if !self.search.running {
            self.search = Search {
                began: now,
                looked: now,
                running: true,
                played: self.memory.played(&self.machine),
                watch: Watch::default(),
            };
            self.finding = Finding::default();
        }
        self.search.looked = now;
    }

    fn look_at_search(&mut self) {
        self.finding.cycles = self.machine.cycles() - self.search.began;
        self.finding.budget = self.memory.budget(&self.machine);
        let desk = Desk {
            machine: &mut self.machine,
            image: &self.image,
        };
        let sight = desk.sight();
        self.finding.nodes = desk.nodes();
        let thought = sight.thought.clone();
        let Some(depth) = self.search.watch.look(sight) else {
            return;
        };
        let Some(record) = self.memory.record(&self.machine) else {
            return;
        };
        self.finding.depth = depth;
        self.finding.score = if record.white_to_move() {
            thought.score
        } else {
            thought.score.saturating_neg()
        };
        self.finding.line = story::spell_line(&record, &thought.line);
    }

    fn end_search(&mut self, moved: bool) {
        self.search.running = false;
        if moved && !self.finding.line.is_empty() {
            let ply = usize::from(self.search.played) + 1;
            self.scores.insert(ply, self.finding.score);
        }
    }

    /// Is the program thinking, and will any key end it?
    pub fn is_thinking(&self) -> bool {
        self.search.running
    }

    /// What the search that runs, or the last one, has found.
    pub fn finding(&self) -> &Finding {
        &self.finding
    }

    fn describe(&self, fault: c64::Fault) -> String {
        let place = self.machine.symbols.describe(fault.address());
        format!("the program failed in {place}: {fault}")
    }

    pub fn screen(&self) -> Screen {
        self.memory.screen(&self.machine)
    }

    pub fn settings(&self) -> Settings {
        self.memory.settings(&self.machine)
    }

    /// The game as it is told now; brought up to date when the record has changed.
    pub fn story(&mut self) -> &Story {
        let settings = self.settings();
        if let Some(record) = self.memory.record(&self.machine)
            && self.known.as_ref() != Some(&(record.clone(), settings))
            && let Some(story) = story::tell(&record, settings)
        {
            self.forget_scores_after(&record);
            self.known = Some((record, settings));
            self.story = story;
            self.story_changes += 1;
        }
        &self.story
    }

    /// How many of the moves are on the board.
    pub fn played(&self) -> usize {
        self.known.as_ref().map_or(0, |(record, _)| record.played)
    }

    pub fn is_white_to_move(&self) -> bool {
        let record = self.known.as_ref().map(|(record, _)| record);
        record.is_none_or(Record::white_to_move)
    }

    /// Scores belong to moves: those of moves that are no longer there go.
    fn forget_scores_after(&mut self, record: &Record) {
        let common = match &self.known {
            Some((old, _)) if old.start == record.start => old
                .moves
                .iter()
                .zip(&record.moves)
                .take_while(|(old, new)| old == new)
                .count(),
            _ => 0,
        };
        let fresh = usize::from(self.search.played) + 1;
        self.scores
            .retain(|&ply, _| ply <= common || (ply == fresh && ply <= record.moves.len()));
    }

    /// What the program says below its panel.
    pub fn message(&self) -> String {
        let rows = MESSAGE_ROWS.map(|row| self.machine.screen_row(row));
        let parts = rows
            .iter()
            .map(|row| row.chars().skip(MESSAGE_COLUMN).collect::<String>())
            // The spinner of a search stands apart, at the end of the row.
            .map(|part| part.split("  ").next().unwrap_or_default().to_string());
        let parts: Vec<String> = parts
            .map(|part| part.trim().to_string())
            .filter(|part| !part.is_empty())
            .collect();
        parts.join(", ")
    }

    /// From now on sound is made, so many samples a second.
    pub fn make_sound(&mut self, sample_rate: u32) {
        let (model, now) = (self.machine.model(), self.machine.cycles());
        let writes = self.machine.take_sound();
        let mut sound = Sound::new(model, sample_rate, 0);
        sound.skip(&writes, now);
        self.sound = Some(sound);
    }

    /// The sound since the last time; nothing when it is not made or not heard.
    pub fn samples(&mut self, heard: bool) -> &[f32] {
        self.samples.clear();
        if let Some(sound) = &mut self.sound {
            let writes = self.machine.take_sound();
            let now = self.machine.cycles();
            if heard {
                sound.play(&writes, now, &mut self.samples);
            } else {
                sound.skip(&writes, now);
            }
        }
        &self.samples
    }

    /// Four bytes a pixel, as a canvas takes them.
    pub fn picture(&self) -> Vec<u8> {
        let opaque = |&colour: &u8| {
            let [red, green, blue] = PALETTE[usize::from(colour)];
            [red, green, blue, 0xFF]
        };
        let frame: Frame = self.machine.screenshot();
        frame.pixels.iter().flat_map(opaque).collect()
    }
}
