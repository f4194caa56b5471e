//! The menu and the settings in it.

use super::*;

#[test]
fn every_menu_item_is_reached_by_letter_and_leads_back() {
    for letter in "nslcurixdqjymapwgevkzotfb:=?;h*/".chars() {
        let _board = board();
        moves("e2e4 e7e5");
        app::turn(key::F1);
        assert_eq!(app::STATE.get(), app::MENU);
        app::turn(letter as u8);
        for _ in 0..2 {
            if app::STATE.get() != app::BOARD {
                app::turn(key::STOP);
            }
        }
        assert_eq!(app::STATE.get(), app::BOARD, "{letter}");
        assert!(squares64::board::legal::has_legal_move(), "{letter}");
    }
}

#[test]
fn the_menu_shows_the_settings_it_changes() {
    let _board = board();
    app::turn(key::F1);
    keys("7");
    assert!(whole_screen().contains("Level 7 Infinite"));
    keys("cc");
    assert!(whole_screen().contains("Clock game"));
    keys("b");
    assert!(whole_screen().contains("Blindfold White"));
}

#[test]
fn a_clock_of_any_number_of_minutes_and_seconds_is_set_in_the_menu() {
    let _board = board();
    app::turn(key::F1);
    keys("cc");
    // The letter leads the cursor to its setting, and there `+` and `-` go on.
    keys(":+++-");
    assert!(whole_screen().contains("Minutes 8"), "{}", whole_screen());
    keys("==+");
    assert!(whole_screen().contains("Increment 3"));
    app::turn(key::F1);
    assert_eq!(panel(2), "8 min +3");
    app::turn(key::F1);
    keys("c=--------");
    assert!(whole_screen().contains("Clock 40 moves"));
    assert!(whole_screen().contains("Increment 0"), "none below");
    keys(":");
    (0..130).for_each(|_| app::turn(b'+'));
    app::turn(key::F1);
    assert_eq!(panel(2), "40/120 min");
    settings::INCREMENT.set(60);
    app::show_board();
    assert_eq!(panel(2), "40/120 min +60");
    // On the board they are the level, which the clock hides.
    keys("+");
    assert_eq!(settings::LEVEL.get(), 3);
}

/// After STOP or a step back the computer waits to be told, which takes no key that a joystick has not.
#[test]
fn the_computer_is_told_to_move_from_the_menu() {
    let _board = board();
    settings::PLAYERS.set(settings::HUMAN_BLACK);
    settings::LEVEL.set(1);
    computer::ENGAGED.set(0);
    app::turn(key::F1);
    keys("b");
    (0..3).for_each(|_| app::turn(key::DOWN));
    // Below the last item is the first, and the second tells the computer to move.
    app::turn(key::DOWN);
    app::turn(key::FIRE);
    assert_eq!(record::played(), 1, "{}", whole_screen());
}

#[test]
fn the_cursor_goes_across_from_every_row_of_the_menu() {
    let _board = board();
    app::turn(key::F1);
    // From the last item, to leave, to the lowest of the left column: to export.
    keys("b");
    (0..2).for_each(|_| app::turn(key::DOWN));
    app::turn(key::LEFT);
    app::turn(key::RETURN);
    assert_eq!(app::STATE.get(), app::FILING);
    assert!(whole_screen().contains("Export as PGN"));
}

#[test]
fn blindfold_hides_the_pieces_of_a_side() {
    let _board = board();
    let e1 = 21 * 40 + 13;
    let shown = screen::code_at(e1);
    app::command(b'b');
    assert_ne!(screen::code_at(e1), shown);
}

/// Pushed to the right where there is no further column, the stick counts settings up: the button alone would take a hundred presses.
#[test]
fn a_stick_alone_sets_any_clock() {
    let _board = board();
    app::turn(key::F1);
    // The letter leads the cursor to the players, wherever it was left.
    keys("s");
    for key in [key::DOWN, key::DOWN, key::FIRE, key::FIRE, key::DOWN] {
        app::turn(key);
    }
    (0..85).for_each(|_| app::turn(key::RIGHT));
    for key in [key::DOWN, key::RIGHT, key::RIGHT] {
        app::turn(key);
    }
    app::turn(key::F1);
    assert_eq!(panel(2), "90 min +2");
    // At the most it stays, and the button goes around.
    app::turn(key::F1);
    app::turn(key::UP);
    (0..40).for_each(|_| app::turn(key::RIGHT));
    assert!(whole_screen().contains("Minutes 120"));
    app::turn(key::FIRE);
    assert!(whole_screen().contains("Minutes 1 "));
}

#[test]
fn the_style_is_chosen_kept_in_new_games_and_saved_with_them() {
    let _board = board();
    app::command(b';');
    assert_eq!(
        (message(), panel(24)),
        ("Style".into(), "aggressive".into())
    );
    app::command(b'n');
    assert_eq!(settings::STYLE.get(), style::AGGRESSIVE);
    moves("e2e4");
    app::command(b'w');
    app::turn(key::RETURN);
    app::command(b';');
    assert_eq!(panel(24), "solid");
    app::command(b'g');
    app::turn(key::RETURN);
    assert_eq!(message(), "Loaded");
    assert_eq!(settings::STYLE.get(), style::AGGRESSIVE);
}

/// Whoever searches does so in the style of the settings, whichever it was before.
#[test]
fn every_search_has_the_style_of_the_settings() {
    let _board = board();
    settings::BOOK.set(0);
    for style in [style::SOLID, style::AGGRESSIVE, style::NORMAL] {
        settings::STYLE.set(style);
        app::command(b'i');
        assert_eq!(squares64::engine::STYLE.get(), style);
    }
}

#[test]
fn the_button_confirms_what_would_end_a_game() {
    let _board = board();
    moves("e2e4 e7e5");
    menu_item(b'n');
    assert_eq!(message(), "End? Fire or N");
    // A step is no answer, and then the button chooses again.
    app::turn(key::UP);
    app::turn(key::FIRE);
    assert_eq!(record::played(), 2);
    menu_item(b'q');
    assert_eq!(message(), "End? Fire or Q");
    app::turn(key::FIRE);
    assert_eq!(panel(24), "Resignation");
}

#[test]
fn two_players_agree_to_a_draw_by_the_button() {
    let _board = board();
    moves("e2e4 e7e5");
    menu_item(b'd');
    assert_eq!(message(), "End? Fire or D");
    app::turn(key::FIRE);
    assert_eq!(panel(24), "Draw agreed");
}

#[test]
fn replay_after_the_end_of_a_game_begins_at_its_start() {
    let _board = board();
    moves("f2f3 e7e5 g2g4 d8h4");
    app::command(b'r');
    assert_eq!(record::played(), 0);
    (0..220).for_each(|_| app::turn(key::NONE));
    assert_eq!(record::played(), 4);
    assert_eq!(panel(24), "Checkmate");
}
