//! How a game ends, what asks first, and stepping back through it.

use super::*;

#[test]
fn the_fools_mate_ends_the_game_and_can_be_stepped_through() {
    let _board = board();
    moves("f2f3 e7e5 g2g4 d8h4");
    assert_eq!(message(), "0-1");
    assert_eq!(panel(24), "Checkmate");
    assert_eq!(machine::sound::LAST.get(), 4);
    let end = fen();
    app::turn(key::HOME);
    assert_eq!(record::played(), 0);
    assert_eq!(outcome::OUTCOME.get(), outcome::GOES_ON);
    for _ in 0..4 {
        keys(".");
    }
    assert_eq!(fen(), end);
    assert_eq!(message(), "0-1");
}

#[test]
fn stalemate_ends_a_game_of_two_players() {
    let _board = board();
    moves(
        "e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6",
    );
    assert_eq!(message(), "1/2-1/2");
    assert_eq!(panel(24), "Stalemate");
}

#[test]
fn three_occurrences_can_be_claimed_and_five_end_the_game() {
    let _board = board();
    let dance = "g1f3 g8f6 f3g1 f6g8 ";
    moves(&dance.repeat(2));
    assert_eq!(message(), "SHIFT+D: draw");
    moves(&dance.repeat(2));
    assert_eq!(panel(24), "Repetition");
    app::turn(key::HOME);
    moves(&dance.repeat(2));
    app::command(b'd');
    assert_eq!(outcome::OUTCOME.get(), outcome::REPETITION);
}

#[test]
fn taking_back_restores_promotion_and_castling() {
    let _board = board();
    moves("g1f3 b7b5 e2e4 b5b4 f1e2 b4b3 e1g1");
    let castled = fen();
    moves("b3a2 h2h3 a2b1");
    keys("q");
    for _ in 0..3 {
        keys("u");
    }
    assert_eq!(fen(), castled);
    keys("u");
    assert!(fen().contains(" w KQkq"), "{}", fen());
    for _ in 0..4 {
        keys(".");
    }
    assert!(fen().contains("RqBQ1RK1"), "{}", fen());
}

#[test]
fn what_ends_a_game_is_asked_for_twice() {
    let _board = board();
    for key in [b'n', b'q', key::LEFT_ARROW] {
        moves("e2e4 e7e5");
        app::turn(key);
        assert!(message().starts_with("End? Fire or "), "{}", message());
        assert_eq!((app::STATE.get(), record::known()), (app::BOARD, 2));
        // Anything in between and the question is forgotten.
        app::turn(key::UP);
        app::turn(key);
        assert_eq!((app::STATE.get(), record::known()), (app::BOARD, 2));
        assert!(!outcome::is_over());
        app::turn(key);
        let over = outcome::is_over() || app::STATE.get() == app::LEAVING;
        assert!(over || record::known() == 0, "{key}");
        app::show_board();
        app::new_game();
    }
    keys("n");
    assert_eq!(
        message(),
        "White to move",
        "nothing is lost before the first move"
    );
    moves("e2e4");
    menu_item(b'n');
    assert_eq!(message(), "End? Fire or N");
    menu_item(key::LEFT_ARROW);
    assert_eq!(message(), "End? Fire or <");
}

/// White has lost its queen for nothing, or Black has; eleven moves each have been made.
fn a_queen_was_lost(by_white: bool) {
    let blunder = if by_white {
        "d1h5 g8f6 h5h7 f6h7"
    } else {
        "b1c3 d8h4 g1f3 e8e7 f3h4 e7e8"
    };
    let waiting = "a2a3 a7a6 a3a4 a6a5 b2b3 b7b6 b3b4 b6b5 c2c3 c7c6 d2d3 d7d6 f2f3 f7f6 g2g3 g7g6";
    let waiting = if by_white {
        waiting
    } else {
        "a2a3 a7a6 a3a4 a6a5 b2b3 b7b6 f2f3 f7f6"
    };
    moves(&format!("e2e4 e7e5 {blunder} {waiting}"));
    settings::PLAYERS.set(settings::HUMAN_WHITE);
}

#[test]
fn a_computer_that_is_a_queen_up_refuses_a_draw_whoever_searched_last() {
    let _board = board();
    a_queen_was_lost(true);
    keys("i");
    keys("D");
    assert_eq!(message(), "No, play on");
    assert!(!outcome::is_over());
}

#[test]
fn a_computer_that_is_a_queen_down_agrees_to_a_draw() {
    let _board = board();
    a_queen_was_lost(false);
    keys("i");
    keys("D");
    assert_eq!(outcome::OUTCOME.get(), outcome::AGREED);
}

/// White has king, queen and rook, the computer a king; White's king goes so many steps away from it.
fn a_bare_king_is_chased(moves_made: usize) {
    keys("pek");
    (0..5).for_each(|_| app::turn(key::UP));
    keys("K");
    app::turn(key::RIGHT);
    app::turn(key::UP);
    keys("r");
    (0..5).for_each(|_| app::turn(key::LEFT));
    keys("q");
    app::turn(key::F1);
    settings::PLAYERS.set(settings::HUMAN_WHITE);
    settings::LEVEL.set(3);
    STOP_REQUEST.set(0);
    for mv in ["e2d2", "d2c2", "c2b2"].iter().take(moves_made) {
        moves(mv);
        app::turn(key::NONE);
    }
}

#[test]
fn a_computer_without_hope_resigns_after_its_third_search() {
    let _board = board();
    a_bare_king_is_chased(2);
    assert_eq!((outcome::is_over(), record::played()), (false, 4));
    moves("c2b2");
    app::turn(key::NONE);
    assert_eq!((message(), panel(24)), ("1-0".into(), "Resignation".into()));
    app::command(b'e');
    keys("x");
    app::turn(key::RETURN);
    let text = file_text();
    assert!(text.contains("[Result \"1-0\"]"), "{text}");
    assert!(text.ends_with(" 1-0\n"), "{text}");
    // The game can be taken up again.
    keys("u");
    assert!(!outcome::is_over());
}

#[test]
fn a_computer_that_may_not_resign_plays_on() {
    let _board = board();
    settings::RESIGNS.set(0);
    a_bare_king_is_chased(3);
    assert_eq!((outcome::is_over(), record::played()), (false, 6));
}

#[test]
fn two_players_agree_to_a_draw_by_asking_twice() {
    let _board = board();
    moves("e2e4 e7e5");
    keys("D");
    assert!(!outcome::is_over());
    assert_eq!(message(), "End? Fire or D");
    keys("D");
    assert_eq!(outcome::OUTCOME.get(), outcome::AGREED);
}

#[test]
fn time_passes_for_the_side_to_move_and_the_flag_falls() {
    let _board = board();
    app::turn(key::F1);
    keys("cc");
    app::turn(key::F1);
    machine::clock::TENTHS.set(0);
    app::turn(key::NONE);
    let start = seconds(WHITE);
    machine::clock::TENTHS.set(25);
    app::turn(key::NONE);
    assert_eq!(start - seconds(WHITE), 2);
    for second in 0..300 {
        machine::clock::TENTHS.set((second * 10) % 600);
        app::turn(key::NONE);
    }
    assert_eq!(panel(24), "Time is up");
    assert_eq!(message(), "0-1");
}
