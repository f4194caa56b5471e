//! Keys: different positions get different ones, the same position the same.

mod engine;

use std::collections::{HashMap, HashSet};

use squares64::board::legal::for_each_legal;
use squares64::board::make::{make, play, unmake};
use squares64::board::{fen, hash, notation, pawns, position};

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

/// 120 plies at most from the initial position; calls after each.
fn play_random_game(dice: &mut Dice, mut act: impl FnMut()) {
    position::start();
    for _ in 0..120 {
        let mut moves = Vec::new();
        for_each_legal(|mv| moves.push(mv));
        if moves.is_empty() {
            return;
        }
        let mv = moves[dice.roll(moves.len())];
        play(mv);
        act();
    }
}

#[test]
fn a_hundred_thousand_positions_collide_no_more_than_chance_allows() {
    let _engine = engine::lock();
    let mut dice = Dice(0xfeed_beef);
    let mut keys: HashMap<u32, String> = HashMap::new();
    let mut collisions = 0;
    while keys.len() < 100_000 {
        play_random_game(&mut dice, || {
            let identity = identity();
            let known = keys.entry(hash::key()).or_insert_with(|| identity.clone());
            collisions += u32::from(*known != identity);
        });
    }
    // Chance gives 100,000^2 / 2 / 2^32 = 1.2 on average; more than 6 happens once in two thousand.
    assert!(collisions <= 6, "{collisions} collisions");
}

/// Positions of one search tree differ by few moves: where regular numbers would cancel out.
#[test]
fn the_positions_of_a_search_tree_collide_no_more_than_chance_allows() {
    let _engine = engine::lock();
    let mut collisions = 0;
    for text in TREES {
        fen::load(text).expect(text);
        let mut keys = HashMap::new();
        collisions += count_collisions(3, &mut keys);
    }
    // Chance gives 0.9 on average; more than 5 happens once in three thousand.
    assert!(collisions <= 5, "{collisions} collisions");
}

/// Four positions with many moves; three plies lead to 160,000 positions in all.
const TREES: [&str; 4] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    "2kr3r/ppp1qpp1/2np1n1p/4p3/2B1P1b1/2PP1N2/PP1N1PPP/R2Q1RK1 w - - 0 1",
];

/// How many positions of the tree have the key of another one that was met before.
fn count_collisions(depth: u8, keys: &mut HashMap<u32, HashSet<String>>) -> u32 {
    let mut collisions = 0;
    let mut moves = Vec::new();
    for_each_legal(|mv| moves.push(mv));
    for mv in moves {
        make(mv);
        hash::push();
        let identity = identity();
        let known = keys.entry(hash::key()).or_default();
        collisions += u32::from(!known.is_empty() && known.insert(identity.clone()));
        known.insert(identity);
        if depth > 1 {
            collisions += count_collisions(depth - 1, keys);
        }
        unmake();
        hash::pop();
    }
    collisions
}

/// The key of the pawns has 24 bits, and the random bytes of a pawn are also those of its neighbours.
#[test]
fn pawn_structures_collide_no_more_than_chance_allows() {
    let _engine = engine::lock();
    let mut dice = Dice(0xcafe_f00d);
    let mut structures = HashSet::new();
    let mut keys = HashSet::new();
    while structures.len() < 20_000 {
        play_random_game(&mut dice, || {
            pawns::catch_up();
            let rows: Vec<_> = (0..16).map(|row| pawns::PAWN_ROWS.get(row)).collect();
            structures.insert(rows);
            keys.insert(hash::PAWN_KEY.each_ref().map(|byte| byte.get()));
        });
    }
    // Chance gives 20,000^2 / 2 / 2^24 = 11.9 on average; more than 25 happens once in three thousand.
    let collisions = structures.len() - keys.len();
    assert!(collisions <= 25, "{collisions} collisions");
}

#[test]
fn two_ways_to_one_position_give_one_key() {
    let _engine = engine::lock();
    let key_after = |line: &str| {
        position::start();
        for text in line.split_ascii_whitespace() {
            let mv = notation::parse_coordinates(text.as_bytes()).expect(text);
            play(mv);
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
