//! The game around the position: its clock, and the draws that end it or may be claimed.

mod engine;

use squares64::board::piece::{BLACK, WHITE};
use squares64::board::{fen, make, notation, position};
use squares64::game::clock::{self, BY_LEVEL, GAME};
use squares64::game::{opening_name, outcome, record, settings};

/// Minutes a side in the modes from `GAME` on.
const MINUTES: [i16; 5] = [5, 10, 15, 30, 60];

#[test]
fn tenths_add_up_to_seconds_for_each_side_alone() {
    let _engine = engine::lock();
    clock::reset();
    assert!(!clock::run(WHITE, 9));
    assert!(!clock::run(BLACK, 5));
    assert!(clock::run(WHITE, 1));
    assert!(clock::run(WHITE, 35));
    assert_eq!((clock::used(WHITE), clock::used(BLACK)), (4, 0));
    assert!(clock::run(WHITE, 5));
    assert_eq!((clock::used(WHITE), clock::used(BLACK)), (5, 0));
    assert_eq!(clock::this_move(), 55);
    clock::computer_moved();
    assert_eq!(clock::this_move(), 0);
    clock::reset();
    assert_eq!(clock::used(WHITE), 0);
}

#[test]
fn a_game_with_a_limit_shows_what_is_left_until_the_flag_falls() {
    let _engine = engine::lock();
    clock::reset();
    for (mode, minutes) in (GAME..).zip(MINUTES) {
        settings::CLOCK.set(mode);
        clock::set_used(WHITE, 60 * minutes - 1);
        clock::set_used(BLACK, 7);
        assert_eq!(clock::shown(WHITE), 1, "{minutes} minutes");
        assert_eq!(clock::shown(BLACK), 60 * minutes - 7, "{minutes} minutes");
        assert!(!clock::flag_fell(WHITE));
        clock::set_used(WHITE, 60 * minutes);
        assert!(clock::flag_fell(WHITE) && !clock::flag_fell(BLACK));
        clock::set_used(WHITE, 60 * minutes + 1);
        assert_eq!(clock::shown(WHITE), 0);
    }
    for mode in [BY_LEVEL, BY_LEVEL + 1] {
        settings::CLOCK.set(mode);
        assert_eq!(clock::shown(BLACK), 7);
        assert!(!clock::flag_fell(WHITE));
    }
}

#[test]
fn the_computer_takes_a_thirtieth_of_what_is_left_or_as_long_as_the_human() {
    let _engine = engine::lock();
    clock::reset();
    settings::CLOCK.set(GAME);
    assert_eq!(clock::jiffies(WHITE), 5 * 60 * 60 / 30);
    clock::set_used(WHITE, 5 * 60 - 10);
    assert_eq!(clock::jiffies(WHITE), 20);
    clock::set_used(WHITE, 5 * 60 - 1);
    assert_eq!(clock::jiffies(WHITE), 20, "a third of a second at least");
    settings::CLOCK.set(BY_LEVEL + 1);
    for (tenths, jiffies) in [(0, 20), (4, 24), (250, 1500)] {
        clock::reset();
        clock::run(WHITE, tenths);
        clock::human_moved();
        assert_eq!(clock::jiffies(BLACK), jiffies, "{tenths} tenths");
    }
    for _ in 0..20 {
        clock::run(WHITE, 100);
    }
    clock::human_moved();
    assert_eq!(clock::jiffies(BLACK), 3 * 60 * 60, "three minutes at most");
    settings::CLOCK.set(BY_LEVEL);
}

fn play_line(line: &str) {
    for text in line.split_ascii_whitespace() {
        make::play(notation::parse_coordinates(text.as_bytes()).expect(text));
    }
}

/// The third time may be claimed, the fifth ends the game.
#[test]
fn repetition_is_claimed_at_the_third_time_and_ends_the_game_at_the_fifth() {
    let _engine = engine::lock();
    position::start();
    record::forget_moves();
    for (claimable, ends) in [(false, false), (true, false), (true, false), (true, true)] {
        play_line("g1f3 g8f6 f3g1 f6g8");
        outcome::judge();
        assert_eq!(outcome::claimable() == outcome::REPETITION, claimable);
        assert_eq!(outcome::OUTCOME.get() == outcome::REPETITION, ends);
    }
}

#[test]
fn fifty_quiet_moves_are_claimed_and_seventy_five_end_the_game() {
    let _engine = engine::lock();
    for (clock, claimable, over) in [
        (99, outcome::GOES_ON, outcome::GOES_ON),
        (100, outcome::FIFTY, outcome::GOES_ON),
        (149, outcome::FIFTY, outcome::GOES_ON),
        (150, outcome::FIFTY, outcome::FIFTY),
    ] {
        fen::load(&format!("4k3/8/8/8/8/8/4P3/4K3 w - - {clock} 90")).expect("a FEN");
        record::forget_moves();
        outcome::judge();
        assert_eq!(outcome::claimable(), claimable, "{clock}");
        assert_eq!(outcome::OUTCOME.get(), over, "{clock}");
        assert_eq!(outcome::is_over(), over != outcome::GOES_ON);
    }
}

#[test]
fn the_point_goes_to_who_did_not_lose() {
    let _engine = engine::lock();
    for (text, how, winner) in [
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", outcome::CHECKMATE, 1),
        ("6k1/8/8/8/8/8/5PPP/r5K1 w - - 0 1", outcome::CHECKMATE, 0),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", outcome::STALEMATE, 2),
        ("7k/8/6K1/8/8/8/8/8 b - - 0 1", outcome::DEAD, 2),
    ] {
        fen::load(text).expect(text);
        record::forget_moves();
        outcome::judge();
        assert_eq!(
            (outcome::OUTCOME.get(), outcome::winner()),
            (how, winner),
            "{text}"
        );
    }
}

/// The packed file holds keys of positions: a change of the keys needs a new file.
#[test]
fn openings_are_known_by_the_keys_of_their_positions() {
    let _engine = engine::lock();
    for (line, variation) in [
        ("e2e4 c7c5", ""),
        (
            "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6",
            "Najdorf",
        ),
    ] {
        position::start();
        play_line(line);
        let name = opening_name::here();
        assert_ne!(name, opening_name::NONE, "{line}");
        let texts = [opening_name::family(name), opening_name::variation(name)];
        let expected = ["Sicilian", variation].map(str::as_bytes);
        assert_eq!(texts.map(opening_name::text), expected, "{line}");
    }
}
