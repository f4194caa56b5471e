//! Positions with one right answer. The numbers solved are measured; a change may raise them, never lower them.

mod engine;

use squares64::board::moves::NO_MOVE;
use squares64::board::{fen, notation};
use squares64::engine::{
    LENGTH, LINE, Limits, best_move, limits_of, mate_in, new_game, solve_mate, think,
};
use squares64::machine::Unwatched;

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
