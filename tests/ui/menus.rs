//! The menu and the settings in it.

use super::*;

#[test]
fn every_menu_item_is_reached_by_letter_and_leads_back() {
    for letter in "nslcurixdqjymapwgevkzotfb:=?".chars() {
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
    (0..4).for_each(|_| app::turn(key::DOWN));
    // Below the last item is the first, and the second tells the computer to move.
    app::turn(key::DOWN);
    app::turn(key::FIRE);
    assert_eq!(record::played(), 1, "{}", whole_screen());
}

#[test]
fn the_cursor_goes_across_from_every_row_of_the_menu() {
    let _board = board();
    app::turn(key::F1);
    // From the last item, to leave, to the lowest of the left column: to load.
    keys("b");
    (0..3).for_each(|_| app::turn(key::DOWN));
    app::turn(key::LEFT);
    app::turn(key::RETURN);
    assert_eq!(app::STATE.get(), app::FILING);
    assert!(whole_screen().contains("Load from disk"));
}

#[test]
fn blindfold_hides_the_pieces_of_a_side() {
    let _board = board();
    let e1 = 21 * 40 + 13;
    let shown = screen::code_at(e1);
    app::command(b'b');
    assert_ne!(screen::code_at(e1), shown);
}
