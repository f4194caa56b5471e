//! The game on record: how long it may be, how it ended, and what of that a file keeps.

use super::*;

/// Four half moves that change nothing, so many times: a knight of each side goes out to that file and home again.
fn shuffle(file: char, times: usize) {
    for _ in 0..times {
        moves(&format!("g1{file}3 g8{file}6 {file}3g1 {file}6g8"));
    }
}

/// Saves the game and loads it into a program that has played another one since.
fn save_and_load() {
    keys("W");
    keys("x");
    app::turn(key::RETURN);
    assert_eq!(message(), "Saved");
    app::new_game();
    moves("d2d4");
    keys("G");
    app::turn(key::RETURN);
}

#[test]
fn a_game_of_250_moves_is_undecided_and_says_why() {
    let _board = board();
    // A position occurs four times at most, and pawns step forward before fifty moves are over.
    for file in 'a'..='h' {
        let out = if file == 'h' { 'f' } else { 'h' };
        for (from, to) in [(2, 3), (3, 4)] {
            keys(&format!("{file}{from}{file}{to}"));
            keys(&format!("{file}{}{file}{}", 9 - from, 9 - to));
            shuffle(out, 2);
            moves("a1a2 a8a7");
            shuffle(out, 3);
            moves("a2a1 a7a8");
        }
    }
    let mut rook = ("a1".to_string(), "a8".to_string());
    for file in ['a', 'b', 'c', 'd', 'e', 'g'] {
        assert!(!outcome::is_over(), "{}", record::played());
        let next = (format!("{file}3"), format!("{file}6"));
        moves(&format!("{}{} {}{}", rook.0, next.0, rook.1, next.1));
        shuffle('h', 3);
        rook = next;
    }
    assert_eq!(record::played(), 500);
    assert_eq!(message(), "*");
    assert_eq!(panel(24), "Record is full");
    keys("E");
    keys("x");
    app::turn(key::RETURN);
    let text = file_text();
    assert!(text.contains("[Result \"*\"]"), "{text}");
    assert!(text.contains("250. "), "{text}");
    keys("U");
    assert!(!outcome::is_over());
}

#[test]
fn a_game_that_was_given_up_loads_with_its_result() {
    let _board = board();
    moves("e2e4 e7e5 g1f3");
    keys("qq");
    assert_eq!((message(), panel(24)), ("1-0".into(), "Resignation".into()));
    save_and_load();
    assert_eq!(record::played(), 3);
    assert_eq!(outcome::OUTCOME.get(), outcome::RESIGNED);
    assert_eq!(outcome::winner(), 1);
}

#[test]
fn the_clocks_are_those_of_the_game_that_was_saved() {
    let _board = board();
    machine::clock::TENTHS.set(70);
    keys("e2e4");
    machine::clock::TENTHS.set(100);
    keys("e7e5");
    assert_eq!((seconds(WHITE), seconds(BLACK)), (7, 3));
    save_and_load();
    assert_eq!((seconds(WHITE), seconds(BLACK)), (7, 3));
}

#[test]
fn the_time_control_is_that_of_the_game_that_was_saved() {
    let _board = board();
    settings::CLOCK.set(clock::MATCH);
    settings::MINUTES.set(90);
    settings::INCREMENT.set(30);
    clock::reset();
    keys("e2e4");
    assert_eq!(seconds(WHITE), 90 * 60 + 30);
    keys("W");
    keys("x");
    app::turn(key::RETURN);
    settings::reset();
    settings::PLAYERS.set(settings::TWO_HUMANS);
    keys("G");
    app::turn(key::RETURN);
    assert_eq!(message(), "Loaded");
    assert_eq!(panel(2), "40/90 min +30");
    assert_eq!(seconds(WHITE), 90 * 60 + 30);
}

#[test]
fn a_file_without_result_and_clocks_loads_too() {
    loads_without(15, (2, 0));
}

#[test]
fn a_file_with_the_clocks_of_an_older_version_is_played_on_by_level() {
    loads_without(10, (2, 0));
    assert_eq!(settings::CLOCK.get(), clock::BY_LEVEL);
}

#[test]
fn a_file_without_a_style_leaves_it_as_it_is() {
    loads_without(1, (2, 0));
    assert_eq!(settings::STYLE.get(), style::NORMAL);
    assert_eq!(settings::CLOCK.get(), clock::MATCH);
}

/// Saves a game, takes so many bytes off its end but for the sums, loads it, and looks at half moves and clock.
fn loads_without(missing: usize, expected: (i16, i32)) {
    let _board = board();
    settings::CLOCK.set(clock::MATCH);
    moves("e2e4 e7e5");
    keys("W");
    keys("x");
    app::turn(key::RETURN);
    let mut bytes: Vec<u8> = file_text().chars().map(|c| c as u8).collect();
    bytes.truncate(bytes.len() - 2 - missing);
    let sum = bytes
        .iter()
        .fold(0, |sum: u8, &byte| sum.wrapping_add(byte));
    let parity = bytes.iter().fold(0, |parity, &byte| parity ^ byte);
    bytes.extend([sum, parity]);
    disk::clear();
    bytes.into_iter().for_each(disk::put);
    machine::clock::TENTHS.set(50);
    keys("d2d4");
    settings::CLOCK.set(clock::BY_LEVEL);
    keys("G");
    app::turn(key::RETURN);
    assert_eq!(message(), "Loaded");
    assert_eq!((record::played(), seconds(WHITE)), expected);
}

#[test]
fn what_ended_a_game_is_there_again_after_a_look_back() {
    let _board = board();
    moves("e2e4 e7e5");
    keys("DD");
    assert_eq!(panel(24), "Draw agreed");
    keys(",");
    assert!(!outcome::is_over());
    keys(".");
    assert_eq!(
        (message(), panel(24)),
        ("1/2-1/2".into(), "Draw agreed".into())
    );
    // Another move makes it another game.
    keys(",");
    keys("c7c5");
    keys(",.");
    assert!(!outcome::is_over());
}

#[test]
fn clocks_stand_while_one_looks_back() {
    let _board = board();
    moves("e2e4 e7e5 g1f3");
    keys(",");
    machine::clock::TENTHS.set(50);
    app::turn(key::NONE);
    keys(".");
    assert_eq!((seconds(WHITE), seconds(BLACK)), (0, 0));
}

#[test]
fn a_command_puts_out_the_light_of_a_hint() {
    let _board = board();
    keys("i");
    assert!((0..0x78).any(|sq| view::LIT.get(sq) != 0));
    keys("z");
    assert!((0..0x78).all(|sq| view::LIT.get(sq) == 0));
}
