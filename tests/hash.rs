//! Keys: different positions get different ones, the same position the same.

mod engine;

use std::collections::HashMap;

use squares64::board::legal::for_each_legal;
use squares64::board::make::play;
use squares64::board::{fen, hash, notation, position};

/// A small deterministic generator: the positions are the same on every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides
    }
}

/// Placement, side, rights and en passant: what makes two positions the same.
fn identity() -> String {
    let text = fen::Fen(1).to_string();
    let fields: Vec<_> = text.split(' ').take(4).collect();
    fields.join(" ")
}

#[test]
fn a_hundred_thousand_positions_collide_no_more_than_chance_allows() {
    let _engine = engine::lock();
    let mut dice = Dice(0xfeed_beef);
    let mut keys: HashMap<u32, String> = HashMap::new();
    let mut collisions = 0;
    while keys.len() < 100_000 {
        position::start();
        for _ in 0..120 {
            let mut moves = Vec::new();
            for_each_legal(|from, to| moves.push((from, to)));
            if moves.is_empty() {
                break;
            }
            let (from, to) = moves[dice.roll(moves.len())];
            play(from, to);
            let identity = identity();
            let known = keys.entry(hash::key()).or_insert_with(|| identity.clone());
            collisions += u32::from(*known != identity);
        }
    }
    // Chance gives 100,000^2 / 2 / 2^32 = 1.2 on average; more than 6 happens once in two thousand.
    assert!(collisions <= 6, "{collisions} collisions");
}

#[test]
fn two_ways_to_one_position_give_one_key() {
    let _engine = engine::lock();
    let key_after = |line: &str| {
        position::start();
        for text in line.split_ascii_whitespace() {
            let (from, to) = notation::parse_coordinates(text.as_bytes()).expect(text);
            play(from, to);
        }
        hash::key()
    };
    assert_eq!(
        key_after("e2e4 e7e5 g1f3 b8c6"),
        key_after("g1f3 b8c6 e2e4 e7e5")
    );
    assert_ne!(
        key_after("e2e4 e7e5 g1f3"),
        key_after("e2e4 e7e5 g1f3 b8c6")
    );
    assert_ne!(
        key_after("h2h4 h7h5 h1h2 h8h7 h2h1 h7h8"),
        key_after("h2h4 h7h5 b1c3 b8c6 c3b1 c6b8")
    );
}

#[test]
fn the_en_passant_file_counts_only_when_a_capture_is_possible() {
    let _engine = engine::lock();
    let key_of = |text: &str| {
        fen::load(text).expect(text);
        hash::key()
    };
    let with = key_of("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
    let without = key_of("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1");
    assert_ne!(with, without);
    let with = key_of("4k3/8/8/8/p3P3/8/8/4K3 b - e3 0 1");
    let without = key_of("4k3/8/8/8/p3P3/8/8/4K3 b - - 0 1");
    assert_eq!(with, without);
}
