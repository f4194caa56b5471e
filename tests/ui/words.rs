//! What the panel says: whose move it is, what a setting is now, what can be done after a game.

use super::*;

#[test]
fn two_players_are_told_whose_move_it_is() {
    let _board = board();
    assert_eq!(message(), "White to move");
    keys("e4");
    assert_eq!(message(), "Black to move");
}

#[test]
fn a_setting_changed_on_the_board_says_what_it_is_now() {
    let _board = board();
    for (letter, name, value) in [
        ("o", "Opening book", "off"),
        ("z", "Sound", "off"),
        ("k", "Colours", "Wood"),
        ("t", "Show thinking", "off"),
    ] {
        keys(letter);
        assert_eq!((message(), panel(24)), (name.into(), value.into()));
    }
}

#[test]
fn levels_go_both_ways() {
    let _board = board();
    settings::LEVEL.set(9);
    keys("+");
    assert_eq!(
        (message(), panel(24)),
        ("Level".into(), "Standard 3".into())
    );
    keys("+");
    assert_eq!(settings::LEVEL.get(), 10, "there is no level above");
    keys("-");
    assert_eq!(panel(24), "Standard 2");
    (0..12).for_each(|_| keys("-"));
    assert_eq!(settings::LEVEL.get(), 1, "there is no level below");
}

#[test]
fn after_the_game_the_screen_says_what_can_be_done() {
    let _board = board();
    moves("f3 e5 g4 Qh4");
    assert_eq!((message(), panel(24)), ("0-1".into(), "Checkmate".into()));
    assert_eq!(panel(19), "N new game");
    assert_eq!(panel(20), ", . replay");
    assert_eq!(panel(21), "W save");
    keys(",");
    assert_eq!(panel(19), "");
}

#[test]
fn an_ending_that_was_set_up_is_not_out_of_book() {
    let _board = board();
    keys("p e k");
    (0..5).for_each(|_| app::turn(key::UP));
    keys("K");
    app::turn(key::RIGHT);
    app::turn(key::UP);
    keys("r");
    app::turn(key::F1);
    assert_eq!(app::STATE.get(), app::BOARD, "{}", message());
    settings::PLAYERS.set(settings::TWO_HUMANS);
    moves("Ke3 Ke6 Ke4");
    assert_eq!((record::played(), panel(6)), (3, String::new()));
}

/// The computer has Black and was asked for a move with this key waiting.
fn black_thinks(key: u8) {
    settings::PLAYERS.set(settings::HUMAN_WHITE);
    settings::BOOK.set(0);
    settings::LEVEL.set(4);
    STOP_REQUEST.set(0);
    keys("e4");
    machine::keys::NEXT.set(key);
    app::turn(key::NONE);
}

#[test]
fn after_f1_and_back_the_computer_thinks_on() {
    let _board = board();
    black_thinks(key::F1);
    assert_eq!(record::played(), 1);
    assert_eq!(computer::ENGAGED.get(), 1);
    app::turn(machine::keys::poll());
    assert_eq!(app::STATE.get(), app::MENU);
    app::turn(key::F1);
    STOP_REQUEST.set(1);
    app::turn(key::NONE);
    assert_eq!(record::played(), 2);
}

#[test]
fn a_key_that_ends_the_search_is_not_lost() {
    let _board = board();
    black_thinks(b'd');
    assert_eq!(record::played(), 2);
    assert_eq!(machine::keys::poll(), b'd');
}

#[test]
fn the_keys_that_ask_for_the_move_do_nothing_else() {
    for key in [b' ', key::RETURN, key::FIRE] {
        let _board = board();
        black_thinks(key);
        assert_eq!((record::played(), machine::keys::poll()), (2, key::NONE));
    }
}

#[test]
fn thinking_ahead_goes_on_after_a_key() {
    let _board = board();
    black_thinks(key::NONE);
    settings::PONDER.set(1);
    let searches = |key| {
        app::turn(key);
        squares64::engine::NODES.set(0);
        STOP_REQUEST.set(1);
        for _ in 0..60 {
            app::turn(key::NONE);
        }
        squares64::engine::NODES.get() != 0
    };
    assert!(searches(key::UP));
    assert!(searches(key::DOWN));
}

/// What FEN the screen shows, which runs over its right edge.
fn shown_fen() -> String {
    app::command(b'/');
    let text: String = whole_screen().trim().to_string();
    app::turn(b' ');
    assert_eq!(app::STATE.get(), app::BOARD);
    text
}

#[test]
fn the_position_is_shown_as_fen() {
    let _board = board();
    for game in [
        "",
        "e4",
        "e4 a6 e5 d5",
        "Nf3 Nf6 Nc3 e6 e4 Bb4 Be2 e8g8 e1g1",
        "f3 e5 g4 Qh4",
    ] {
        moves(game);
        let expected = fen();
        let (position, number) = expected.rsplit_once(' ').expect("six fields");
        assert_eq!(number, "1");
        let number = game.split_whitespace().count() / 2 + 1;
        assert_eq!(shown_fen(), format!("{position} {number}"));
        app::command(b'n');
        app::command(b'n');
    }
}

#[test]
fn a_question_is_gone_when_something_else_is_done() {
    let _board = board();
    moves("e2e4 e7e5");
    for (other, typed) in [(b'd', "Move: d-"), (key::UP, ""), (b'0', "")] {
        keys("D");
        assert_eq!(message(), "End? Fire or D");
        app::turn(other);
        assert_eq!(
            (message(), panel(24)),
            ("White to move".into(), typed.into())
        );
        app::turn(key::DELETE);
    }
    assert!(!outcome::is_over());
}

#[test]
fn a_question_stands_alone() {
    let _board = board();
    moves("e2e4 e7e5");
    app::turn(key::UP);
    keys("A");
    assert_ne!(panel(24), "");
    keys("q");
    assert_eq!(
        (message(), panel(24)),
        ("End? Fire or Q".into(), String::new())
    );
}

#[test]
fn what_ended_a_game_stays_whatever_is_typed() {
    let _board = board();
    moves("f3 e5 g4 Qh4");
    for typed in ["d", "e2e4", "Nf3", "i", "0"] {
        keys(typed);
        assert_eq!(
            (message(), panel(24)),
            ("0-1".into(), "Checkmate".into()),
            "{typed}"
        );
    }
    app::turn(key::DELETE);
    assert_eq!(panel(24), "Checkmate");
    app::command(b'n');
    assert_eq!(panel(24), "", "a new game has not ended");
}

#[test]
fn a_key_without_a_use_leaves_what_is_said_whole() {
    let _board = board();
    keys("+");
    let said = (message(), panel(24));
    keys("0");
    assert_eq!((message(), panel(24)), said);
}

#[test]
fn stop_halts_a_demo_between_its_moves() {
    let _board = board();
    settings::PLAYERS.set(settings::DEMO);
    app::refresh();
    app::turn(key::STOP);
    assert_eq!(message(), "SPACE to go on");
    (0..200).for_each(|_| app::turn(key::NONE));
    assert_eq!(record::played(), 0);
    keys(" ");
    assert_eq!(record::played(), 1);
}
