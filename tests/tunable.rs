//! The numbers that games tune: listed by name, kept within their range, and obeyed by the search or the evaluation as soon as they
//! change.

mod engine;

use squares64::board::fen;
use squares64::engine::{Limits, NODES, new_game, think, tunables};
use squares64::eval::{evaluate, terms, tuning};
use squares64::machine::Unwatched;
use squares64::tunable::Tunable;
use squares64::{eval, search};
use std::collections::HashSet;

const MANY: &str = include_str!("data/standard-positions.txt");

fn nodes() -> u32 {
    [
        "r1bq1rk1/pp3ppp/2n1pn2/3p4/1bPP4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9",
        "r2q1rk1/pp2ppbp/2np1np1/8/3NP1b1/2N1BP2/PPPQ2PP/2KR1B1R b - - 0 10",
    ]
    .map(|position| {
        new_game();
        fen::load(position).expect(position);
        think::<Unwatched>(Limits::depth(5), || {});
        NODES.get()
    })
    .iter()
    .sum()
}

/// What many positions are worth.
fn worths() -> Vec<i16> {
    let positions = MANY.lines().filter(|line| !line.starts_with('#'));
    positions
        .map(|position| {
            fen::load(position.split(';').next().expect("a field").trim()).expect(position);
            evaluate::of_root();
            evaluate::for_mover()
        })
        .collect()
}

#[test]
fn each_has_a_name_of_its_own_and_starts_with_the_programs_value() {
    let _engine = engine::lock();
    let names: HashSet<_> = tunables().into_iter().map(|tunable| tunable.name).collect();
    assert_eq!(names.len(), tunables().len());
    for tunable in tunables() {
        assert_eq!(tunable.get(), tunable.value, "{}", tunable.name);
        assert!(tunable.step > 0.0, "{}", tunable.name);
    }
}

/// Sets every number to either end of its range, and back: what is asked must change, and be as before in the end.
fn is_obeyed<T: PartialEq + std::fmt::Debug>(tunables: &[Tunable], ask: impl Fn() -> T) {
    let before = ask();
    for tunable in tunables {
        assert!(!tunable.set(tunable.least - 1) && !tunable.set(tunable.most + 1));
        assert_eq!(tunable.get(), tunable.value, "{}", tunable.name);
        let changes = [tunable.least, tunable.most].map(|value| {
            assert!(tunable.set(value));
            ask() != before
        });
        assert!(tunable.set(tunable.value));
        assert!(changes.contains(&true), "{} is not read", tunable.name);
    }
    assert_eq!(ask(), before);
}

#[test]
fn the_search_obeys_every_one_of_its_own_and_none_leaves_its_range() {
    let _engine = engine::lock();
    let mut tunables = search::params::tunables();
    tunables.extend(eval::weights::tunables());
    is_obeyed(&tunables, nodes);
}

#[test]
fn the_evaluation_obeys_every_weight_and_none_leaves_its_range() {
    let _engine = engine::lock();
    is_obeyed(&tuning::tunables(), worths);
}

#[test]
fn the_numbers_that_are_tried_are_those_of_the_terms_until_one_changes() {
    let _engine = engine::lock();
    let programs: Vec<i16> = terms::numbers().iter().map(|n| *n as i16).collect();
    assert_eq!(tuning::numbers(), programs);
    let tunables = tuning::tunables();
    let slope = tunables
        .iter()
        .find(|tunable| tunable.name == "KNIGHT_END_FORWARD")
        .expect("a slope");
    assert!(slope.set(7));
    let tilted = tuning::numbers();
    assert!(slope.set(0));
    // Rank 8 gains seven, rank 1 loses them, and each rank between has two less than the one before it.
    let first = terms::KNIGHT_END;
    for (place, (number, programs)) in tilted.iter().zip(&programs).enumerate() {
        let more = match place.checked_sub(first) {
            Some(square @ 0..32) => 7 - 2 * (square as i16 / 4),
            _ => 0,
        };
        let least = if more == 0 { i16::MIN } else { -63 };
        assert_eq!(*number, (programs + more).max(least), "{place}");
    }
}
