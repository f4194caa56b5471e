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
        assert!(turns <= record::ROOM, "the game has no end");
    }
    assert_ne!(outcome::OUTCOME.get(), outcome::GOES_ON);
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
