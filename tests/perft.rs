//! Leaf counts of the six well-known positions, as published on the Chess Programming Wiki's "Perft Results".

mod engine;

use squares64::board::{fen, perft::perft};

fn assert_perft(text: &str, counts: &[u32]) {
    let _engine = engine::lock();
    fen::load(text).expect("a well-known position");
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(perft(depth), count, "{text} at depth {depth}");
    }
}

#[test]
fn the_start_position_has_4865609_leaves_at_depth_5() {
    assert_perft(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        &[20, 400, 8_902, 197_281, 4_865_609],
    );
}

#[test]
fn kiwipete_has_4085603_leaves_at_depth_4() {
    assert_perft(
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[48, 2_039, 97_862, 4_085_603],
    );
}

#[test]
fn the_third_position_has_11030083_leaves_at_depth_6() {
    assert_perft(
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        &[14, 191, 2_812, 43_238, 674_624, 11_030_083],
    );
}

#[test]
fn the_fourth_position_has_15833292_leaves_at_depth_5() {
    assert_perft(
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        &[6, 264, 9_467, 422_333, 15_833_292],
    );
}

#[test]
fn the_fifth_position_has_2103487_leaves_at_depth_4() {
    assert_perft(
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        &[44, 1_486, 62_379, 2_103_487],
    );
}

#[test]
fn the_sixth_position_has_3894594_leaves_at_depth_4() {
    assert_perft(
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[46, 2_079, 89_890, 3_894_594],
    );
}

#[test]
fn the_position_itself_is_the_only_leaf_at_depth_0() {
    let _engine = engine::lock();
    fen::load("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1").expect("a well-known position");
    assert_eq!(perft(0), 1);
}

/// The pool holds 256 moves, so this list is put aside while its moves are answered, and fetched back.
#[test]
fn the_position_with_most_moves_has_218() {
    assert_perft(
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        &[218, 99],
    );
}
