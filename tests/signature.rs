//! The search as numbers that change whenever the tree changes: the nodes of the bench positions at a fixed depth, and a
//! digest of everything that a few hundred searches report.
//!
//! A change that means to change nothing leaves both as they are; another one writes the new numbers here, which a failing
//! test shows. `cargo run -p bench --bin think -- --depth 4` prints the nodes by position.

mod engine;

use squares64::board::legal::has_legal_move;
use squares64::board::square::Square;
use squares64::board::{fen, make};
use squares64::chance;
use squares64::engine::{
    BEST_SCORE, COMPLETED, LINE, Limits, NODES, SEARCH_DEPTH, best_move, choose, limits_of,
    new_game, think,
};
use squares64::machine::Unwatched;
use squares64::search::alphabeta::CUTOFFS;
use squares64::search::level::{BEGINNER, CASUAL};
use squares64::search::table::HITS;

const NODES_AT_DEPTH_4: u32 = 43574;
const DIGEST_OF_SEARCHES: u32 = 0x31f9_4093;
const DIGEST_OF_GAMES: u32 = 0x0546_c7f2;
const DIGEST_OF_WEAK_LEVELS: u32 = 0x933c_2cec;

const BENCH: &str = include_str!("data/bench.epd");
const TACTICS: &str = include_str!("data/tactics.epd");
const MATES: &str = include_str!("data/mates.epd");
const MANY: &str = include_str!("data/standard-positions.txt");

fn positions(file: &str) -> impl Iterator<Item = &str> {
    file.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split(';').next().unwrap_or_default().trim())
}

fn load(text: &str) {
    new_game();
    fen::load(text).expect(text);
}

/// The 32-bit FNV-1a hash of all bytes so far.
struct Digest(u32);

impl Digest {
    fn new() -> Self {
        Self(0x811c_9dc5)
    }

    fn add(&mut self, bytes: impl IntoIterator<Item = u8>) {
        for byte in bytes {
            self.0 = (self.0 ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        }
    }

    fn add_move(&mut self) {
        self.add([best_move().from, best_move().to].map(Square::bits));
    }

    /// What the interface would show at this moment.
    fn add_report(&mut self) {
        self.add_move();
        self.add([SEARCH_DEPTH.get()]);
        self.add(BEST_SCORE.get().to_le_bytes());
        self.add(NODES.get().to_le_bytes());
        self.add((0..16).map(|index| LINE.get(index).bits()));
    }

    fn add_search(&mut self, limits: Limits) {
        think::<Unwatched>(limits, || self.add_report());
        self.add_report();
        self.add([COMPLETED.get()]);
        self.add(HITS.get().to_le_bytes());
        self.add(CUTOFFS.get().to_le_bytes());
    }

    fn assert_is(&self, known: u32) {
        assert!(self.0 == known, "the digest is {:#010x} now", self.0);
    }
}

#[test]
fn the_bench_positions_have_their_node_count() {
    let _engine = engine::lock();
    let total: u32 = positions(BENCH)
        .map(|text| {
            load(text);
            think::<Unwatched>(Limits::depth(4), || {});
            NODES.get()
        })
        .sum();
    assert_eq!(total, NODES_AT_DEPTH_4);
}

#[test]
fn searches_of_many_positions_report_what_they_did_before() {
    let _engine = engine::lock();
    let mut digest = Digest::new();
    for text in [BENCH, TACTICS, MATES, MANY]
        .into_iter()
        .flat_map(positions)
    {
        load(text);
        digest.add_search(Limits::depth(5));
    }
    digest.assert_is(DIGEST_OF_SEARCHES);
}

/// Each search follows the one before it: with its table and history, and with the game's positions to repeat. The clock
/// decides how far a search goes.
#[test]
fn games_against_the_clock_take_the_course_they_took_before() {
    let _engine = engine::lock();
    let mut digest = Digest::new();
    for text in positions(BENCH) {
        load(text);
        for ply in 0..12 {
            if !has_legal_move() {
                break;
            }
            digest.add_search(Limits::cycles(10_000_000 + ply * 3_000_000));
            make::play(best_move());
        }
    }
    digest.assert_is(DIGEST_OF_GAMES);
}

#[test]
fn the_levels_that_look_one_move_ahead_play_what_they_played_before() {
    let _engine = engine::lock();
    let mut digest = Digest::new();
    for (seed, text) in (0..=255)
        .cycle()
        .zip([BENCH, TACTICS, MANY].into_iter().flat_map(positions))
    {
        for level in [BEGINNER, CASUAL] {
            load(text);
            chance::seed(seed, 64);
            choose::<Unwatched>(level, limits_of(level), || {});
            digest.add_move();
            digest.add(BEST_SCORE.get().to_le_bytes());
        }
    }
    digest.assert_is(DIGEST_OF_WEAK_LEVELS);
}
