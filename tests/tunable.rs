//! The numbers that games tune: listed by name, kept within their range, and obeyed by the search as soon as they change.

mod engine;

use squares64::board::fen;
use squares64::engine::{Limits, NODES, new_game, think};
use squares64::machine::Unwatched;
use squares64::tunable::Tunable;
use squares64::{eval, search};
use std::collections::HashSet;

fn all() -> impl Iterator<Item = &'static Tunable> {
    search::params::TUNABLES
        .iter()
        .chain(eval::weights::TUNABLES)
}

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

#[test]
fn each_has_a_name_of_its_own_and_starts_with_the_programs_value() {
    let _engine = engine::lock();
    let names: HashSet<_> = all().map(|tunable| tunable.name).collect();
    assert_eq!(names.len(), all().count());
    for tunable in all() {
        assert_eq!((tunable.get)(), tunable.value, "{}", tunable.name);
        assert!(tunable.step > 0.0, "{}", tunable.name);
    }
}

#[test]
fn the_search_obeys_every_one_of_them_and_none_leaves_its_range() {
    let _engine = engine::lock();
    let before = nodes();
    for tunable in all() {
        assert!(!tunable.set(tunable.least - 1) && !tunable.set(tunable.most + 1));
        assert_eq!((tunable.get)(), tunable.value, "{}", tunable.name);
        let changes = [tunable.least, tunable.most].map(|value| {
            assert!(tunable.set(value));
            nodes() != before
        });
        assert!(tunable.set(tunable.value));
        assert!(changes.contains(&true), "{} is not read", tunable.name);
    }
    assert_eq!(nodes(), before);
}
