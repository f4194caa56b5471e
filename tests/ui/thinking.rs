//! The computer's side of the board: answers, demo, next best move, what is shown of a search.

use super::*;

#[test]
fn the_computer_answers_and_the_thinking_is_shown() {
    let _board = board();
    settings::PLAYERS.set(settings::HUMAN_WHITE);
    settings::LEVEL.set(3);
    STOP_REQUEST.set(0);
    moves("a2a4");
    app::turn(key::NONE);
    assert_eq!(record::played(), 2);
    moves("h2h4");
    app::turn(key::NONE);
    moves("a1a3");
    app::turn(key::NONE);
    assert_eq!(record::played(), 6);
    assert!(panel(19).starts_with("Depth "), "{:?}", panel(19));
    let effort = panel(22);
    assert!(effort.starts_with('N') && effort.ends_with('s'), "{effort}");
}

#[test]
fn against_the_computer_a_take_back_is_a_whole_move_and_the_computer_waits() {
    let _board = board();
    settings::PLAYERS.set(settings::HUMAN_WHITE);
    moves("e2e4");
    app::turn(key::NONE);
    keys("u");
    assert_eq!(record::played(), 0);
    app::turn(key::NONE);
    assert_eq!(record::played(), 0);
    keys(",");
    keys(".");
    app::turn(key::NONE);
    assert_eq!((record::played(), computer::ENGAGED.get()), (1, 0));
    assert_eq!(message(), "SPACE to go on");
    keys(" ");
    assert_eq!(record::played(), 2);
}

#[test]
fn a_demo_game_runs_to_its_end() {
    let _board = board();
    settings::PLAYERS.set(settings::DEMO);
    settings::LEVEL.set(1);
    let mut turns = 0;
    while !outcome::is_over() {
        app::turn(key::NONE);
        turns += 1;
        assert!(turns <= 50 * record::ROOM, "the game has no end");
    }
    // A second for each move, or for claiming a draw instead; five for the end, and then the next game.
    let moves = record::played();
    assert!((moves..=moves + 1).contains(&(turns / 50)), "{turns}");
    assert_eq!(turns % 50, 0);
    rest(249);
    assert!(outcome::is_over());
    rest(1);
    assert!(!outcome::is_over());
    assert_eq!(record::known(), 0);
    rest(50);
    assert_eq!(record::played(), 1);
}

/// So many frames without a key.
fn rest(frames: u16) {
    (0..frames).for_each(|_| app::turn(key::NONE));
}

#[test]
fn a_finished_demo_that_someone_looks_at_stays() {
    let _board = board();
    moves("f3 e5 g4 Qh4");
    settings::PLAYERS.set(settings::DEMO);
    keys(",.");
    rest(1000);
    assert_eq!((record::known(), outcome::is_over()), (4, true));
}

#[test]
fn the_record_plays_by_itself_until_a_key() {
    let _board = board();
    moves("e4 e5 Nf3 Nc6");
    keys("r");
    rest(100);
    assert_eq!(record::played(), 4, "there is nothing to replay at the end");
    app::turn(key::HOME);
    keys("r");
    rest(49);
    assert_eq!(record::played(), 0);
    rest(1);
    assert_eq!(record::played(), 1);
    rest(50);
    assert_eq!(record::played(), 2);
    app::turn(key::UP);
    rest(200);
    assert_eq!(record::played(), 2, "a key stops it");
    keys("r");
    rest(500);
    assert_eq!((record::played(), record::known()), (4, 4));
}

#[test]
fn a_mate_is_announced_in_words() {
    let _board = board();
    for (score, words) in [(29_995, "Mate in "), (-29_994, "Mated in ")] {
        squares64::engine::BEST_SCORE.set(score);
        let moves = squares64::engine::mate_in().expect("a mate").unsigned_abs();
        squares64::ui::thinking::show();
        assert_eq!(panel(19), format!("{words}{moves}"));
    }
}

#[test]
fn the_next_best_move_is_another_one() {
    let _board = board();
    settings::PLAYERS.set(settings::HUMAN_WHITE);
    // Without the book's chance the same search would find the same move again.
    settings::BOOK.set(0);
    settings::LEVEL.set(3);
    moves("e2e4");
    app::turn(key::NONE);
    let first = record::at(1);
    keys("j");
    assert_eq!(record::played(), 2);
    assert_ne!(record::at(1), first);
}

#[test]
fn a_report_counts_the_time_of_its_search_and_not_what_went_before() {
    let _board = board();
    machine::clock::TENTHS.set(90);
    app::turn(0);
    squares64::ui::thinking::begin();
    machine::clock::TENTHS.set(125);
    app::turn(0);
    squares64::ui::thinking::show();
    assert!(panel(22).ends_with(" 3.5s"), "{}", panel(22));
}
