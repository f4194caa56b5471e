//! The Standard player against an independent reference: the same move, score and tree.
//!
//! `data/standard-reference.json` is what tests/reference/standard.py answered for 200 positions at depths 1 to 3.

mod engine;
#[path = "reference/evaluate.rs"]
mod reference_evaluation;

use serde::Deserialize;
use squares64::board::fen::{self, Fen};
use squares64::board::make::{make, unmake};
use squares64::board::moves::Move;
use squares64::board::notation::coordinates;
use squares64::board::{legal, perft, position};
use squares64::machine::Unwatched;
use squares64::standard::values::{centipawns, evaluate};
use squares64::standard::{mobility, search, select};

#[derive(Debug, PartialEq, Deserialize)]
struct Answer {
    fen: String,
    depth: u8,
    #[serde(rename = "move")]
    mv: Option<String>,
    eval: Option<i32>,
    nodes: u32,
}

fn reference() -> Vec<Answer> {
    serde_json::from_str(include_str!("data/standard-reference.json")).unwrap()
}

/// The different positions of the reference.
fn positions() -> impl Iterator<Item = String> {
    let first = |answer: &Answer| answer.depth == 1;
    reference()
        .into_iter()
        .filter(first)
        .map(|answer| answer.fen)
}

fn load(text: &str) {
    fen::load(text).unwrap_or_else(|error| panic!("{text}: {error}"));
}

fn answer(fen: &str, depth: u8) -> Answer {
    load(fen);
    let choice = select::<Unwatched>(depth);
    Answer {
        fen: fen.to_string(),
        depth,
        mv: choice.map(|choice| {
            let text = coordinates(choice.mv);
            String::from_utf8_lossy(text.as_bytes()).into_owned()
        }),
        eval: choice.map(|choice| centipawns(choice.score)),
        nodes: search::NODES.get(),
    }
}

/// Calls for every legal move of the position on the board.
fn each_move(mut act: impl FnMut(Move)) {
    let mut list = Vec::new();
    legal::for_each_legal(|mv| list.push(mv));
    for mv in list {
        act(mv);
    }
}

#[test]
fn move_score_and_tree_equal_the_reference() {
    let _engine = engine::lock();
    let expected = reference();
    assert_eq!(expected.len(), 600);
    for expected in expected {
        assert_eq!(answer(&expected.fen, expected.depth), expected);
    }
}

#[test]
fn a_search_leaves_the_position_as_it_was() {
    let _engine = engine::lock();
    for text in positions() {
        load(&text);
        let (before, moves) = (Fen(1).to_string(), perft::perft(1));
        select::<Unwatched>(3);
        assert_eq!((Fen(1).to_string(), perft::perft(1)), (before, moves));
        assert_eq!(position::PLY.get().number(), 0);
    }
}

#[test]
fn the_sum_kept_by_make_is_the_evaluation_of_the_specification() {
    let _engine = engine::lock();
    for text in positions() {
        load(&text);
        assert_eq!(i32::from(evaluate()), reference_evaluation::evaluate());
        each_move(|mv| {
            make(mv);
            let expected = reference_evaluation::evaluate();
            assert_eq!(i32::from(evaluate()), expected, "{text} {mv:?}");
            unmake();
        });
    }
}

#[test]
fn the_evaluation_is_the_same_for_both_colours() {
    let _engine = engine::lock();
    for text in positions() {
        load(&text);
        let score = evaluate();
        load(&colours_swapped(&text));
        assert_eq!(evaluate(), -score, "{text}");
    }
}

/// Every piece changes its colour and its rank; the rights and the clocks do not matter to the evaluation.
fn colours_swapped(fen: &str) -> String {
    let placement = fen.split(' ').next().unwrap_or_default();
    let ranks: Vec<&str> = placement.rsplit('/').collect();
    let swapped: String = ranks
        .join("/")
        .chars()
        .map(|letter| {
            if letter.is_ascii_uppercase() {
                letter.to_ascii_lowercase()
            } else {
                letter.to_ascii_uppercase()
            }
        })
        .collect();
    let side = if fen.contains(" w ") { "b" } else { "w" };
    format!("{swapped} {side} - - 0 1")
}

#[test]
fn the_quick_look_for_a_move_agrees_with_the_list_of_moves() {
    let _engine = engine::lock();
    let mut ends = 0;
    for text in positions() {
        load(&text);
        each_move(|mv| {
            make(mv);
            let has_move = legal::has_legal_move();
            assert_eq!(mobility::can_move(), has_move, "{text} {mv:?}");
            ends += u32::from(!has_move);
            unmake();
        });
    }
    assert!(ends > 10, "only {ends} mates and stalemates seen");
}

#[test]
fn a_request_to_move_now_gives_the_best_so_far_and_the_position_back() {
    use squares64::machine::stop::STOP_REQUEST;
    let _engine = engine::lock();
    let text = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    load(text);
    let whole = select::<Unwatched>(3);
    let nodes = search::NODES.get();
    STOP_REQUEST.set(1);
    let stopped = select::<Unwatched>(3);
    STOP_REQUEST.set(0);
    assert!(stopped.is_some() && search::NODES.get() < nodes);
    assert_eq!(Fen(1).to_string(), text);
    assert_eq!(select::<Unwatched>(3), whole);
}
