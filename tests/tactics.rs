//! Positions with one right answer. The numbers solved are measured; a change may raise them, never lower them.

mod engine;

use squares64::board::moves::NO_MOVE;
use squares64::board::{fen, notation};
use squares64::engine::{
    BEST_SCORE, LENGTH, LINE, Limits, best_move, limits_of, mate_in, new_game, solve_mate, think,
};
use squares64::machine::Unwatched;
use squares64::search::params::MATE;

fn entries(file: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    file.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split(';').map(str::trim).collect())
}

fn load(text: &str) {
    new_game();
    fen::load(text).expect(text);
}

fn best() -> String {
    let text = notation::coordinates(best_move());
    String::from_utf8(text.as_bytes().to_vec()).expect("ASCII")
}

#[test]
fn the_solver_finds_every_mate_and_none_that_is_shorter() {
    let _engine = engine::lock();
    for entry in entries(include_str!("data/mates.epd")) {
        let moves = entry[1].parse::<u8>().expect(entry[1]);
        load(entry[0]);
        assert_eq!(solve_mate::<Unwatched>(moves - 1), None, "{}", entry[0]);
        assert_eq!(solve_mate::<Unwatched>(moves), Some(moves), "{}", entry[0]);
        assert_eq!(line_length(), 2 * moves - 1, "{}", entry[0]);
        let plies = i16::from(line_length());
        assert_eq!(BEST_SCORE.get(), MATE - plies, "{}", entry[0]);
    }
}

fn line_length() -> u8 {
    (0..LENGTH)
        .take_while(|&index| LINE.get(2 * index) != NO_MOVE)
        .count() as u8
}

/// Mates within reach of the ordinary search, by the depth that a full-width search would need and two plies more.
#[test]
fn the_search_announces_mates() {
    let _engine = engine::lock();
    let mut found = [0; 5];
    for entry in entries(include_str!("data/mates.epd")) {
        let moves = entry[1].parse::<u8>().expect(entry[1]);
        load(entry[0]);
        think::<Unwatched>(Limits::depth(2 * moves + 1), || {});
        found[usize::from(moves)] += u8::from(mate_in() == Some(moves as i8));
    }
    println!("mates in 1, 2, 3, 4 announced: {found:?}");
    assert!(
        found
            .iter()
            .zip(MATES_ANNOUNCED)
            .all(|(found, least)| *found >= least),
        "{found:?}"
    );
}

const MATES_ANNOUNCED: [u8; 5] = [0, 12, 9, 7, 3];

fn solved(limits: Limits) -> u32 {
    entries(include_str!("data/tactics.epd"))
        .map(|entry| {
            load(entry[0]);
            think::<Unwatched>(limits, || {});
            println!("{} {} {}", entry[2], best(), u8::from(best() == entry[1]));
            u32::from(best() == entry[1])
        })
        .sum()
}

#[test]
fn tactics_are_solved_at_depth_5() {
    let _engine = engine::lock();
    let solved = solved(Limits::depth(5));
    assert!(solved >= SOLVED_AT_DEPTH_5, "{solved} solved");
}

const SOLVED_AT_DEPTH_5: u32 = 33;

/// The time of level Hard, in nodes at the host's price.
#[test]
fn tactics_are_solved_at_level_hard() {
    let _engine = engine::lock();
    let solved = solved(limits_of(5));
    assert!(solved >= SOLVED_AT_HARD, "{solved} solved");
}

const SOLVED_AT_HARD: u32 = 30;

/// Two checks that force the mate: futility must not hide the second one. The position after a blunder of a lost game.
#[test]
fn a_mate_by_checks_is_seen_at_its_own_depth() {
    let _engine = engine::lock();
    load("r1bq1rk1/p1pnb1p1/2n1p1Qp/1p1pP3/3P1p2/2PB3N/PP1N1PPP/R1B1K2R w KQ - 0 12");
    think::<Unwatched>(Limits::depth(3), || {});
    assert_eq!(mate_in(), Some(2));
}

/// Positions of lost games and the move that threw each away.
const GIFTS: [(&str, &str); 5] = [
    (
        "r1bq1rk1/pppnb1p1/2n1p1Qp/3pP3/3P1p2/2PB3N/PP1N1PPP/R1B1K2R b KQ - 1 11",
        "b7b5",
    ),
    (
        "4r1k1/1p4p1/p1p1qp1P/3p1N2/2bP1P2/7Q/PP4P1/3R2K1 b - - 0 28",
        "g7h6",
    ),
    (
        "1r1qk2r/Qp4pp/2pbp3/4pp2/2P5/2NB1n2/PP3P1P/R1B2RK1 w k - 0 18",
        "g1h1",
    ),
    (
        "3r4/1pp2pkp/6pN/p5Q1/1qP5/1P1r3P/5PPK/2R5 b - - 3 36",
        "b4b3",
    ),
    (
        "2b1k3/1p1p1pb1/3Bp1p1/2P1Pr2/R6p/Q2P4/PP1q1PPP/R5K1 w - - 1 24",
        "a4a8",
    ),
];
/// Gifts that are not given at level 5's time; the count may not fall.
const KEPT: usize = 5;

#[test]
fn gifts_of_lost_games_are_not_given_again() {
    let _engine = engine::lock();
    let is_given = |text: &str, gift: &str| {
        load(text);
        think::<Unwatched>(Limits::cycles(25_000_000), || {});
        best() == gift
    };
    let given: Vec<_> = GIFTS
        .iter()
        .filter(|(text, gift)| is_given(text, gift))
        .collect();
    println!("still given: {given:?}");
    assert!(GIFTS.len() - given.len() >= KEPT, "{given:?}");
}
