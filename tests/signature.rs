//! The search as one number: the nodes of the bench positions at a fixed depth. A change that alters it alters the tree;
//! `cargo run -p bench --bin think -- --depth 4` prints the number by position.

mod engine;

use squares64::board::fen;
use squares64::engine::{Limits, NODES, new_game, think};
use squares64::machine::Unwatched;

const NODES_AT_DEPTH_4: u32 = 44686;

#[test]
fn the_bench_positions_have_their_node_count() {
    let _engine = engine::lock();
    let total: u32 = include_str!("data/bench.epd")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            new_game();
            fen::load(line.split(';').next().unwrap_or_default().trim()).expect(line);
            think::<Unwatched>(Limits::depth(4), || {});
            NODES.get()
        })
        .sum();
    assert_eq!(total, NODES_AT_DEPTH_4);
}
