//! The network against a slow one that sums up the board from scratch, in wide numbers and by plain arithmetic.

mod engine;

use squares64::board::legal::for_each_legal;
use squares64::board::make::{make, make_null, unmake, unmake_null};
use squares64::board::moves::Move;
use squares64::board::piece::{BLACK, Side, WHITE, colour, kind};
use squares64::board::position::{BOARD, PAWNS, PLY, SIDE, in_check};
use squares64::board::{fen, position};
use squares64::eval::evaluate::{evaluate, for_mover, is_endgame};
use squares64::eval::network;
use squares64::eval::neurons::{BIAS, FULL, NEURONS, PEAK, WEIGHTS};
use squares64::eval::prepare::prepare;
use squares64::eval::weights::TEMPO;

/// Where a neuron's page has the weight of a piece: kinds from 1, rows from the far side of the view's own player.
fn input(kind: usize, is_own: bool, row: usize, file: usize) -> usize {
    let block = (row / 2) * 4 + file / 2;
    let spread = block + if block < 8 { 0 } else { 48 };
    let place = match kind {
        1 => row * 8 + file,
        6 => spread,
        _ => 64 + (((kind - 2) * 16) ^ spread),
    };
    place + if is_own { 128 } else { 0 }
}

/// One neuron in one view.
fn accumulator(neuron: usize, view: Side) -> i32 {
    let mut sum = i32::from(BIAS[neuron]);
    for (row, file) in (0..8).flat_map(|row| (0..8).map(move |file| (row, file))) {
        let piece = BOARD.get(row * 16 + file);
        let kind = usize::from(kind(piece));
        if kind != 0 {
            let seen_row = usize::from(if view == WHITE { row } else { 7 - row });
            let place = input(kind, colour(piece) == view, seen_row, usize::from(file));
            sum += i32::from(WEIGHTS[neuron][place]);
        }
    }
    assert!((-128..128).contains(&sum), "neuron {neuron}: {sum}");
    sum
}

fn slow(view: Side) -> i32 {
    let counts = |neuron| {
        let lit = f64::from(accumulator(neuron, view).clamp(0, i32::from(FULL))) / f64::from(FULL);
        (f64::from(PEAK / 4) * lit * lit).round() as i32 * 4
    };
    (0..NEURONS).map(counts).sum()
}

fn fast() -> i32 {
    i32::from(network::output()) * if SIDE.get() == WHITE { 1 } else { -1 }
}

fn assert_same() {
    assert_eq!(fast(), slow(WHITE) - slow(BLACK), "{}", fen::Fen(1));
}

fn legal() -> Vec<Move> {
    let mut moves = Vec::new();
    for_each_legal(|mv| moves.push(mv));
    moves
}

/// Evaluates at some nodes only, so that the accumulators have to catch up over several plies.
fn walk(depth: u32, dice: &mut u32) {
    for mv in legal() {
        make(mv);
        *dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        if *dice >> 30 != 0 {
            evaluate_here();
        }
        if depth > 1 && *dice >> 26 < 16 {
            walk(depth - 1, dice);
        }
        unmake();
    }
}

/// As the search does it, with everything else that an evaluation brings up to date.
fn evaluate_here() {
    assert_same();
    let score = evaluate();
    let mover = for_mover();
    let own = if SIDE.get() == WHITE { score } else { -score };
    let tempo = if is_endgame() { 0 } else { TEMPO };
    let correction = i32::from(mover) - i32::from(own) - i32::from(tempo);
    let side = if SIDE.get() == WHITE { 1 } else { -1 };
    let is_known = PAWNS.get(BLACK) == 0 || PAWNS.get(WHITE) == 0;
    assert_eq!(correction, if is_known { 0 } else { side * fast() });
}

/// Castling both ways, en passant, promotions with and without capture, and all that ordinary moves do.
#[test]
fn make_and_unmake_keep_the_accumulators_of_every_kind_of_move() {
    let _engine = engine::lock();
    let mut dice = 64;
    for text in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
        "8/8/8/1Ppp3r/1K3p1k/8/4P1P1/1R6 w - c6 0 1",
    ] {
        fen::load(text).expect(text);
        prepare();
        assert_same();
        walk(3, &mut dice);
        assert_same();
    }
}

#[test]
fn passing_the_turn_changes_nothing() {
    let _engine = engine::lock();
    position::start();
    prepare();
    make(Move::from_bytes([0x64, 0x44]));
    let before = fast();
    assert!(!in_check());
    make_null();
    assert_eq!(fast(), before);
    evaluate_here();
    make(Move::from_bytes([0x44, 0x34]));
    assert_same();
    unmake();
    unmake_null();
    assert_eq!((PLY.get().number(), fast()), (1, before));
}

#[test]
fn the_correction_has_no_favourite_colour() {
    let _engine = engine::lock();
    let score = |text: &str| {
        fen::load(text).expect(text);
        prepare();
        fast()
    };
    let white = score("r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 1");
    assert_eq!(white, 0);
    let white = score("r1bq1rk1/ppp2p2/2np1npp/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 1");
    let black = score("r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1NPP/PPP2P2/R1BQ1RK1 b - - 0 1");
    assert_ne!(white, 0);
    assert_eq!(white, -black);
}

/// Mating drives and drawn endings are known better than any network knows them.
#[test]
fn endings_with_a_side_without_pawns_are_left_alone() {
    let _engine = engine::lock();
    for text in [
        "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1",
        "4k3/8/8/8/8/8/8/4K2R b K - 0 1",
    ] {
        fen::load(text).expect(text);
        prepare();
        let score = evaluate();
        assert_eq!(
            for_mover(),
            if SIDE.get() == WHITE { score } else { -score }
        );
    }
}
