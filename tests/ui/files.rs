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
    assert_eq!(panel(MOVES + 1), "2.Nf3   d6");
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

/// Loads this text as if it were the file on the disk.
fn load(text: &str) {
    disk::clear();
    text.bytes().for_each(disk::put);
    app::command(b'g');
    app::turn(key::RETURN);
}

#[test]
fn a_game_is_loaded_from_pgn() {
    let _board = board();
    moves("d2d4");
    load(
        "[Event \"Any [1] (a) {b}\"]\n[Result \"1-0\"]\n\n1. e4 {the ( king's } e5 2.Nf3 $1 (2. f4 exf4 (2... d5) 3. Nf3) \
         Nc6!? ; a pin\n3. Bb5 Nf6 4. O-O Nxe4 5. Re1 Nd6 6. Nxe5 Be7 7. Bf1 O-O 8. Nbc3 1-0\n\n\
         [Event \"Another\"]\n\n1. d4 *\n",
    );
    assert_eq!(app::STATE.get(), app::BOARD);
    assert_eq!(record::known(), 15);
    assert_eq!(
        fen(),
        "r1bq1rk1/ppppbppp/2nn4/4N3/8/2N5/PPPP1PPP/R1BQRBK1 b - - 4 1"
    );
    assert_eq!(
        (panel(MOVES + 4).as_str(), panel(MOVES + 5).as_str()),
        ("7.Bf1   O-O", "8.Nc3")
    );
    // Played on and stepped back as any game.
    keys("Nxe5");
    app::command(key::HOME);
    assert_eq!(record::played(), 0);
}

#[test]
fn promotions_and_castling_on_the_long_side_are_read() {
    let _board = board();
    load(
        "1.a4 b5 2.axb5 a6 3.bxa6 Bb7 4.axb7 Nc6 5.bxa8=N Nf6 6.Nc3 d5 7.d3 Qd6 8.Be3 e5 9.Qd2 Be7 10.O-O-O O-O *",
    );
    assert_eq!(
        fen(),
        "N4rk1/2p1bppp/2nq1n2/3pp3/8/2NPB3/1PPQPPPP/2KR1BNR w - - 4 1"
    );
}

#[test]
fn what_was_exported_is_loaded_again() {
    let _board = board();
    moves("f2f3 e7e5 g2g4 d8h4");
    app::command(b'e');
    app::turn(key::RETURN);
    let (text, before) = (file_text(), fen());
    app::command(b'n');
    load(&text);
    assert_eq!(fen(), before);
    assert!(outcome::is_over());
}

#[test]
fn pgn_that_cannot_be_read_is_refused_with_the_word_and_the_game_stays() {
    for (text, place) in [
        ("1. e4 e5 2. Nf3 Nc6 3. Bb6 a6 *", "Damaged file 3.Bb6"),
        (
            "1. Nc3 a6 2. Nb5 a5 3. Nd4 b6 4. Nf3 c6  *",
            "Damaged file 4.Nf3",
        ),
        ("1. e4 hello", "Damaged file 1.hello"),
        (
            "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 *",
            "Damaged file 4.0-0",
        ),
        ("1. e4 -- *", "Damaged file 1. --"),
        (
            "1. e4 d5 2. exd5 c6 3. dxc6 e6 4. cxb7 e5 5. bxa8 *",
            "Damaged file 5.bxa8",
        ),
        (
            "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. Kd2 *",
            "Damaged file 1.FEN",
        ),
        ("\n\n*\n", "Damaged file"),
        ("", "Damaged file"),
    ] {
        let _board = board();
        moves("e2e4 c7c5 g1f3");
        let before = fen();
        load(text);
        assert_eq!(app::STATE.get(), app::FILING);
        assert!(
            whole_screen().contains(place),
            "{place}: {}",
            whole_screen()
        );
        app::turn(key::STOP);
        assert_eq!((fen(), record::known()), (before, 3), "{text}");
        // Nothing of the text is left in the line where moves are typed.
        keys("d6");
        assert_eq!(panel(MOVES + 1), "2.Nf3   d6");
    }
}
