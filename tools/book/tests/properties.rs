//! The packed book as the program reads it, against the repertoire it was made from.

use book::key::{hold_engine, load};
use book::positions::{Placement, Position, Repertoire, after, placement};
use book::repertoire::{pack, read};
use book::tree::{self, squares};
use book::{games, names};
use cozy_chess::Board;
use cozy_chess::util::parse_san_move;
use squares64::board::moves::Move;
use squares64::board::{hash, legal, make, position};
use squares64::chance;
use squares64::game::{book as opening_book, opening_name};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn repertoire() -> Repertoire {
    read(&root().join("book")).unwrap_or_else(|error| panic!("{error}"))
}

/// The moves that the repertoire has in a position, with their weights.
fn weighted_moves(position: &Position) -> BTreeMap<(u8, u8), u8> {
    let moves = position.choices.values();
    moves
        .map(|choice| (squares(&position.board, choice.mv), choice.weight))
        .collect()
}

/// The program's choice for the position on its board.
fn looked_up() -> Option<Move> {
    opening_book::lookup().then(opening_book::chosen)
}

/// How often each move is chosen in so many lookups.
fn tally(placement: &Placement, lookups: u32) -> BTreeMap<(u8, u8), u32> {
    load(placement);
    let mut counts = BTreeMap::new();
    for _ in 0..lookups {
        let mv = looked_up().unwrap_or_else(|| panic!("no move in {}", placement.0));
        *counts.entry(mv.bytes().into()).or_default() += 1;
    }
    counts
}

fn board_after(moves: &str) -> Board {
    moves.split(' ').fold(Board::default(), |board, san| {
        let mv = parse_san_move(&board, san).unwrap_or_else(|_| panic!("{san} in {moves}"));
        after(&board, mv)
    })
}

#[test]
fn the_committed_files_are_what_the_repertoire_gives() {
    let packed = pack(&repertoire()).expect("packs");
    let committed = |name: &str| std::fs::read(root().join("src/game").join(name)).expect(name);
    assert!(
        committed("opening.bin") == packed.positions,
        "opening.bin is old: run `make book`"
    );
    assert!(
        committed("names.bin") == packed.names,
        "names.bin is old: run `make book`"
    );
}

#[test]
fn both_files_fit_and_the_repertoire_has_250_lines() {
    let repertoire = repertoire();
    let packed = pack(&repertoire).expect("packs");
    assert!(packed.positions.len() <= tree::MAX_BYTES && packed.names.len() <= names::MAX_BYTES);
    assert!(
        repertoire.paths.len() >= 250,
        "{} lines",
        repertoire.paths.len()
    );
}

#[test]
fn every_position_of_the_repertoire_has_exactly_its_moves() {
    let repertoire = repertoire();
    let _engine = hold_engine();
    chance::seed(6, 4);
    for (placement, position) in &repertoire.positions {
        let moves = weighted_moves(position);
        if moves.is_empty() {
            load(placement);
            assert_eq!(looked_up(), None, "{}", placement.0);
        } else {
            let total: u8 = moves.values().sum();
            let lookups = if moves.len() == 1 {
                2
            } else {
                20 * u32::from(total)
            };
            let found: BTreeSet<_> = tally(placement, lookups).into_keys().collect();
            assert!(found.iter().eq(moves.keys()), "{}: {found:?}", placement.0);
        }
    }
}

#[test]
fn walking_every_line_from_the_start_the_book_answers_with_one_of_its_moves() {
    let repertoire = repertoire();
    let _engine = hold_engine();
    chance::seed(12, 21);
    for path in &repertoire.paths {
        position::start();
        for step in path {
            let moves = weighted_moves(&repertoire.positions[&placement(&step.board)]);
            let found = looked_up();
            assert_eq!(
                found.is_some(),
                !moves.is_empty(),
                "{} before {}",
                step.place,
                step.ply
            );
            assert!(
                found.is_none_or(|mv| moves.contains_key(&mv.bytes().into())),
                "{}: {found:?}",
                step.place
            );
            let (from, to) = squares(&step.board, step.mv);
            make::make(Move::from_bytes([from, to]));
            hash::push();
        }
    }
}

#[test]
fn choices_follow_the_weights() {
    /// 99.9 % quantiles of chi-square for one and two degrees of freedom.
    const LIMITS: [f64; 2] = [10.83, 13.82];
    const LOOKUPS: u32 = 3000;
    let repertoire = repertoire();
    let _engine = hold_engine();
    for moves in [
        "e4",
        "d4",
        "e4 e5 Nf3 Nc6",
        "e4 c5",
        "e4 c6 d4 d5",
        "d4 d5 c4",
        "d4 Nf6 c4 e6",
    ] {
        let placement = placement(&board_after(moves));
        let weights = weighted_moves(&repertoire.positions[&placement]);
        let total: u8 = weights.values().sum();
        chance::seed(64, 65);
        let counts = tally(&placement, LOOKUPS);
        let chi_square: f64 = weights
            .iter()
            .map(|(mv, &weight)| {
                let expected = f64::from(LOOKUPS) * f64::from(weight) / f64::from(total);
                (f64::from(counts[mv]) - expected).powi(2) / expected
            })
            .sum();
        let limit = LIMITS[weights.len() - 2];
        assert!(
            chi_square < limit,
            "{moves}: chi-square {chi_square:.1}, {counts:02x?}"
        );
    }
}

