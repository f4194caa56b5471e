//! Malformed repertoires are refused with file, line, move number and reason.

use book::games;
use book::lines::parse;
use book::positions::Repertoire;
use std::path::Path;

/// All faults of a text, one a line.
fn faults(text: &str) -> String {
    let found = match parse(Path::new("odd.txt"), text) {
        Ok(openings) => Repertoire::new(openings).err(),
        Err(faults) => Some(faults),
    };
    let lines: Vec<String> = found
        .iter()
        .flatten()
        .map(|fault| fault.to_string())
        .collect();
    lines.join("\n")
}

fn under_head(moves: &str) -> String {
    faults(&format!("Odd [A00]\n{moves}"))
}

#[test]
fn an_illegal_move_is_named_with_its_number() {
    assert_eq!(
        under_head("1. e4 e5 2. Ke3"),
        "odd.txt:2: move 2. Ke3 is not a legal move here"
    );
    assert_eq!(
        under_head("1. e4 Ke7"),
        "odd.txt:2: move 1... Ke7 is not a legal move here"
    );
}

#[test]
fn a_move_must_be_written_as_the_standard_says() {
    assert_eq!(
        under_head("1. d4 Nf6 2. c4 e6 3. Nf3 Bb4"),
        "odd.txt:2: move 3... Bb4 should be written Bb4+"
    );
}

#[test]
fn a_wrong_move_number_is_refused() {
    assert_eq!(
        under_head("1. e4 e5 3. Nf3"),
        "odd.txt:2: move 2. is written as move 3."
    );
    assert_eq!(
        under_head("2. e4"),
        "odd.txt:2: move 2. cannot start a game"
    );
    assert_eq!(
        under_head("e4 e5"),
        "odd.txt:2: a line starts with a move number"
    );
}

#[test]
fn a_line_must_leave_its_parent_inside_it() {
    assert_eq!(
        under_head("1. e4 e5\n  3. Nf3"),
        "odd.txt:3: move 3. is beyond move 2., where line 2 ends"
    );
    assert_eq!(
        under_head("  1. e4"),
        "odd.txt:2: the stem must not be indented"
    );
}

/// Knights go out and back: thirty-one half moves, and one more.
#[test]
fn a_line_is_no_longer_than_the_program_can_follow() {
    let mut line = String::new();
    for number in 1..=16 {
        let (white, black) = if number % 2 == 1 {
            ("Nf3", "Nf6")
        } else {
            ("Ng1", "Ng8")
        };
        line += &format!("{number}. {white} ");
        if number < 16 {
            line += &format!("{black} ");
        }
    }
    assert_eq!(under_head(&line), "");
    assert_eq!(
        under_head(&(line + "Ng8")),
        "odd.txt:2: move 16... is behind the last that the program has room for, 16."
    );
}

#[test]
fn weights_are_small_and_agree() {
    assert_eq!(
        under_head("1. e4:16"),
        "odd.txt:2: move 1. e4: `16` is no weight from 0 to 15"
    );
    assert_eq!(
        under_head("1. e4:x"),
        "odd.txt:2: move 1. e4: `x` is no weight from 0 to 15"
    );
    assert_eq!(
        under_head("1. e4:3 e5\n1. e4:5 c5"),
        "odd.txt:3: move 1. e4 has weight 5 here and 3 at odd.txt:2"
    );
}

#[test]
fn a_position_has_at_most_three_moves_and_one_name() {
    assert_eq!(
        under_head("1. e4\n1. d4\n1. c4\n1. b3"),
        "odd.txt:5: move 1. is one of more than 3 moves: b3, c4, d4, e4"
    );
    assert_eq!(
        faults("One [A00]\n1. e4\n\nTwo [A01]\n1. e4"),
        "odd.txt:5: odd.txt:1 has named this position already"
    );
}

#[test]
fn a_head_needs_name_code_and_side() {
    let with_head = |head: &str| faults(&format!("{head}\n1. e4"));
    assert_eq!(with_head("Odd"), "odd.txt:1: `Odd` has no [ECO code]");
    assert_eq!(with_head("Odd [F00]"), "odd.txt:1: `F00` is no ECO code");
    assert_eq!(with_head("Odd [A+1]"), "odd.txt:1: `A+1` is no ECO code");
    assert_eq!(
        with_head("Odd [A00"),
        "odd.txt:1: the ECO code has no closing ]"
    );
    assert_eq!(
        with_head("Odd: [A00]"),
        "odd.txt:1: the opening has an empty name"
    );
    assert_eq!(
        with_head("Odd: A Variation Too Wide [A00]"),
        "odd.txt:1: `A Variation Too Wide` has 20 characters, the panel has 14"
    );
    assert_eq!(
        with_head("Odd ½ [A00]"),
        "odd.txt:1: `Odd ½` has a letter that cannot be spelled out"
    );
    assert_eq!(
        with_head("Odd [A00] as Grey"),
        "odd.txt:1: `as Grey` is neither `as White` nor `as Black`"
    );
}

#[test]
fn an_opening_without_moves_is_refused() {
    assert_eq!(
        faults("Odd [A00]\n\nEven [A01]\n1. e4"),
        "odd.txt:1: has no moves"
    );
}

#[test]
fn all_faults_are_told_at_once() {
    assert_eq!(under_head("1. e5\n1. d5").lines().count(), 2);
}

/// What is wrong with a file of famous games.
fn fault_of_games(text: &str) -> String {
    let games = games::parse(Path::new("odd.games"), text);
    let packed = games.and_then(|games| games::pack(&games));
    packed.expect_err("a fault").to_string()
}

#[test]
fn a_famous_game_that_cannot_be_played_is_refused() {
    let game = |rest: &str| fault_of_games(&format!("fool: Fool's Mate | A | B | Nowhere\n{rest}"));
    let illegal = game("f2f3 e7e5\n= Oh dear\ng2g5 d8h4");
    assert_eq!(illegal, "odd.games:4: move 2. g2g5 is not legal");
    let unfinished = game("f2f3 e7e5");
    assert_eq!(unfinished, "odd.games:1: the game does not end in mate");
    let long = game("f2f3\n= longer than the panel");
    assert_eq!(
        long,
        "odd.games:3: `longer than the panel` is not 14 characters of ASCII or less"
    );
    assert_eq!(
        fault_of_games("e2e4"),
        "odd.games:1: stands before the first game"
    );
    assert_eq!(
        fault_of_games("a: b | c | d"),
        "odd.games:1: a head has four parts"
    );
}
