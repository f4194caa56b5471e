//! Games on the disk: saved, loaded, damaged, exported.

use super::*;

#[test]
fn a_saved_game_comes_back_move_for_move() {
    let _board = board();
    moves("e2e4 c7c5 g1f3 d7d6");
    let before = fen();
    app::command(b'w');
    keys("game");
    app::turn(key::RETURN);
    assert_eq!(message(), "Saved");
    app::command(b'n');
    app::command(b'g');
    app::turn(key::RETURN);
    assert_eq!(message(), "Loaded");
    assert_eq!(fen(), before);
    assert_eq!(panel(11), "2.Nf3   d6");
}

#[test]
fn a_damaged_file_and_a_failing_drive_leave_the_game_alone() {
    let _board = board();
    moves("e2e4 c7c5");
    app::command(b'w');
    keys("x");
    app::turn(key::RETURN);
    moves("g1f3");
    let before = fen();
    for place in [0, 9, 20, 80, disk::LENGTH.get() - 1] {
        let right = disk::swap(place, 0);
        disk::swap(place, right ^ 1);
        app::command(b'g');
        app::turn(key::RETURN);
        assert!(whole_screen().contains("Damaged file"), "byte {place}");
        app::turn(key::STOP);
        assert_eq!(fen(), before);
        disk::swap(place, right);
    }
    for (index, letter) in b"26,WRITE PROTECT ON,18,00\0".iter().enumerate() {
        disk::CHANNEL.set(index as u8, *letter);
    }
    for (status, text) in [
        (disk::NO_DEVICE, "No device"),
        (disk::FAILED, "Disk error"),
        (disk::REFUSED, "26,WRITE PROTECT ON,18,00"),
    ] {
        for letter in *b"gwe" {
            disk::STATUS.set(status);
            app::command(letter);
            app::turn(key::RETURN);
            assert!(whole_screen().contains(text), "{text}");
            // What was said is gone with the next key.
            app::turn(b'+');
            assert!(!whole_screen().contains(text), "{text}");
            app::turn(key::STOP);
            assert_eq!(fen(), before);
        }
    }
}

#[test]
fn the_exported_game_is_pgn() {
    let _board = board();
    moves("f2f3 e7e5 g2g4 d8h4");
    app::command(b'e');
    keys("mate");
    app::turn(key::RETURN);
    let text = file_text();
    assert!(text.contains("[Result \"0-1\"]"), "{text}");
    assert!(text.ends_with("\n\n1. f3 e5 2. g4 Qh4# 0-1\n"), "{text}");
}