#[test]
fn transpositions_meet_in_one_entry() {
    let orders = [
        "d4 Nf6 c4 e6 Nc3",
        "c4 Nf6 Nc3 e6 d4",
        "c4 e6 d4 Nf6 Nc3",
        "d4 e6 c4 Nf6 Nc3",
    ];
    let _engine = hold_engine();
    let tallies = orders.map(|moves| {
        chance::seed(1, 1);
        tally(&placement(&board_after(moves)), 50)
    });
    assert!(tallies[0].len() > 1);
    assert!(tallies.iter().all(|tally| *tally == tallies[0]));
}

/// One game of book moves, played by the engine's own make and keys.
fn play(seed: u16) -> Vec<Move> {
    let [low, high] = seed.to_le_bytes();
    chance::seed(low, high);
    position::start();
    let mut game = Vec::new();
    while let Some(mv) = looked_up() {
        assert!(legal::is_legal(mv));
        make::make(mv);
        hash::push();
        game.push(mv);
    }
    game
}

#[test]
fn a_thousand_games_repeat_for_equal_seeds_and_differ_for_others() {
    let _engine = hold_engine();
    let games: Vec<_> = (0..1000).map(play).collect();
    assert!((0..1000).map(play).eq(games.iter().cloned()));
    let different: BTreeSet<_> = games.iter().collect();
    assert!(
        different.len() > 250,
        "only {} different games",
        different.len()
    );
    assert!(games.iter().all(|game| game.len() >= 4));
}

#[test]
fn a_book_that_is_off_has_no_moves_but_still_names() {
    let _engine = hold_engine();
    let najdorf = board_after("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6");
    load(&placement(&najdorf));
    opening_book::ENABLED.set(0);
    let (off, name) = (looked_up(), opening_name::here());
    opening_book::ENABLED.set(1);
    assert_eq!(off, None);
    assert_eq!(
        opening_name::text(opening_name::variation(name)),
        b"Najdorf"
    );
    assert!(looked_up().is_some());
}

#[test]
fn a_position_outside_the_book_is_a_miss() {
    let _engine = hold_engine();
    load(&placement(&board_after("e4 e5 Nf3 Nc6 Bb5 Rb8 Bf1 Ra8 a4")));
    assert_eq!(looked_up(), None);
    assert_eq!(opening_name::here(), opening_name::NONE);
}

#[test]
fn every_opening_is_found_by_its_name() {
    let repertoire = repertoire();
    let _engine = hold_engine();
    for (placement, position) in &repertoire.positions {
        load(placement);
        let name = opening_name::here();
        let Some(opening) = position.name.map(|index| &repertoire.openings[index]) else {
            assert_eq!(name, opening_name::NONE, "{}", placement.0);
            continue;
        };
        assert_eq!(
            opening_name::text(opening_name::family(name)),
            names::spell(&opening.family).as_bytes()
        );
        assert_eq!(
            opening_name::text(opening_name::variation(name)),
            names::spell(&opening.variation).as_bytes()
        );
    }
}

/// All positions one legal move beside the repertoire, and not in it.
fn neighbours(repertoire: &Repertoire) -> BTreeSet<Placement> {
    let mut found = BTreeSet::new();
    for position in repertoire.positions.values() {
        position.board.generate_moves(|moves| {
            found.extend(
                moves
                    .into_iter()
                    .map(|mv| placement(&after(&position.board, mv))),
            );
            false
        });
    }
    found.retain(|placement| !repertoire.positions.contains_key(placement));
    found
}

#[test]
fn a_foreign_position_with_a_familiar_key_gets_a_legal_move_or_none() {
    let repertoire = repertoire();
    let foreign = neighbours(&repertoire);
    let _engine = hold_engine();
    chance::seed(2, 3);
    let mut hits = 0;
    for placement in &foreign {
        load(placement);
        if let Some(mv) = looked_up() {
            assert!(legal::is_legal(mv));
            hits += 1;
        }
    }
    // Nineteen bits of key let about one position in 350 through, and few of the moves are legal there.
    println!("{hits} moves for {} foreign positions", foreign.len());
    assert!(
        hits * 1000 < foreign.len(),
        "{hits} of {} positions",
        foreign.len()
    );
}

#[test]
fn the_famous_games_are_packed() {
    let source = root().join("book/famous.games");
    let text = std::fs::read_to_string(&source).expect("the file of the famous games");
    let famous = games::parse(&source, &text).unwrap_or_else(|fault| panic!("{fault}"));
    let bytes = games::pack(&famous).unwrap_or_else(|fault| panic!("{fault}"));
    let packed = std::fs::read(root().join("src/title/games.bin")).expect("the packed games");
    assert!(packed == bytes, "games.bin is old: run `make book`");
    assert!(famous.len() >= 5);
}
