//! The menu and the settings in it.

use super::*;

#[test]
fn every_menu_item_is_reached_by_letter_and_leads_back() {
    for letter in "nslcurixdqjymapwgevkzotfb?".chars() {
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
    assert!(whole_screen().contains("5 min each"));
    keys("b");
    assert!(whole_screen().contains("Blindfold White"));
}

#[test]
fn blindfold_hides_the_pieces_of_a_side() {
    let _board = board();
    let e1 = 21 * 40 + 13;
    let shown = screen::code_at(e1);
    app::command(b'b');
    assert_ne!(screen::code_at(e1), shown);
}
