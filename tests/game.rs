//! The game around the position: its clock, and the draws that end it or may be claimed.

mod engine;

use squares64::board::piece::{BLACK, Side, WHITE};
use squares64::board::{fen, make, notation, position};
use squares64::game::clock::{self, BY_LEVEL, GAME, MATCH};
use squares64::game::{opening_name, outcome, record, settings};

/// Seconds that the clock of a side shows.
fn shown(side: Side) -> i32 {
    let digit = |index: u8| i32::from(clock::DIGITS.get(side.index() + index));
    let minutes = 10 * digit(clock::MINUTES + 2) + digit(clock::MINUTES);
    let seconds = 10 * digit(clock::SECONDS + 2) + digit(clock::SECONDS);
    (60 * digit(clock::HOUR) + minutes) * 60 + seconds
}

/// Lets time pass for a side.
fn pass(side: Side, seconds: i32) {
    (0..seconds).for_each(|_| {
        clock::run(side, 10);
    });
}

#[test]
fn tenths_add_up_to_seconds_for_each_side_alone() {
    let _engine = engine::lock();
    clock::reset();
    assert_eq!(clock::run(WHITE, 9), clock::END);
    assert_eq!(clock::run(BLACK, 5), clock::END);
    assert!(clock::run(WHITE, 1) < clock::END);
    assert!(clock::run(WHITE, 35) < clock::END);
    assert_eq!((shown(WHITE), shown(BLACK)), (4, 0));
    assert!(clock::run(WHITE, 5) < clock::END);
    assert_eq!((shown(WHITE), shown(BLACK)), (5, 0));
    assert_eq!(clock::this_move(), 55);
    clock::moved(WHITE, 0);
    assert_eq!(clock::this_move(), 0);
    clock::reset();
    assert_eq!(shown(WHITE), 0);
}

#[test]
fn a_clock_tells_the_last_digit_that_changed() {
    let _engine = engine::lock();
    clock::reset();
    let white = WHITE.index();
    for second in 1..=3_700 {
        let place = match second {
            _ if second % 3600 == 0 => clock::HOUR,
            _ if second % 600 == 0 => clock::MINUTES + 2,
            _ if second % 60 == 0 => clock::MINUTES,
            _ if second % 10 == 0 => clock::SECONDS + 2,
            _ => clock::SECONDS,
        };
        assert_eq!(clock::run(WHITE, 10), white + place, "{second}");
        assert_eq!(shown(WHITE), second);
    }
}

/// A clock of `mode`, so many minutes and so many seconds for each move, and nothing used.
fn start_clock(mode: u8, minutes: u8, increment: u8) {
    settings::CLOCK.set(mode);
    settings::MINUTES.set(minutes);
    settings::INCREMENT.set(increment);
    clock::reset();
}

#[test]
fn a_game_with_a_limit_shows_what_is_left_until_the_flag_falls() {
    let _engine = engine::lock();
    for minutes in 1..=clock::MOST_MINUTES {
        start_clock(GAME, minutes, 0);
        let limit = 60 * i32::from(minutes);
        pass(WHITE, limit - 1);
        pass(BLACK, 7);
        assert_eq!(shown(WHITE), 1, "{minutes} minutes");
        assert_eq!(shown(BLACK), limit - 7, "{minutes} minutes");
        assert!(!clock::flag_fell(WHITE));
        pass(WHITE, 1);
        assert!(clock::flag_fell(WHITE) && !clock::flag_fell(BLACK));
        pass(WHITE, 5);
        assert_eq!(shown(WHITE), 0);
    }
    for mode in [BY_LEVEL, BY_LEVEL + 1] {
        start_clock(mode, 5, 0);
        pass(BLACK, 7);
        assert_eq!(shown(BLACK), 7);
        assert!(!clock::flag_fell(WHITE));
    }
    settings::reset();
}

#[test]
fn a_move_brings_its_seconds_to_the_side_that_made_it() {
    let _engine = engine::lock();
    start_clock(GAME, 3, 2);
    pass(WHITE, 5);
    clock::moved(WHITE, 0);
    assert_eq!((shown(WHITE), shown(BLACK)), (177, 180));
    // More than there was at the start, when the moves come fast.
    (1..=5).for_each(|ply| clock::moved(BLACK, ply));
    assert_eq!(shown(BLACK), 190);
    start_clock(BY_LEVEL, 3, 2);
    clock::moved(WHITE, 10);
    assert_eq!(shown(WHITE), 0, "a clock without limit gives nothing");
    settings::reset();
}

#[test]
fn in_a_match_every_forty_moves_bring_the_time_anew() {
    let _engine = engine::lock();
    start_clock(MATCH, 120, 0);
    for ply in 0..500 {
        let side = if ply % 2 == 0 { WHITE } else { BLACK };
        // As slowly as the clock allows.
        pass(side, shown(side) - 200);
        clock::moved(side, ply);
        let brings = [40, 80, 120, 160, 200, 240].contains(&(ply / 2 + 1));
        let expected = if brings { 200 + 7200 } else { 200 };
        assert_eq!(shown(side), expected, "ply {ply}");
    }
    settings::reset();
}

#[test]
fn the_computer_takes_a_thirtieth_of_what_is_left_or_as_long_as_the_human() {
    let _engine = engine::lock();
    for minutes in 1..=clock::MOST_MINUTES {
        start_clock(GAME, minutes, 0);
        for _ in 0..minutes {
            let left = shown(WHITE) * 60;
            let wanted = i32::from(clock::jiffies(WHITE));
            assert!(
                (left / 32 - 20..=left / 26).contains(&wanted),
                "{wanted} of {left}"
            );
            pass(WHITE, 59);
        }
    }
    start_clock(GAME, 1, 0);
    pass(WHITE, 58);
    assert_eq!(clock::jiffies(WHITE), 20, "a third of a second at least");
    settings::CLOCK.set(BY_LEVEL + 1);
    for (tenths, jiffies) in [(0, 20), (4, 24), (250, 1500)] {
        clock::reset();
        clock::run(WHITE, tenths);
        clock::human_moves();
        clock::moved(WHITE, 0);
        assert_eq!(clock::jiffies(BLACK), jiffies, "{tenths} tenths");
    }
    for _ in 0..20 {
        clock::run(WHITE, 100);
    }
    clock::human_moves();
    assert_eq!(clock::jiffies(BLACK), 3 * 60 * 60, "three minutes at most");
    settings::reset();
}

#[test]
fn the_computer_uses_what_its_moves_bring_and_never_more_than_it_has() {
    let _engine = engine::lock();
    for (minutes, increment) in [(3, 2), (1, 10), (5, 30), (120, 60)] {
        start_clock(GAME, minutes, increment);
        let mut taken = 0;
        for ply in (0..500).step_by(2) {
            let jiffies = i32::from(clock::jiffies(WHITE));
            assert!(jiffies < shown(WHITE) * 60, "{minutes} +{increment}");
            pass(WHITE, (jiffies + 30) / 60);
            taken = jiffies;
            clock::moved(WHITE, ply);
        }
        let ratio = taken as f64 / f64::from(increment) / 60.0;
        assert!(
            (0.8..=1.3).contains(&ratio),
            "{minutes} +{increment}: {ratio}"
        );
    }
    settings::reset();
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
